#!/usr/bin/env python3
"""Writes hearing.json beside this file: what listeners that hear samples are tested against.

The adaptation loops are the equations of Dau, Püschel & Kohlrausch (1996) and Dau, Kollmeier & Kohlrausch (1997), one sample after
the other; the filters around them are scipy's. The proportions of oddity are counted in random trials.
"""
import json
import pathlib

import numpy as np
from scipy.signal import butter, lfilter

HERE = pathlib.Path(__file__).parent


def adapted(envelope, rate):
    taus = [0.005, 0.05, 0.129, 0.253, 0.5]
    keep = [np.exp(-1 / (tau * rate)) for tau in taus]
    rest = [1e-5 ** (0.5 ** (k + 1)) for k in range(5)]
    most = [(1 - s * s) * 10 - 1 for s in rest]
    state, result = list(rest), []
    for x in envelope:
        y = max(x, 1e-5)
        for k in range(5):
            y = y / state[k]
            if y > 1:
                y = 2 * most[k] / (1 + np.exp(-2 / most[k] * (y - 1))) - (most[k] - 1)
            state[k] = keep[k] * state[k] + (1 - keep[k]) * y
        result.append((y - rest[4]) * 100 / (1 - rest[4]))
    return np.array(result)


def response(samples, centre, rate):
    """The outputs of the modulation filters; RMS 1 is 100 dB SPL."""
    b = 24.7 * (4.37 * centre / 1000 + 1) / (np.pi * 720 / 2304)  # ERB of a gammatone filter of order 4
    pole = np.exp(-2 * np.pi * b / rate + 2j * np.pi * centre / rate)
    tuned = samples.astype(complex)
    for _ in range(4):
        tuned = lfilter([1 - abs(pole)], [1, -pole], tuned)
    envelope = lfilter(*butter(1, 1000, fs=rate), np.maximum(2 * tuned.real, 0))
    inner = adapted(envelope, rate)
    outputs, frequency = [lfilter(*butter(2, 2.5, fs=rate), inner)], 5.0
    while frequency <= min(centre / 4, 1000):
        width = max(5, frequency / 2)
        decay = np.exp(-np.pi * width / rate)
        output = lfilter([1 - decay], [1, -decay * np.exp(2j * np.pi * frequency / rate)], inner.astype(complex))
        outputs.append(output.real if frequency <= 10 else abs(output))
        frequency = 10.0 if frequency == 5 else frequency * 5 / 3
    return np.array(outputs)


def steps(rate=8000):
    """Quiet, a modulated envelope, a loud one, quiet."""
    t = np.arange(int(0.6 * rate)) / rate
    return np.where(
        t < 0.05, 0, np.where(t < 0.35, 0.01 * (1 + 0.8 * np.sin(2 * np.pi * 20 * t)), np.where(t < 0.45, 1, 0.0)))


def tone(level, seconds, ramp, rate):
    t = np.arange(int(seconds * rate)) / rate
    rise = np.sin(np.pi / 2 * np.clip(np.minimum(t, seconds - t) / ramp, 0, 1)) ** 2
    return np.sqrt(2) * 10 ** ((level - 100) / 20) * np.sin(2 * np.pi * 1000 * t) * rise


def modulated(rate=48000):
    t = np.arange(int(0.1 * rate)) / rate
    return 0.02 * np.sin(2 * np.pi * 1000 * t) * (1 + 0.7 * np.sin(2 * np.pi * 16 * t))


def one_decibel(rate=48000):
    """How far the numbers of 60 and 61 dB SPL are apart, with a template of both."""
    soft, loud = (response(tone(level, 0.5, 0.05, rate), 1000, rate) for level in (60, 61))
    return float(np.sqrt(((loud - soft) ** 2).sum() / rate))


def oddity(d_prime, random, trials=4_000_000):
    x = random.standard_normal((trials, 3))
    x[:, 2] += d_prime
    distance = np.abs(x - (x.sum(axis=1, keepdims=True) - x) / 2)
    return float((distance.argmax(axis=1) == 2).mean())


if __name__ == "__main__":
    loops, heard = adapted(steps(), 8000), response(modulated(), 1000, 48000)
    random = np.random.default_rng(20261128)
    golden = {
        "loops": [[n, loops[n]] for n in (0, 400, 405, 440, 800, 1600, 2799, 2800, 2900, 3700)],
        "response": [[channel, n, heard[channel, n]] for channel in range(len(heard)) for n in (600, 2400, 4799)],
        "oneDecibel": one_decibel(),
        "oddity": [[d, oddity(d, random)] for d in (0.5, 1.0, 2.0, 3.0)],
    }
    lines = ",\n".join(f" {json.dumps(key)}: {json.dumps(value)}" for key, value in golden.items())
    (HERE / "hearing.json").write_text("{\n" + lines + "\n}\n")
