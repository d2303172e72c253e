#!/usr/bin/env python3
"""Goes through the listener's page as people do, in a browser, and compares the records with what was done.

Arguments: the folder of the programs `peach` and `peach-serve`, and a folder for pictures (optional). PEACH_SERVE_KILLS is
the number of kills of the server (10), PEACH_SERVE_SEED their seed, and PEACH_SERVE_PARTS names the parts to run.

- Whole sessions of all modes, a forced choice and a study, at three sizes, in both languages, by keyboard, mouse and touch.
  axe-core finds nothing on any screen in light and dark, nothing is wider than the window, and targets have 44 pixels.
- The samples that reach the destination of the audio graph are those of the plan: frequency, onset and level. A sound server gets
  the same frequencies, levels, durations and gaps.
- Reloads, double clicks, a hidden page, a lost connection and kills of the server neither lose nor double an answer.
- Deadlines, keys, ratings of confidence, repeats, examples, headphone screening and levels are stored as a terminal stores them.
- With a delay of the network, the next trial begins when it would begin without one.
- The same strategy, seed and answers visit the same trials on the page, in `peach live` and in `peach simulate`.
"""

import asyncio
import csv
import io
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tarfile
import threading
import time
import urllib.request

import numpy
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

sys.dont_write_bytecode = True
from serving import Server, check, problems, programs, work
from sink import RATE, NullSink

NOTES = """
seed: 5
task: {kind: comparison, notes: [C4, C5], note-duration: 0.3}
listeners:
  - {name: model, kind: gaussian, jnd: 12}
strategies:
  - {name: two-down, kind: transformed-up-down, start: 100, limits: [1, 400], down: 2, step: {factor: 2}}
stop: {trials: 4}
replicates: 1
"""
STUDY = "name: page-study" + NOTES + """\
lab:
  consent: {en: "You will hear **tones**.\\n\\nDo you take part?", de: "Sie hören **Töne**.\\n\\nNehmen Sie teil?"}
  instructions: {en: "Say whether the second tone is\\nhigher or lower.", de: "Ist der zweite Ton höher oder tiefer?"}
  practice: {trials: 2, feedback: true}
  feedback: true
  blocks:
    - {name: unison}
    - {name: fifth, task: {intervals: [perfect-fifth-up]}}
  order: stated
  break: {seconds: 1}
"""
CHOICE = """
name: page-gap
seed: 3
task:
  kind: forced-choice
  unit: ms
  scale: log
  alternatives: 3
  sounds:
    levels: dB FS
    standard: {noise: {from: 50, to: 10000}, duration: 0.25, ramp: 10, level: -30}
    target: {gap: {at: 0.12, length: x, ramp: 0.5}}
    between: 0.15
    question: {en: "Which one was interrupted?", de: "Welches war unterbrochen?"}
listeners:
  - {name: model, kind: psychometric, function: weibull, threshold: 3, slope: 3.5}
strategies:
  - {name: two-down, kind: transformed-up-down, start: 40, limits: [0.2, 100], down: 2, step: {factor: 2}}
stop: {trials: 6}
replicates: 3
"""
DIRECTION = """
name: page-direction
seed: 11
task: {kind: comparison, notes: [C3, C5], note-duration: 0.3, intervals: [prime, perfect-fifth-up]}
listeners:
  - {name: model, kind: gaussian, jnd: 12}
strategies:
  - {name: two-down, kind: transformed-up-down, start: 100, limits: [1, 400], down: 2, step: {factor: 2}}
stop: {trials: 25}
replicates: 1
keep-trials: 1
"""
RESPONSES = "name: page-responses" + NOTES + """\
lab:
  instructions:
    - {en: This is an easy one., de: Dies ist ein leichtes Beispiel., play: {level: 100, answer: higher}}
    - {en: Often it is hard to tell. Then guess., de: "Oft ist es schwer zu sagen. Dann rate."}
  keys: {higher: [k, up], lower: [j, down]}
  swap: by-place
  confidence: {from: 1, to: 4, labels: [{en: guess, de: geraten}, {en: certain, de: sicher}]}
  repeat: {most: 1}
  deadline: {seconds: 4, then: wrong}
  order: stated
  blocks:
    - {name: wrong}
    - {name: again, trials: 1, deadline: {seconds: 4, then: again}}
"""
MATCHING = """
name: page-matching
seed: 5
task: {kind: matching, notes: [C4, C5], note-duration: 0.3}
listeners:
  - {name: tuner, kind: tuner, spread: 12}
stop: {trials: 2}
replicates: 1
lab:
  keys: {sharper: [i], flatter: [m], much-sharper: [o], much-flatter: [n], done: [enter]}
  confidence: {from: 1, to: 3}
  blocks: [{name: unison}]
"""
LEVELS = """
name: page-levels
seed: 20261128
task:
  kind: forced-choice
  unit: dB
  scale: linear
  alternatives: 2
  sounds:
    levels: dB SL
    threshold-block: quiet
    standard: {tone: 1000, duration: 0.2, ramp: 20, level: 30}
    target: {level: +x}
listeners:
  - {name: rehearsal, kind: psychometric, function: normal, threshold: 1, slope: 1}
strategies:
  - {name: steps, kind: transformed-up-down, start: 6, limits: [0.2, 12], down: 2, step: {linear: 1}}
stop: {trials: 3}
replicates: 1
lab:
  screening: {test: both, prior: 0.7}
  comfort: {sound: {tone: 1000, duration: 0.5, ramp: 20}, start: -50, highest: -46}
  blocks:
    - name: quiet
      trials: 12
      strategy: {name: quiet, kind: transformed-up-down, start: -60, limits: [-110, -50], down: 2, step: {linear: 4}}
      task:
        sounds:
          levels: dB FS
          standard: {tone: 1000, duration: 0.2, ramp: 20, level: -150}
          target: {level: x}
    - name: loudness
    - name: comfortable
      task:
        sounds:
          levels: dB re comfort
          standard: {tone: 1000, duration: 0.2, ramp: 20, level: 0}
          target: {level: +x}
"""
SIZES = [(390, 844), (844, 390), (1280, 800)]

