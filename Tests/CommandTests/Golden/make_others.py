"""Writes data files as other programs write them, and fits them with scipy: ../Files and others.json.

Run in this folder: python3 make_others.py. It needs numpy and scipy. Nothing is copied from another program: the shapes
are those of their documents and sources, the answers are drawn here.
"""

import csv
import io
import json
import pathlib

import numpy as np
from scipy.optimize import minimize
from scipy.stats import norm

files = pathlib.Path("../Files")
random = np.random.default_rng(20261122)


def answers(levels, alpha, beta, guess, lapse):
    p = guess + (1 - guess - lapse) * norm.cdf(beta * (np.asarray(levels) - alpha))
    return (random.random(len(levels)) < p).astype(int)


def staircase(start, step, alpha, beta, guess, count):
    """Levels and answers of a 2-down-1-up track."""
    level, run, rows = start, 0, []
    for _ in range(count):
        correct = int(answers([level], alpha, beta, guess, 0.01)[0])
        rows.append((round(level, 6), correct))
        run = run + 1 if correct else 0
        if not correct:
            level += step
        elif run == 2:
            level, run = level - step, 0
    return rows


def fit(trials, guess):
    """The highest likelihood of a normal function with the lapse rate free from 0 to 0.1."""
    table = {}
    for level, n, k in trials:
        old = table.get(level, (0, 0))
        table[level] = (old[0] + n, old[1] + k)
    x = np.array(sorted(table))
    n = np.array([table[level][0] for level in x], float)
    k = np.array([table[level][1] for level in x], float)

    def loss(point):
        alpha, log_beta, lapse = point
        p = guess + (1 - guess - lapse) * norm.cdf(np.exp(log_beta) * (x - alpha))
        p = np.clip(p, 1e-300, 1 - 1e-16)
        return -np.sum(k * np.log(p) + (n - k) * np.log1p(-p))

    best = None
    spread = x.max() - x.min()
    for alpha in np.quantile(x, [0.2, 0.4, 0.6, 0.8]):
        for width in spread * np.array([0.1, 0.3, 1.0]):
            for lapse in (0.0, 0.02, 0.08):
                found = minimize(
                    loss, [alpha, np.log(3.29 / width), lapse], method="Nelder-Mead",
                    bounds=[(None, None), (None, None), (0, 0.1)],
                    options={"xatol": 1e-10, "fatol": 1e-12, "maxiter": 20000, "maxfev": 20000})
                if best is None or found.fun < best.fun:
                    best = found
    for _ in range(5):
        best = minimize(
            loss, best.x, method="Nelder-Mead", bounds=[(None, None), (None, None), (0, 0.1)],
            options={"xatol": 1e-12, "fatol": 1e-13, "maxiter": 20000, "maxfev": 20000})
    alpha, log_beta, lapse = best.x
    beta = float(np.exp(log_beta))
    return {
        "threshold": float(alpha), "width": float((norm.ppf(0.95) - norm.ppf(0.05)) / beta), "alpha": float(alpha),
        "beta": beta, "guess": guess, "lapse": float(lapse), "log_likelihood": float(-best.fun), "trials": int(n.sum()),
        "levels": len(x)}


golden = {}


def keep(name, text, trials, guess=0.5, encoding="utf-8"):
    (files / name).write_bytes(text.encode(encoding))
    golden[name] = fit(trials, guess)


def singles(rows):
    return [(level, 1, correct) for level, correct in rows]


def quoted(rows, end="\n"):
    text = io.StringIO()
    csv.writer(text, lineterminator=end, quoting=csv.QUOTE_ALL).writerows(rows)
    return text.getvalue()


# PsychoPy's Builder: a byte order mark, a row for each routine, a comma at the end of every line.
rows = staircase(0.8, 0.06, 0.42, 9, 0.5, 120)
head = [
    "trials.thisRepN", "trials.thisTrialN", "trials.thisN", "trials.thisIndex", "trials.stepSizeCurrent",
    "trials.intensity", "instructions.started", "key_resp.keys", "key_resp.corr", "key_resp.rt", "trials.response",
    "participant", "session", "date", "expName", "psychopyVersion", "frameRate", ""]
info = ["P07", "001", "2026-11-20_14h03.22.114", "contrast", "2025.1.1", "59.94", ""]
lines = [head, ["", "", "", "", "", "", "8.214", "", "", "", ""] + info]
for index, (level, correct) in enumerate(rows):
    keys = "left" if random.random() < 0.5 else "right"
    lines.append(
        [0, index, index, 0, 0.06, level, "", keys, correct, f"{0.4 + random.random():.4f}", correct] + info)
lines.append(["", "", "", "", "", "", "310.5", "", "", "", ""] + info)
text = io.StringIO()
csv.writer(text, lineterminator="\n").writerows(lines)
keep("psychopy-trials.csv", text.getvalue(), singles(rows), encoding="utf-8-sig")

