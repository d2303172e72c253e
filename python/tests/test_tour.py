"""The tour runs from top to bottom in a new kernel and shows what it promises."""

import pathlib

import nbformat
import pandas as pd
from conftest import TOP
from nbclient import NotebookClient

import peach


def test_the_tour(workshop: pathlib.Path) -> None:
    notebook = nbformat.read(TOP / "python/tour.ipynb", as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") for cell in notebook.cells)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(workshop)}}).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    texts = ["".join(output.get("data", {}).get("text/plain", "")) or output.get("text", "") for output in outputs]
    assert any("image/png" in output.get("data", {}) for output in outputs)
    assert f"peach {peach.__version__}" in texts[0]
    assert any("listeners.singer.jnd | expected a number (cents) > 0, got '-5' | write a number (cents) > 0" in text for text in texts)
    # A notebook shows progress, and removes it at the end.
    bars = [output for output in outputs if output.output_type == "display_data" and output.data.get("text/html") == ""]
    assert bars
    # The numbers on the page are those of the results files.
    summary = peach.load("tour.sqlite")
    shown = next(text for text in texts if "rmse_log2_se" in text)
    columns = ["strategy", "replicates", "bias_log2", "rmse_log2", "rmse_log2_se"]
    assert shown == repr(summary[summary["estimator"] == "fit"][columns])
    assert set(peach.load("own.sqlite")["strategy"]) == {"two-down", "weighted", "thirds"}
    assert isinstance(summary, pd.DataFrame)
