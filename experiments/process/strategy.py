"""Weighted up-down (Kaernbach 1991) as a program beside Peach: the same as kind: weighted-up-down, trial for trial."""
import json, math, sys

for line in sys.stdin:  # one message a line, one answer a line
    message = json.loads(line)
    answer = {"id": message["id"]}
    if message["type"] == "start":  # a new track: forget the last one
        settings = message["settings"]
        target, factor = settings["target"], math.log(settings["factor"])
        down, up = math.exp(-factor), math.exp(factor * (target / (1 - target)))
        level, was_down, turns = float(settings["start"]), None, []
        answer["level"] = level
    elif message["type"] == "tell":
        level, is_down = message["level"], message["response"]
        if was_down not in (None, is_down):
            turns.append(level)  # a reversal, at the level that was answered
        was_down = is_down
        level *= down if is_down else up
        answer.update(level=level, reversals=len(turns))
    elif message["type"] == "estimate":  # asks, and changes nothing
        used = turns[len(turns) % 2:]
        answer["threshold"] = math.exp(math.log(math.prod(used)) / len(used)) if used else None
        answer["status"] = "ok" if used else "too-few-reversals"
    print(json.dumps(answer), flush=True)
