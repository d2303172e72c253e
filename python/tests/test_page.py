"""The Python on the page of the guide runs."""

import pathlib
import re
import shutil
import subprocess
import sys

from cells import as_cells
from conftest import TOP, command

import peach


def test_the_page(workshop: pathlib.Path) -> None:
    page = (TOP / "docs/how-to/python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 4
    shutil.copy(TOP / "experiments/strategy-comparison.yaml", workshop)
    command("simulate", "strategy-comparison.yaml", "--replicates", "2", "-o", "small.sqlite")
    pathlib.Path("trials.csv").write_text(command("export", "small.sqlite", "--table", "trials"), encoding="utf-8")
    pathlib.Path("study.yaml").write_text("name: study\nsed: 1\n", encoding="utf-8")
    done = subprocess.run([sys.executable, "-"], input=as_cells(*blocks), capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "study.yaml 1 1 task missing; expected a mapping write a mapping\n"
    assert set(peach.load("strategy-comparison.sqlite")["replicates"]) == {1000}
    assert set(peach.load("study.sqlite")["strategy"]) == {"thirds"}
