#!/usr/bin/env python3
"""Runs one study with everything in it: 24 simulated listeners with more than 100 kills, and two persons at terminals.

The study has two groups, two days, three frequencies in a block, forced choice and matching, questions, a headphone screening,
deadlines, confidence, and swapped keys for half of the listeners. The records must be complete and balanced, and equal to those of a study
that nobody disturbed. One data set holds all of it and passes frictionless and the BIDS validator. One command each fits by group,
day and frequency.

Usage: study.py PEACH [--seed N] [--kills N] [--listeners N], with the packages frictionless, bids-validator-deno and pyte.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import csv
import io
import os
import pathlib
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from frictionless import Package, system, validate

from terminal import Terminal

parser = argparse.ArgumentParser()
parser.add_argument("peach", type=pathlib.Path)
parser.add_argument("--seed", type=int, default=int(time.time()))
parser.add_argument("--kills", type=int, default=112)
parser.add_argument("--listeners", type=int, default=24)
options = parser.parse_args()
peach = options.peach.resolve()
chance = random.Random(options.seed)
work = pathlib.Path(tempfile.mkdtemp(prefix="peach-study-"))
(work / "sounds").mkdir()
(work / "asound.conf").write_text("pcm.quiet { type null }\n")
TABLES = ["trials", "matching", "sessions", "participants", "answers", "consents", "screenings"]
CONDITIONS = ["low", "mid", "high"]
DAYS = ["before", "after"]
TRIALS = 20

STUDY = """
name: training
question: Does training at one frequency help at others?
seed: 20261128
task:
  kind: forced-choice
  unit: dB
  scale: linear
  alternatives: 3
  sounds:
    question: {en: which one was loudest?, de: welcher war am lautesten?}
    levels: dB FS
    standard: {tone: 1000, duration: 0.02, ramp: 5, level: -30}
    target: {level: +x}
    between: 0.01
listeners:
  - {name: rehearsal, kind: psychometric, function: weibull, threshold: 2, slope: 2}
strategies:
  - {name: steps, kind: transformed-up-down, start: 8, limits: [0.1, 20], down: 2, step: {linear: 1}}
stop: {trials: TRIALS}
replicates: 10
lab:
  consent: {en: May we store your answers?, de: Dürfen wir Ihre Antworten speichern?}
  instructions: {en: Which of three sounds is the loudest?, de: Welcher von drei Klängen ist der lauteste?}
  screening: {test: both, prior: 0.7}
  groups: [trained, control]
  days: [{name: before}, {name: after, after: {days: 7}}]
  practice: {trials: 2}
  keys: {first: [j], second: [k], third: [l], sharper: [up], flatter: [down], much-sharper: [page-up],
    much-flatter: [page-down], done: [enter]}
  swap: by-place
  deadline: {seconds: 4, then: skip}
  order: williams
  blocks:
    - name: levels
      conditions:
        - {name: low, task: {sounds: {standard: {tone: 250}}}}
        - {name: mid}
        - {name: high, task: {sounds: {standard: {tone: 4000}}}}
    - name: tune
      trials: 3
      deadline: {seconds: 60, then: again}
      task: {kind: matching, notes: [C4, C5], note-duration: 0.05, offset: 50}
    - {name: drill, groups: [trained], days: [before], trials: 4, confidence: {from: 1, to: 4}}
  questions:
    - {name: age, about: listener, ask: {en: "How old are you?", de: "Wie alt sind Sie?"}, kind: number, unit: years,
       range: [18, 99], whole: true}
    - {name: effort, when: between, ask: {en: How hard was it?, de: Wie schwer war es?}, kind: scale, from: 1, to: 5,
       labels: {1: {en: easy, de: leicht}, 5: {en: hard, de: schwer}}}
    - {name: remark, when: after, ask: {en: "Anything else?", de: "Noch etwas?"}, kind: text, longest: 40}
