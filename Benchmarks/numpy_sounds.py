"""Pairs of notes by numpy, written as 24-bit WAV by python-soundfile (libsndfile), one thread.

Two notes of a second at 44.1 kHz with raised-cosine ramps of 10 ms, one after the other, each pair into a new file without
a name. The time axis and the ramps are made once; harmonics are summed in double precision, as Peach does.

Talks with peach-bench, so that the two can take turns: the first line on standard input is the folder; after that each line
`HARMONICS PAIRS` asks for a measurement and is answered with the CPU seconds.
"""

import os
import sys
import time

import numpy as np
import soundfile

RATE = 44100
FRAMES = RATE
RAMP = 441

phase = 2 * np.pi / RATE * np.arange(FRAMES)
rising = 0.5 * (1 - np.cos(np.pi * np.arange(RAMP) / RAMP))
falling = 0.5 * (1 - np.cos(np.pi * np.arange(RAMP, 0, -1) / RAMP))


def note(frequency, amplitudes):
    samples = amplitudes[0] * np.sin(frequency * phase)
    for k, amplitude in enumerate(amplitudes[1:], 2):
        samples += amplitude * np.sin(k * frequency * phase)
    samples[:RAMP] *= rising
    samples[-RAMP:] *= falling
    return samples


def pair(folder, frequency, amplitudes):
    samples = np.concatenate([note(frequency, amplitudes), note(1.002 * frequency, amplitudes)])
    descriptor = os.open(folder, os.O_TMPFILE | os.O_RDWR, 0o600)
    soundfile.write(descriptor, samples, RATE, subtype="PCM_24", format="WAV", closefd=False)
    os.close(descriptor)


def main():
    folder = sys.stdin.readline().strip()
    for line in sys.stdin:
        harmonics, pairs = (int(word) for word in line.split())
        amplitudes = 1 / np.arange(1, harmonics + 1)
        amplitudes *= 10 ** (-12 / 20) / np.sqrt(amplitudes @ amplitudes)
        start = time.process_time()
        for i in range(pairs):
            pair(folder, 220 + i, amplitudes)
        print(time.process_time() - start, flush=True)


if __name__ == "__main__":
    sys.exit(main())
