"""Broken files are exceptions with file, line, column and remedy."""

import pathlib
from collections.abc import Callable

import pytest

import peach

GOOD = """\
name: study
seed: 1
task: {kind: comparison}
listeners:
  - {name: singer, kind: gaussian, jnd: 5}
strategies:
  - {name: kazez, kind: kazez}
stop: {trials: 5}
replicates: 10
"""


def write(name: str, text: str) -> str:
    pathlib.Path(name).write_text(text, encoding="utf-8")
    return name


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "path", "message", "remedy"),
    [
        ("jnd: 5", "jnd: -5", 5, 41, "listeners.singer.jnd", "got '-5'", "write a number (cents) > 0"),
        ("kind: kazez", "kind: kazes", 7, 25, "strategies.kazez.kind", "'kazes'", "kazez"),
        ("seed: 1", "sed: 1", 2, 1, "sed", "unknown key", "did you mean 'seed'?"),
        ("replicates: 10", "replicates: ten", 9, 13, "replicates", "got 'ten'", "write a whole number"),
        ("{kind: comparison}", "{kind: comparison", 4, 10, None, "not valid YAML", "put text with"),
        ("stop: {trials: 5}\n", "stop: {trials: 5, trials: 6}\n", 8, 19, None, "twice", None),
    ],
)
def test_a_broken_experiment(
    old: str, new: str, line: int, column: int, path: str | None, message: str, remedy: str | None
) -> None:
    assert old in GOOD
    with pytest.raises(peach.ContentError) as caught:
        peach.simulate(write("study.yaml", GOOD.replace(old, new)))
    found = next(problem for problem in caught.value.problems if message in problem.message)
    assert (found.file, found.line, found.column, found.path) == ("study.yaml", line, column, path)
    assert remedy is None or remedy in (found.remedy or "")
    assert caught.value.status == 65


@pytest.mark.parametrize(
    ("read", "kind", "file", "line", "column", "message", "remedy"),
    [
        (lambda: peach.fit(write("data.csv", "level,n,k\n1,10,4\n2,10,x\n")), peach.ContentError, "data.csv", 3, 6, "got 'x'",
         "write a whole number from 0"),
        (lambda: peach.fit(write("empty.csv", "")), peach.ContentError, "empty.csv", None, None, "", None),
        (lambda: peach.fit("missing.csv"), peach.AccessError, "missing.csv", None, None, "No such file", None),
        (lambda: peach.load(write("no.sqlite", "text"), "runs"), peach.PeachError, "no.sqlite", None, None, "", None),
        (lambda: peach.trace(write("study.yaml", GOOD), strategy="kazez", responses=write("a.csv", "correct\n1\n5\n")),
         peach.ContentError, "a.csv", 3, 1, "got '5'", None),
    ],
)
def test_another_broken_file(
    read: Callable[[], object], kind: type[peach.PeachError], file: str, line: int | None, column: int | None, message: str,
    remedy: str | None,
) -> None:
    with pytest.raises(kind) as caught:
        read()
    error = caught.value
    assert error.file == file and message in error.message
    assert line is None or (error.line, error.column) == (line, column)
    assert remedy is None or error.remedy == remedy


def test_a_dictionary_names_the_key() -> None:
    with pytest.raises(peach.ContentError) as caught:
        peach.simulate({
            "name": "d", "seed": 1, "task": {"kind": "comparison"}, "listeners": [{"name": "singer", "kind": "gaussian", "jnd": -5}],
            "strategies": [{"name": "kazez", "kind": "kazez"}], "stop": {"trials": 5}, "replicates": 3})
    found = next(problem for problem in caught.value.problems if problem.path == "listeners.singer.jnd")
    assert found.file == "dictionary" and found.remedy == "write a number (cents) > 0"
    assert "/tmp" not in str(caught.value)


def test_a_wrong_option() -> None:
    with pytest.raises(peach.UsageError, match="lapse: expected a proportion") as caught:
        peach.fit(write("data.csv", "level,n,k\n1,10,4\n2,10,8\n"), lapse=3)
    assert caught.value.status == 64 and caught.value.remedy == "write a proportion from 0 to below 1"


def test_strict_fails_after_the_table() -> None:
    with pytest.raises(peach.RunError):
        peach.fit(write("data.csv", "level,n,k\n1,10,10\n2,10,10\n"), strict=True)


def test_a_warning() -> None:
    text = GOOD.replace("jnd: 5", "jnd: 500").replace("kind: kazez", "kind: weighted-up-down, start: 100, limits: [1, 120], target: 0.75, step: {factor: 1.4}")
    with pytest.warns(peach.PeachWarning, match="strategies.kazez.limits: .* do not contain the true threshold"):
        peach.simulate(write("study.yaml", text))


def test_a_missing_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("peach.program._BUNDLED", pathlib.Path("nowhere"))
    monkeypatch.setenv("PEACH", "/nowhere/peach")
    with pytest.raises(peach.ProgramNotFound, match="PEACH") as caught:
        peach.program_version()
    assert caught.value.remedy is not None
