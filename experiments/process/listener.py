"""A listener with Gaussian noise as a program beside Peach: the same as kind: gaussian, draw for draw."""
import json, math, sys
from statistics import NormalDist

listeners = {}  # by the number of the track; without `tracks` in the experiment there is one
for line in sys.stdin:  # one message a line, one answer a line
    message = json.loads(line)
    answer, number = {"id": message["id"]}, message.get("track", 0)
    if message["type"] == "start":  # a new listener: forget the last one of this number
        settings = message["settings"]
        sigma = settings["jnd"] / NormalDist().inv_cdf(0.75)
        listeners[number] = sigma, settings.get("lapse", 0), settings.get("bias", 0)
    elif message["type"] == "trial":
        sigma, lapse, bias = listeners[number]
        lapsing, guessing, u, v = message["uniform"]  # the listener's own random numbers
        noise = math.sqrt(-2 * math.log(1 - u)) * math.cos(2 * math.pi * v)
        heard = message["offset"] + bias + sigma * noise
        is_higher = guessing < 0.5 if lapsing < lapse else heard > 0
        answer["answer"] = "higher" if is_higher else "lower"
    print(json.dumps(answer), flush=True)
