"""Strategies and listeners in Python are the built-in ones, trial for trial."""

import pathlib
import subprocess
import sys
import textwrap
from typing import Any

import pandas as pd
import pytest
from cells import as_cells
from kinds import Ahead, Broken, Fragile, Gaussian, Many, Uncopied, Weighted

import peach


HEARING = {"jnd": 12, "lapse": 0.02, "bias": 1}
RULE = {"kind": "weighted-up-down", "start": 100, "target": 0.75, "step": {"factor": 1.414}}
CLASS = {"kind": Weighted, "settings": {"start": 100, "target": 0.75, "factor": 1.414}, "target": 0.75}


def experiment(listener: dict[str, Any] = {"kind": "gaussian"} | HEARING, **more: Any) -> dict[str, Any]:
    return {
        "name": "kinds", "seed": 20260211, "task": {"kind": "comparison", "intervals": ["prime"], "notes": ["C2", "C6"]},
        "listeners": [{"name": "ear"} | listener],
        "strategies": [{"name": "built-in"} | RULE, {"name": "python"} | CLASS],
        "stop": {"trials": 60}, "replicates": 20, "keep-trials": 20,
    } | more


@pytest.mark.parametrize("strategy", [Weighted, Ahead])
@pytest.mark.parametrize("tracks", [1, 7])
def test_classes_equal_the_built_in_kinds_trial_for_trial(tracks: int, strategy: type[peach.Strategy]) -> None:
    listener: dict[str, Any] = {
        "kind": Gaussian, "tracks": tracks, "settings": HEARING, "truth": {"kind": "gaussian"} | HEARING}
    hearings: list[dict[str, Any]] = [{"kind": "gaussian"} | HEARING, listener]
    strategies = [{"name": "built-in"} | RULE, {"name": "python", "tracks": tracks} | CLASS | {"kind": strategy}]
    found = [
        peach.simulate(experiment(own, strategies=strategies), output=f"{number}.sqlite").attrs["results"]
        for number, own in enumerate(hearings)]
    for table, rows in (("trials", 20 * 60), ("runs", 2 * 20)):
        own = [
            part.drop(columns=["run", "strategy"]).reset_index(drop=True)
            for results in found for _, part in peach.load(results, table).groupby("strategy")]
        assert len(own) == 4 and len(own[0]) == rows
        exact = [name for name in own[0].columns if "estimate" not in name and "threshold" not in name and "error" not in name]
        for other in own[1:]:
            pd.testing.assert_frame_equal(other[exact], own[0][exact], check_exact=True)
            # The built-in strategy adds logarithms in another order.
            pd.testing.assert_frame_equal(other, own[0], check_exact=False, rtol=1e-12, atol=1e-12)


def test_a_class_states_how_many_tracks_one_process_serves() -> None:
    many = experiment(strategies=[{"name": "one"} | CLASS, {"name": "many"} | CLASS | {"kind": Many}])
    peach.save(many, "many.yaml")
    assert pathlib.Path("many.yaml").read_text().count('"tracks": 16') == 1
    runs = peach.load(peach.simulate(many).attrs["results"], "runs")
    own = [part.drop(columns=["run", "strategy"]).reset_index(drop=True) for _, part in runs.groupby("strategy")]
    pd.testing.assert_frame_equal(own[0], own[1])


@pytest.mark.parametrize("strategy", [Weighted, Ahead])
def test_a_class_is_traced(strategy: type[peach.Strategy]) -> None:
    both = experiment(strategies=[{"name": "built-in"} | RULE, {"name": "python"} | CLASS | {"kind": strategy}])
    one, other = (peach.trace(both, strategy=name, responses="1101110011") for name in ("built-in", "python"))
    pd.testing.assert_frame_equal(one, other, check_exact=False, rtol=1e-12)


def test_a_mistake_after_a_response_that_nobody_gives_is_no_error() -> None:
    fragile = experiment(strategies=[{"name": "fragile", "kind": Fragile, "target": 0.75}])
    assert peach.trace(fragile, strategy="fragile", responses="1111")["level_cents"].tolist() == [100] * 4
    with pytest.raises(peach.RunError, match="ZeroDivisionError"):
        peach.trace(fragile, strategy="fragile", responses="110")


