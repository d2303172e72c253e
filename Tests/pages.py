#!/usr/bin/env python3
"""Makes the three reports of real runs and looks at them as a browser and a validator do.

Each page is read by html5lib in strict mode, and opened by Chromium without a network at phone and desktop width, in
light and dark: nothing is loaded, nothing is wider than the window, nothing runs, and axe-core finds no violation. No
table is cut at desktop width, and each shows its first number at phone width. The result stands on the first screen.
Reports and SVG files made of hostile texts are opened too, with their content policy in force: Chromium must run nothing,
request nothing and go nowhere. The first argument is the program, the second a folder in which pictures (PNG) and prints
(PDF) of the pages are left.
"""

import csv
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import html5lib
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

EXPERIMENT = """
name: pages
question: Which of two & how "many" <b>trials</b>?
seed: 7
task: {kind: comparison, notes: [C3, C4]}
listeners:
  - {name: keen, kind: gaussian, jnd: 5}
  - {name: dull, kind: gaussian, jnd: 20, lapse: 0.02, bias: 3}
strategies:
  - {name: kazez, kind: kazez}
  - {name: two-down, kind: transformed-up-down, start: 100, down: 2, up: 1, step: {factor: 2}}
stop: {trials: 40}
replicates: 200
keep-trials: 2
"""
COUNTS = 'who,level,n,k\n' + "".join(
    f"{who},{level},40,{k}\n"
    for who in ('"<script>alert(1)</script>"', '"=cmd() ""quoted"" \u202eright"', "\x1b[31mred")
    for level, k in ((1, 21), (2, 25), (4, 33), (8, 38), (16, 40)))

