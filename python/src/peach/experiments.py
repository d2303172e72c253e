"""Experiments as dictionaries: writes them as files that the program reads."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from peach.kinds import Listener, Strategy
from peach.sources import source_file

Experiment: TypeAlias = "str | os.PathLike[str] | Mapping[str, Any]"
"""The path of an experiment file, or its content as a dictionary.

The `kind` of a strategy or a listener in a dictionary may be a class: a subclass of `peach.Strategy` or `peach.Listener`.
"""

# The interpreter as a word that PATH resolves: results do not depend on the place of an environment.
_PYTHON = "python3"


@dataclass(frozen=True)
class File:
    """An experiment file that the program can read."""

    path: str
    is_of_caller: bool = False
    """Whether it starts classes of the caller and no other program."""
    names: dict[str, str] = field(default_factory=dict)
    """The names that messages have instead of temporary paths."""


@contextlib.contextmanager
def experiment_file(experiment: Experiment) -> Iterator[File]:
    """The file of an experiment. A dictionary is written to a folder that is removed afterwards."""
    if isinstance(experiment, Mapping):
        with tempfile.TemporaryDirectory(prefix="peach-") as folder:
            path = pathlib.Path(folder) / "experiment.yaml"
            _write(experiment, path)
            is_of_caller = _classes(experiment) > 0 and not _programs(experiment)
            yield File(str(path), is_of_caller, {str(path): "dictionary", f"{folder}/": ""})
    else:
        yield File(os.fspath(experiment))


def save(experiment: Mapping[str, Any], path: str | os.PathLike[str]) -> None:
    """Writes a dictionary as an experiment file, with the source of its classes next to it. It replaces no file."""
    target = pathlib.Path(path)
    if target.exists():
        raise FileExistsError(f"{target} exists already; choose another name")
    _write(experiment, target)


def _write(experiment: Mapping[str, Any], path: pathlib.Path) -> None:
    written: dict[type, str] = {}

    def plain(value: Any) -> Any:
        if isinstance(value, Mapping):
            kind = value.get("kind")
            if isinstance(kind, type):
                program = {"kind": "process", "command": command(kind)}
                tracks = getattr(kind, "tracks", 1)
                rest = {k: v for k, v in value.items() if k != "kind"}
                return plain(({"tracks": tracks} if isinstance(tracks, int) and tracks != 1 else {}) | rest | program)
            return {str(key): plain(item) for key, item in value.items()}
        if isinstance(value, Sequence) and not isinstance(value, str):
            return [plain(item) for item in value]
        if hasattr(value, "item") and not isinstance(value, (bool, int, float, str)):
            return plain(value.tolist() if hasattr(value, "tolist") else value.item())
        if value is None or isinstance(value, (bool, int, float, str)):
            return value
        raise TypeError(f"an experiment cannot contain {value!r}; expected a number, a text, a list, a dictionary or a class")

    def command(kind: type) -> list[str]:
        if not issubclass(kind, (Strategy, Listener)):
            raise TypeError(f"{kind.__name__} is not a subclass of peach.Strategy or peach.Listener")
        if kind not in written:
            written[kind] = source_file(kind, path.parent)
        return [_PYTHON, "-m", "peach.worker", written[kind], kind.__qualname__]

    text = _yaml(plain(experiment))
    path.write_text(text, encoding="utf-8")


def _yaml(value: dict[str, Any]) -> str:
    """A mapping with one line for each key, and one for each item of a list below it. JSON is YAML."""
    lines: list[str] = []
    for key, item in value.items():
        if isinstance(item, list) and item and all(isinstance(part, dict) for part in item):
            lines.append(f"{json.dumps(key)}:")
            lines += [f"  - {json.dumps(part, ensure_ascii=False)}" for part in item]
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(item, ensure_ascii=False)}")
    return "\n".join(lines) + "\n"


def _mappings(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, Mapping):
        yield value
        for item in value.values():
            yield from _mappings(item)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for item in value:
            yield from _mappings(item)


def _classes(experiment: Mapping[str, Any]) -> int:
    return sum(isinstance(mapping.get("kind"), type) for mapping in _mappings(experiment))


def _programs(experiment: Mapping[str, Any]) -> int:
    return sum(mapping.get("kind") == "process" for mapping in _mappings(experiment))
