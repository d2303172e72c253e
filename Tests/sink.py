"""A PulseAudio server without hardware, and a recording of what it plays. Needs pulseaudio, pulseaudio-utils and numpy."""

import atexit
import subprocess
import threading
import time

import numpy

RATE = 44100


class NullSink:
    """A server with a null sink in a folder. A recorder of short blocks keeps it from taking seconds of silence at once.

    The sink rewinds nothing: a monitor would miss samples that are written again.
    """

    def __init__(self, folder, environment, keeps=False):
        self.blocks = [] if keeps else None
        self.server = subprocess.Popen(
            ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "-L",
             f"module-null-sink sink_name=test format=float32le rate={RATE} channels=1 norewinds=1", "-L", "module-native-protocol-unix"],
            env=environment | {"XDG_RUNTIME_DIR": str(folder)}, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        atexit.register(self.server.kill)
        while not (folder / "pulse" / "native").exists():
            time.sleep(0.05)
        self.recorder = subprocess.Popen(
            ["parec", "-d", "test.monitor", "--latency-msec=5", "--format=float32le", f"--rate={RATE}", "--channels=1"],
            env=environment | {"XDG_RUNTIME_DIR": str(folder)}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        atexit.register(self.recorder.kill)
        threading.Thread(target=self.record, daemon=True).start()
        time.sleep(3)

    def record(self):
        while block := self.recorder.stdout.read1(1 << 16):
            if self.blocks is not None:
                self.blocks.append((time.time(), block))

    def end(self):
        self.recorder.kill()
        self.server.kill()

    def heard(self):
        """The samples, the time of day of the first, and the bounds of the sounds between silences of 20 ms."""
        samples = numpy.frombuffer(b"".join(block for _, block in self.blocks), dtype=numpy.float32)
        ends = numpy.cumsum([len(block) // 4 for _, block in self.blocks])
        began = min(moment - end / RATE for (moment, _), end in zip(self.blocks, ends))
        sounding = numpy.flatnonzero(numpy.abs(samples) > 1e-7)
        breaks = numpy.flatnonzero(numpy.diff(sounding) > 0.02 * RATE)
        starts, stops = sounding[numpy.r_[0, breaks + 1]], sounding[numpy.r_[breaks, len(sounding) - 1]] + 1
        return samples, began, starts, stops
