#!/usr/bin/env python3
"""Exports data sets of every kind and has frictionless and the BIDS validator check each, with broken ones that must fail.

Usage: datasets.py PEACH, with the packages frictionless and bids-validator-deno in the environment. What needs no Python stands in
ExchangeTests.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from frictionless import Package, system, validate

peach = pathlib.Path(sys.argv[1]).resolve()
work = pathlib.Path(tempfile.mkdtemp(prefix="peach-datasets-"))
environment = os.environ | {"PEACH_HOME": str(work / "home")}

COMPARISON = """
name: two-ears
question: Is it so?
seed: 11
task: {kind: comparison, intervals: [prime, octave-down], tuning: pythagorean, notes: [C3, C5]}
listeners: [{name: keen, kind: gaussian, jnd: {vary: [4, 8]}}, {name: other, kind: gaussian, jnd: 20}]
strategies: [{name: kazez, kind: kazez}, {name: psi, kind: psi, levels: {from: 1, to: 64, count: 7, spacing: log},
  threshold: {from: 1, to: 64, count: 9, spacing: log}, slope: [0.05, 0.2], guess: 0.5, lapse: 0.02}]
stop: {trials: 25}
replicates: 4
keep-trials: 2
"""

YES_NO = """
name: yes-no
seed: 12
task: {kind: yes-no, unit: dB, scale: linear}
listeners: [{name: a, kind: psychometric, function: logistic, threshold: 10, slope: 0.8, guess: 0.1}]
strategies: [{name: siam, kind: siam, start: 20, step: {linear: 2}}]
stop: {trials: 30}
replicates: 3
keep-trials: 3
"""

# A study with questions of every kind, metadata, consent and a refusal.
STUDY = """
name: asking
seed: 13
task: {kind: comparison, notes: [C3, C5]}
listeners: [{name: keen, kind: gaussian, jnd: 12}]
strategies: [{name: kazez, kind: kazez}]
stop: {trials: 6}
replicates: 1
lab:
  consent: {en: May we?, de: Dürfen wir?}
  blocks: [{name: unison}, {name: fifth, task: {intervals: [perfect-fifth-up]}}]
  order: williams
  questions:
    - {name: age, about: listener, ask: {en: Age?, de: Alter?}, kind: number, unit: years, range: [18, 99], whole: true}
    - {name: music, about: listener, ask: {en: Years of music?, de: Jahre Musik?}, kind: number, unit: years, range: [0, 80]}
    - {name: instrument, about: listener, optional: true, ask: {en: Which?, de: Welches?}, kind: choice, options: [
       {name: none, text: {en: none, de: keines}}, {name: violin, text: {en: "violin, viola", de: Geige}}]}
    - {name: threshold_1k, about: listener, meaning: Audiogram threshold at 1 kHz, kind: number, unit: dB HL, range: [-10, 120]}
    - {name: effort, when: between, ask: {en: Hard?, de: Schwer?}, kind: scale, from: 1, to: 7,
       labels: {1: {en: easy, de: leicht}, 7: {en: hard, de: schwer}}}
    - {name: remark, when: after, ask: {en: Well?, de: Und?}, kind: text}
"""

# A study of two groups and two days, with three frequencies in a block, two tasks, a screening, a comfortable level, a threshold in
# quiet, questions, and swapped keys for half of the listeners.
DESIGN = """
name: design
seed: 14
task: {kind: forced-choice, unit: dB, scale: linear, alternatives: 3, sounds: {levels: dB SL, threshold-block: quiet,
  standard: {tone: 1000, duration: 0.2, level: 40}, target: {level: +x}}}
listeners: [{name: rehearsal, kind: psychometric, function: normal, threshold: 2, slope: 1}]
strategies: [{name: steps, kind: transformed-up-down, start: 8, limits: [0.1, 20], down: 2, step: {linear: 1}}]
stop: {trials: 20}
replicates: 1
lab:
  consent: {en: May we?, de: Dürfen wir?}
  screening: {test: both}
  comfort: {sound: {tone: 1000, duration: 0.2}}
  groups: [trained, control]
  days: [{name: before}, {name: after, after: {days: 7}}]
  keys: {first: [j], second: [k], third: [l], sharper: [up], flatter: [down], much-sharper: [page-up],
    much-flatter: [page-down], done: [enter]}
  swap: by-place
  order: williams
  blocks:
    - {name: levels, conditions: [{name: low, task: {sounds: {standard: {tone: 250}}}}, {name: mid},
       {name: high, task: {sounds: {standard: {tone: 4000}}}}]}
    - {name: tune, trials: 4, task: {kind: matching, notes: [C4, C5], offset: 50}}
    - {name: quiet, trials: 30, strategy: {name: quiet, kind: transformed-up-down, start: -50, limits: [-110, -20], down: 2,
       step: {linear: 4}}, task: {sounds: {levels: dB FS, standard: {level: -150}, target: {level: x}}}}
  questions:
    - {name: age, about: listener, ask: {en: Age?, de: Alter?}, kind: number, unit: years, range: [18, 99], whole: true}
    - {name: effort, when: between, ask: {en: Hard?, de: Schwer?}, kind: scale, from: 1, to: 5,
       labels: {1: {en: easy, de: leicht}, 5: {en: hard, de: schwer}}}
