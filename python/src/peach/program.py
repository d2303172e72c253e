"""Finds the program, runs it and follows its progress."""

from __future__ import annotations

import fcntl
import os
import pathlib
import pty
import re
import shutil
import signal
import struct
import subprocess
import sys
import termios
import threading
import warnings
from collections.abc import Callable, Mapping, Sequence

from peach.errors import PeachWarning, Problem, ProgramNotFound, error, notes_in, warnings_in
from peach.progress import Display, Progress, display

_BUNDLED = pathlib.Path(__file__).parent / "bundled" / "bin" / "peach"
# The program breaks the lines of a terminal; no line is as wide as this.
_WIDTH = 32_000
_STATUS_LINE = re.compile(r"\r\x1b\[K")


def find_program() -> str:
    """The path of the program: the one in this package, else the one that `$PEACH` names, else the one on `PATH`."""
    if os.access(_BUNDLED, os.X_OK):
        return str(_BUNDLED)
    named = os.environ.get("PEACH")
    found = shutil.which(named or "peach")
    if found:
        return found
    what = f"$PEACH names {named!r}, which is not a program" if named else "the program peach was not found"
    remedy = "install Peach, use a wheel that carries it, or set the environment variable PEACH to its path"
    raise ProgramNotFound([Problem(what, hint=remedy)], 127, "")


def program_version() -> str:
    """Version, commit and build of the program, in one line."""
    return run(["--version"]).output.strip()


class Result:
    """The output of a program that succeeded, and its remarks on standard error."""

    def __init__(self, output: str, notes: list[str]) -> None:
        self.output = output
        self.notes = notes


def run(
    arguments: Sequence[str], *, input: str | None = None, progress: bool | Callable[[Progress], None] | None = None,
    names: Mapping[str, str] | None = None,
) -> Result:
    """Runs the program to its end.

    Messages have `names` instead of the paths of temporary files.
    `progress` shows how far it is: True, False, or a function that receives each `Progress`. By default a terminal and a
    notebook show it.
    """
    if "PEACH_WORKER" in os.environ:
        raise RuntimeError(
            "the file of a class runs Peach when it is loaded, which would never end; put these lines under "
            'if __name__ == "__main__":')
    program = find_program()
    environment = os.environ | {
        # A class of the caller runs in this Python.
        "PATH": os.pathsep.join([str(pathlib.Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]),
        "LC_ALL": "C.UTF-8",
    }
    shown = display(progress)
    terminal = _terminal() if shown is not None else None
    if terminal is None:
        shown = None
    messages, writer = terminal or os.pipe()
    process = subprocess.Popen(
        [program, *arguments], stdin=subprocess.PIPE if input is not None else subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=writer, env=environment,
        # An interruption reaches it once, from here.
        process_group=0)
    os.close(writer)
    output = bytearray()
    # A notebook shows what the main thread displays, so the other thread takes the data.
    data = threading.Thread(
        target=lambda: output.extend(process.communicate(input.encode() if input is not None else None)[0]), daemon=True)
    data.start()
    try:
        text = _read(messages, shown)
        for path, name in (names or {}).items():
            text = text.replace(path, name)
        data.join()
    except BaseException:
        # The program stores what it has; a second run continues there.
        process.send_signal(signal.SIGINT)
        data.join()
        raise
    finally:
        if shown is not None:
            shown.close()
    if process.returncode != 0:
        raise error(process.returncode, text)
    for warning in warnings_in(text):
        warnings.warn(warning, PeachWarning, stacklevel=3)
    return Result(output.decode(), notes_in(text))


def _terminal() -> tuple[int, int] | None:
    """The two ends of a terminal, because the program reports progress only to one; `None` in a container without them."""
    try:
        reader, writer = pty.openpty()
    except OSError:
        return None
    fcntl.ioctl(writer, termios.TIOCSWINSZ, struct.pack("HHHH", 24, _WIDTH, 0, 0))
    attributes = termios.tcgetattr(writer)
    attributes[1] &= ~termios.OPOST
    termios.tcsetattr(writer, termios.TCSANOW, attributes)
    return reader, writer


def _read(descriptor: int, shown: Display | None) -> str:
    """Shows the progress on standard error until its end, and returns everything else."""
    received = bytearray()
    with os.fdopen(descriptor, "rb", buffering=0) as source:
        while True:
            try:
                part = source.read(65_536)
            except OSError:  # A terminal whose program has ended.
                break
            if not part:
                break
            received += part
            if shown is not None:
                progress = Progress.read(_STATUS_LINE.split(part.decode(errors="replace"))[-1])
                if progress is not None:
                    shown.show(progress)
    text = received.decode(errors="replace")
    if shown is None:
        return text
    return "".join(part for part in _STATUS_LINE.split(text) if Progress.read(part) is None)