pictures = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None


def until(page, expression, argument=None, seconds=20):
    """Waits until an expression holds. Playwright's own way needs eval, which the page's policy forbids."""
    end = time.time() + seconds
    while not page.evaluate(expression, argument):
        if time.time() > end:
            raise TimeoutError(expression)
        time.sleep(0.02)


class Page:
    """A listener's page in a context of its own."""

    def __init__(self, browser, address, size=SIZES[0], locale="en-GB", dark=False, touch=False, script=None, bypasses_policy=False):
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, locale=locale, has_touch=touch,
            color_scheme="dark" if dark else "light", bypass_csp=bypasses_policy)
        if script:
            self.context.add_init_script(script)
        self.page = self.context.new_page()
        self.size, self.touch = size, touch
        self.expected_errors = False
        self.page.on("console", lambda m: check(
            m.type not in ("error", "warning") or self.expected_errors, f"console: {m.text}"))
        self.page.on("pageerror", lambda e: check(False, f"script: {e}"))
        host = re.match(r"https?://[^/]+", address).group(0)
        self.page.on("request", lambda r: check(
            r.url.startswith((host, "blob:", "data:")), f"a request to {r.url}"))
        self.page.goto(address)

    def ready(self):
        """Waits until the trial can be answered; False if it is no trial any more."""
        self.page.wait_for_selector(
            ".answers button[aria-disabled=false], .slider[aria-disabled=false], main > h1", timeout=20000)
        return self.page.query_selector(".answers, .slider") is not None

    def press(self, selector):
        self.page.tap(selector) if self.touch else self.page.click(selector)

    def answer(self, how, choice=0):
        """Answers the present trial and waits for what follows."""
        page = self.page
        if page.query_selector(".slider"):
            if how == "keys":
                for key in ("PageUp", "ArrowUp", "PageDown"):
                    page.keyboard.press(key)
                page.keyboard.press("Space")
            else:
                box = page.query_selector(".slider").bounding_box()
                page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                page.mouse.down()
                page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 - 30, steps=4)
                page.mouse.up()
                self.press(".done")
        elif how == "keys":
            is_direction = page.query_selector(".answers.several") is None
            page.keyboard.press(["ArrowUp", "ArrowDown"][choice] if is_direction else str(choice + 1))
        else:
            self.press(f".answers button:nth-child({choice + 1})")

    def look(self, name):
        """Examines the screen as it is."""
        page = self.page
        width = page.evaluate("document.documentElement.scrollWidth")
        check(width <= self.size[0], f"{name}: {width} pixels wide at {self.size}")
        small = page.evaluate("""() => [...document.querySelectorAll('button, select, input, a, [role=slider]')]
          .filter(e => e.getBoundingClientRect().width > 0)
          .map(e => [e.textContent.slice(0, 20), ...['width', 'height'].map(k => (e.closest('label') || e).getBoundingClientRect()[k])])
          .filter(([, w, h]) => w < 43.9 || h < 43.9)""")
        check(not small, f"{name}: small targets {small}")
        found = Axe().run(page)["violations"]
        check(not found, f"{name}: axe {[(v['id'], [n['target'] for n in v['nodes']][:3]) for v in found]}")
        if pictures:
            page.screenshot(path=pictures / f"{name}-{self.size[0]}.png")

    def close(self):
        self.context.close()


def stored(server):
    return (server.rows("SELECT COUNT(*) FROM comparison")[0][0] + server.rows("SELECT COUNT(*) FROM matching")[0][0])


def arrive(server, count, seconds=30):
    """Waits until so many trials are stored. Feedback is too short to wait for on a busy machine."""
    end = time.time() + seconds
    while stored(server) < count and time.time() < end:
        time.sleep(0.02)
    check(stored(server) == count, f"{stored(server)} of {count} trials are stored")


def finish(page, how, most=40):
    """Answers trials and turns pages until the end."""
    for count in range(most):
        if not page.ready():
            return count
        page.answer(how, count % 2)
        page.page.wait_for_selector("[aria-disabled=true], main > h1", timeout=20000)
    return most


def sessions(browser):
    """All modes at all sizes."""
    hows = ["touch", "keys", "mouse"]
    for number, size in enumerate(SIZES):
        for locale, dark in (("en-GB", False), ("de-DE", True)):
            name = f"{locale[:2]}-{'dark' if dark else 'light'}"
            how = hows[(number + dark) % 3]
            with Server(f"sessions-{number}-{name}", "--trials", "3") as server:
                page = Page(browser, server.links["me"], size, locale, dark, touch=how == "touch")
                page.page.wait_for_selector(".preview img")
                page.look(f"start-{name}")
                for mode in range(4):
                    page.page.wait_for_selector(".modes")
                    page.press(f".modes button:nth-child({mode + 1})")
                    for trial in range(3):
                        page.ready()
                        if trial == 0:
                            page.look(f"mode{mode}-{name}")
                        page.answer(how, trial % 2)
                        arrive(server, 3 * mode + trial + 1)
                        if trial == 1:
                            page.look(f"feedback{mode}-{name}")
                page.page.wait_for_selector(".modes")
                check(stored(server) == 12, f"{name}: {stored(server)} of 12 trials")
                reasons = server.rows("SELECT kind, end_reason FROM session ORDER BY number")
                check([r[1] for r in reasons] == ["trials"] * 4, f"{name}: {reasons}")
                late = server.rows("SELECT MAX(response_time_s), MIN(response_time_s) FROM comparison")[0]
                check(0 <= late[1] and late[0] < 10, f"{name}: response times {late}")
                for place, screen in enumerate(("profile", "settings", "info")):
                    page.press(f".row button:nth-child({place + 1})")
                    page.page.wait_for_selector({"profile": "dl", "settings": ".setting", "info": "main > p"}[screen])
                    page.look(f"{screen}-{name}")
                    page.press(".bar button")
                    page.page.wait_for_selector(".modes")
                page.page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
                wide = page.page.evaluate("document.documentElement.scrollWidth")
                check(wide <= size[0], f"{name}: {wide} pixels wide at 200 % in {size[0]}")
                page.close()