GROUPS = "who,level,n,k\n" + "".join(
    f"P{who},{level},40,{k}\n" for who in range(10)
    for level, k in ((1, 21), (2, 22 + who // 3), (4, 33 - who // 2), (8, 38 - who // 4), (16, 40)))
# A page of ten groups is at most so many screens high.
MOST_SCREENS = 12
CUT_TABLES = """width => [...document.querySelectorAll('.table')]
  .filter(table => !table.closest('details:not([open])'))
  .filter(table => {
    const cell = table.querySelector('td');
    return width > 1000 ? table.scrollWidth > table.clientWidth + 1
      : cell && cell.getBoundingClientRect().right > table.getBoundingClientRect().right + 1;
  }).map(table => table.querySelector('caption').textContent.slice(0, 60))"""
LONG_TABLES = "document.querySelectorAll('details tbody tr:nth-child(n + 21)').forEach(row => row.remove())"

# Each would do something as markup. Whatever is asked of peach.invalid shows that it did.
ATTACKS = [
    "<script>fetch('http://peach.invalid/script')</script>",
    "<img src=http://peach.invalid/img onerror=alert(1)>", "<svg onload=alert(2)>", "<b style=color:red>bold</b>",
    "<meta http-equiv=refresh content='0;url=http://peach.invalid/refresh'>", "<base href=http://peach.invalid/base>",
    "<style>*{background:url(http://peach.invalid/style)}</style>", "<iframe src=http://peach.invalid/frame></iframe>",
    "<form action=http://peach.invalid/form><input autofocus onfocus=alert(3)></form>", "<h2>Forged</h2>",
    "<link rel=stylesheet href=http://peach.invalid/link>", "\" onmouseover=\"alert(4)\" x=\"",
    "</title><script>alert(5)</script>", "</script><script>alert(6)</script>", "]]><script>alert(7)</script>",
    "--><script>alert(8)</script>", "<a href=javascript:alert(9) autofocus>a</a>",
    "<foreignObject><body onload=alert(10)/></foreignObject>", "&lt;script&gt;alert(11)&lt;/script&gt;"]
SPECIAL = "<>&\"'"


def hidden(text):
    """A text, and the same with marks next to special characters, with which they are one character to a reader."""
    def marked(before, after):
        return "".join(before + sign + after if sign in SPECIAL else sign for sign in text)
    return [text, "\u0d4e" + text, marked("\u0d4e", "")] + [marked("", mark) for mark in "\u0301\u200c\ufe0f"]


def make_hostile(program, folder):
    """Reports and figures whose every text is somebody else's code."""
    home = {**os.environ, "PEACH_HOME": str(folder / "hostile-home")}

    def run(*words):
        subprocess.run([program, *words], cwd=folder, env=home, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)

    attacks = [text for attack in ATTACKS for text in hidden(attack)]
    draw = random.Random(41)
    signs = SPECIAL * 4 + "\u0d4e\u0301\u200c\ufe0f\u0338/!-=;:ab \u06dd"
    words = ["script", "svg onload=alert(1)", "img src=http://peach.invalid/r", "/style", "meta ", "x"]
    strings = ["".join(draw.choice(words) if draw.random() < 0.15 else draw.choice(signs) for _ in range(8))
               for _ in range(100_000)]
    question = " · ".join(attacks + strings)
    (folder / "hostile.yaml").write_text(
        EXPERIMENT.replace("name: pages", "name: hostile").replace(
            'question: Which of two & how "many" <b>trials</b>?', "question: " + json.dumps(question)), encoding="utf-8")
    run("simulate", "hostile.yaml")
    run("report", "hostile.sqlite", "-o", "hostile-question.html", "--force")
    pages = [folder / "hostile-question.html"]
    for start in range(0, len(attacks), 14):
        name = f"hostile-{start}"
        with open(folder / f"{name}.csv", "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["who", "level", "n", "k"])
            for who in attacks[start:start + 14]:
                writer.writerows([who, level, 40, k] for level, k in ((1, 21), (2, 25), (4, 33), (8, 38), (16, 40)))
        run("fit", f"{name}.csv", "--alternatives", "2", "--by", "who", "--report", f"{name}.html", "--figures", name,
            "--force")
        pages += [folder / f"{name}.html", *sorted((folder / name).glob("*.svg"))]
    for number, text in enumerate(attacks[::5]):
        run("live", "comparison", "--listener", "zoe", "--responder", "gaussian jnd=9", "--trials", "12", "--fast")
        run("listener", "exclude", "zoe", "--session", str(number + 1), f"--note={text}")
    run("live", "comparison", "--listener", "zoe", "--responder", "gaussian jnd=9", "--trials", "40", "--fast")
    run("report", "--listener", "zoe", "-o", "hostile-notes.html", "--force")
    return pages + [folder / "hostile-notes.html"]


def open_hostile(file, browser):
    """What a browser did with a page or a picture that it only should have shown, in words."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    said = []

    def answer(route):
        if route.request.url == file.as_uri():
            route.continue_()
        else:
            said.append(f"requests {route.request.url}")
            route.abort()

    context.route("**/*", answer)
    page = context.new_page()
    context.on("page", lambda other: said.append("opens a window"))
    page.set_default_timeout(300_000)
    page.on("console", lambda message: said.append(f"console: {message.text[:200]}"))
    page.on("pageerror", lambda error: said.append(f"error: {error}"))
    page.on("dialog", lambda dialog: (said.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    page.on("framenavigated", lambda frame: said.append(f"goes to {frame.url}") if frame.url != file.as_uri() else None)
    page.goto(file.as_uri())
    page.mouse.move(300, 300)
    page.wait_for_timeout(500 if file.suffix == ".html" else 100)
    if file.suffix == ".html":
        page.evaluate("document.querySelectorAll('details').forEach(part => { part.open = true })")
        if page.evaluate("getComputedStyle(document.body).maxWidth") == "none":
            said.append("has no style")
        if page.evaluate("[...document.querySelectorAll('svg.peach-figure')].some("
                         "svg => getComputedStyle(svg).display !== 'block')"):
            said.append("has a figure without style")
        said += page.evaluate(
            "[...document.querySelectorAll('body script:not([type=\"application/json\"]), meta[http-equiv=refresh], base, "
            "iframe, object, embed, form, input, img, link, body style:not(svg style), foreignObject, b')]"
            ".map(found => 'has ' + found.outerHTML.slice(0, 100))")
        said += page.evaluate("[...document.querySelectorAll('h2')].filter(found => found.textContent === 'Forged')"
                              ".map(() => 'has a forged heading')")
    said += page.evaluate("[...document.querySelectorAll('*')].filter(found => [...found.attributes].some("
                          "attribute => attribute.name.startsWith('on') || /^\\s*javascript:/i.test(attribute.value)))"
                          ".map(found => 'has ' + found.outerHTML.slice(0, 100))")
    context.close()
    return said


def make(program, folder):
    """The reports, each from what a user would run."""
    home = {**os.environ, "PEACH_HOME": str(folder / "home")}

    def run(*words):
        subprocess.run([program, *words], cwd=folder, env=home, check=True, stdout=subprocess.DEVNULL)

    (folder / "pages.yaml").write_text(EXPERIMENT)
    (folder / "counts.csv").write_text(COUNTS)
    run("simulate", "pages.yaml")
    run("report", "pages.sqlite", "-o", "simulation.html", "--force")
    run("fit", "counts.csv", "--alternatives", "2", "--by", "who", "--share", "width", "--bootstrap", "200",
        "--report", "counts.html", "--force")
    run("fit", "pages.sqlite", "--by", "strategy", "--reading", "direction", "--lapse", "0.01", "--at", "0.75",
        "--report", "tracks.html", "--force")
    (folder / "groups.csv").write_text(GROUPS)
    run("fit", "groups.csv", "--alternatives", "2", "--by", "who", "--compare", "--report", "groups.html", "--force")
    for session in range(4):
        run("live", "comparison", "--listener", "zoe", "--responder", "gaussian jnd=9 lapse=0.02", "--trials", "50",
            "--seed", str(session), "--fast")
    run("report", "--listener", "zoe", "-o", "listener.html", "--force")
    return [folder / f"{name}.html" for name in ("simulation", "counts", "tracks", "groups", "listener")]


def look(page_file, browser, pictures):
    """What is wrong with a page, in words."""
    text = page_file.read_text(encoding="utf-8")
    problems = []
    try:
        html5lib.HTMLParser(strict=True).parse(text)
    except html5lib.html5parser.ParseError as error:
        problems.append(f"no valid HTML: {error}")
    for scheme in ("light", "dark"):
        for width in (360, 1280):
            context = browser.new_context(
                viewport={"width": width, "height": 900}, color_scheme=scheme, bypass_csp=True, offline=True)
            page = context.new_page()
            page.set_default_timeout(300_000)
            said = []
            page.on("request", lambda request: said.append(f"loads {request.url}")
                    if not request.url.startswith("file:") else None)
            page.on("console", lambda message: said.append(f"console: {message.text}"))
            page.on("dialog", lambda dialog: (said.append(f"dialog: {dialog.message}"), dialog.dismiss()))
            page.goto(page_file.as_uri())
            # What is folded is looked at once in each scheme, once at each width.
            if (scheme, width) in (("light", 360), ("dark", 1280)):
                page.evaluate("document.querySelectorAll('details').forEach(part => { part.open = true })")
            wide = page.evaluate("document.documentElement.scrollWidth")
            if wide > width:
                said.append(f"is {wide} pixels wide")
            said += [f"cuts {caption}" for caption in page.evaluate(CUT_TABLES, width)]
            screens = page.evaluate("document.documentElement.scrollHeight") / 800
            if (scheme, width, page_file.stem) == ("light", 1280, "groups") and screens > MOST_SCREENS:
                said.append(f"is {screens:.1f} screens high")
            end = page.evaluate("document.querySelector('#result table:not(details table)').getBoundingClientRect().bottom")
            if (scheme, width, page_file.stem) == ("light", 1280, "simulation") and end > 800:
                said.append(f"has its result table down to {end:.0f} pixels")
            # The time of axe-core grows with the square of the rows, and those of one table are alike.
            page.evaluate(LONG_TABLES)
            said += [f"axe: {found['id']}: {found['help']}" for found in Axe().run(page)["violations"]]
            problems += [f"{scheme}, {width}: {what}" for what in said]
            page.evaluate("document.querySelectorAll('details').forEach(part => { part.open = false })")
            if pictures:
                page.screenshot(path=pictures / f"{page_file.stem}-{width}-{scheme}.png", full_page=True)
                if (scheme, width) == ("light", 1280):
                    page.pdf(path=pictures / f"{page_file.stem}.pdf", prefer_css_page_size=True)
            context.close()
    return problems


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    pictures = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        failed = False
        for page in make(program, pathlib.Path(folder)):
            problems = look(page, browser, pictures)
            print(f"{page.name}: {'; '.join(problems) or 'ok'}")
            failed = failed or bool(problems)
        hostile = [(file.name, open_hostile(file, browser)) for file in make_hostile(program, pathlib.Path(folder))]
        for name, problems in hostile:
            if problems:
                print(f"{name}: {'; '.join(problems[:5])}")
        print(f"{len(hostile)} hostile pages and pictures: {'bad' if any(found for _, found in hostile) else 'ok'}")
        failed = failed or any(found for _, found in hostile)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
