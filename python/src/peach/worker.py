"""Runs a strategy or a listener class for the program: `python -m peach.worker FILE CLASS`."""

from __future__ import annotations

import contextlib
import copy
import importlib.util
import json
import os
import pathlib
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from peach.kinds import Estimate, Listener, Response, Step, Strategy, Track, Trial


def load_class(path: str, name: str) -> type[Strategy] | type[Listener]:
    """The class in a file. The file is loaded under another name than `__main__`, so a script's main part does not run."""
    spec = importlib.util.spec_from_file_location("peach_user_kind", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.insert(0, str(pathlib.Path(path).resolve().parent))
    spec.loader.exec_module(module)
    found: Any = module
    for part in name.split("."):
        found = getattr(found, part)
    if not (isinstance(found, type) and issubclass(found, (Strategy, Listener))):
        raise TypeError(f"{name} in {path} is not a subclass of peach.Strategy or peach.Listener")
    return found


def _track(message: Mapping[str, Any]) -> Track:
    limits = message.get("limits")
    return Track(message["seed"], message["task"], (limits[0], limits[1]) if limits else None)


def _trial(message: Mapping[str, Any]) -> Trial:
    return Trial(
        message["level"], tuple(message["uniform"]), message.get("offset"), message.get("reference"), message.get("target"),
        message.get("interval"), message.get("kind", "test"), message.get("order"), message)


def _step(step: float | Step) -> dict[str, Any]:
    if not isinstance(step, Step):
        return {"level": step}
    answer: dict[str, Any] = {"level": step.level}
    if step.stop is not False:
        answer["stop"] = step.stop
    if step.reversals is not None:
        answer["reversals"] = step.reversals
    return answer


def _estimate(estimate: float | Estimate | None) -> dict[str, Any]:
    if not isinstance(estimate, Estimate):
        return {"threshold": estimate}
    known = {key: value for key, value in vars(estimate).items() if value is not None}
    return {"threshold": None} | known


def _response(response: bool | str | Response) -> dict[str, Any]:
    if isinstance(response, Response):
        return _response(response.answer) | {"seconds": response.seconds}
    return {"correct": response} if isinstance(response, bool) else {"answer": response}


@dataclass
class _Branch:
    """The strategy and its answer after one of the two possible responses."""

    strategy: Strategy
    answer: dict[str, Any]


def _copied(strategy: Strategy) -> Strategy:
    try:
        return copy.deepcopy(strategy)
    except Exception as error:
        name = type(strategy).__name__
        raise TypeError(f"objects of {name} cannot be copied: {error}; define __deepcopy__ or remove ahead = True") from error


class Worker:
    """Answers the program's messages with one object of a class for each of the tracks that run at the same time."""

    def __init__(self, kind: type[Strategy] | type[Listener]) -> None:
        self._kind = kind
        self._kept: dict[int, Strategy | Listener] = {}
        # By track: the level of the next trial, and what follows each response to it.
        self._announced: dict[int, tuple[float, dict[bool, _Branch]]] = {}

    def reply(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to one message."""
        return {"id": message["id"]} | self._answer(message)

    def _answer(self, message: Mapping[str, Any]) -> dict[str, Any]:
        kind, place = message["type"], message.get("track", 0)
        if kind == "start":
            made = self._kept[place] = self._kind(**message["settings"])
            self._announced.pop(place, None)
            if isinstance(made, Strategy):
                return self._announcing(place, _step(made.start(_track(message))))
            made.start(_track(message))
            return {}
        kept = self._kept.get(place)
        if isinstance(kept, Strategy) and kind == "tell":
            return self._announcing(place, self._tell(place, kept, message))
        if isinstance(kept, Strategy) and kind == "estimate":
            return _estimate(kept.estimate())
        if isinstance(kept, Listener) and kind == "trial":
            return _response(kept.answer(_trial(message)))
        return {}

    def _tell(self, place: int, strategy: Strategy, message: Mapping[str, Any]) -> dict[str, Any]:
        level, announced = self._announced.pop(place, (None, {}))
        if level == message["level"] and message["response"] in announced:
            following = announced[message["response"]]
            self._kept[place] = following.strategy
            return following.answer
        return _step(strategy.answer(message["level"], message["response"], None if strategy.ahead else message.get("seconds")))

    def _announcing(self, place: int, answer: dict[str, Any]) -> dict[str, Any]:
        """The answer, with what follows both responses if the class asks for it."""
        strategy = self._kept[place]
        if not isinstance(strategy, Strategy) or not strategy.ahead or "stop" in answer:
            return answer
        announced: dict[bool, _Branch] = {}
        for response in (True, False):
            after = _copied(strategy)
            # An exception here is an error only if this response is given: the program then asks again, and it is reported.
            with contextlib.suppress(Exception):
                step = _step(after.answer(answer["level"], response, None))
                _text(step)
                announced[response] = _Branch(after, step)
                estimate = _estimate(after.estimate())
                _text(estimate)
                step["estimate"] = estimate
        self._announced[place] = (answer["level"], announced)
        return answer | {"ahead": {str(response).lower(): after.answer for response, after in announced.items()}}


def main() -> None:
    """Reads a message from each line of standard input and answers it with one line."""
    path, name = sys.argv[1:]
    # A file that runs Peach when it is loaded would start workers without end.
    os.environ["PEACH_WORKER"] = name
    # What a class prints must not be taken for an answer.
    answers, sys.stdout = sys.stdout, sys.stderr
    worker = Worker(load_class(path, name))
    for line in sys.stdin:
        answers.write(_text(worker.reply(json.loads(line))) + "\n")
        answers.flush()


def _text(answer: Mapping[str, Any]) -> str:
    return json.dumps(answer, default=_plain, allow_nan=False)


def _plain(value: Any) -> Any:
    """A number of numpy as a number of Python."""
    if hasattr(value, "item"):
        return value.item()
    raise TypeError(f"an answer cannot contain {value!r}")


if __name__ == "__main__":
    main()
