"""The program under test, and its experiments."""

import os
import pathlib
import subprocess

import pytest

TOP = pathlib.Path(__file__).resolve().parent.parent.parent


@pytest.fixture(autouse=True)
def workshop(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """An empty current folder with records of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PEACH_HOME", str(tmp_path / "home"))
    return tmp_path


def command(*words: str, input: str | None = None) -> str:
    """The standard output of the program, which must succeed."""
    import peach

    done = subprocess.run(
        [peach.find_program(), *words], capture_output=True, text=True, input=input, env=os.environ | {"LC_ALL": "C.UTF-8"})
    assert done.returncode == 0, done.stderr
    return done.stdout
