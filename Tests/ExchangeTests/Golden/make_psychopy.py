"""Runs PsychoPy's own handlers and writes what they save: psychopy-trials.csv and psychopy-staircase.csv.

Run in this folder with psychopy 2026.2.5 (its psychopy.data needs numpy, pandas, openpyxl, packaging; no window is opened):
python3 make_psychopy.py. The answers are drawn here; nothing of PsychoPy is copied.
"""

import logging
import math
import pathlib
import random

logging.disable(logging.CRITICAL)
from psychopy import data

random.seed(20261122)


def answer(level):
    """A listener whose 75 % point is 12 cents."""
    p = 0.5 * (1 + math.erf(level / 12 * 0.67449 / math.sqrt(2)))
    return int(random.random() < p)


info = {"participant": "P07", "session": "001", "psychopyVersion": "2026.2.5"}
handler = data.ExperimentHandler(
    name="pitch", version="", extraInfo=info, savePickle=False, saveWideText=False, dataFileName="psychopy")
staircase = data.StairHandler(
    startVal=100, stepType="db", stepSizes=[6, 3], nTrials=30, nUp=1, nDown=2, minVal=0.1, maxVal=400,
    extraInfo=info, name="staircase")
handler.addLoop(staircase)
for level in staircase:
    correct = answer(level)
    handler.addData("key_resp.corr", correct)
    handler.addData("key_resp.rt", round(0.3 + random.random(), 4))
    staircase.addResponse(correct)
    handler.nextEntry()
handler.saveAsWideText("../Files/psychopy-trials.csv", delim="comma")
handler.abort()
pathlib.Path("../Files/psychopy-trials_1.csv").unlink(missing_ok=True)

constant = data.TrialHandler(
    trialList=[{"level_cents": level} for level in (2, 5, 10, 20, 40)], nReps=6, method="random", extraInfo=info,
    seed=7, name="constant")
for trial in constant:
    constant.addData("corr", answer(trial["level_cents"]))
constant.saveAsWideText("../Files/psychopy-constant.csv", delim=",")
for path in pathlib.Path("../Files").glob("psychopy-*.csv"):
    print(path, path.stat().st_size)
