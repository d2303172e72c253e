"""Every function returns the table of its command: the same columns, rows and digits."""

import csv
import io
import math
import pathlib
from typing import Any

import pandas as pd
import pytest
from conftest import TOP, command

import peach

EXPERIMENT = str(TOP / "experiments/strategy-comparison.yaml")
DATA = str(TOP / "experiments/data/psignifit-demo.csv")


def same(frame: pd.DataFrame, text: str) -> None:
    """Compares a data frame with the text of a command, cell by cell."""
    rows = list(csv.reader(io.StringIO(text)))
    assert frame.columns.tolist() == rows[0]
    assert len(frame) == len(rows) - 1 > 0
    for name, cells in zip(frame.columns, zip(*rows[1:])):
        for value, cell in zip(frame[name], cells):
            assert agree(value, cell), (name, value, cell)


def agree(value: Any, cell: str) -> bool:
    if cell == "":
        return value == "" if isinstance(value, str) else bool(pd.isna(value))
    if isinstance(value, str):
        return value == peach.tables.unguarded(cell)
    if isinstance(value, pd.Timestamp):
        return value == pd.Timestamp(cell)
    return float(value) == float(cell) or (math.isnan(value) and math.isnan(float(cell)))


def test_simulate_and_every_table_of_its_results(workshop: pathlib.Path) -> None:
    summary = peach.simulate(EXPERIMENT, replicates=12, seed=5)
    assert summary.attrs["results"] == "strategy-comparison.sqlite"
    same(summary, command("simulate", EXPERIMENT, "--replicates", "12", "--seed", "5", "--format", "csv", "-o", "other.sqlite"))
    for table in ("runs", "trials", "summary", "failures", "differences"):
        same(peach.load(summary.attrs["results"], table), command("export", "strategy-comparison.sqlite", "--table", table))


def test_a_dictionary_is_the_experiment_of_its_file() -> None:
    experiment = {
        "name": "small", "seed": 7, "task": {"kind": "comparison", "notes": ["C3", "C4"]},
        "listeners": [{"name": "keen", "kind": "gaussian", "jnd": 5}],
        "strategies": [{"name": "kazez", "kind": "kazez"}], "stop": {"trials": 20}, "replicates": 6,
    }
    pathlib.Path("small.yaml").write_text(
        "name: small\nseed: 7\ntask: {kind: comparison, notes: [C3, C4]}\nlisteners: [{name: keen, kind: gaussian, jnd: 5}]\n"
        "strategies: [{name: kazez, kind: kazez}]\nstop: {trials: 20}\nreplicates: 6\n")
    same(peach.simulate(experiment), command("simulate", "small.yaml", "--format", "csv", "-o", "other.sqlite"))
    peach.save(experiment, "saved.yaml")
    same(peach.load("small.sqlite", "runs"), command("export", "other.sqlite", "--table", "runs"))
    # The same digest: the saved file continues the results of the dictionary.
    same(peach.simulate("saved.yaml"), command("export", "small.sqlite", "--table", "summary"))
    with pytest.raises(FileExistsError):
        peach.save(experiment, "saved.yaml")


def test_fit_of_a_file_a_frame_and_results() -> None:
    text = command("fit", DATA, "--format", "csv")
    same(peach.fit(DATA), text)
    same(peach.fit(pd.read_csv(DATA)), text)
    options = ["--function", "weibull", "--guess", "0.5", "--lapse", "0.02", "--method", "ml", "--at", "0.8", "--unit", "dB"]
    fitted = peach.fit(DATA, function="weibull", guess=0.5, lapse=0.02, method="ml", at=0.8, unit="dB")
    same(fitted, command("fit", DATA, "--format", "csv", *options))
    assert peach.units(fitted)["threshold"] == "dB" and peach.units(fitted)["slope"] == "1/dB"

    results = peach.simulate(EXPERIMENT, replicates=4).attrs["results"]
    by = ["fit", results, "--by", "strategy", "listener"]
    same(peach.fit(results, by=["strategy", "listener"]), command(*by, "--format", "csv"))
    same(
        peach.fit(results, by=["strategy", "listener"], compare=True, share="width", method="ml"),
        command(*by, "--compare", "--share", "width", "--method", "ml", "--format", "csv"))
    same(peach.fit(results, by="listener", history=1), command("fit", results, "--by", "listener", "--history", "1", "--format", "csv"))
    # Trials as a data frame: flags become 1 and 0 again, and the name of the column states the unit.
    trials = peach.load(results, "trials")
    pathlib.Path("trials.csv").write_text(command("export", results, "--table", "trials"))
    fits = peach.fit(trials, by="listener", reading="direction", at=0.75)
    same(fits, command("fit", "trials.csv", "--by", "listener", "--reading", "direction", "--at", "0.75", "--format", "csv"))
    assert peach.units(fits)["threshold"] == "cents"


