"""The commands of the program as functions that return data frames."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import pandas as pd

from peach.errors import Problem, UsageError
from peach.experiments import Experiment, experiment_file
from peach.program import run
from peach.progress import Progress
from peach.tables import csv_text, frame

ShowsProgress: TypeAlias = bool | Callable[[Progress], None] | None
"""True, False, a function that receives each `Progress`, or `None`: terminals and notebooks show it."""

_Option: TypeAlias = "str | float | os.PathLike[str] | Sequence[str] | bool | None"


def _words(**options: _Option) -> list[str]:
    """Options as words of a command. True is a flag; a list becomes one option with several words."""
    words: list[str] = []
    for name, value in options.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(option)
        elif isinstance(value, (str, float, int, os.PathLike)):
            # A value may begin with a minus sign.
            words.append(f"{option}={os.fspath(value) if isinstance(value, os.PathLike) else value}")
        elif value:
            words += [option, *map(str, value)]
    return words


def _permission(of_caller: bool, allow_processes: bool) -> list[str]:
    return ["--allow-processes"] if of_caller or allow_processes else []


def simulate(
    experiment: Experiment, *, output: str | os.PathLike[str] | None = None, seed: int | None = None,
    replicates: int | None = None, jobs: int | None = None, force: bool = False, allow_processes: bool = False,
    progress: ShowsProgress = None,
) -> pd.DataFrame:
    """Compares strategies on simulated listeners and returns the table `summary`.

    The results are in the file `output`, by default NAME.sqlite in the current folder; `attrs["results"]` names it, and `load` reads
    its other tables. An interrupted simulation continues where it stopped. `force` replaces the results of another experiment.
    """
    with experiment_file(experiment) as file:
        named: Any = experiment.get("name") if isinstance(experiment, Mapping) else None
        words = ["simulate", file.path, "--format", "csv"]
        words += _words(output=output, seed=seed, replicates=replicates, jobs=jobs, force=force)
        result = run(words + _permission(file.is_of_caller, allow_processes), progress=progress, names=file.names)
    table = frame(result.output, "summary", notes=result.notes)
    table.attrs["results"] = os.fspath(output) if output is not None else f"{named or _name(file.path)}.sqlite"
    return table


def _name(path: str) -> str:
    """The name of an experiment file, as the program resolves it."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            match = re.match(r"""["']?name["']?:\s*["']?(?P<name>[^"'#]+?)["']?\s*(#.*)?$""", line)
            if match:
                return match["name"]
    return os.path.splitext(os.path.basename(path))[0]


def fit(
    data: str | os.PathLike[str] | pd.DataFrame | None = None, *, listener: str | None = None,
    by: str | Sequence[str] | None = None, reading: Literal["accuracy", "direction"] | None = None,
    function: str | None = None, guess: float | str | None = None, lapse: float | str | None = None,
    alternatives: int | None = None, at: float | None = None, log_level: bool = False,
    method: Literal["ml", "reduced", "bayes"] | None = None, prior: str | None = None, overdispersion: bool = False,
    interval: Literal["profile", "wald", "percentile", "bca", "posterior"] | None = None,
    bootstrap: int | str | None = None, simulate: int | None = None, catch: Literal["use"] | None = None,
    level: str | None = None, correct: str | None = None, answer: str | None = None, n: str | int | None = None,
    k: str | None = None, unit: str | None = None, wide_table: bool = False, cells: str | None = None,
    missing: str | Sequence[str] | None = None, refuse_missing: bool = False, separator: str | None = None,
    decimal: str | None = None, with_excluded: bool = False, history: int | None = None, history_notes: bool = False,
    share: str | None = None, compare: bool = False, within: str | Sequence[str] | None = None,
    residuals: str | os.PathLike[str] | None = None, seed: int | None = None, strict: bool = False,
    progress: ShowsProgress = None,
) -> pd.DataFrame:
    """Fits psychometric functions and returns the table `fits`.

    Data are a data frame, the path of a table or of a results file, or a live listener. With `compare` the table is `comparisons`,
    with `history` it is `history`. The options are those of `peach fit`; `peach help fit` explains them.
    """
    if share is not None and not compare:
        raise UsageError([Problem("share: this table has the fits only", hint="set compare=True")], 64, "")
    by, within, missing = ([names] if isinstance(names, str) else names for names in (by, within, missing))
    words = ["fit", "--format", "csv"] + _words(
        reading=reading, function=function, guess=guess, lapse=lapse, alternatives=alternatives, at=at, log_level=log_level,
        method=method, prior=prior, overdispersion=overdispersion, interval=interval, bootstrap=bootstrap, simulate=simulate,
        catch=catch, level=level, correct=correct, answer=answer, n=n, k=k, unit=unit, wide_table=wide_table, cells=cells,
        missing=",".join(missing) if missing else None, refuse_missing=refuse_missing, separator=separator, decimal=decimal,
        with_excluded=with_excluded, history=history, history_notes=history_notes, share=share, compare=compare,
        residuals=residuals, seed=seed, strict=strict, listener=listener)
    text: str | None = None
    source: list[str] = []
    if isinstance(data, pd.DataFrame):
        text = csv_text(data)
        source = ["-"]
    elif data is not None:
        source = [os.fspath(data)]
    # A list of columns takes every word up to the next option, so the data come first.
    result = run([*words[:1], *source, *words[1:], *_words(by=by, within=within)], input=text, progress=progress)
    table = "history" if history is not None else "comparisons" if compare else "fits"
    return frame(result.output, table, unit=unit or _unit_of(data, level), notes=result.notes)


def _unit_of(data: str | os.PathLike[str] | pd.DataFrame | None, level: str | None) -> str | None:
    """The unit that the name of a level column states in a data frame, such as level_cents."""
    if not isinstance(data, pd.DataFrame):
        return None
    for name in [level] if level else data.columns:
        stem, _, unit = str(name).partition("_")
        if stem in ("level", "offset") and unit:
            return unit
    return None


def plan(
    experiment: Experiment, *, precision: float | str | None = None, effect: float | str | None = None,
    power: float | str | None = None, listeners: int | None = None, design: Literal["within", "between"] | None = None,
    between: float | str | None = None, effect_sd: float | str | None = None,
    analysis: Literal["two-stage", "population"] | None = None, trials: int | Sequence[int] | None = None,
    studies: int | None = None, uneven: bool = False, strategy: str | Sequence[str] | None = None,
    listener: str | Sequence[str] | None = None, where: str | Sequence[str] | None = None,
    output: str | os.PathLike[str] | None = None, seed: int | None = None, jobs: int | None = None, force: bool = False,
    fresh: bool = False, allow_processes: bool = False, progress: ShowsProgress = None,
) -> pd.DataFrame:
    """Plans how many trials (`precision`) or trials and listeners (`effect`) an experiment needs.

    Shares are fractions or texts: 0.1 is "10%". Returns the table `precision` or `power`; `output` draws the second. With
    `analysis="population"` it returns the table `analyses`.
    """
    repeated: list[str] = []
    for number in [trials] if isinstance(trials, int) else trials or []:
        repeated += ["--trials", str(number)]
    for option, values in (("--strategy", strategy), ("--listener", listener), ("--where", where)):
        for value in [values] if isinstance(values, str) else values or []:
            repeated += [option, value]
    with experiment_file(experiment) as file:
        words = ["plan", file.path, "--format", "csv"] + _words(
            precision=_share(precision), effect=_share(effect), power=_share(power), listeners=listeners, design=design,
            between=_share(between), effect_sd=_share(effect_sd), analysis=analysis, studies=studies, uneven=uneven,
            output=output, seed=seed, jobs=jobs, force=force, fresh=fresh)
        result = run(words + repeated + _permission(file.is_of_caller, allow_processes), progress=progress, names=file.names)
    table = "precision" if effect is None else "analyses" if analysis == "population" else "power"
    return frame(result.output, table, notes=result.notes)


def _share(value: float | str | None) -> str | None:
    return value if value is None or isinstance(value, str) else f"{value!r}"


def trace(
    experiment: Experiment | None = None, *, strategy: str | None = None,
    responses: str | Sequence[bool | int] | os.PathLike[str] | None = None, listener: str | None = None,
    session: int | None = None, allow_processes: bool = False,
) -> pd.DataFrame:
    """Follows one strategy through given responses, or a stored session, and returns the table `trace`.

    Responses are a list of booleans, a text such as "1101" or "hlhh", or the path of a table.
    """
    if responses is not None and not isinstance(responses, (str, os.PathLike)):
        responses = "".join("1" if response else "0" for response in responses)
    options = _words(strategy=strategy, responses=responses, listener=listener, session=session)
    if experiment is None:
        result = run(["trace", "--format", "csv", *options, *_permission(False, allow_processes)], progress=False)
    else:
        with experiment_file(experiment) as file:
            words = ["trace", file.path, "--format", "csv", *options]
            result = run(
                words + _permission(file.is_of_caller, allow_processes), progress=False, names=file.names)
    return frame(result.output, "trace", notes=result.notes)


def load(
    results: str | os.PathLike[str] | None = None, table: str = "summary", *, listener: str | Sequence[str] | None = None,
    all_listeners: bool = False,
) -> pd.DataFrame:
    """Loads a table of a results file, of a data set, or of live listeners, such as `load("study.sqlite", "runs")`.

    `peach help export` lists the tables.
    """
    if results is not None and os.path.isdir(results):
        return _of_data_set(os.fspath(results), table)
    listeners = [listener] if isinstance(listener, str) else listener
    source = [os.fspath(results)] if results is not None else []
    words = ["export", *source, "--table", table, *_words(all_listeners=all_listeners, listener=listeners)]
    result = run(words, progress=False)
    loaded = frame(result.output, table, notes=result.notes)
    if results is not None:
        loaded.attrs["results"] = os.fspath(results)
    return loaded


def _of_data_set(folder: str, table: str) -> pd.DataFrame:
    """A table that `peach export --dataset` or `--notebook` wrote."""
    place = os.path.join(folder, "datapackage.json")
    with open(place, encoding="utf-8") as file:
        package: dict[str, Any] = json.load(file)
    paths = {resource["name"]: resource["path"] for resource in package["resources"]}
    if table not in paths:
        known = ", ".join(paths)
        raise UsageError([Problem(f"no table {table!r}; expected one of {known}", file=place)], 64, "")
    with open(os.path.join(folder, paths[table]), encoding="utf-8", newline="") as file:
        loaded = frame(file.read(), table)
    loaded.attrs["results"] = folder
    return loaded