def settings(browser):
    with Server("settings") as server:
        page = Page(browser, server.links["me"])
        page.press(".row button:nth-child(2)")
        page.page.wait_for_selector("#setting-gap")
        page.page.fill("#setting-gap", "9")
        page.page.keyboard.press("Tab")
        page.expected_errors = True  # The browser reports the refusal.
        until(page.page, "document.querySelector('#setting-gap-problem').textContent !== ''")
        page.page.fill("#setting-gap", "0.5")
        page.page.keyboard.press("Tab")
        page.page.select_option("#setting-strategy", "adaptive")
        page.page.wait_for_selector("#setting-natural-mechanical")
        page.page.select_option("#setting-language", "de")
        page.page.wait_for_selector("h1:has-text('Einstellungen')")
        values = dict(server.rows("SELECT key, value FROM setting"))
        check(values == {"gap": "0.5", "strategy": "adaptive", "language": "de"}, f"settings: {values}")
        page.close()


def study(browser):
    """From the link to the completion."""
    (work / "study.yaml").write_text(STUDY)
    arguments = ("--study", "study.yaml", "--anyone", "--completion", "http://localhost:1/done?cc=C1&id={id}")
    for number, (size, locale) in enumerate(zip(SIZES, ("en-GB", "de-DE", "en-GB"))):
        with Server(f"study-{number}", *arguments) as server:
            page = Page(browser, server.links["anyone"] + "&PROLIFIC_PID=abc123", size, locale)
            check("abc123" not in page.page.evaluate("location.href"), "the ID stays in the address bar")
            page.press(".modes .primary")
            trials = 0
            for _ in range(60):
                page.page.wait_for_selector(
                    ".text, .answers button[aria-disabled=false], a.button", timeout=20000)
                if page.page.query_selector("a.button"):
                    break
                if page.page.query_selector(".text"):
                    title = page.page.inner_text("h1")
                    if trials == 0:
                        page.look(f"study-{locale[:2]}")
                    page.page.wait_for_selector(".row button:first-child:enabled")
                    page.press(".row button:first-child")
                    until(page.page, "title => document.querySelector('h1').textContent !== title || !document.querySelector('.text')", title)
                else:
                    page.answer("keys", trials % 2)
                    trials += 1
                    page.page.wait_for_selector("[aria-disabled=true], .text, a.button")
            page.look(f"completion-{locale[:2]}")
            link = page.page.get_attribute("a.button", "href")
            check(link == "http://localhost:1/done?cc=C1&id=abc123", f"completion: {link}")
            blocks = server.rows("""SELECT block, listener, end_reason, (SELECT COUNT(*) FROM comparison
              WHERE comparison.session = session.id) FROM session ORDER BY number""")
            check(
                blocks == [("practice", "abc123", "trials", 2), ("unison", "abc123", "trials", 4), ("fifth", "abc123", "trials", 4)],
                f"blocks: {blocks}")
            page.close()
            watcher = Page(browser, server.links["researcher"], size)
            watcher.page.wait_for_selector("tbody tr")
            check(watcher.page.inner_text("tbody").count("done") == 3, "the researcher's page")
            watcher.look("researcher")
            with watcher.page.expect_download() as loading:
                watcher.page.click(".bar button:nth-of-type(2)")
            archive = tarfile.open(loading.value.path())
            names = archive.getnames()
            trials = list(csv.DictReader(io.TextIOWrapper(archive.extractfile(next(n for n in names if "trials" in n and n.endswith(".csv"))))))
            check("data/datapackage.json" in names and len(trials) == 10, f"the data set: {len(trials)} trials in {names}")
            watcher.close()
            declining = Page(browser, server.links["anyone"] + "&id=other", size)
            declining.press(".modes .primary")
            declining.page.wait_for_selector(".row button:nth-child(2)")
            declining.press(".row button:nth-child(2)")
            declining.page.wait_for_selector("main > h1")
            check(server.rows("SELECT COUNT(*) FROM participant")[0][0] == 1, "a declined listener is stored")
            declining.close()


PLAYED = """window.played = [];
const starting = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...when) {
  let peak = 0;
  for (const sample of this.buffer.getChannelData(0)) peak = Math.max(peak, Math.abs(sample));
  // The sound of a wrong answer is shorter than all others.
  if (this.buffer.duration > 0.15) played.push(20 * Math.log10(peak));
  return starting.apply(this, when);
};"""


def turn(page, name="next"):
    """Turns a page of a study, and waits for what follows."""
    page.page.wait_for_selector(f"button[data-turn={name}]:enabled")
    page.page.evaluate("document.querySelector('.text').dataset.old = 1")
    page.press(f"button[data-turn={name}]")
    until(page.page, "!document.querySelector('[data-old]')")


def loudness(page, count):
    """The peak in dB FS of the sound that was played as the one of that number."""
    until(page.page, "count => played.length >= count", count)
    return page.page.evaluate("count => played[count - 1]", count)


