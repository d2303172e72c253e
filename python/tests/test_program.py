"""The program is found in the package, by $PEACH, or on PATH; its progress is followed."""

import os
import pathlib
import re

import pytest
from conftest import TOP

import peach
from peach.progress import Progress


def test_version_of_program_and_package() -> None:
    assert peach.program_version().startswith(f"peach {peach.__version__}")
    project = (TOP / "python/pyproject.toml").read_text(encoding="utf-8")
    assert re.search(r'^version = "(.*)"$', project, re.MULTILINE)[1] == peach.__version__  # type: ignore[index]


def test_where_the_program_is(workshop: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = peach.find_program()
    for place in ("bundled", "named", "onpath"):
        (workshop / place).mkdir()
        (workshop / place / "peach").symlink_to(program)
    monkeypatch.setattr("peach.program._BUNDLED", workshop / "bundled/peach")
    monkeypatch.setenv("PEACH", str(workshop / "named/peach"))
    monkeypatch.setenv("PATH", f"{workshop / 'onpath'}{os.pathsep}{os.environ['PATH']}")
    assert peach.find_program() == str(workshop / "bundled/peach")
    (workshop / "bundled/peach").unlink()
    assert peach.find_program() == str(workshop / "named/peach")
    monkeypatch.delenv("PEACH")
    assert peach.find_program() == str(workshop / "onpath/peach")


def test_progress_of_a_simulation() -> None:
    seen: list[Progress] = []
    summary = peach.simulate(TOP / "experiments/strategy-comparison.yaml", replicates=300, progress=seen.append)
    assert seen and seen[-1].unit == "runs"
    assert all(one.total == 3000 and one.done <= 3000 for one in seen)
    assert [one.done for one in seen] == sorted(one.done for one in seen)
    assert summary.attrs["notes"] == []
    # The numbers do not depend on who watches.
    other = peach.simulate(
        TOP / "experiments/strategy-comparison.yaml", replicates=300, output="other.sqlite", progress=False)
    assert summary.equals(other)


def test_an_interrupted_simulation_continues() -> None:
    experiment = TOP / "experiments/strategy-comparison.yaml"

    def interrupt(progress: Progress) -> None:
        if progress.done > 0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        peach.simulate(experiment, replicates=3000, jobs=1, output="cut.sqlite", progress=interrupt)
    assert 0 < len(peach.load("cut.sqlite", "runs")) < 2 * 10 * 3000
    whole = peach.simulate(experiment, replicates=3000, output="whole.sqlite")
    assert peach.simulate(experiment, replicates=3000, output="cut.sqlite").equals(whole)


def test_a_container_without_terminals_has_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> tuple[int, int]:
        raise OSError("out of pty devices")

    monkeypatch.setattr("pty.openpty", none)
    seen: list[Progress] = []
    summary = peach.simulate(TOP / "experiments/strategy-comparison.yaml", replicates=3, progress=seen.append)
    assert len(summary) > 0 and seen == []


def test_a_line_of_progress() -> None:
    line = "██░░ 1 234 / 10 000 runs  18 975 runs/s  1 min 4 s left"
    assert Progress.read(line) == Progress(1234, 10_000, "runs", "1 min 4 s")
    assert Progress.read(" 0 / 300 fits") == Progress(0, 300, "fits", None)
    assert Progress.read("data.csv: Peach assumes guess 0.5") is None


def test_errors_are_the_same_with_progress() -> None:
    pathlib.Path("bad.yaml").write_text("name: bad\nseed: one\n" + "x" * 300 + ": 1\n", encoding="utf-8")
    texts = []
    for progress in (False, lambda _: None):
        with pytest.raises(peach.ContentError) as caught:
            peach.simulate("bad.yaml", progress=progress)
        texts.append(str(caught.value))
    assert texts[0] == texts[1]
