#!/usr/bin/env python3
"""Measures live sessions of the whole program at a pseudo-terminal, in real time.

    live.py PEACH onsets     end of feedback to the next onset, a quarter of the answers early; no trial may count as stalled
    live.py PEACH stalls     players and a sound server that stop or end in every part of a trial: none may be stored as good
    live.py PEACH pauses     players that stop between two trials: every sound that was stored was heard whole, at the stored moment
    live.py PEACH backups    a backup every second during a session: each opens and holds all trials of its moment
    live.py PEACH heard      frequency, levels on a sloping calibration, duration and gap of what was played, by numpy

--trials N sets the trials of `onsets` and `backups`, --seed N the random moments. All but `heard` need an idle machine: run them with
chrt -f 20 if other work goes on. `onsets`, `stalls` and `pauses` need pulseaudio, pulseaudio-utils and libasound2-plugins; all need numpy and pyte.
"""

import argparse
import atexit
import contextlib
import csv
import datetime
import io
import math
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import statistics
import subprocess
import tempfile
import threading
import time

import numpy

from sink import RATE, NullSink
from terminal import Terminal

parser = argparse.ArgumentParser()
parser.add_argument("peach", type=pathlib.Path)
parser.add_argument("measurements", nargs="+", choices=["onsets", "stalls", "pauses", "backups", "heard"])
parser.add_argument("--trials", type=int, default=1001)
parser.add_argument("--seed", type=int, default=int(time.time()))
options = parser.parse_args()
peach = options.peach.resolve()
chance = random.Random(options.seed)
FEEDBACK = 0.4

STUDY = """
name: measured
seed: 20261128
task: {{kind: {kind}, notes: [C4, C5], note-duration: {note}, gap: {gap}}}
listeners: [{{name: rehearsal, {listener}}}]
{strategies}
stop: {{trials: {trials}}}
replicates: 1
"""
STRATEGIES = "strategies: [{name: steps, kind: weighted-up-down, start: 100, target: 0.75, step: {factor: 1.3}, limits: [10, 200], at-limit: off}]"


class Room:
    """A folder with records of its own, an experiment, and perhaps a sound server."""

    def __init__(self, sound=None, keeps=False):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="peach-live-"))
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        (self.folder / "heard").mkdir()
        (self.folder / "asound.conf").write_text(
            "pcm.quiet { type null }\n"
            f'pcm.capture {{ type file slave.pcm null file "{self.folder}/heard/out" format raw truncate false }}\n')
        self.environment = os.environ | {
            "PEACH_HOME": str(self.folder / "home"), "TMPDIR": str(self.folder), "LANG": "C.UTF-8",
            "ALSA_CONFIG_PATH": f"/usr/share/alsa/alsa.conf:{self.folder}/asound.conf",
        }
        if sound == "pulse":
            self.environment["XDG_RUNTIME_DIR"] = str(self.folder)
            self.environment.pop("ALSA_CONFIG_PATH")
            self.sink = NullSink(self.folder, self.environment, keeps)

    def write(self, trials, note=0.1, gap=0.0, kind="comparison"):
        is_matching = kind == "matching"
        (self.folder / "measured.yaml").write_text(STUDY.format(
            kind=kind, note=note, gap=gap, trials=trials, strategies="" if is_matching else STRATEGIES,
            listener="kind: tuner, spread: 8" if is_matching else "kind: gaussian, jnd: 12"))

    def run(self, *arguments, status=0, lines=os.devnull):
        with open(lines) as answers:
            done = subprocess.run(
                [peach, *map(str, arguments)], cwd=self.folder, env=self.environment, capture_output=True, text=True,
                stdin=answers)
        assert done.returncode == status, (arguments, done.stdout[-500:], done.stderr)
        return done.stdout

    def rows(self, table, listener="P01"):
        return list(csv.DictReader(io.StringIO(self.run("export", "--listener", listener, "--table", table))))

    def sit(self, device, *arguments):
        return Terminal(
            [peach, "live", "measured.yaml", "--listener", "P01", "--device", device, *arguments], self.environment, self.folder)


def answer(terminal, is_early, note):
    """Waits for the target note or the question, answers, and waits for the feedback."""
    terminal.wait("target note" if is_early else "higher or lower?")
    time.sleep(chance.random() * (note * 0.8 if is_early else 0.1))
    terminal.type(chance.choice("hl"))
    terminal.wait(lambda: "right" in terminal.text or "wrong" in terminal.text or terminal.has_ended)


# MARK: Onsets


