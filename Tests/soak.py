#!/usr/bin/env python3
"""soak.py PEACH [TRIALS [RUNS]]: one live session of 10^6 trials and one simulation of 10^7 runs, watched from outside.

Prints seconds and memory at ten points of each, and at the end the most memory there was. Exit 1 unless memory is flat (the
ninth tenth above the first by less than a quarter or 16 MB) and time linear (no tenth more than twice as slow as their
median), the summary at the end apart.
"""
import os
import sqlite3
import subprocess
import sys
import tempfile
import time

EXPERIMENT = """\
name: soak
seed: 3
task: {{kind: comparison}}
listeners: [{{name: ann, kind: gaussian, jnd: 12}}]
strategies: [{{name: kazez, kind: kazez}}]
stop: {{trials: {trials}}}
replicates: {runs}
keep-trials: 0
"""


def memory(process, which="VmRSS"):
    """Resident MB, now or at most (VmHWM); None when it has ended."""
    try:
        with open(f"/proc/{process.pid}/status") as status:
            return next((int(line.split()[1]) / 1024 for line in status if line.startswith(which)), None)
    except FileNotFoundError:
        return None


def count(path, query):
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=5) as database:
            return database.execute(query).fetchone()[0] or 0
    except sqlite3.Error:
        return 0


def watch(what, command, path, query, total, environment):
    """Runs a command and notes seconds and memory whenever another tenth of the work is stored."""
    print(f"{what:>10} {'seconds':>9} {'MB':>7}", flush=True)
    start = time.monotonic()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    points = []
    peak = 0.0
    while process.poll() is None:
        used, done = memory(process), count(path, query)
        peak = max(peak, memory(process, "VmHWM") or 0)
        if used and done >= total * (len(points) + 1) / 10 and len(points) < 10:
            points.append((done, time.monotonic() - start, used))
            print(f"{done:>10} {points[-1][1]:>9.1f} {used:>7.1f}", flush=True)
        time.sleep(min(1, max(0.05, (time.monotonic() - start) / 200)))
    print(f"{'end':>10} {time.monotonic() - start:>9.1f} {peak:>7.1f}  exit {process.returncode}", flush=True)
    return process.returncode == 0 and count(path, query) == total and is_steady(points)


def is_steady(points):
    """The last tenth may be seen during the summary already."""
    points = points[:9]
    if len(points) < 9:
        print("too fast to be watched: fewer than nine points")
        return False
    rates = sorted((b[1] - a[1]) / (b[0] - a[0]) for a, b in zip(points, points[1:]))
    growth = points[-1][2] - points[0][2]
    print(f"{'':>10} slowest tenth {rates[-1] / rates[len(rates) // 2]:.2f} of the median, memory {growth:+.1f} MB")
    return rates[-1] < 2 * rates[len(rates) // 2] and growth < max(16, points[0][2] / 4)


def main():
    peach = os.path.abspath(sys.argv[1])
    trials = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    runs = int(sys.argv[3]) if len(sys.argv) > 3 else 10_000_000
    # In memory where there is such a folder: the disk is no matter of this.
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        environment = os.environ | {"PEACH_HOME": folder}

        def experiment(name, **values):
            path = f"{folder}/{name}.yaml"
            with open(path, "w") as file:
                file.write(EXPERIMENT.format(**values))
            return path

        live = watch(
            "trials",
            [peach, "live", experiment("live", trials=trials, runs=1), "--strategy", "kazez", "--listener", "ann"]
            + ["--responder", "gaussian jnd=12", "--fast"],
            f"{folder}/peach.sqlite", "SELECT COUNT(*) FROM comparison", trials, environment)
        simulated = watch(
            "runs",
            [peach, "simulate", experiment("simulate", trials=10, runs=runs), "-o", f"{folder}/soak.sqlite"],
            f"{folder}/soak.sqlite", "SELECT SUM(last - first + 1) FROM batch", runs, environment)
    sys.exit(0 if live and simulated else 1)


main()