# PsychoPy's TrialHandler.saveAsText: proportions of n, raw answers in columns without a name, and lines below the table.
levels = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
repetitions = 24
raw = [answers([level] * repetitions, 0.33, 8, 0.5, 0.02) for level in levels]
blank = [""] * (repetitions - 1)
lines = [["intensity", "n", "corr_mean", "corr_raw"] + blank + ["corr_std", "order"] + blank]
for level, got in zip(levels, raw):
    order = random.permutation(144)[:repetitions]
    lines.append([level, repetitions, got.mean()] + list(got) + [got.std(ddof=1)] + list(order))
text = "".join("\t".join(str(field) for field in line) + "\n" for line in lines)
text += "\nextraInfo\nparticipant\tP07\nsession\t001\n"
keep(
    "psychopy-summary.tsv", text, [(level, repetitions, int(got.sum())) for level, got in zip(levels, raw)],
    encoding="utf-8-sig")

# Counts under the names of Palamedes.
levels = [-2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0]
counts = [(level, 40, int(answers([level] * 40, -0.6, 1.6, 0.5, 0.02).sum())) for level in levels]
text = "StimLevels,NumPos,OutOfNum\n" + "".join(f"{level:g},{k},{n}\n" for level, n, k in counts)
keep("palamedes.csv", text, counts)

# A German spreadsheet: semicolons, decimal commas, line ends of Windows, empty columns and rows.
rows = [(level, int(correct)) for level in (1.5, 3.25, 5, 6.75, 8.5) for correct in answers([level] * 30, 4.4, 0.5, 0.5, 0.02)]
lines = ["Versuchsperson;Pegel (dB);Richtig;Bemerkung;"]
for index, (level, correct) in enumerate(rows):
    number = f"{level:g}".replace(".", ",")
    lines.append(f"Müller;{number};{correct};{'Pause, 12.30 Uhr' if index == 60 else ''};")
lines += [";;;;", ";;;;"]
keep("spreadsheet-de.csv", "".join(line + "\r\n" for line in lines), singles(rows))

# R's write.csv and write.table of the same data frame.
rows = [(level, int(correct)) for level in (10, 15, 20, 25, 30) for correct in answers([level] * 25, 19, 0.22, 0.5, 0.01)]
body = [(index + 1, level, "TRUE" if correct else "FALSE") for index, (level, correct) in enumerate(rows)]
text = '"","level","correct"\n' + "".join(f'"{index}",{level},{correct}\n' for index, level, correct in body)
keep("r-write-csv.csv", text, singles(rows))
text = '"level"\t"correct"\n' + "".join(f'"{index}"\t{level}\t{correct}\n' for index, level, correct in body)
keep("r-write-table.txt", text, singles(rows))

# R's write.csv2: semicolons and decimal commas.
levels = [0.125, 0.25, 0.5, 1, 2]
counts = [(level, 50, int(answers([level] * 50, 0.7, 2.4, 0.5, 0.02).sum())) for level in levels]
text = '"x";"ncorrect";"ntrials"\n' + "".join(f"{level:g}".replace(".", ",") + f";{k};{n}\n" for level, n, k in counts)
keep("r-write-csv2.csv", text, counts)

# jsPsych's data.get().csv(): every field in quotes, `null` for what is not there, HTML in `stimulus`.
rows = staircase(40, 4, 18, 0.11, 0.5, 100)
lines = [["rt", "stimulus", "response", "trial_type", "trial_index", "subject", "intensity", "correct"]]
lines.append(["null", '<p class="big">Press any key, please</p>', " ", "html-keyboard-response", 0, "s3", "", ""])
for index, (level, correct) in enumerate(rows):
    lines.append(
        [400 + int(500 * random.random()), "sound.wav", "f" if random.random() < 0.5 else "j",
         "audio-keyboard-response", index + 1, "s3", level, "true" if correct else "false"])
lines.append(["null", "<p>Thank you</p>", "null", "html-keyboard-response", 101, "s3", "null", "null"])
keep("jspsych.csv", quoted(lines, "\r\n"), singles(rows))

# Tabs.
rows = [(level, int(correct)) for level in (-6, -3, 0, 3, 6) for correct in answers([level] * 28, -1.5, 0.3, 0.5, 0.02)]
random.shuffle(rows)
rows = [(int(level), int(correct)) for level, correct in rows]
text = "trial\tx\ty\n" + "".join(f"{index + 1}\t{level}\t{correct}\n" for index, (level, correct) in enumerate(rows))
keep("tabs.tsv", text, singles(rows))

# A data frame of pandas with its index: True and False, whole numbers as floats, columns in another order.
rows = [(level, int(correct)) for level in (2.0, 4.0, 6.0, 8.0) for correct in answers([level] * 45, 4.6, 0.45, 1 / 3, 0.02)]
text = ",alternatives,correct,level_dB,rt\n" + "".join(
    f"{index},3.0,{bool(correct)},{level},{'' if index % 9 == 4 else round(0.3 + 0.001 * index, 4)}\n"
    for index, (level, correct) in enumerate(rows))
keep("pandas.csv", text, singles(rows), guess=1 / 3)

pathlib.Path("others.json").write_text(json.dumps(golden, indent=1) + "\n")