""".replace("TRIALS", str(TRIALS))


def environment(home, language="C.UTF-8"):
    return os.environ | {
        "PEACH_HOME": str(work / home), "TMPDIR": str(work / "sounds"), "LANG": language,
        "ALSA_CONFIG_PATH": f"/usr/share/alsa/alsa.conf:{work}/asound.conf",
    }


def run(home, *arguments):
    done = subprocess.run(
        [peach, *map(str, arguments)], cwd=work, env=environment(home), capture_output=True, text=True)
    assert done.returncode == 0, (arguments, done.stdout, done.stderr)
    return done.stdout


def rows(home, *arguments):
    return list(csv.DictReader(io.StringIO(run(home, *arguments))))


def export(home, table):
    return rows(home, "export", "--study", "training", "--table", table)


def day(listener):
    """The command for one day of a simulated listener; two of three wear headphones."""
    return ["live", "study.yaml", "--listener", listener, "--fast",
            "--responder", "psychometric function=weibull threshold=2 slope=2", "--responder", "tuner spread=8",
            "--responder", f"headphones worn={str(int(listener[1:]) % 3 != 0).lower()}"]


def days_left(listener):
    """How many days of a listener are not done."""
    states = collections.defaultdict(set)
    for row in rows("home", "study", "study.yaml", "--format", "csv"):
        if row["listener"] == listener:
            states[row["day"]].add(row["status"])
    return sum(states.get(day) != {"done"} for day in DAYS)


def check_database(place):
    file = work / "home" / "peach.sqlite"
    if file.exists():
        database = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        found = [row[0] for check in ("integrity_check", "foreign_key_check") for row in database.execute(f"PRAGMA {check}")]
        database.close()
        assert found == ["ok"], (place, found)
    assert not list((work / "sounds").iterdir()), place


# MARK: Listeners who are killed


def simulate(listeners):
    began = time.monotonic()
    for listener in listeners:
        for _ in DAYS:
            run("calm", *day(listener))
    seconds = (time.monotonic() - began) / (2 * len(listeners))
    print(f"undisturbed: {len(listeners)} listeners, {seconds:.2f} s a day", flush=True)
    kills = late = 0
    longest = 0.9 * seconds
    for index, listener in enumerate(listeners, 1):
        share = options.kills * index // len(listeners)
        while kills < share and days_left(listener):
            delay = chance.random() * longest
            running = subprocess.Popen(
                [peach, *day(listener)], cwd=work, env=environment("home"), stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)
            time.sleep(delay)
            running.kill()
            was_killed = running.wait() == -signal.SIGKILL
            kills += was_killed
            late += not was_killed
            # On a machine that became faster, days end before the kill, so the next kills come earlier.
            longest *= 1 if was_killed else 0.93
            check_database(f"seed {options.seed}, kill {kills} of {listener} after {delay:.3f} s")
        while days_left(listener):
            run("home", *day(listener))
        # The last kill may have come between the last trial and the questions after it, which the next visit asks.
        run("home", *day(listener))
    print(f"disturbed: {kills} kills, {late} came after the end of a day", flush=True)
    assert kills > 0.9 * options.kills, kills
    for table in TABLES:
        calm, home = ([row for row in export(records, table) if row["listener"] in listeners] for records in ("calm", "home"))
        assert calm and calm == home, f"seed {options.seed}: {table} differs from the undisturbed study"


# MARK: Persons at terminals

Words = collections.namedtuple("Words", "locale age effort remark sure question late answers sharper cents")
ENGLISH = Words(
    "C.UTF-8", "How old are you?", "How hard was it?", "Anything else?", "how sure are you?",
    "which one was loudest?", "too late", ["first", "second", "third"], "sharper", "cents")
GERMAN = Words(
    "de_DE.UTF-8", "Wie alt sind Sie?", "Wie schwer war es?", "Noch etwas?", "wie sicher sind Sie?",
    "welcher war am lautesten?", "zu spät", ["erster", "zweiter", "dritter"], "höher", "Cent")


class Person:
    """Reads the screen and presses keys, and remembers what was meant."""

    def __init__(self, listener, place, words, columns, rows):
        self.listener, self.place, self.words, self.size = listener, place, words, (columns, rows)
        self.chance = random.Random(f"{options.seed} {listener}")
        self.meant = []
        self.has_been_late = False

    def sit(self, *arguments):
        terminal = Terminal(
            [peach, "live", "study.yaml", "--listener", self.listener, "--place", str(self.place), "--device", "quiet",
             *arguments],
            environment("home", self.words.locale), work, *self.size)
        while not terminal.has_ended:
            terminal.read(0.05)
            keys, asks = self.keys(terminal.text)
            if keys is None:
                continue
            terminal.type(keys)
            # Keys that came early are refused; the person presses again.
            with contextlib.suppress(TimeoutError):
                terminal.wait(lambda: terminal.has_ended or not asks(terminal.text), 3 if keys else 10)
        assert terminal.end() == 0, (self.listener, terminal.text)

    def keys(self, text):
        """The keys for a screen, and whether a screen still asks for them; nothing for a screen that asks for none."""
        words = self.words

        def asks(part):
            return lambda text: part in text

        for part, keys in [(words.age, "33\r"), (words.effort, "4\r"), (words.remark, "no\r"), (words.sure, "3")]:
            if part in text:
                return keys, asks(part)
        if words.question in text:
            shown = dict(re.findall(r"\b([jkl])  (\w+)", text))
            trial = re.search(r"(Block|Übung|Practice).*", text)[0]
            asked = lambda text: words.question in text and trial in text
            if not self.has_been_late and "Block" in trial and "7 " in trial:
                self.has_been_late = True
                self.meant.append("")
                return "", lambda text: words.late not in text
            meant = self.chance.randrange(3)
            self.meant.append(["first", "second", "third"][meant])
            return next(key for key, word in shown.items() if word == words.answers[meant]), asked
        screened = [line.strip() for line in text.split("\n")[3:] if line.rstrip().endswith("?")]
        if screened and f"1  {words.answers[0]}" in text:
            return self.chance.choice("123"), asks(screened[0])
        if words.sharper in text:
            trial = re.search(r"Block.*", text)[0]
            return (None, None) if words.cents in text else ("\x1b[A\x1b[A\r", asks(trial))
        if any(line.startswith("  Enter  ") for line in text.split("\n")):
            return "\r", asks("\n".join(text.split("\n")[:5]))
        return None, None


def attend(person):
    for arguments in ([], ["--early"]):
        began = time.monotonic()
        person.sit(*arguments)
        print(f"{person.listener}: a day in {time.monotonic() - began:.0f} s", flush=True)


# MARK: Checks


def check_complete(listeners):
    sessions = export("home", "sessions")
    trials = collections.defaultdict(list)
    for table in ("trials", "matching"):
        for row in export("home", table):
            trials[row["listener"], row["session"]].append(int(row["trial"]))
    for index, listener in enumerate(listeners):
        group = ["trained", "control"][index % 2]
        own = [row for row in sessions if row["listener"] == listener]
        expected = {(day, "levels", condition): TRIALS for day in DAYS for condition in CONDITIONS}
        expected |= {(day, "tune", ""): 3 for day in DAYS}
        expected |= {("before", "screening-antiphase", ""): 6, ("before", "screening-huggins", ""): 6, ("before", "practice", ""): 2}
        expected |= {("before", "drill", ""): 4} if group == "trained" else {}
        found = {(row["day"], row["block"], row["condition"]): len(trials[listener, row["session"]]) for row in own}
        assert found == expected and len(own) == len(expected), (listener, found)
        assert {row["group"] for row in own} == {group}
        for row in own:
            numbers = trials[listener, row["session"]]
            assert numbers == list(range(1, len(numbers) + 1)), (listener, row["session"], numbers)
    print(f"complete: {sum(map(len, trials.values()))} trials in {len(sessions)} sessions, each once", flush=True)


def check_balanced(listeners):
    sessions = export("home", "sessions")
    for group in ("trained", "control"):
        members = [listener for index, listener in enumerate(listeners) if (index % 2 == 0) == (group == "trained")]
        swapped = {row["listener"] for row in sessions if row["keys_swapped"] == "1"} & set(members)
        assert 2 * len(swapped) == len(members), (group, swapped)
        orders = collections.Counter()
        for listener in members:
            blocks = [row["block"] for row in sessions if row["listener"] == listener and row["day"] == "before"]
            order = [block for block in dict.fromkeys(blocks) if "screening" not in block and block != "practice"]
            orders[" ".join(order), listener in swapped] += 1
        assert len(set(orders.values())) == 1, orders
        print(f"balanced: {group}: {dict(orders)}", flush=True)


def check_people(persons):
    trials = export("home", "trials")
    for person in persons:
        own = [row for row in trials if row["listener"] == person.listener and not row["block"].startswith("screening")]
        own.sort(key=lambda row: row["timestamp"])
        assert [row["answer"] for row in own] == person.meant, (person.listener, person.meant, [row["answer"] for row in own])
        late = [row for row in own if row["timed_out"] == "1"]
        assert len(late) == 1 and late[0]["correct"] == "" and late[0]["response_time_s"] == "", late
        mixed = [row["condition"] for row in own if row["block"] == "levels"]
        for start in range(0, len(mixed), 3):
            assert set(mixed[start:start + 3]) == set(CONDITIONS), (person.listener, start)
        drill = [row["confidence"] for row in own if row["block"] == "drill"]
        assert set(drill) <= {"3"}, drill
        languages = {row["language"] for row in export("home", "answers") if row["listener"] == person.listener}
        assert languages == {person.words.locale[:2].replace("C.", "en")}, languages
        sessions = {row["session"] for row in own}
        for session in sessions:
            run("home", "trace", "--listener", person.listener, "--session", session)
    swapped = {row["listener"]: row["keys_swapped"] for row in export("home", "sessions") if row["block"] == "levels"}
    assert [swapped[person.listener] for person in persons] == ["0", "1"], swapped
    print("persons: every answer is the one that was meant, with usual and with swapped keys", flush=True)


def check_data_sets(count):
    for standard in ("psych-ds", "bids"):
        folder = "set--bids" if standard == "bids" else "set"
        run("home", "export", "--study", "training", "--dataset", folder, "--standard", standard)
        with system.use_context(trusted=False):
            report = validate(str(work / folder / "datapackage.json"))
        assert report.valid, report.to_summary()
        package = Package(str(work / folder / "datapackage.json"))
        tables = {resource.name: resource.read_rows() for resource in package.resources}
        assert len(tables["participants"]) == len(tables["screenings"]) == len(tables["consents"]) == count
        stored = {table: sum(len(found) for name, found in tables.items() if name.startswith(table)) for table in ("trials", "matching")}
        for table, found in stored.items():
            if found:  # BIDS has a table for each listener and task, of other names.
                assert found == len(export("home", table)), (folder, table, found)
        print(f"{folder}: {len(tables)} tables valid", flush=True)
    validator = pathlib.Path(sys.executable).parent / "bids-validator-deno"
    done = subprocess.run([validator, "set--bids"], cwd=work, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    print("set--bids: no error by the BIDS validator", flush=True)


def check_fits(count):
    for columns, groups in [("group", 2), ("day", 2), ("condition", 3), ("group,day,condition", 12)]:
        fits = rows("home", "fit", "--study", "training", "--block", "levels", "--by", columns, "--format", "csv")
        assert len(fits) == groups, (columns, fits)
        print(f"fit by {columns}:", ", ".join(
            f"{'/'.join(fit[column] for column in columns.split(','))} {fit['threshold'][:4] or fit['status']}" for fit in fits),
            flush=True)
        # One trial of each person has no answer.
        assert sum(int(fit["trials"]) for fit in fits) == count * 6 * TRIALS - 2, columns


print(f"seed {options.seed}", flush=True)
(work / "study.yaml").write_text(STUDY)
run("home", "check", "study.yaml")
listeners = [f"P{number:02}" for number in range(1, options.listeners + 1)]
persons = [Person("anna", len(listeners) + 1, ENGLISH, 80, 24), Person("bernd", len(listeners) + 4, GERMAN, 60, 20)]
# Persons come while the others are killed.
with concurrent.futures.ThreadPoolExecutor() as pool:
    for done in [pool.submit(attend, person) for person in persons] + [pool.submit(simulate, listeners)]:
        done.result()
check_balanced(listeners)
check_complete(listeners + [person.listener for person in persons])
check_people(persons)
count = len(listeners) + len(persons)
check_data_sets(count)
check_fits(count)
check_database("the end")
shutil.rmtree(work)
