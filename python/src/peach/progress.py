"""Shows how far the program is, in terminals and notebooks."""

from __future__ import annotations

import html
import importlib
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

# The program's own line: a bar, the counts, the rate and the time left.
_LINE = re.compile(r"^[█░]* (?P<done>[\d \u00a0\u202f]+) / (?P<total>[\d \u00a0\u202f]+) (?P<unit>[a-z]+)(?P<rest>[^\n]*)$")
_LEFT = re.compile(r"(?P<left>\d[^,]*) left")


@dataclass(frozen=True)
class Progress:
    """The work done so far, as the program reports it."""

    done: int
    total: int
    unit: str
    """The unit of the counts, such as `runs`."""
    left: str | None
    """The time left, such as `4 s`; `None` until the program knows it."""

    @staticmethod
    def read(line: str) -> Progress | None:
        """The progress that a line of the program states; `None` for any other line."""
        match = _LINE.match(line)
        if not match:
            return None
        rest = match["rest"].rsplit("/s", 1)[-1]
        left = _LEFT.search(rest)
        done, total = (int(re.sub(r"\D", "", match[name])) for name in ("done", "total"))
        return Progress(done, total, match["unit"], left["left"].strip() if left else None)

    def __str__(self) -> str:
        left = f", {self.left} left" if self.left else ""
        return f"{self.done:,} of {self.total:,} {self.unit}{left}"


class Display(Protocol):
    """A place that shows progress and then removes it."""

    def show(self, progress: Progress) -> None: ...

    def close(self) -> None: ...


def display(wanted: bool | Callable[[Progress], None] | None) -> Display | None:
    """The display that a caller wants; `None` for none. By default a notebook or a terminal has one."""
    if wanted is False:
        return None
    if callable(wanted):
        return _Function(wanted)
    if _is_notebook():
        return _Notebook()
    if wanted or sys.stderr.isatty():
        return _Terminal()
    return None


def _is_notebook() -> bool:
    shell: Any = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return shell is not None and hasattr(shell, "kernel")


class _Function:
    def __init__(self, function: Callable[[Progress], None]) -> None:
        self._function = function

    def show(self, progress: Progress) -> None:
        self._function(progress)

    def close(self) -> None:
        pass


class _Terminal:
    def show(self, progress: Progress) -> None:
        sys.stderr.write(f"\r\x1b[K{progress}")
        sys.stderr.flush()

    def close(self) -> None:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


class _Notebook:
    """A bar of HTML below the cell, updated in place."""

    def __init__(self) -> None:
        self._handle: Any = None

    def show(self, progress: Progress) -> None:
        self._show(f'<progress value="{progress.done}" max="{max(1, progress.total)}"></progress> {html.escape(str(progress))}')

    def _show(self, text: str) -> None:
        # A notebook has IPython, which has no types.
        output: Any = importlib.import_module("IPython.display")
        if self._handle is None:
            self._handle = output.display(output.HTML(text), display_id=True)
        else:
            self._handle.update(output.HTML(text))

    def close(self) -> None:
        if self._handle is not None:
            self._show("")
