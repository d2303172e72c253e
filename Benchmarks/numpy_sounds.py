"""Pairs of notes and trials of noise by numpy and scipy, written as WAV by python-soundfile (libsndfile), one thread.

Two notes of a second at 44.1 kHz with raised-cosine ramps of 10 ms, one after the other, each pair into a new file without
a name. The time axis and the ramps are made once; harmonics are summed in double precision, as Peach does.

A trial of noise has three intervals of 500 ms at 48 kHz in stereo: Gaussian noise from 100 to 8000 Hz, made from its spectrum, a
Butterworth filter from 500 to 4000 Hz, ramps of 20 ms, and a modulation at 16 Hz in the last interval if asked for.

Talks with peach-bench, so that the two can take turns: the first line on standard input is the folder; after that each line
`HARMONICS PAIRS` or `noise-KIND-FORMAT TRIALS` asks for a measurement and is answered with the CPU seconds.
"""

import os
import sys
import time

import numpy as np
import soundfile
from scipy import signal

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


NOISE_RATE = 48000
NOISE_FRAMES = NOISE_RATE // 2
LENGTH = 32768

band = np.arange(LENGTH // 2 + 1) * NOISE_RATE / LENGTH
band = (band >= 100) & (band <= 8000)
sections = signal.butter(2, [500, 4000], btype="bandpass", fs=NOISE_RATE, output="sos")
window = np.ones(NOISE_FRAMES)
window[:960] = 0.5 * (1 - np.cos(np.pi * np.arange(960) / 960))
window[-960:] = window[959::-1]
modulation = (1 + 0.5 * np.sin(2 * np.pi * 16 * np.arange(NOISE_FRAMES) / NOISE_RATE)) / np.sqrt(1 + 0.5**2 / 2)
generator = np.random.default_rng(1)


def interval(is_modulated):
    spectrum = np.zeros(LENGTH // 2 + 1, complex)
    spectrum[band] = generator.standard_normal(band.sum()) + 1j * generator.standard_normal(band.sum())
    noise = np.fft.irfft(spectrum, LENGTH)[:NOISE_FRAMES] * (LENGTH / 2 / np.sqrt(2 * band.sum()))
    samples = 0.1 * signal.sosfilt(sections, noise) * window
    return samples * modulation if is_modulated else samples


def trial(folder, is_modulated, subtype):
    samples = np.concatenate([interval(is_modulated and i == 2) for i in range(3)])
    descriptor = os.open(folder, os.O_TMPFILE | os.O_RDWR, 0o600)
    soundfile.write(
        descriptor, np.column_stack([samples, samples]), NOISE_RATE, subtype=subtype, format="WAV", closefd=False)
    os.close(descriptor)


def main():
    folder = sys.stdin.readline().strip()
    for line in sys.stdin:
        what, count = line.split()
        if what.startswith("noise"):
            _, kind, word = what.split("-")
            start = time.process_time()
            for _ in range(int(count)):
                trial(folder, kind == "modulated", "PCM_24" if word == "24" else "FLOAT")
            print(time.process_time() - start, flush=True)
            continue
        harmonics, pairs = int(what), int(count)
        amplitudes = 1 / np.arange(1, harmonics + 1)
        amplitudes *= 10 ** (-12 / 20) / np.sqrt(amplitudes @ amplitudes)
        start = time.process_time()
        for i in range(pairs):
            pair(folder, 220 + i, amplitudes)
        print(time.process_time() - start, flush=True)


if __name__ == "__main__":
    sys.exit(main())
