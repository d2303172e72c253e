"""Errors and warnings of the program as exceptions with file, line, column and remedy."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

_PLACE = re.compile(r"^(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): (?P<rest>.*)$")
# The dotted path of a key stands before the message, such as listeners.singer.jnd.
_KEY = re.compile(r"^(?P<path>[^\s:'\"]+): (?P<message>.+)$")
_EXCERPT = re.compile(r"^  +(\d+ )?\| ?")
_HINT = re.compile(r"^ +hint: (?P<hint>.*)$")
_EXPECTED = re.compile(r"expected (?P<what>.+?)(?:, got .*)?$", re.DOTALL)
_OPTION = re.compile(r"^Error: (?P<message>.*)$")
_REST = re.compile(r"^and \d+ more problems?$")


@dataclass(frozen=True)
class Problem:
    """One problem that the program reports. What it does not state is `None`."""

    message: str
    file: str | None = None
    line: int | None = None
    column: int | None = None
    path: str | None = None
    """The key in the experiment, such as `listeners.singer.jnd`."""
    hint: str | None = None

    @property
    def remedy(self) -> str | None:
        """A way to mend it: the program's hint, or else what it expects in this place."""
        if self.hint:
            return self.hint
        expected = _EXPECTED.search(self.message)
        return f"write {expected['what']}" if expected else None

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        text = ": ".join(part for part in (place, self.path, self.message) if part)
        return f"{text}\n  hint: {self.hint}" if self.hint else text


class PeachWarning(UserWarning):
    """A warning of the program about a design that is valid but cannot work."""


class PeachError(Exception):
    """The program ended with an error. The first problem is in `file`, `line`, `column`, `path`, `message` and `remedy`."""

    def __init__(self, problems: list[Problem], status: int, output: str) -> None:
        self.problems = problems
        self.status = status
        """The exit code of the program."""
        self.output = output
        """All that the program wrote on standard error."""
        first = problems[0]
        self.message, self.file, self.line, self.column = first.message, first.file, first.line, first.column
        self.path, self.remedy = first.path, first.remedy
        super().__init__("\n".join(str(problem) for problem in problems))


class RunError(PeachError):
    """An error stopped a run, or with `strict` a fit is not ok (exit code 1)."""


class UsageError(PeachError):
    """An option is wrong (exit code 64)."""


class ContentError(PeachError):
    """The content of a file or an experiment is wrong (exit code 65)."""


class PeachBug(PeachError):
    """A bug in Peach (exit code 70)."""


class AccessError(PeachError):
    """A file cannot be read or written (exit code 74)."""


class Stopped(PeachError):
    """A signal ended the program."""


class ProgramNotFound(PeachError):
    """The program Peach was not found."""


_KINDS: dict[int, type[PeachError]] = {
    1: RunError, 64: UsageError, 65: ContentError, 70: PeachBug, 74: AccessError, 127: ProgramNotFound
}


def error(status: int, output: str) -> PeachError:
    """The exception for an exit code and the text on standard error."""
    kind = _KINDS.get(status, Stopped if status < 0 or status > 128 else PeachError)
    return kind(problems(output) or [Problem(f"peach ended with exit code {status}")], status, output)


def problems(output: str) -> list[Problem]:
    """The problems in the program's messages, in order. Warnings and excerpts of files are left out."""
    found: list[Problem] = []
    others: list[Problem] = []
    is_warning = False
    for line in output.splitlines():
        hint = _HINT.match(line)
        if hint:
            last = found if found else others
            if last and not is_warning:
                last[-1] = replace(last[-1], hint=hint["hint"])
            continue
        if not line.strip() or _EXCERPT.match(line) or _REST.match(line):
            continue
        is_warning = line.startswith("warning: ")
        if is_warning or line.startswith("Usage: ") or line.startswith("  See "):
            continue
        place = _PLACE.match(line)
        option = _OPTION.match(line)
        if place:
            key = _KEY.match(place["rest"])
            path, message = (key["path"], key["message"]) if key else (None, place["rest"])
            found.append(Problem(message, place["file"], int(place["line"]), int(place["column"]), path))
        elif option:
            found.append(Problem(option["message"]))
        elif line.startswith("  ") and (found or others):
            last = found if found else others
            last[-1] = replace(last[-1], message=f"{last[-1].message}\n{line}")
        else:
            others.append(_of_file(line))
    return found or others


def _of_file(line: str) -> Problem:
    """A message about a whole file, such as `data.csv: cannot be read: …`."""
    name, colon, message = line.partition(": ")
    is_file = bool(colon) and not re.search(r"\s", name.rsplit("/", 1)[-1]) and "." in name
    return Problem(message, name) if is_file else Problem(line)


def warnings_in(output: str) -> list[str]:
    """The warnings in the program's messages."""
    return [line.removeprefix("warning: ") for line in output.splitlines() if line.startswith("warning: ")]


def notes_in(output: str) -> list[str]:
    """Other remarks of a program that succeeded, such as which columns it read."""
    return [line for line in output.splitlines() if line.strip() and not line.startswith("warning: ")]