def onsets():
    """The onset of a reference note follows from the records: answer − response time − note − gap. The end of feedback is 0.4 s
    after the answer; the time to store it counts as part of the delay."""
    note, gap = 0.1, 0.0
    room = Room("pulse")
    room.write(options.trials, note, gap)
    terminal = room.sit("pulse")
    for trial in range(options.trials):
        answer(terminal, trial % 4 == 0, note)
        terminal.wait(lambda: terminal.has_ended or ("right" not in terminal.text and "wrong" not in terminal.text))
    assert terminal.end() == 0, terminal.text
    delays, early = [], 0
    last = None
    for row in room.rows("trials"):
        moment = datetime.datetime.fromisoformat(row["timestamp"].replace("Z", "+00:00")).timestamp()
        early += float(row["response_time_s"]) < note
        if last is not None:
            delays.append(1000 * (moment - float(row["response_time_s"]) - note - gap - last - FEEDBACK))
        last = moment
    delays.sort()
    at = lambda share: delays[min(len(delays) - 1, int(share * len(delays)))]
    stalls = room.rows("sessions")[0]["stalls"]
    print(f"onsets: n = {len(delays)}, {early} answers early; ms after the end of feedback: median {statistics.median(delays):.1f}, "
          f"p90 {at(0.9):.1f}, p99 {at(0.99):.1f}, p99.9 {at(0.999):.1f}, greatest {delays[-1]:.1f}; stalls {stalls}", flush=True)
    assert at(0.99) < 50 and delays[-1] < 100 and stalls == "0", delays[-12:]
    assert early > 0.2 * len(delays), early


# MARK: Stalls


def players(terminal):
    """The players of a session, its children."""
    found = subprocess.run(["pgrep", "-P", str(terminal.process.pid)], capture_output=True, text=True).stdout.split()
    return [int(pid) for pid in found if pathlib.Path(f"/proc/{pid}/comm").read_text() == "aplay\n"]


def pause(pid, seconds):
    """Stops a process now, and lets it go on later."""
    os.kill(pid, signal.SIGSTOP)

    def go_on():
        with contextlib.suppress(ProcessLookupError):  # Peach may have ended a player that stood still.
            os.kill(pid, signal.SIGCONT)

    timer = threading.Timer(seconds, go_on)
    timer.start()
    return timer


def halt(room, kind, parts, note, gap, victims, question, answer):
    """Stops players and the server in every part of a trial. Each trial must begin again without an answer."""
    cases = [(part, seconds, victim) for part in parts for seconds in (0.1, 0.3, 1.0) for victim in victims]
    chance.shuffle(cases)
    room.write(len(cases), note, gap, kind)
    terminal = room.sit("pulse")
    missed = []
    for part, seconds, victim in cases:
        terminal.wait("reference note")
        moment = chance.uniform(*parts[part])
        time.sleep(moment)
        timer = pause(players(terminal)[0] if victim == "aplay" else room.sink.server.pid, seconds)
        try:
            # A trial that is discarded leaves the screen empty for a while.
            terminal.wait(lambda: not any(word in terminal.text for word in ("reference note", "target note", question)), 2.5 + seconds)
        except TimeoutError:
            missed.append((part, seconds, victim, round(moment, 2)))
        timer.join()
        terminal.wait(question)
        terminal.type(answer)
        terminal.wait(lambda: terminal.has_ended or question not in terminal.text)
    assert terminal.end() == 0, terminal.text
    sessions, table = room.rows("sessions"), {"comparison": "trials", "matching": "matching"}[kind]
    stored, counted = len(room.rows(table)), int(sessions[-1]["stalls"])
    print(f"stalls: {kind}: {len(cases)} pauses of 0.1, 0.3 and 1 s, {counted} counted, {stored} trials stored; "
          f"missed: {missed or 'none'}", flush=True)
    assert not missed and counted >= len(cases) == stored


def stalls():
    note = gap = 0.6
    # Seconds from the onset of the reference note.
    parts = {"reference": (0.05, 0.55), "gap": (0.65, 1.15), "target": (1.25, 1.7)}
    room = Room("pulse")
    halt(room, "comparison", parts, note, gap, ["aplay"] * 5 + ["server"] * 2, "higher or lower?", "h")
    halt(room, "matching", parts | {"held": (1.9, 3.0)}, note, gap, ["aplay"] * 2 + ["server"], "tune the note", "\r")
    earlier = len(room.rows("trials"))
    # A server that ends takes the session with it, and the trial that sounds is not stored.
    room.write(3, note, gap)
    terminal = room.sit("pulse")
    terminal.wait("target note")
    room.sink.end()
    status = terminal.end()
    stored = len(room.rows("trials")) - earlier
    print(f"stalls: a server that ends: status {status}, {stored} trials stored", flush=True)
    assert status == 74 and stored == 0


