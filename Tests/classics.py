"""Takes every experiment of experiments/classics through the whole program, as a researcher would.

Each is checked, simulated, run by its simulated listener, traced, fitted, reported and rendered. Two sessions must equal
two replicates. Then a person's answers come once from a file and once from a terminal, while ALSA's file plug-in stands
in for the sound device: what the listener heard must equal what `peach render` makes of the records, sample by sample.

    python3 Tests/classics.py .build/release/peach [NAME…]
"""

import csv
import io
import os
import pathlib
import pty
import re
import select
import subprocess
import sys
import tempfile
import time

PROGRAM = os.path.abspath(sys.argv[1])
CLASSICS = pathlib.Path(__file__).parent.parent / "experiments" / "classics"
COLUMNS = (
    "run", "listener", "task", "strategy", "replicate", "trial", "level", "correct", "reversal", "estimate",
    "estimate_low", "estimate_high", "trial_kind", "track", "alternatives", "reference_note", "answer", "order",
)
HEARD = 3


class Failure(Exception):
    pass


class Classic:
    def __init__(self, file: pathlib.Path, folder: pathlib.Path):
        self.file, self.folder = str(file), folder
        self.heard = folder / "heard"
        self.heard.mkdir()
        (folder / "asound.conf").write_text(
            "pcm.quiet { type null }\n"
            f'pcm.capture {{ type file slave.pcm null file "{self.heard}/out" format raw truncate false }}\n'
        )
        self.environment = os.environ | {
            "PEACH_HOME": str(folder / "records"), "TMPDIR": str(folder), "LANG": "C.UTF-8", "TERM": "xterm",
            "ALSA_CONFIG_PATH": f"/usr/share/alsa/alsa.conf:{folder}/asound.conf",
        }
        text = file.read_text()
        listener = re.search(r"- \{name: (\S+), kind: (\S+), (.*)\}", text)
        self.name = listener[1]
        self.responder = " ".join([listener[2]] + listener[3].replace(": ", "=").replace(",", "").split())
        self.unit = re.search(r"^  unit: (\S+)", text, re.M)[1]

    def peach(self, *arguments, **options) -> str:
        run = subprocess.run(
            [PROGRAM, *arguments], cwd=self.folder, env=self.environment, capture_output=True, text=True, **options)
        if run.returncode != 0:
            raise Failure(f"peach {' '.join(arguments)}: status {run.returncode}\n{run.stdout[-800:]}{run.stderr}")
        return run.stdout

    def rows(self, *arguments) -> list[dict]:
        return list(csv.DictReader(io.StringIO(self.peach(*arguments))))

    def simulate(self) -> list[dict]:
        self.peach("check", self.file)
        self.peach("simulate", self.file, "--replicates", "2", "-o", "results.sqlite")
        self.peach("report", "results.sqlite", "-o", "results.html")
        if (self.folder / "results.html").stat().st_size < 10_000:
            raise Failure("the report is empty")
        return self.rows("export", "results.sqlite", "--table", "trials")

    def compare(self, simulated: list[dict]):
        """Sessions of a simulated listener are the replicates."""
        for _ in range(2):
            self.peach("live", self.file, "--listener", self.name, "--responder", self.responder, "--fast")
        sat = self.rows("export", "--listener", self.name, "--table", "trials")
        first = [row["run"] for row in simulated if row["replicate"] == "1"][0].rsplit("/", 1)[0]
        wanted = [row for row in simulated if row["run"].rsplit("/", 1)[0] == first and int(row["replicate"]) <= 2]
        if len(sat) != len(wanted) or len(sat) < 20:
            raise Failure(f"{len(sat)} trials in sessions, {len(wanted)} in replicates")
        for live, model in zip(sat, wanted):
            model = model | {"level": model.get("level") or model[f"level_{self.unit}"]}
            for column in COLUMNS:
                if column == "run" and "=" in model["run"]:
                    continue  # A sweep writes its values there.
                if live.get(column, "") != model.get(column, ""):
                    raise Failure(f"trial {live['trial']}: {column} {live.get(column)!r}, {model.get(column)!r}")

    def analyse(self):
        for session in ("1", "2"):
            trace = self.rows("trace", "--listener", self.name, "--session", session, "--format", "csv")
            if len(trace) < 10:
                raise Failure("the trace is too short")
        fit = self.rows("fit", "--listener", self.name, "--at", "0.75", "--format", "csv", "--report", "fit.html")
        if int(fit[0]["trials"]) < 20:
            raise Failure(f"the fit has {fit[0]['trials']} trials")
        self.peach("report", "--listener", self.name, "-o", "listener.html")
        self.peach("render", self.file, "--level", self.level(), "--trial", "2", "-o", "one.wav")

    def level(self) -> str:
        return re.search(r"start: ([-.\d]+)", pathlib.Path(self.file).read_text())[1]

    def person(self):
        """Answers of a file, then keys at a terminal; both are heard as they are rendered."""
        self.peach("calibrate", "level", "--device", "capture", "--reading", "75", "--seconds", "0.1")
        for name, run in (("file", self.from_file), ("keys", self.from_keys)):
            for old in self.heard.iterdir():
                old.unlink()
            run(name)
            played = [p.read_bytes() for p in sorted(self.heard.iterdir(), key=lambda p: (len(p.name), p.name))]
            # The tick after a wrong answer is shorter than any trial.
            played = [sound for sound in played if len(sound) >= 6 * 4800]
            for trial in range(1, HEARD + 1):
                self.peach(
                    "render", "--listener", name, "--session", "1", "--trial", str(trial), "-o", "again.wav", "--force")
                samples = (self.folder / "again.wav").read_bytes()[44:]
                # A trial whose sound stalled was played and asked again.
                while played and not self.is_same(played[0], samples):
                    played.pop(0)
                if not played:
                    raise Failure(f"{name}: trial {trial} was not heard as it is rendered")
                played.pop(0)

    @staticmethod
    def is_same(sound: bytes, samples: bytes) -> bool:
        """ALSA fills its last period with silence."""
        rest = sound[len(samples):]
        return sound.startswith(samples) and len(rest) < 6 * 480 and not any(rest)

    def from_file(self, name: str):
        (self.folder / "lines.txt").write_text("1\n2\n1\n")
        with open(self.folder / "lines.txt") as lines:
            self.peach(
                "live", self.file, "--listener", name, "--device", "capture", "--trials", str(HEARD), stdin=lines)

    def from_keys(self, name: str):
        leader, follower = pty.openpty()
        run = subprocess.Popen(
            [PROGRAM, "live", self.file, "--listener", name, "--device", "capture", "--trials", str(HEARD)],
            cwd=self.folder, env=self.environment, stdin=follower, stdout=follower, stderr=follower, close_fds=True)
        os.close(follower)
        screen, end = b"", time.monotonic() + 90
        while run.poll() is None:
            if time.monotonic() > end:
                run.kill()
                raise Failure(f"the terminal session does not end:\n{screen[-600:].decode(errors='replace')}")
            if select.select([leader], [], [], 0.3)[0]:
                try:
                    screen += os.read(leader, 65536)
                except OSError:
                    break
            else:
                # Early keys are refused, later ones answer or continue.
                os.write(leader, b"1")
        os.close(leader)
        if run.wait() != 0:
            raise Failure(f"the terminal session ended with {run.returncode}:\n{screen[-600:].decode(errors='replace')}")
        stored = self.rows("export", "--listener", name, "--table", "trials")
        if len(stored) != HEARD:
            raise Failure(f"{len(stored)} trials were stored at the terminal")


def main() -> int:
    names = sys.argv[2:]
    files = [file for file in sorted(CLASSICS.glob("*.yaml")) if not names or file.stem in names]
    failed = 0
    for file in files:
        with tempfile.TemporaryDirectory() as folder:
            began = time.monotonic()
            classic = Classic(file, pathlib.Path(folder))
            try:
                classic.compare(classic.simulate())
                classic.analyse()
                classic.person()
                print(f"{file.stem}: passed, {time.monotonic() - began:.0f} s", flush=True)
            except Failure as failure:
                failed += 1
                print(f"{file.stem}: FAILED\n{failure}", flush=True)
    print(f"{len(files) - failed} of {len(files)} experiments passed")
    return 1 if failed or not files else 0


sys.exit(main())
