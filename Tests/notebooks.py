#!/usr/bin/env python3
"""Runs the notebooks of notebooks-export, of data and a population with hostile names, and of a study with practice and excluded blocks.

Usage: notebooks.py PEACH, in an environment with what their requirements.txt state, nbclient and ipykernel. A cell that fails ends
it; the fits are compared in the notebooks themselves.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import nbformat
from nbclient import NotebookClient

peach = pathlib.Path(sys.argv[1]).resolve()
top = pathlib.Path(__file__).resolve().parent.parent


def executed(folder):
    """The text that a notebook prints."""
    notebook = nbformat.read(folder / "notebook.ipynb", as_version=4)
    nbformat.validate(notebook)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(folder)}}).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    pictures = sum("image/png" in output.get("data", {}) for output in outputs)
    text = "".join(output.text for output in outputs if output.output_type == "stream" and output.name == "stdout")
    html = "".join(output.get("data", {}).get("text/html", "") for output in outputs)
    return text, html, pictures


def main():
    for folder in sorted(path.parent for path in (top / "notebooks-export").glob("*/notebook.ipynb")):
        text, _, pictures = executed(folder)
        told = [line for line in text.splitlines() if "all agree" in line]
        assert len(told) == 1 and not told[0].startswith("0 "), text
        assert pictures >= 2
        print(f"{folder.name}: {told[0]}, {pictures} figures")
    hostile()
    population()
    study()


def study():
    """Practice, an excluded block, catch and comfort trials, choices among notes and matchings: peach fits some of the trials."""
    work = pathlib.Path(tempfile.mkdtemp(prefix="peach-notebooks-"))
    environment = os.environ | {"PEACH_HOME": str(work / "home")}

    def run(*arguments):
        subprocess.run([peach, *arguments], cwd=work, env=environment, check=True, capture_output=True)

    def experiment(name, task, strategy):
        (work / f"{name}.yaml").write_text(
            f"name: {name}\nseed: 3\ntask: {{{task}, notes: [C3, C5]}}\nlisteners: [{{name: ear, kind: gaussian, jnd: 12}}]\n"
            f"strategies: [{{name: s, kind: transformed-up-down, start: 50, down: 2, step: {{factor: 2}}{strategy}}}]\n"
            "stop: {trials: 40}\nreplicates: 1\n", encoding="utf-8")
        run("live", f"{name}.yaml", "--listener", "P07", "--responder", "gaussian jnd=12", "--fast")

    run("new", "lab", "-o", "lab.yaml")
    run("live", "lab.yaml", "--listener", "P07", "--responder", "gaussian jnd=12", "--fast")
    run("export", "--listener", "P07", "--notebook", "template")
    run("listener", "exclude", "P07", "--session", "3", "--note", "noise")
    experiment(
        "between", "kind: comparison, intervals: [prime]",
        ", catch: {every: 5, level: 100}, comfort: {after-errors: 1, level: 100}")
    experiment("oddity", "kind: oddity", "")
    run("live", "matching", "--trials", "5", "--seed", "1", "--listener", "P07", "--responder", "tuner spread=8", "--fast")
    run("export", "--listener", "P07", "--notebook", "excluded")
    for folder in ("template", "excluded"):
        text, _, _ = executed(work / folder)
        assert "1 of 1 fits made again; all agree" in text, text
    print("the trials of a study are those that peach fits")
    shutil.rmtree(work)


def hostile_names(mark):
    """Names that are code, markup or formulas elsewhere; one writes the file `mark`."""
    return [
        f"=cmd|' /C touch {mark}'!A0", "<script>alert(1)</script>", "$\\frac{1}{0}$", "'); import os; os.abort() #",
        "\u202ereversed \u001b[2J", "two\nlines, \"quoted\"", "x" * 10_000]


def field(text):
    """A field of a CSV file, guarded as Peach guards it."""
    text = "'" + text if text[0] in "=+-@" or text.lstrip("'")[:1] in tuple("=+-@") else text
    return '"' + text.replace('"', '""') + '"'


def expect_harmless(text, html, mark):
    assert "all agree" in text, text
    assert "\u001b" not in text + html and "\u202e" not in text + html and "<script>" not in html
    assert not mark.exists()


def population():
    """A population fit in two groups, and one without contrasts."""
    work = pathlib.Path(tempfile.mkdtemp(prefix="peach-notebooks-"))
    mark = work / "ran"
    names = hostile_names(mark)
    lines = ["listener,group,level,n,k"]
    for listener, name in enumerate(names):
        for level in range(-3, 4):
            share = 0.5 + 0.48 / (1 + 3 ** (0.3 * listener - 1 - level))
            lines.append(f"{field(name)},{field(names[listener % 2])},{level},20,{round(20 * share)}")
    (work / "counts.csv").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="")
    for folder, more in (("groups", ["--between", "group"]), ("one", [])):
        subprocess.run(
            [peach, "fit", "counts.csv", "--population", "listener", "--alternatives", "2", *more, "--notebook", folder],
            cwd=work, check=True, capture_output=True)
        text, html, pictures = executed(work / folder)
        expect_harmless(text, html, mark)
        assert pictures == 3
    print("hostile names of listeners and groups are names")
    shutil.rmtree(work)


def hostile():
    work = pathlib.Path(tempfile.mkdtemp(prefix="peach-notebooks-"))
    mark = work / "ran"
    names = hostile_names(mark)
    columns = [
        "experiment", "run", "session", "task", "listener", "strategy", "replicate", "trial", "reference_note", "target_note",
        "interval", "tuning", "offset_cents", "level", "unit", "answer", "correct", "reversal", "estimate", "estimate_low",
        "estimate_high", "reference_pitch_hz", "note_duration_s", "gap_s", "sound", "reference_level_db", "target_level_db",
        "device", "response_time_s", "timestamp", "trial_kind", "track", "alternatives"]

    lines = [",".join(columns)]
    for session, name in enumerate(names, 1):
        for trial in range(1, 41):
            offset = (-1) ** trial * (2 + trial % 9)
            higher = (offset > 0) == (trial % 5 != 0)
            lines.append(",".join([
                field(name), field(f"{name}/P07/{session}"), str(session), "comparison", "P07", field(name), str(session),
                str(trial), "60", "60", "prime", field(name), str(offset), str(abs(offset)), "cents", "higher" if higher else "lower",
                str(int(higher == (offset > 0))), "0", "", "", "", "440", "1", "0", field(name), "", "", field(name), "", "",
                "test", field(name), "2"]))
    (work / "trials.csv").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="")
    environment = os.environ | {"PEACH_HOME": str(work / "home")}
    for arguments in (["import", "trials.csv"], ["export", "--listener", "P07", "--notebook", "set"]):
        subprocess.run([peach, *arguments], cwd=work, env=environment, check=True, capture_output=True)
    text, html, _ = executed(work / "set")
    expect_harmless(text, html, mark)
    print("hostile names are names")
    shutil.rmtree(work)


main()