def responses(browser):
    """Keys, a deadline, ratings of confidence, repeats and examples, for two listeners with opposite keys."""
    (work / "study.yaml").write_text(RESPONSES)
    with Server("responses", "--study", "study.yaml", "--listener", "P01", "--listener", "P02") as server:
        done = 0
        for listener, size, locale, dark, how in (("P01", SIZES[0], "en-GB", False, "touch"), ("P02", SIZES[2], "de-DE", True, "mouse")):
            name = f"{locale[:2]}-{'dark' if dark else 'light'}"
            page = Page(browser, server.links[listener], size, locale, dark, touch=how == "touch", script=PLAYED)
            page.press(".modes .primary")
            page.page.wait_for_selector(".play")
            page.look(f"example-{name}")
            page.press(".play")
            loudness(page, 1)
            turn(page)
            turn(page, "back")
            page.page.wait_for_selector(".play")
            turn(page)
            turn(page)
            turn(page)
            # By key, with a rating by key.
            page.ready()
            page.look(f"keys-{name}")
            page.page.keyboard.press("k")
            page.page.wait_for_selector(".ratings")
            page.look(f"ratings-{name}")
            page.page.keyboard.press("3")
            arrive(server, done + 1)
            # Heard again once, and answered by touch or mouse.
            page.ready()
            page.press(".again")
            page.page.wait_for_selector(".answers button[aria-disabled=true]")
            page.ready()
            check(page.page.get_attribute(".again", "aria-disabled") == "true", "a second repeat is offered")
            page.press(".answers button:nth-child(1)")
            page.page.wait_for_selector(".ratings")
            time.sleep(0.3)
            check(page.page.query_selector(".ratings") is not None, "the touch of an answer also rated it")
            page.press(".ratings button:nth-child(1)")
            arrive(server, done + 2)
            # Not answered in time.
            arrive(server, done + 3)
            page.page.wait_for_selector(".answers button[aria-disabled=false]")
            page.page.keyboard.press("ArrowDown")
            page.page.keyboard.press("4")
            arrive(server, done + 4)
            page.page.wait_for_selector(".text")
            turn(page)
            # Not in time: the same trial comes again.
            page.page.wait_for_selector(".answers button[aria-disabled=false]")
            until(page.page, "/late|spät/.test(document.querySelector('.feedback').textContent)")
            page.look(f"late-{name}")
            page.page.wait_for_selector(".answers button[aria-disabled=false]")
            page.page.keyboard.press("j")
            page.page.wait_for_selector(".ratings")
            page.page.keyboard.press("2")
            arrive(server, done + 5)
            done += 5
            turn(page)
            page.page.wait_for_selector("main > h1")
            swapped = listener == "P02"
            first, second = ("lower", "higher") if swapped else ("higher", "lower")
            rows = server.rows(f"""SELECT block, trial, answer, confidence, confidence_time_s > 0, repeats, timed_out, keys_swapped, timeouts
              FROM comparison JOIN session ON session.id = comparison.session WHERE listener = '{listener}' ORDER BY number, trial""")
            expected = [
                ("wrong", 1, first, 3, 1, 0, 0, swapped, 0), ("wrong", 2, first, 1, 1, 1, 0, swapped, 0),
                ("wrong", 3, None, None, None, 0, 1, swapped, 0), ("wrong", 4, second, 4, 1, 0, 0, swapped, 0),
                ("again", 1, second, 2, 1, 0, 0, swapped, 1)]
            check(rows == expected, f"responses of {listener}: {rows}")
            page.close()
    (work / "study.yaml").write_text(MATCHING)
    with Server("matching-keys", "--study", "study.yaml", "--listener", "P01") as server:
        page = Page(browser, server.links["P01"], SIZES[1])
        page.press(".modes .primary")
        turn(page)
        for trial in (1, 2):
            page.ready()
            if trial == 1:
                page.look("matching-keys")
            for key in ("i", "o", "n", "ArrowUp", "Enter"):
                page.page.keyboard.press(key)
            page.page.wait_for_selector(".ratings")
            page.page.keyboard.press("2")
            arrive(server, trial)
        rows = server.rows("SELECT error_cents - initial_offset_cents, confidence FROM matching")
        check([(round(r[0], 6), r[1]) for r in rows] == [(1, 2), (1, 2)], f"tuned by keys: {rows}")
        page.close()


def levels(browser):
    """Headphone screening, a comfortable level, and levels relative to a threshold and to that level."""
    (work / "study.yaml").write_text(LEVELS)
    for size, locale, dark in ((SIZES[0], "de-DE", False), (SIZES[2], "en-GB", True)):
        name = f"{locale[:2]}-{'dark' if dark else 'light'}"
        with Server(f"levels-{name}", "--study", "study.yaml", "--listener", "P01") as server:
            page = Page(browser, server.links["P01"], size, locale, dark, script=PLAYED)
            page.press(".modes .primary")
            for test in ("antiphase", "huggins"):
                page.page.wait_for_selector(".play")
                page.look(f"{test}-{name}")
                count = page.page.evaluate("played.length")
                page.press(".play")
                loudness(page, count + 1)
                turn(page)
                for trial in range(6):
                    page.ready()
                    if trial == 0:
                        page.look(f"{test}-trial-{name}")
                    page.answer("keys", trial % 3)
                    page.page.wait_for_selector("[aria-disabled=true], .text")
                page.page.wait_for_selector(".text")
                if test == "antiphase" and page.page.query_selector(".play") is None:
                    turn(page)
            while page.page.query_selector("button[data-turn=softer]") is None:
                turn(page)
            page.page.wait_for_selector("button[data-turn=softer]")
            page.look(f"comfort-{name}")
            first = page.page.evaluate("played.length")
            quiet = loudness(page, first)
            turn(page, "louder")
            loud = loudness(page, first + 1)
            check(abs(loud - quiet - 2) < 0.01, f"a louder step is {loud - quiet} dB")
            page.page.keyboard.press("+")
            check(abs(loudness(page, first + 2) - quiet - 4) < 0.01, "a step by key")
            until(page.page, "document.querySelector('button[data-turn=louder]') === null")
            page.look(f"comfort-highest-{name}")
            page.page.keyboard.press("ArrowDown")
            loudness(page, first + 3)
            page.press(".play")
            check(abs(loudness(page, first + 4) - loud) < 0.01, "the same sound again")
            turn(page)
            for step in range(60):
                page.page.wait_for_selector(".text, .answers button[aria-disabled=false], main > h1", timeout=20000)
                if page.page.query_selector("main > h1"):
                    break
                if page.page.query_selector(".text"):
                    turn(page)
                else:
                    page.page.keyboard.press("2" if step % 3 == 0 else "1")
                    page.page.wait_for_selector("[aria-disabled=true], .text, main > h1")
            rows = server.rows("SELECT block, end_reason, is_practice, COUNT(*) FROM comparison JOIN session ON session.id = session "
                               "GROUP BY number ORDER BY number")
            check(rows == [("screening-antiphase", "finished", 1, 6), ("screening-huggins", "finished", 1, 6), ("quiet", "trials", 0, 12),
                           ("loudness", "trials", 0, 3), ("comfortable", "trials", 0, 3)], f"levels: {rows}")
            comfort = server.rows("SELECT level_db, level_scale, level_db_fs, device, source FROM comfort")
            check(comfort == [(-48, "dB FS", -48, "browser", "listener")], f"comfort: {comfort}")
            last = page.page.evaluate("played.at(-1)")
            check(-43.1 < last < -38.9, f"0 dB re comfort plays {last} dB FS")
            page.close()


