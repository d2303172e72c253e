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


def run(*arguments, status=0):
    done = subprocess.run([peach, *map(str, arguments)], cwd=work, env=environment, capture_output=True, text=True)
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

sets = []
for layout in ([], ["--bids"]):
    for what, source in [("comparison", ["comparison.sqlite"]), ("yes-no", ["yes-no.sqlite"]), ("live", ["--all-listeners"])]:
        folder = what + "".join(layout)
        run("export", *source, "--dataset", folder, *layout)
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
