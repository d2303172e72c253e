#!/usr/bin/env python3
"""Makes the three reports of real runs and looks at them as a browser and a validator do.

Each page is read by html5lib in strict mode, and opened by Chromium without a network at phone and desktop width, in
light and dark: nothing is loaded, nothing is wider than the window, nothing runs, and axe-core finds no violation. The
first argument is the program, the second a folder in which pictures (PNG) and prints (PDF) of the pages are left.
"""

import os
import pathlib
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
    for session in range(4):
        run("live", "comparison", "--listener", "zoe", "--responder", "gaussian jnd=9 lapse=0.02", "--trials", "50",
            "--seed", str(session), "--fast")
    run("report", "--listener", "zoe", "-o", "listener.html", "--force")
    return [folder / f"{name}.html" for name in ("simulation", "counts", "tracks", "listener")]


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
            # What is folded is looked at once in each scheme, once at each width: axe-core is slow with long tables.
            if (scheme, width) in (("light", 360), ("dark", 1280)):
                page.evaluate("document.querySelectorAll('details').forEach(part => { part.open = true })")
            wide = page.evaluate("document.documentElement.scrollWidth")
            if wide > width:
                said.append(f"is {wide} pixels wide")
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
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