def test_a_class_that_cannot_be_copied_says_so() -> None:
    with pytest.raises(peach.RunError, match="objects of Uncopied cannot be copied"):
        peach.trace(
            experiment(strategies=[{"name": "uncopied"} | CLASS | {"kind": Uncopied}]), strategy="uncopied", responses="11")


def test_a_saved_experiment_starts_its_classes_with_permission() -> None:
    peach.save(experiment(), "kinds.yaml")
    with pytest.raises(peach.ContentError, match="permission") as caught:
        peach.simulate("kinds.yaml")
    assert caught.value.remedy == "if you trust them, add --allow-processes"
    assert len(peach.simulate("kinds.yaml", allow_processes=True)) > 0


def test_other_programs_in_a_dictionary_need_permission() -> None:
    other = {"name": "other", "kind": "process", "command": ["true"], "target": 0.75}
    with pytest.raises(peach.ContentError, match="permission"):
        peach.simulate(experiment(strategies=[other] + experiment()["strategies"]))


def test_a_mistake_in_a_class_is_an_error_with_its_traceback() -> None:
    with pytest.raises(peach.RunError, match="ZeroDivisionError"):
        peach.simulate(experiment(strategies=[{"name": "broken", "kind": Broken, "target": 0.75}], replicates=1))


def test_a_file_that_runs_peach_when_it_is_loaded_is_an_error(workshop: pathlib.Path) -> None:
    text = textwrap.dedent("""
        import peach

        class Steps(peach.Strategy):
            def start(self, track):
                return 80
            def answer(self, level, response, seconds):
                return 80

        peach.simulate({
            "name": "loop", "seed": 1, "task": {"kind": "comparison"}, "listeners": [{"name": "ear", "kind": "gaussian", "jnd": 5}],
            "strategies": [{"name": "steps", "kind": Steps, "target": 0.75}], "stop": {"trials": 5}, "replicates": 1}, jobs=1)
        """)
    (workshop / "loop.py").write_text(text, encoding="utf-8")
    done = subprocess.run([sys.executable, "loop.py"], capture_output=True, text=True, timeout=60)
    assert done.returncode != 0 and 'if __name__ == "__main__"' in done.stderr, done.stderr


def test_a_class_that_is_no_kind_is_refused() -> None:
    with pytest.raises(TypeError, match="not a subclass of peach.Strategy"):
        peach.simulate(experiment(strategies=[{"name": "dictionary", "kind": dict}]))


def test_a_class_of_a_notebook_is_written_with_what_it_uses(workshop: pathlib.Path) -> None:
    cell = textwrap.dedent("""
        import math as m
        import peach
        FACTOR = 1.5
        level = object()  # A name that the class uses only for itself.

        def smaller(level):
            return level / FACTOR

        class Steps(peach.Strategy):
            def start(self, track):
                self.levels = [80]
                return 80
            def answer(self, level, response, seconds):
                self.levels.append(smaller(level) if response else level * m.sqrt(FACTOR))
                return self.levels[-1]
            def estimate(self):
                return self.levels[-1]
        """)
    use = textwrap.dedent("""
        print(peach.trace({
            "name": "cell", "seed": 1, "task": {"kind": "comparison"}, "listeners": [{"name": "ear", "kind": "gaussian", "jnd": 5}],
            "strategies": [{"name": "steps", "kind": Steps, "target": 0.75}], "stop": {"trials": 9}, "replicates": 1,
        }, strategy="steps", responses="110")["level_cents"].tolist())
        """)
    script = as_cells(cell, use)
    done = subprocess.run([sys.executable, "-"], input=script, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str([80.0, 80 / 1.5, 80 / 1.5 / 1.5])


def test_a_class_that_cannot_be_written_says_so() -> None:
    cell = textwrap.dedent("""
        import threading, peach
        lock = threading.Lock()
        class Steps(peach.Strategy):
            def start(self, track):
                return 80 if lock else 0
            def answer(self, level, response, seconds):
                return 80
        """)
    script = as_cells(cell, 'peach.save({"strategies": [{"kind": Steps}]}, "saved.yaml")')
    done = subprocess.run([sys.executable, "-"], input=script, capture_output=True, text=True)
    assert "Steps uses lock, a lock, which cannot be written to a file; make it in the class" in done.stderr, done.stderr
