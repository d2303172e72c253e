"""A strategy and a listener that equal built-in ones."""

import math
from statistics import NormalDist
from typing import Literal

import peach


class Weighted(peach.Strategy):
    """Weighted up-down (Kaernbach 1991), as `weighted-up-down` computes it."""

    def __init__(self, start: float, target: float, factor: float) -> None:
        self.level = start
        size = math.log(factor)
        self.down, self.up = math.exp(-size), math.exp(size * (target / (1 - target)))
        self.was_down: bool | None = None
        self.turns: list[float] = []
        self.limits = (0.0, math.inf)

    def start(self, track: peach.Track) -> float:
        assert track.limits is not None
        self.limits = track.limits
        return self.level

    def answer(self, level: float, response: bool, seconds: float | None) -> peach.Step:
        if self.was_down not in (None, response):
            self.turns.append(level)
        self.was_down = response
        self.level = min(max(level * (self.down if response else self.up), self.limits[0]), self.limits[1])
        return peach.Step(self.level, reversals=len(self.turns))

    def estimate(self) -> peach.Estimate:
        used = self.turns[len(self.turns) % 2:]
        if not used:
            return peach.Estimate(None, status="too-few-reversals")
        return peach.Estimate(math.exp(math.log(math.prod(used)) / len(used)), status="ok")


class Many(Weighted):
    """The same, for several tracks at a time."""

    tracks = 16


class Ahead(Weighted):
    """Weighted up-down that computes both next answers ahead."""

    ahead = True

    def answer(self, level: float, response: bool, seconds: float | None) -> peach.Step:
        assert seconds is None
        return super().answer(level, response, seconds)


class Fragile(peach.Strategy):
    """Computes ahead, and has a mistake that only a wrong answer shows."""

    ahead = True

    def start(self, track: peach.Track) -> float:
        return 100

    def answer(self, level: float, response: bool, seconds: float | None) -> float:
        return 100 if response else level / 0


class Uncopied(Ahead):
    """Holds what cannot be copied."""

    def start(self, track: peach.Track) -> float:
        self.numbers = (number for number in range(9))
        return super().start(track)


class Gaussian(peach.Listener):
    """A listener with Gaussian noise, as `gaussian` computes it."""

    def __init__(self, jnd: float, lapse: float = 0, bias: float = 0) -> None:
        self.sigma = jnd / NormalDist().inv_cdf(0.75)
        self.lapse, self.bias = lapse, bias

    def answer(self, trial: peach.Trial) -> Literal["higher", "lower"]:
        lapsing, guessing, u, v = trial.uniform
        noise = math.sqrt(-2 * math.log(1 - u)) * math.cos(2 * math.pi * v)
        assert trial.offset is not None
        heard = trial.offset + self.bias + self.sigma * noise
        is_higher = guessing < 0.5 if lapsing < self.lapse else heard > 0
        return "higher" if is_higher else "lower"


class Broken(peach.Strategy):
    """A strategy with a mistake in its second answer."""

    def start(self, track: peach.Track) -> float:
        return 100

    def answer(self, level: float, response: bool, seconds: float | None) -> float:
        return level / 0
