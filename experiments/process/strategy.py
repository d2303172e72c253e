"""Weighted up-down (Kaernbach 1991) as a program beside Peach: the same as kind: weighted-up-down, trial for trial."""
import copy, json, math, sys

def geometric_mean(levels):  # by products inside the range of floats
    log, product = 0.0, 1.0
    for level in levels:
        product *= level
        if not 1e-200 <= product <= 1e200:
            log, product = log + math.log(product), 1.0
    return math.exp((log + math.log(product)) / len(levels))

class Staircase:
    def __init__(self, settings, limits):
        target, size = settings["target"], math.log(settings["factor"])
        self.down, self.up = math.exp(-size), math.exp(size * (target / (1 - target)))
        self.level, self.limits, self.was_down, self.turns = settings["start"], limits, None, []
        self.is_ahead = settings.get("ahead", False)

    def tell(self, level, is_down):
        if self.was_down not in (None, is_down):
            self.turns.append(level)  # a reversal, at the level that was answered
        self.was_down = is_down
        self.level = min(max(level * (self.down if is_down else self.up), self.limits[0]), self.limits[1])

    def estimate(self):
        used = self.turns[len(self.turns) % 2:]
        return {"threshold": geometric_mean(used) if used else None, "status": "ok" if used else "too-few-reversals"}

    def answer(self):
        return {"level": self.level, "reversals": len(self.turns)}

    def ahead(self):  # the answers after both responses to the next trial
        both = {}
        for response in ("true", "false"):
            after = copy.copy(self)
            after.turns = self.turns[:]
            after.tell(self.level, response == "true")
            both[response] = after.answer() | {"estimate": after.estimate()}
        return both

tracks = {}  # by number; without `tracks` in the experiment there is one
for line in sys.stdin:  # one message a line, one answer a line
    message = json.loads(line)
    answer, number = {"id": message["id"]}, message.get("track", 0)
    if message["type"] == "start":  # a new track: forget the last one of this number
        tracks[number] = Staircase(message["settings"], message["limits"])
    elif message["type"] == "tell":
        tracks[number].tell(message["level"], message["response"])
    elif message["type"] == "estimate":  # asks, and changes nothing
        answer.update(tracks[number].estimate())
    if message["type"] in ("start", "tell"):
        answer.update(tracks[number].answer())
        if tracks[number].is_ahead:
            answer["ahead"] = tracks[number].ahead()
    print(json.dumps(answer), flush=True)