"""


def run(*arguments, status=0, lines=None):
    done = subprocess.run([peach, *map(str, arguments)], cwd=work, env=environment, capture_output=True, text=True, input=lines)
    assert done.returncode == status, (arguments, done)
    return done.stdout


def checked(folder, is_valid=True):
    report = validate(str(work / folder / "datapackage.json"))
    assert report.valid == is_valid, (folder, report.to_summary())
    return report


def broken(folder, damage, what):
    """A copy of a set in which one thing is wrong: it must fail."""
    copy = work / "broken"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(work / folder, copy)
    table = next((copy / r["path"]) for r in json.loads((copy / "datapackage.json").read_text())["resources"]
                 if r["name"].startswith("trials"))
    lines = table.read_text(encoding="utf-8").splitlines(keepends=True)
    table.write_text("".join(damage(lines)), encoding="utf-8")
    report = checked("broken", is_valid=False)
    kinds = sorted({row[0] for row in report.flatten(["type"])})
    print(f"  {folder}: {what}: {', '.join(kinds)}")


def names(folder):
    """Names of files as Psych-DS 1.5 (rules/files/tabular_data/data.yaml) and BIDS 1.10 (Behavioral experiments) have them."""
    psychds = re.compile(r"([a-z]+-[a-zA-Z0-9]+)(_[a-z]+-[a-zA-Z0-9]+)*_data\.(csv|json)")
    bids = re.compile(r"sub-([a-zA-Z0-9]+)_task-[a-zA-Z0-9]+_beh\.(tsv|json)")
    for path in (work / folder).rglob("*"):
        if path.parent.name == "data":
            assert psychds.fullmatch(path.name), path
        if path.parent.name == "beh":
            assert bids.fullmatch(path.name) and path.parent.parent.name == path.name.split("_")[0], path


for name, text in [("comparison", COMPARISON), ("yes-no", YES_NO)]:
    (work / f"{name}.yaml").write_text(text)
    run("simulate", f"{name}.yaml", "-o", f"{name}.sqlite")
run("live", "comparison.yaml", "--listener", "P07", "--strategy", "kazez", "--fast", "--responder", "gaussian jnd=12")
run("live", "comparison.yaml", "--listener", "p.07", "--strategy", "psi", "--fast", "--responder", "gaussian jnd=9")

(work / "asking.yaml").write_text(STUDY)
for listener in ["P01", "P02", "P03"]:
    run("live", "asking.yaml", "--listener", listener, "--fast", "--responder", "gaussian jnd=12")
run("live", "asking.yaml", "--listener", "P04", lines="n\n")
# This listener refuses to answer, writes what a spreadsheet would run, and leaves before the first trial.
run("live", "asking.yaml", "--listener", "p-07", lines="\n41\n12,5\n-\nq\n")
run("listener", "describe", "P01", "threshold_1k=-2.5", "instrument=-", "age=34", "--study", "asking")

(work / "design.yaml").write_text(DESIGN)
for number in range(1, 9):
    for day in ["before", "after"]:
        run("live", "design.yaml", "--listener", f"D{number}", "--fast", "--responder", f"headphones worn={str(number > 2).lower()}",
            "--responder", "psychometric function=normal threshold=-60 slope=0.2", "--responder", "tuner spread=8")

sets = []
for standard in ("psych-ds", "bids"):
    for what, source in [("comparison", ["comparison.sqlite"]), ("yes-no", ["yes-no.sqlite"]), ("live", ["--all-listeners"]),
                         ("study", ["--study", "asking"]), ("design", ["--study", "design"])]:
        folder = what + ("--bids" if standard == "bids" else "")
        run("export", *source, "--dataset", folder, "--standard", standard)
        sets.append(folder)
run("export", "comparison.sqlite", "--notebook", "notebook")
sets.append("notebook")

for folder in sets:
    with system.use_context(trusted=False):
        report = checked(folder)
    package = Package(str(work / folder / "datapackage.json"))
    assert all(resource.schema.fields for resource in package.resources)
    names(folder)
    print(f"{folder}: {len(report.tasks)} tables valid")

# What is known of the listeners stands in every data set, and a value out of its declared range is found.
people = {row["listener"]: row for row in Package(str(work / "study" / "datapackage.json")).get_resource("participants").read_rows()}
assert sorted(people) == ["P01", "P02", "P03", "p-07"], people
assert [people[id]["place"] for id in ["P01", "P02", "P03", "p-07"]] == [1, 2, 3, 4]
assert people["P01"]["order"] == "unison fifth" and people["P02"]["order"] == "fifth unison"
assert people["P01"]["age"] == 34 and people["P01"]["threshold_1k"] == -2.5 and people["P01"]["refused"] == "instrument"
assert people["p-07"]["music"] == 12.5 and people["p-07"]["instrument"] is None and people["p-07"]["refused"] == "instrument"
for folder in ["study", "study--bids"]:
    package = Package(str(work / folder / "datapackage.json"))
    consents = package.get_resource("consents").read_rows()
    assert [row["agreed"] for row in consents] == [True] * 4 + [False] and consents[4]["listener"] is None
    answers = package.get_resource("answers").read_rows()
    assert len(answers) == 3 * 6 + 1 + 3 and sum(row["refused"] for row in answers) == 2
    assert len(package.get_resource("questions").read_rows()) == 6
    assert "P04" not in "".join(path.read_text() for path in (work / folder).rglob("*") if path.is_file())
    copy = work / "broken"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(work / folder, copy)
    table = copy / package.get_resource("participants").path
    table.write_text(re.sub("([,\t])34([,\t])", r"\g<1>340\2", table.read_text(), count=1))
    kinds = {row[0] for row in checked("broken", is_valid=False).flatten(["type"])}
    assert "constraint-error" in kinds, kinds
    print(f"  {folder}: an age out of range: {', '.join(sorted(kinds))}")

# One data set holds the whole design, and its fits come from one command each.
for folder in ["design", "design--bids"]:
    package = Package(str(work / folder / "datapackage.json"))
    tables = {resource.name: resource.read_rows() for resource in package.resources if "trials" not in resource.name}
    people = tables["participants"]
    assert [row["group"] for row in people] == ["trained", "control"] * 4 and all(row["age"] for row in people)
    assert len(tables["screenings"]) == 8 and all(0 < row["probability"] < 1 for row in tables["screenings"])
    assert len(tables["comfort"]) == 16 and len(tables["consents"]) == 8
    sessions = tables["sessions"]
    assert {row["day"] for row in sessions} == {"before", "after"}
    assert {row["condition"] for row in sessions if row["block"] == "levels"} == {"low", "mid", "high"}
    assert {row["level_scale"] for row in sessions if row["block"] == "levels"} == {"dB SL"}
    swapped = {row["listener"] for row in sessions if row["keys_swapped"]}
    assert len(swapped) == 4, swapped
for columns, count in [("group", 2), ("day", 2), ("condition", 3)]:
    fits = run("fit", "--study", "design", "--block", "quiet" if columns == "group" else "levels", "--by", columns, "--format", "csv")
    assert len(fits.splitlines()) == 1 + count, (columns, fits)
print("design: groups, days, frequencies, screening, comfortable level and threshold in quiet in one data set")

for folder in ["comparison", "live--bids"]:
    broken(folder, lambda lines: lines[:2] + [lines[2].replace("0", "1", 1)] + lines[3:], "a digit changed")
    broken(folder, lambda lines: lines[:-1], "a row lost")
    broken(folder, lambda lines: [lines[0].replace("level_", "loudness_")] + lines[1:], "a column renamed")
    broken(folder, lambda lines: lines + lines[-1:], "a row twice")

# The whole standard, as its own validator has it.
validator = pathlib.Path(sys.executable).parent / "bids-validator-deno"


def bids_errors(folder):
    return subprocess.run([validator, folder], cwd=work, capture_output=True).returncode


for folder in sets:
    if folder.endswith("--bids"):
        assert bids_errors(folder) == 0, folder
        print(f"{folder}: no error by the BIDS validator")
table = next((work / "live--bids").glob("sub-*/beh/*_beh.tsv"))
table.rename(table.with_name(table.name.replace("task-", "tsk-")))
assert bids_errors("live--bids") != 0, "a wrong name passes"

# The sidecar is an experiment file: the same bytes come of it.
sidecar = work / "comparison" / "materials" / "experiment.json"
assert "\npsi " in run("check", sidecar)
run("simulate", sidecar, "-o", "again.sqlite")
for table in ["runs", "trials", "summary"]:
    assert run("export", "again.sqlite", "--table", table) == run("export", "comparison.sqlite", "--table", table), table
print("the sidecar gives the same runs, trials and summary")
shutil.rmtree(work)