def pauses():
    """The player of the next trial starts in the feedback and waits for samples. It is stopped there, perhaps beyond the moment at which
    its sound should begin, and the last player is stopped while the listener thinks. A sound may be late, but must be whole."""
    note, gap = 0.3, 0.1
    cases = [(part, seconds) for part in ("feedback", "question") for seconds in (0.1, 0.3, 1.0) for _ in range(10)]
    chance.shuffle(cases)
    room = Room("pulse", keeps=True)
    room.write(len(cases) + 1, note, gap)
    terminal = room.sit("pulse")
    late = 0

    def stop(seconds):
        for timer in [pause(player, seconds) for player in players(terminal)]:
            timer.join()

    for part, seconds in cases:
        terminal.wait("higher or lower?")
        if part == "question":
            time.sleep(chance.uniform(0, 0.2))
            stop(seconds)
        terminal.type(chance.choice("hl"))
        terminal.wait(lambda: "right" in terminal.text or "wrong" in terminal.text)
        if part == "feedback":
            moment = chance.uniform(0.13, 0.39)
            late += moment + seconds > FEEDBACK
            time.sleep(moment)
            stop(seconds)
        terminal.wait(lambda: "right" not in terminal.text and "wrong" not in terminal.text)
    terminal.wait("higher or lower?")
    terminal.type("h")
    assert terminal.end() == 0, terminal.text
    room.sink.end()
    rows, stalls = room.rows("trials"), int(room.rows("sessions")[0]["stalls"])
    _, began, starts, stops = room.sink.heard()
    delays, broken = [], []
    for row in rows:
        moment = datetime.datetime.fromisoformat(row["timestamp"].replace("Z", "+00:00")).timestamp()
        onset = moment - float(row["response_time_s"]) - note - gap
        first = numpy.abs(began + starts / RATE - onset).argmin()
        lengths = [stops[first] - starts[first], starts[first + 1] - stops[first], stops[first + 1] - starts[first + 1]]
        delays.append(1000 * (began + starts[first] / RATE - onset))
        if numpy.abs(numpy.subtract(lengths, [note * RATE, gap * RATE, note * RATE])).max() > 30:
            broken.append((int(row["trial"]), lengths))
    spread = max(delays) - min(delays)
    print(f"pauses: {len(cases)} pauses of 0.1, 0.3 and 1 s, {late} of them beyond the end of feedback; {stalls} counted as stalls, {len(rows)} "
          f"trials stored; heard {min(delays):.0f} to {max(delays):.0f} ms after the stored onset; not whole: {broken or 'none'}", flush=True)
    # aplay's buffer and the blocks of the server and of the recorder.
    assert not broken and spread < 80, sorted(delays)[-5:]


# MARK: Backups


def backups():
    room = Room()
    room.write(options.trials, 0.05)
    told = []
    session = subprocess.Popen(
        [peach, "live", "measured.yaml", "--listener", "P01", "--device", "quiet", "--responder", "gaussian jnd=12"],
        cwd=room.folder, env=room.environment, stdout=subprocess.PIPE, text=True)
    # Feedback is printed once its trial is stored.
    reader = threading.Thread(target=lambda: told.extend(
        time.monotonic() for line in session.stdout if line.rstrip().endswith(("right", "wrong"))))
    reader.start()
    copies, held, began = 0, [], time.monotonic()
    while session.poll() is None:
        time.sleep(max(0, began + copies + 1 - time.monotonic()))
        acknowledged = len(told)
        file = room.folder / f"copy-{copies}.sqlite"
        if acknowledged == 0 and copies == 0:
            continue
        room.run("backup", file.name)
        database = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        held.append(database.execute("SELECT trial, level, answer FROM comparison ORDER BY trial").fetchall())
        database.close()
        file.unlink()
        assert len(held[-1]) >= acknowledged, (copies, len(held[-1]), acknowledged)
        copies += 1
    reader.join()
    assert session.returncode == 0
    room.run("backup", "whole.sqlite")
    database = sqlite3.connect(room.folder / "whole.sqlite")
    whole = database.execute("SELECT trial, level, answer FROM comparison ORDER BY trial").fetchall()
    assert len(whole) == options.trials and all(copy == whole[:len(copy)] for copy in held)
    print(f"backups: {copies} copies during {len(whole)} trials; each opens, is whole, and holds every acknowledged trial", flush=True)


# MARK: What was heard


