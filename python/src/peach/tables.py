"""Reads the program's tables as data frames with a unit, a type and a meaning for each column."""

from __future__ import annotations

import functools
import io
import json
import math
import os
import re
from dataclasses import dataclass

import pandas as pd

from peach.program import find_program, run


@dataclass(frozen=True)
class Column:
    """A column as the program declares it."""

    name: str
    unit: str
    type: str
    """text, value, number, integer, flag or time."""
    meaning: str


# Words in declared names that stand for a unit or for the path of a varied value.
_WORDS = ("UNIT", "ERROR", "PATH")

# Peach puts an apostrophe before a text that a spreadsheet would run as a formula: one whose first character, apart from these
# ranges, is a sign of a formula.
_SIGNS = tuple("=+-@\t\n\r\uff1d\uff0b\uff0d\uff20")
_RANGES = (
    "\x00\x08\x0b\x0c\x0e ''\x7f\xa0\xad\xad\u0300\u036f\u0600\u0605\u061c\u061c\u06dd\u06dd\u070f\u070f\u0890\u0891\u08e2\u08e2"
    "\u0d4e\u0d4e\u115f\u1160\u1680\u1680\u17b4\u17b5\u180b\u180f\u2000\u200f\u2028\u202f\u205f\u206f\u20d0\u20ff\u3000\u3000"
    "\u3164\u3164\ufe00\ufe0f\ufe20\ufe2f\ufeff\ufeff\uffa0\uffa0\ufff0\ufffb\U000110bd\U000110bd\U000110cd\U000110cd"
    "\U000111c2\U000111c3\U000113d1\U000113d1\U0001193f\U0001193f\U00011941\U00011941\U00011a3a\U00011a3a\U00011a84\U00011a89"
    "\U00011d46\U00011d46\U00011f02\U00011f02\U0001bca0\U0001bca3\U0001d173\U0001d17a\U000e0000\U000e0fff")
_SKIPPED = "".join(chr(c) for i in range(0, len(_RANGES), 2) for c in range(ord(_RANGES[i]), ord(_RANGES[i + 1]) + 1))


def unguarded(text: str) -> str:
    """Text without the apostrophe that keeps spreadsheets from running it."""
    return text[1:] if text.startswith("'") and text.lstrip(_SKIPPED)[:1] in _SIGNS else text


@functools.cache
def _declared(program: str, when: float, table: str) -> tuple[Column, ...]:
    page = json.loads(run(["list", "columns", table, "--format", "json"], progress=False).output)
    return tuple(Column(c["name"], c["unit"], c["type"], c["meaning"]) for c in page["columns"])


def columns(table: str) -> pd.DataFrame:
    """The dictionary of a table: name, unit, type and meaning of each column, such as `columns("runs")`."""
    return pd.DataFrame([vars(column) for column in declared(table)])


def declared(table: str) -> tuple[Column, ...]:
    program = find_program()
    return _declared(program, os.stat(program).st_mtime, table)


def units(frame: pd.DataFrame) -> dict[str, str]:
    """The unit of each column of a frame from Peach; "" if it has none."""
    found: dict[str, str] = frame.attrs["units"]
    return found


def _pattern(column: Column) -> re.Pattern[str]:
    """The names that a declared name stands for."""
    pattern = re.escape(column.name)
    for word in _WORDS:
        pattern = pattern.replace(word, f"(?P<{word}>.+)", 1)
    return re.compile(pattern)


def _matches(names: list[str], table: str) -> dict[str, tuple[Column, dict[str, str]]]:
    """The declared column of each name. A name without words of units comes first, then the longest pattern."""
    candidates = sorted(declared(table), key=lambda c: (any(w in c.name for w in _WORDS), -len(c.name)))
    found: dict[str, tuple[Column, dict[str, str]]] = {}
    for name in names:
        for column in candidates:
            match = _pattern(column).fullmatch(name)
            if match:
                found[name] = (column, {k: v for k, v in match.groupdict().items() if v})
                break
    return found


def frame(text: str, table: str, *, unit: str | None = None, notes: list[str] | None = None) -> pd.DataFrame:
    """A table in CSV as a data frame. Its `attrs` hold `table`, `units`, `meanings` and `notes`.

    Texts are str, numbers float64, times UTC, flags bool and integers int64. The last two become boolean and Int64 if a value
    is missing.
    """
    result = pd.read_csv(io.StringIO(text), keep_default_na=False, dtype=str)
    names = result.columns.tolist()
    matches = _matches(names, table)
    for name in names:
        result[name] = _typed(result[name], matches[name][0].type if name in matches else "text")
    words = {word: value for _, groups in matches.values() for word, value in groups.items() if word != "PATH"}
    level = unit or words.get("UNIT", "level")
    error = words.get("ERROR", "log2")
    result.attrs = {
        "table": table,
        "units": {n: _unit(matches[n][0].unit, level, error) if n in matches else "" for n in names},
        "meanings": {n: matches[n][0].meaning if n in matches else "" for n in names},
        "notes": notes or [],
    }
    return result


def _unit(declared: str, level: str, error: str) -> str:
    return declared.replace("UNIT", level).replace("ERROR", error)


def _typed(values: pd.Series, kind: str) -> pd.Series:
    """Texts as values of a type. Python reads numbers exactly."""
    if kind == "time":
        return pd.to_datetime(values.where(values != ""), utc=True, format="ISO8601")
    if kind == "number":
        return pd.Series([float(text) if text else math.nan for text in values], dtype="float64")
    if kind in ("integer", "flag"):
        whole = pd.Series([int(text) if text else None for text in values], dtype="Int64")
        is_whole = not whole.isna().any()
        if kind == "flag":
            return whole.astype("bool" if is_whole else "boolean")
        return whole.astype("int64") if is_whole else whole
    return values.map(unguarded)


def csv_text(data: pd.DataFrame) -> str:
    """A data frame as the program reads it: flags as 1 and 0, and texts so that the program finds them as they are."""
    written = data.copy()
    for name in data.columns:
        values = data[name]
        if pd.api.types.is_bool_dtype(values):
            written[name] = values.astype("Int8")
        elif not pd.api.types.is_numeric_dtype(values):
            written[name] = values.map(lambda v: f"'{v}" if isinstance(v, str) and unguarded(v) != v else v)
    return written.to_csv(index=False)