LIT = """window.lit = [];
new MutationObserver(changes => {
  for (const { target, oldValue } of changes) {
    if (target.matches('.answers .lit') && !(oldValue || '').includes('lit')) lit.push(target.textContent);
  }
}).observe(document, { subtree: true, attributes: true, attributeFilter: ['class'], attributeOldValue: true });"""


def choice(browser):
    (work / "choice.yaml").write_text(CHOICE)
    for number, size in enumerate(SIZES):
        with Server(f"choice-{number}", "--study", "choice.yaml", "--listener", "P01") as server:
            page = Page(browser, server.links["P01"], size, "de-DE", script=LIT)
            page.press(".modes .primary")
            page.page.wait_for_selector(".answers button")
            page.look("choice")
            finish(page, "keys" if number == 1 else "mouse")
            lit = page.page.evaluate("lit")
            check(lit[:3] == ["erster", "zweiter", "dritter"] and set(lit) == set(lit[:3]), f"lit: {lit}")
            page.page.wait_for_selector("main > h1")
            check(stored(server) == 6, f"choice: {stored(server)} of 6 trials")
            check(server.rows("SELECT COUNT(*) FROM comparison WHERE answer NOT IN ('first', 'second')")[0][0] == 0, "answers")
            page.close()


RECORD = """(() => {
  // Records what reaches the destination of the audio graph, frame by frame on the context's clock.
  window.recorded = [];
  const Plain = AudioContext;
  const connect = AudioNode.prototype.connect;
  window.AudioContext = class extends Plain {
    constructor(...options) {
      super(...options);
      window.context = this;
      const module = URL.createObjectURL(new Blob([window.recorderModule], { type: 'text/javascript' }));
      this.audioWorklet.addModule(module).then(() => {
        this.tap = new AudioWorkletNode(this, 'recorder');
        this.tap.port.onmessage = ({ data }) => recorded.push(data);
        connect.call(this.tap, this.destination);
      });
    }
  };
  AudioNode.prototype.connect = function (target, ...rest) {
    if (target instanceof AudioDestinationNode && this.context.tap) connect.call(this, this.context.tap);
    return connect.call(this, target, ...rest);
  };
})();"""
RECORDER = """registerProcessor('recorder', class extends AudioWorkletProcessor {
  constructor() { super(); this.parts = []; }
  process([input]) {
    if (this.parts.length === 0) this.first = currentFrame;
    this.parts.push(input[0] ? Float32Array.from(input[0]) : new Float32Array(128));
    if (this.parts.length === 32) {
      this.port.postMessage([this.first, Array.from(this.parts.flatMap(part => [...part]))]);
      this.parts = [];
    }
    return true;
  }
});"""


def listen(browser, server):
    """A page whose sound is recorded, by a module that the content policy of the page would forbid."""
    script = f"window.recorderModule = {json.dumps(RECORDER)};" + RECORD
    return Page(browser, server.links["me"], script=script, bypasses_policy=True)


def heard(page):
    """The recorded samples by their frames on the clock of the audio context; NaN before the recording."""
    time.sleep(0.5)
    blocks = page.page.evaluate("recorded")
    samples = numpy.full(blocks[-1][0] + 4096, numpy.nan)
    for first, block in blocks:
        samples[first:first + 4096] = block
    return samples