def heard():
    """Notes over five octaves on a device whose response slopes: each note must have the level of the records in dB SPL."""
    room = Room()
    played = -20.0
    readings = [(62.5, 70.0), (250, 76.0), (1000, 84.0), (4000, 80.0)]
    (room.folder / "readings.csv").write_text(
        "frequency_hz,reading_db\n" + "".join(f"{hertz},{level}\n" for hertz, level in readings))
    room.run("calibrate", "level", "--device", "capture", "--level", played, "--table", "readings.csv")
    note, gap, trials = 0.5, 0.2, 24
    room.write(trials, note, gap)
    file = room.folder / "measured.yaml"
    file.write_text(file.read_text().replace(
        "notes: [C4, C5]", "notes: [C2, C6], intervals: [octave-up, perfect-fifth-up], level: 55 dB SPL"))
    # A file has all its lines from the start, so they are read one for each question.
    lines = room.folder / "lines.txt"
    lines.write_text("h\nl\n" * (trials // 2))
    room.run("live", "measured.yaml", "--listener", "P01", "--device", "capture", lines=lines)
    rows, session = room.rows("trials"), room.rows("sessions")[0]
    rate = int(session["sample_rate_hz"])
    assert session["sample_format"] == "24" and session["level_scale"] == "dB SPL", session
    files = sorted((room.folder / "heard").iterdir(), key=lambda file: (len(file.name), file.name))
    frames = [round(seconds * rate) for seconds in (note, note + gap, 2 * note + gap)]
    # The tick after a wrong answer is shorter than any trial.
    sounds = [sound for sound in map(decoded, files) if len(sound) >= frames[2]]
    assert len(rows) == trials == len(sounds), (len(rows), len(sounds))
    worst = dict.fromkeys(["frequency (cents)", "level (dB)", "duration (samples)", "gap (samples)"], 0.0)
    offsets = [[math.log(hertz) for hertz, _ in readings], [level - played for _, level in readings]]
    for row, sound in zip(rows, sounds):
        assert float(row["note_duration_s"]) == note and float(row["gap_s"]) == gap, row
        heard = numpy.flatnonzero(sound)
        # A sample at the end of a ramp may be rounded to 0.
        silence = numpy.diff(heard).max() - 1
        worst["duration (samples)"] = max(worst["duration (samples)"], abs(heard[-1] + 1 - frames[2]), heard[0])
        worst["gap (samples)"] = max(worst["gap (samples)"], abs(silence - (frames[1] - frames[0])))
        reference = 440 * 2 ** ((int(row["reference_note"]) - 69) / 12)
        target = 440 * 2 ** ((int(row["target_note"]) - 69) / 12 + float(row["offset_cents"]) / 1200)
        for samples, hertz, level in [(sound[:frames[0]], reference, "reference_level_db"),
                                      (sound[frames[1]:frames[2]], target, "target_level_db")]:
            found, peak = sine(samples, hertz, rate)
            presented = 20 * math.log10(peak) + numpy.interp(math.log(hertz), *offsets)
            worst["frequency (cents)"] = max(worst["frequency (cents)"], abs(1200 * math.log2(found / hertz)))
            worst["level (dB)"] = max(worst["level (dB)"], abs(presented - float(row[level])))
    print(f"heard: {trials} trials; greatest differences from the records: "
          + ", ".join(f"{name} {value:.3g}" for name, value in worst.items()), flush=True)
    assert worst["frequency (cents)"] < 0.1 and worst["level (dB)"] < 0.05, worst
    assert worst["duration (samples)"] <= 4 and worst["gap (samples)"] <= 8, worst


def sine(samples, hertz, rate):
    """The frequency and the peak of a note, between its ramps: the phase at a known frequency drifts with the difference."""
    inner = samples[round(0.03 * rate):-round(0.03 * rate)]
    for _ in range(3):
        basis = numpy.exp(-2j * math.pi * hertz / rate * numpy.arange(len(inner)))
        half = len(inner) // 2
        window = numpy.hanning(half)
        first, second = [(inner[part] * basis[part] * window).sum() for part in (slice(0, half), slice(half, 2 * half))]
        hertz += numpy.angle(second / first) / (2 * math.pi * half / rate)
    angles = 2 * math.pi * hertz / rate * numpy.arange(len(inner))
    fitted = numpy.linalg.lstsq(numpy.stack([numpy.cos(angles), numpy.sin(angles)], axis=1), inner, rcond=None)[0]
    return hertz, float(numpy.hypot(*fitted))


def decoded(file):
    """The samples of a note, which has one channel of 24 bits, as aplay gave them to ALSA."""
    data = numpy.frombuffer(file.read_bytes(), dtype=numpy.uint8)
    frames = data[:len(data) // 3 * 3].reshape(-1, 3).astype(numpy.int32)
    return ((frames[:, 0] | frames[:, 1] << 8 | frames[:, 2] << 16) - (frames[:, 2] >> 7 << 24)) / (1 << 23)


for name in options.measurements:
    print(f"{name}: seed {options.seed}", flush=True)
    globals()[name]()