def test_bootstrap_and_posterior_with_a_seed() -> None:
    def text(*words: str) -> str:
        return command("fit", DATA, "--format", "csv", *words)

    same(peach.fit(DATA, bootstrap=100, seed=3), text("--bootstrap", "100", "--seed", "3"))
    same(peach.fit(DATA, method="bayes"), text("--method", "bayes"))
    same(peach.fit(DATA, simulate=100, log_level=True), text("--simulate", "100", "--log-level"))


def test_plan() -> None:
    words = ["plan", EXPERIMENT, "--strategy", "kazez", "--listener", "musician", "--format", "csv"]
    chosen = {"strategy": "kazez", "listener": "musician"}
    same(peach.plan(EXPERIMENT, precision=0.4, **chosen), command(*words, "--precision", "40%"))  # type: ignore[arg-type]
    power = peach.plan(EXPERIMENT, effect="60%", power=0.7, listeners=8, **chosen)  # type: ignore[arg-type]
    same(power, command(*words, "--effect", "60%", "--power", "70%", "--listeners", "8"))
    assert power.attrs["table"] == "power"


def test_trace() -> None:
    text = command("trace", EXPERIMENT, "--strategy", "kazez", "--responses", "1101110011", "--format", "csv")
    same(peach.trace(EXPERIMENT, strategy="kazez", responses="1101110011"), text)
    traced = peach.trace(EXPERIMENT, strategy="kazez", responses=[True, 1, 0, True, True, True, False, 0, 1, 1])
    same(traced, text)
    assert peach.units(traced)["level_cents"] == "cents" and peach.units(traced)["estimate"] == "cents"


def test_a_live_session() -> None:
    command("live", EXPERIMENT, "--strategy", "kazez", "--listener", "P01", "--responder", "gaussian jnd=12", "--fast")
    for table in ("trials", "sessions"):
        same(peach.load(listener="P01", table=table), command("export", "--listener", "P01", "--table", table))
    same(peach.load(all_listeners=True, table="trials"), command("export", "--all-listeners", "--table", "trials"))
    same(
        peach.trace(listener="P01", session=1),
        command("trace", "--listener", "P01", "--session", "1", "--format", "csv"))
    same(peach.fit(listener="P01"), command("fit", "--listener", "P01", "--format", "csv"))


def test_a_data_set() -> None:
    results = peach.simulate(EXPERIMENT, replicates=3).attrs["results"]
    command("export", results, "--dataset", "set")
    for table in ("runs", "trials", "summary"):
        same(peach.load("set", table), command("export", results, "--table", table))
        assert peach.units(peach.load("set", table)) == peach.units(peach.load(results, table))
    with pytest.raises(peach.UsageError, match="expected one of"):
        peach.load("set", "nothing")


def test_types_units_and_meanings() -> None:
    runs = peach.load(peach.simulate(EXPERIMENT, replicates=3).attrs["results"], "runs")
    assert runs["threshold_cents"].dtype == "float64" and runs["replicate"].dtype == "int64" and runs["failed"].dtype == "bool"
    assert peach.units(runs)["threshold_cents"] == "cents" and peach.units(runs)["error_log2"] == "log2"
    assert all(runs.attrs["meanings"].values())
    dictionary = peach.columns("runs").set_index("name")
    assert dictionary.loc["true_threshold_UNIT", "unit"] == "UNIT"


def test_texts_that_spreadsheets_would_run_are_as_written() -> None:
    # Peach skips some characters before a sign of a formula: the ends of each range of them, and their neighbours.
    odd = {chr(ord(c) + step) for c in peach.tables._RANGES for step in (-1, 0, 1) if ord(c) + step > 0}
    names = ["=1+1", "'=1", "''=1", "+a", "plain", "'quoted'"] + [f"{c}=1" for c in sorted(odd) if not c.isspace()]
    names = list(dict.fromkeys(names))
    data = pd.DataFrame({"who": [name for name in names for _ in (1, 2)], "level": [1, 2] * len(names), "n": 10, "k": [4, 9] * len(names)})
    assert peach.fit(data, by="who")["who"].tolist() == names