def frequency(samples, rate):
    """The frequency of a sine by a fit to its phase, in Hz."""
    spectrum = numpy.abs(numpy.fft.rfft(samples * numpy.hanning(len(samples)), 1 << 20))
    guess = numpy.argmax(spectrum) * rate / (1 << 20)
    n = numpy.arange(len(samples))
    for _ in range(3):
        basis = numpy.stack([numpy.sin(2 * numpy.pi * guess * n / rate), numpy.cos(2 * numpy.pi * guess * n / rate)], 1)
        halves = [slice(None, len(n) // 2), slice(len(n) // 2, None)]
        phases = [numpy.arctan2(*numpy.linalg.lstsq(basis[h], samples[h], rcond=None)[0][::-1]) for h in halves]
        turn = (phases[1] - phases[0] + numpy.pi) % (2 * numpy.pi) - numpy.pi
        guess += turn * rate / (numpy.pi * len(n))
    return guess


def errors(steady, rate, note, shift, level):
    """How far the steady part of a note is from its record, in cents and dB."""
    hertz = 440 * 2 ** ((note - 69) / 12 + shift / 1200)
    return 1200 * numpy.log2(frequency(steady, rate) / hertz), 20 * numpy.log10(numpy.sqrt(2 * numpy.mean(steady ** 2))) - level


def check_errors(name, cents, decibels):
    print(f"{name}: at most {max(map(abs, cents)):.5f} cents and {max(map(abs, decibels)):.5f} dB off", flush=True)
    check(max(map(abs, cents)) < 0.1, f"frequencies {cents}")
    check(max(map(abs, decibels)) < 0.05, f"levels {decibels}")


def decoded(data):
    """Samples of 24 bits in one channel."""
    packed = numpy.frombuffer(data, numpy.uint8).reshape(-1, 3).astype(numpy.int32)
    return ((packed[:, 0] | packed[:, 1] << 8 | packed[:, 2] << 16) ^ 0x800000) / 8388608 - 1


def sound(browser):
    """What the page plays, against the samples of the server and the records."""
    with Server("sound", "--trials", "5", "--seed", "1") as server:
        page = listen(browser, server)
        sounds, trials = {}, {}

        def keep(response):
            if "/api/sounds/" in response.url and response.status == 200:
                sounds[re.search(r"sounds/(\w+)", response.url).group(1)] = response.body()
            elif re.search("/api/(session|answers)", response.url) and response.status == 200:
                trial = (response.json().get("next") or {}).get("trial")
                if trial:
                    trials[trial["number"]] = trial

        page.page.on("response", keep)
        page.press(".modes .primary")
        for trial in range(5):
            page.ready()
            until(page.page, "document.querySelector('.status:not(.soft)').textContent.includes('?')")
            page.page.keyboard.press("ArrowUp")
            arrive(server, trial + 1)
        page.page.wait_for_selector(".modes")
        samples = heard(page)
        rate = server.rows("SELECT sample_rate_hz FROM session")[0][0]
        rows = server.rows("""SELECT trial, reference, target, offset_cents, note_duration_s, reference_level_db,
          target_level_db, scheduled_onset_s FROM comparison JOIN page_trial USING (session, trial) ORDER BY trial""")
        found = []
        # The recorder may start during the first trial.
        for trial, reference, target, offset, duration, *levels, onset in rows[1:]:
            length, start = round(duration * rate), round(onset * rate)
            sent = decoded(sounds[trials[trial]["sound"]["id"]])
            played = samples[start - length:start - length + len(sent)]
            check(numpy.array_equal(played, sent), f"trial {trial}: {numpy.sum(played != sent)} of {len(sent)} samples are not "
                  f"what the server sent, {numpy.isnan(played).sum()} are missing, first at {numpy.argmax(played != sent)}")
            for note, shift, begin, level in ((reference, 0, start - length, levels[0]), (target, offset, start, levels[1])):
                steady = samples[begin + round(0.1 * rate):begin + length - round(0.1 * rate)]
                found.append(errors(steady, rate, note, shift, level))
        check_errors("sound", *zip(*found))
        page.close()


def device(browser):
    """What a sound server gets from the browser, against the records."""
    folder, home, trials, gap = work / "pulse", work / "device", 8, 0.1
    folder.mkdir()
    home.mkdir()
    run("settings", "gap", gap, home=home)
    sink = NullSink(folder, dict(os.environ), keeps=True)
    sounding = browser.browser_type.launch(
        executable_path="/usr/bin/chromium", args=["--no-sandbox"], ignore_default_args=["--mute-audio"],
        env={**os.environ, "XDG_RUNTIME_DIR": str(folder)})
    with Server("device", "--trials", str(trials), "--seed", "1", home=home) as server:
        page = Page(sounding, server.links["me"])
        page.press(".modes .primary")
        for trial in range(trials):
            page.ready()
            until(page.page, "document.querySelector('.status:not(.soft)').textContent.includes('?')")
            time.sleep(0.3)
            page.page.keyboard.press("ArrowUp")
            arrive(server, trial + 1)
        page.page.wait_for_selector(".modes")
        rows = server.rows("SELECT reference, target, offset_cents, note_duration_s, reference_level_db, target_level_db "
                           "FROM comparison ORDER BY trial")
        rate = server.rows("SELECT sample_rate_hz FROM session")[0][0]
    sounding.close()
    sink.end()
    samples, _, starts, stops = sink.heard()
    # The tick after a wrong answer is shorter than any note.
    notes = [(start, stop) for start, stop in zip(starts, stops) if stop - start > 0.2 * RATE]
    check(len(notes) == 2 * trials, f"{len(notes)} notes were heard in {trials} trials")
    found, frames = [], []
    for (reference, target, offset, duration, *levels), (first, between), (second, end) in zip(rows, notes[::2], notes[1::2]):
        frames += [between - first - duration * RATE, second - between - gap * RATE, end - second - duration * RATE]
        for note, shift, (start, stop), level in ((reference, 0, (first, between), levels[0]), (target, offset, (second, end), levels[1])):
            steady = samples[start + round(0.1 * RATE):stop - round(0.1 * RATE)].astype(float)
            found.append(errors(steady, RATE, note, shift, level))
    check_errors(f"device: {trials} trials at {rate} Hz", *zip(*found))
    print(f"device: durations and gaps at most {max(map(abs, frames)):.0f} samples off", flush=True)
    check(max(map(abs, frames)) < 10, f"durations and gaps {frames}")


SLIDE = """async () => {
  const slider = document.querySelector('.slider');
  const post = MessagePort.prototype.postMessage;
  const moves = [];
  MessagePort.prototype.postMessage = function (message, ...rest) {
    if (message?.frequency) moves.push(context.currentTime);
    return post.call(this, message, ...rest);
  };
  for (let i = 0; i < 60; i += 1) {
    slider.dispatchEvent(new KeyboardEvent('keydown', {key: i % 4 < 2 ? 'PageUp' : 'PageDown', bubbles: true}));
    await new Promise(resolve => setTimeout(resolve, 150));
  }
  return moves;
}"""


def tuning(browser):
    """From the movement of the slider to the first changed sample."""
    with Server("tuning", "--trials", "1") as server:
        page = listen(browser, server)
        # The module of the recorder is there after a first session.
        page.press(".modes .primary")
        page.ready()
        page.page.keyboard.press("Escape")
        page.page.wait_for_selector(".modes")
        page.press(".modes button:nth-child(2)")
        page.ready()
        time.sleep(0.5)
        moves = page.page.evaluate(SLIDE)
        page.page.keyboard.press("Space")
        page.page.wait_for_selector(".modes")
        samples = heard(page)
        rate = page.page.evaluate("context.sampleRate")
        delays = []
        for moment in moves:
            place = round(moment * rate)
            steady = samples[place - round(0.05 * rate):place]
            n = numpy.arange(-len(steady), round(0.1 * rate))
            hertz = frequency(steady, rate)
            basis = numpy.stack([numpy.sin(2 * numpy.pi * hertz * n / rate), numpy.cos(2 * numpy.pi * hertz * n / rate)], 1)
            fit = numpy.linalg.lstsq(basis[:len(steady)], steady, rcond=None)[0]
            rest = numpy.abs(samples[place:place + round(0.1 * rate)] - basis[len(steady):] @ fit)
            changed = numpy.flatnonzero(rest > 0.002 * numpy.hypot(*fit))
            if len(changed):
                delays.append(changed[0] / rate * 1000)
        print(f"slider to sound: n {len(delays)}, median {numpy.median(delays):.1f} ms, "
              f"99 % {numpy.quantile(delays, 0.99):.1f} ms", flush=True)
        check(len(delays) > 50 and numpy.median(delays) < 20, "the note follows the slider too late")
        page.close()


def faults(browser):
    with Server("faults") as server:
        page = Page(browser, server.links["me"])
        page.expected_errors = True
        page.press(".modes .primary")
        page.ready()
        # A double click answers once.
        page.page.dblclick(".answers button:first-child")
        arrive(server, 1)
        page.ready()
        check(stored(server) == 1, f"a double click stored {stored(server)}")
        # A reload in the middle of a trial leaves no trial.
        page.page.reload()
        page.page.wait_for_selector(".modes")
        check(stored(server) == 1, "a reload stored an unfinished trial")
        # Answers refused before the target has begun.
        page.press(".modes .primary")
        page.page.wait_for_selector(".answers button[aria-disabled=true]")
        early = page.page.evaluate("""() => {
          const button = document.querySelector('.answers button');
          if (button.getAttribute('aria-disabled') !== 'true') return false;
          document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }));
          button.dispatchEvent(new PointerEvent('pointerdown', { button: 0, bubbles: true }));
          return document.querySelector('.refused') !== null;
        }""")
        check(early, "an early answer does not look refused")
        time.sleep(0.3)
        check(stored(server) == 1, "an early answer was stored")
        # A hidden page: the same trial comes again, after a gesture.
        page.ready()
        page.page.evaluate("""() => {
          Object.defineProperty(document, 'hidden', {value: true, configurable: true});
          document.dispatchEvent(new Event('visibilitychange'));
          Object.defineProperty(document, 'hidden', {value: false, configurable: true});
        }""")
        page.page.wait_for_selector("button.done")
        page.look("paused")
        page.press("button.done")
        page.ready()
        page.answer("keys")
        arrive(server, 2)
        check(server.rows("SELECT stalls FROM session ORDER BY number DESC LIMIT 1")[0][0] == 1, "stalls")
        # No connection for a while: the answer is kept and sent.
        page.ready()
        page.context.set_offline(True)
        page.answer("keys")
        until(page.page, "document.querySelector('.notice').textContent !== ''")
        time.sleep(4)
        check(stored(server) == 2, "offline")
        page.context.set_offline(False)
        arrive(server, 3)
        # An answer that never got out is sent by the next page.
        page.ready()
        page.context.set_offline(True)
        page.answer("keys")
        until(page.page, "document.querySelector('.notice').textContent !== ''")
        page.context.set_offline(False)
        page.page.reload()
        page.page.wait_for_selector(".modes")
        arrive(server, 4)
        page.close()


class Delay:
    """A connection to a port with a delay each way."""

    def __init__(self, port, seconds):
        self.target, self.seconds = port, seconds
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        server = asyncio.run_coroutine_threadsafe(asyncio.start_server(self.accept, "127.0.0.1", 0), self.loop).result()
        self.port = server.sockets[0].getsockname()[1]

    async def accept(self, reader, writer):
        other_reader, other_writer = await asyncio.open_connection("127.0.0.1", self.target)
        await asyncio.gather(self.carry(reader, other_writer), self.carry(other_reader, writer))

    async def carry(self, reader, writer):
        def pass_on(data):
            if data:
                writer.write(data)
            else:
                writer.close()

        try:
            while data := await reader.read(65536):
                self.loop.call_later(self.seconds, pass_on, data)
        except OSError:
            pass
        self.loop.call_later(self.seconds, pass_on, b"")



ONSETS = """window.onsets = [];
const starting = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (when = 0) {
  if (this.buffer.duration > 0.25) onsets.push(performance.now() + 1000 * (when - this.context.currentTime));
  return starting.call(this, when);
};
window.answered = [];
addEventListener('keydown', event => answered.push(event.timeStamp), true);"""


def delay(browser):
    """A round trip of 50 ms hardly reaches the listener, because sounds come ahead of their trials."""
    trials = 30
    with Server("delay", "--trials", str(trials)) as server:
        line = Delay(server.port, 0.025)
        address = server.links["me"].replace(f":{server.port}/", f":{line.port}/")
        page = Page(browser, address, script=ONSETS)
        page.press(".modes .primary")
        for trial in range(trials):
            page.page.wait_for_selector(".answers button[aria-disabled=false]")
            time.sleep(1.2)
            page.page.keyboard.press(["ArrowUp", "ArrowDown"][trial % 2])
            page.page.wait_for_selector(".answers button[aria-disabled=true], .modes")
        arrive(server, trials)
        onsets, answered = page.page.evaluate("[onsets, answered]")
        feedback = 400
        late = [next(o for o in onsets if o > moment) - moment - feedback for moment in answered[:-1]]
        print(f"delay: n {len(late)}, the next sound begins {numpy.median(late):.0f} ms (median) and {numpy.quantile(late, 0.99):.0f} ms "
              f"(99 %) after the feedback of {feedback} ms; load of the machine {os.getloadavg()[0]:.1f}", flush=True)
        check(numpy.quantile(late, 0.99) <= 150, f"the next sound is late: {sorted(late)[-5:]}")
        page.close()


SENT = """window.sent = new Set();
const fetching = window.fetch;
window.fetch = (address, options) => {
  const answer = /answers\\/([0-9]+\\/[0-9]+)/.exec(address);
  if (answer) sent.add(answer[1]);
  return fetching(address, options);
};"""


def kills(browser, count, seed):
    """Kills of the server at random moments of a study."""
    print(f"kills: {count}, seed {seed}", flush=True)
    randomly = random.Random(seed)
    (work / "study.yaml").write_text(STUDY.replace("trials: 4", "trials: 40"))
    with Server("kills", "--study", "study.yaml", "--listener", "P01") as server:
        page = Page(browser, server.links["P01"], script=SENT)
        page.expected_errors = True
        page.press(".modes .primary")
        done = 0
        next_kill = time.time() + randomly.uniform(0.5, 2)
        deadline = time.time() + 60 + 6 * count
        while done < count and time.time() < deadline:
            if time.time() > next_kill:
                server.kill()
                done += 1
                next_kill = time.time() + randomly.uniform(0.3, 2.5)
            if page.page.evaluate("document.querySelector(':is(.row, .modes) .primary:enabled')?.click() === undefined"
                                  "&& !document.querySelector('.answers')"):
                time.sleep(0.1)
            elif page.page.query_selector(".answers button[aria-disabled=false]"):
                page.page.keyboard.press("ArrowUp")
            time.sleep(0.02)
        check(done == count, f"{done} of {count} kills")
        # The listener turns pages until the last answer has arrived, and answers no more.
        query = "SELECT session.number, trial FROM comparison JOIN session ON session.id = comparison.session"
        for _ in range(200):
            page.page.evaluate("document.querySelector(':is(.row, .modes) .primary:enabled')?.click()")
            sent = set(page.page.evaluate("[...sent]"))
            kept = {f"{session}/{trial}" for session, trial in server.rows(query)}
            if sent == kept:
                break
            time.sleep(0.1)
        sessions = server.rows("SELECT session, COUNT(*), MIN(trial), MAX(trial) FROM comparison GROUP BY session")
        for session, count, first, last in sessions:
            check(first == 1 and last == count, f"session {session}: trials {first} to {last}, {count} of them")
        print("kills: answered", len(sent), "stored", len(kept), flush=True)
        check(sent == kept, f"lost {sorted(sent - kept)}, unasked {sorted(kept - sent)}")
        page.close()


def run(*words, home):
    result = subprocess.run([programs / "peach", *map(str, words)], capture_output=True, text=True, cwd=work,
                            env={**os.environ, "PEACH_HOME": str(home)})
    check(result.returncode == 0, f"peach {words}: {result.stderr}")
    return result.stdout


def identity():
    """The page, `peach live` and `peach simulate` visit the same trials."""
    for name, text in (("direction", DIRECTION), ("gap", CHOICE.replace("trials: 6", "trials: 25").replace("replicates: 3", "replicates: 1\nkeep-trials: 1"))):
        path = work / f"{name}.yaml"
        path.write_text(text)
        home = work / f"live-{name}"
        home.mkdir()
        kind = "gaussian jnd=12" if name == "direction" else "psychometric function=weibull threshold=3 slope=3.5"
        run("live", path, "--listener", "model", "--responder", kind, "--fast", home=home)
        export = lambda h: list(csv.DictReader(io.StringIO(run("export", "--listener", "model", "--table", "trials", home=h))))
        live = export(home)
        with Server(f"identity-{name}", "--study", path, "--listener", "model") as server:
            token = server.links["model"].split("#")[1]

            def call(method, where, body):
                request = urllib.request.Request(
                    f"http://127.0.0.1:{server.port}/api/{where}", json.dumps(body).encode(), method=method,
                    headers={"Authorization": f"Bearer {token}"})
                with urllib.request.urlopen(request) as response:
                    return json.load(response)

            reply = call("POST", "session", {"rate": 44100})
            for row in live:
                trial = reply["next"]["trial"]
                reply = call("PUT", f"answers/{trial['session']}/{trial['number']}",
                             {"key": trial["key"], "answer": row["answer"], "seconds": 0.5})
            check("end" in reply["next"], f"{name}: the page goes on after the last trial")
            page = export(server.home)
        run("simulate", path, "-o", f"{name}.sqlite", home=home)
        simulated = list(csv.DictReader(io.StringIO(run("export", f"{name}.sqlite", "--table", "trials", home=home))))
        # What only a sound that was heard has, and how the listener is named.
        heard = {"device", "onset_latency_s", "response_time_s", "timestamp", "sound", "session", "responder"}
        check(len(live) == len(page) == len(simulated) == 25, f"{name}: {len(live)}, {len(page)}, {len(simulated)} trials")
        for a, b, c in zip(live, page, simulated):
            different = [k for k in a if k not in heard and a[k] != b[k]]
            check(not different, f"{name}: live and page differ in {different}")
            shared = [k for k in c if k in a and k not in heard | {"listener", "strategy", "run"}]
            level = next(k for k in c if k.startswith("level"))
            check(a["level"] == c[level], f"{name}: level {a['level']} and {c[level]}")
            different = [k for k in shared if a[k] != c[k] and a[k] and c[k]]
            check(not different, f"{name}: live and simulate differ in {different}")


def main():
    kill_count = int(os.environ.get("PEACH_SERVE_KILLS", "10"))
    seed = int(os.environ.get("PEACH_SERVE_SEED", str(random.randrange(1 << 30))))
    parts = os.environ.get("PEACH_SERVE_PARTS", "identity sessions settings study responses levels choice sound device tuning faults delay kills").split()
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
    if "identity" in parts:
        identity()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for name, part in (("sessions", sessions), ("settings", settings), ("study", study), ("responses", responses), ("levels", levels), ("choice", choice), ("sound", sound),
                           ("device", device), ("tuning", tuning), ("faults", faults), ("delay", delay)):
            if name in parts:
                start = time.time()
                part(browser)
                print(f"{name}: {time.time() - start:.0f} s", flush=True)
        if "kills" in parts:
            kills(browser, kill_count, seed)
        browser.close()
    if problems:
        sys.exit(f"{len(problems)} problems")
    print("the listener's page is as it should be")


main()
