"""Runs pychoacoustics' own adaptive procedure and writes what it saves of every trial: pychoacoustics-trials.csv.

Run in this folder with pychoacoustics 0.6.13 and PyQt6, without a screen:
QT_QPA_PLATFORM=offscreen python3 make_pychoacoustics.py. Only the window and the sounds are stood in for; the answers are drawn here, and
nothing of pychoacoustics is copied.
"""

import math
import os
import pathlib
import random
import tempfile
import types
from unittest.mock import MagicMock

from pychoacoustics.response_box import responseBox

random.seed(20261123)


class Settings(dict):
    """What was not set: no check box is checked, no list has anything in it."""

    def __missing__(self, key):
        return []


def answer(level):
    """Whether a listener whose 75 % point of two alternatives is 1 % hears a difference of so many percent."""
    return random.random() < 0.5 * (1 + math.erf(level / 1 * 0.67449 / math.sqrt(2)))


folder = tempfile.mkdtemp()
results = os.path.join(folder, "results.txt")
block = Settings(
    conditionLabel="F0DL", experiment="F0 difference limen", paradigm="Transformed Up-Down", blockPosition="1")
box = MagicMock()
box.tr = lambda text: text
box.correctButton = 1
box.fullFileLines, box.fullFileSummLines = [], []
box.prm = Settings(
    pref={"general": {
        "csvSeparator": ";", "resTableFileSuffix": "_table", "fullFileSuffix": "_trial", "precision": 12,
        "sessSummResFileSuffix": "_sess"}},
    resultsFile=results, listener="P07", sessionLabel="1", allBlocks={"experimentLabel": "pilot", "repetitions": 1},
    currentBlock=1, currentRepetition=1, storedBlocks=1, b1=block, paradigm="Transformed Up-Down",
    adaptiveType="Geometric", adaptiveParam=20.0, adaptiveStepSize1=2.0, adaptiveStepSize2=1.414,
    numberCorrectNeeded=2, numberIncorrectNeeded=1, initialTurnpoints=4, totalTurnpoints=16, startOfBlock=True,
    responseLight="None", corrTrackDir="Down", nAlternatives=2, exp=Settings(), turnpointVal=[], nTurnpoints=0)
del box.prm["turnpointVal"], box.prm["nTurnpoints"]
box.parent.return_value.currExp = "exp"


def end_time():
    box.prm["blockEndTime"], box.prm["blockStartTime"] = 61.5, 0.0
    box.prm["blockEndDateString"], box.prm["blockEndTimeString"] = "22/11/2026", "10:00:00"


box.getEndTime = end_time
for name in ["writeResultsSummaryFullLine", "writeResultsSummaryLine", "getCommonTabFields"]:
    setattr(box, name, types.MethodType(getattr(responseBox, name), box))

table = pathlib.Path(results.replace(".txt", "_table_trial.csv"))
while not table.exists():
    button = 1 if answer(box.prm["adaptiveParam"]) else 2
    responseBox.sortResponseAdaptive(box, button, "transformedUpDown")
pathlib.Path("../Files/pychoacoustics-trials.csv").write_text(table.read_text(encoding="utf-8"), encoding="utf-8")
print(table.read_text(encoding="utf-8")[:400])
