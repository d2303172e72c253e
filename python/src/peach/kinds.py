"""Base classes for strategies and listeners in Python, which the program runs through `kind: process`."""

from __future__ import annotations

import abc
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal


@dataclass(frozen=True)
class Track:
    """The beginning of a track: one strategy with one listener."""

    seed: int
    """A random seed of this track, 0 to 2^53 − 1."""
    task: Mapping[str, Any]
    """The task: `kind`, `unit`, `scale`, `signed`, `alternatives`, `guess`; with notes also `notes` and others."""
    limits: tuple[float, float] | None = None
    """The lowest and highest level that a strategy may ask for; `None` for a listener."""


@dataclass(frozen=True)
class Step:
    """The next level with more about the track."""

    level: float
    stop: bool | Literal["floor", "ceiling"] = False
    """True ends the track. `floor` and `ceiling` end it at a limit."""
    reversals: int | None = None
    """Reversals of the track so far."""


@dataclass(frozen=True)
class Estimate:
    """A threshold with its 95 % interval. `None` is a value that is not known."""

    threshold: float | None
    low: float | None = None
    high: float | None = None
    slope: float | None = None
    lapse: float | None = None
    status: str | None = None
    """A word of the column `status`, such as `too-few-reversals`, if there is no threshold."""


class Strategy(abc.ABC):
    """A strategy. The program makes one for each track and passes `settings` to `__init__` as keyword arguments."""

    tracks: ClassVar[int] = 1
    """How many objects one process keeps at a time, 1 to 64. Simulations are faster with 16. The objects take turns, so
    each needs data and random numbers of its own: `random.Random(track.seed)`, not `random.seed`."""

    ahead: ClassVar[bool] = False
    """True: while the listener listens, copies of the object (`copy.deepcopy`) compute the answers after both possible
    responses, one after the other. The listener does not wait if both are ready before the response. `answer` also runs for the
    response that is not given, and gets `seconds=None`. So it must change only this object, and needs random numbers of its own,
    as with `tracks`."""

    @abc.abstractmethod
    def start(self, track: Track) -> float | Step:
        """The first level."""

    @abc.abstractmethod
    def answer(self, level: float, response: bool, seconds: float | None) -> float | Step:
        """The next level after a response at `level`, which need not be the one that this strategy asked for.

        `response` is true for correct, for yes, or for higher on signed levels. `seconds` is the response time if known.
        """

    def estimate(self) -> float | Estimate | None:
        """The threshold now; `None` if there is none. It must not change anything."""
        return None


@dataclass(frozen=True)
class Trial:
    """One presentation to a listener."""

    level: float
    uniform: tuple[float, ...]
    """Random numbers in [0, 1) of this listener; use only these, and it meets every strategy with the same numbers."""
    offset: float | None = None
    """Signed cents; `None` without notes."""
    reference: int | None = None
    target: int | None = None
    """Reference and target as MIDI numbers; `None` without notes."""
    interval: str | None = None
    kind: Literal["test", "noise", "catch", "comfort"] = "test"
    order: Any = None
    """The order of a choice among notes."""
    message: Mapping[str, Any] = field(default_factory=dict)
    """The message of the program with all its keys."""


@dataclass(frozen=True)
class Response:
    """An answer with a response time in seconds."""

    answer: bool | Literal["higher", "lower", "yes", "no"]
    seconds: float


class Listener(abc.ABC):
    """A simulated listener. The program makes one for each run and passes `settings` to `__init__` as keyword arguments."""

    tracks: ClassVar[int] = 1
    """How many objects one process keeps at a time, 1 to 64. Simulations are faster with 16. The objects take turns, so
    each needs data and random numbers of its own: `random.Random(track.seed)`, not `random.seed`."""

    def start(self, track: Track) -> None:
        """Prepares for a track; by default does nothing."""

    @abc.abstractmethod
    def answer(self, trial: Trial) -> bool | Literal["higher", "lower", "yes", "no"] | Response:
        """The answer to a trial. A boolean says whether it is correct."""
