"""Weighted up-down (Kaernbach 1991) as a program beside Peach: the same as kind: weighted-up-down, trial for trial."""
import json, math, sys

def geometric_mean(levels):  # by products inside the range of floats
    log, product = 0.0, 1.0
    for level in levels:
        product *= level
        if not 1e-200 <= product <= 1e200:
            log, product = log + math.log(product), 1.0
    return math.exp((log + math.log(product)) / len(levels))

for line in sys.stdin:  # one message a line, one answer a line
    message = json.loads(line)
    answer = {"id": message["id"]}
    if message["type"] == "start":  # a new track: forget the last one
        settings, (lowest, highest) = message["settings"], message["limits"]
        target, size = settings["target"], math.log(settings["factor"])
        down, up = math.exp(-size), math.exp(size * (target / (1 - target)))
        answer["level"], was_down, turns = settings["start"], None, []
    elif message["type"] == "tell":
        level, is_down = message["level"], message["response"]
        if was_down not in (None, is_down):
            turns.append(level)  # a reversal, at the level that was answered
        was_down = is_down
        level = min(max(level * (down if is_down else up), lowest), highest)
        answer.update(level=level, reversals=len(turns))
    elif message["type"] == "estimate":  # asks, and changes nothing
        used = turns[len(turns) % 2:]
        answer["threshold"] = geometric_mean(used) if used else None
        answer["status"] = "ok" if used else "too-few-reversals"
    print(json.dumps(answer), flush=True)
