#!/usr/bin/env python3
"""Measures composed sounds with numpy and scipy, which share no code with Peach.

Usage: sounds.py PEACH, in an environment with numpy and scipy. Each stimulus is rendered at three sample rates and measured:
frequency, duration, ramps, level, spectrum level, band edges and slopes, modulation depth, gap, ITD, ILD. It prints what was
asked for, what was found and the tolerance, and ends with an error if one is missed.
"""

import pathlib
import runpy
import subprocess
import sys
import tempfile
import warnings

import numpy as np
from scipy import signal
from scipy.io import wavfile

warnings.simplefilter("ignore", wavfile.WavFileWarning)

PEACH = str(pathlib.Path(sys.argv[1]).resolve())
RATES = (44100, 48000, 96000)
FAILED = []

HEAD = """name: s
seed: 3
task:
  kind: forced-choice
  unit: {unit}
  scale: {scale}
  alternatives: 2
  sounds: {{{sounds}, before: 0.05, between: 0.1, after: 0.05}}
listeners: [{{name: ear, kind: psychometric, function: logistic, threshold: 3, slope: 1}}]
strategies: [{{name: s, kind: random, level: 10}}]
stop: {{trials: 10}}
replicates: 1
"""


def render(folder, rate, sounds, level, unit="dB", scale="linear", target=2, trial=1):
    """Both intervals of a trial, each with its two channels, as floating-point numbers."""
    (folder / "s.yaml").write_text(HEAD.format(unit=unit, scale=scale, sounds=sounds))
    run = subprocess.run(
        [PEACH, "render", "s.yaml", f"--level={level}", "--target", str(target), "--trial", str(trial), "--rate", str(rate),
         "--sample-format", "float", "-o", "s.wav", "--force"], cwd=folder, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    found, samples = wavfile.read(folder / "s.wav")
    assert found == rate and samples.dtype == np.float32 and samples.shape[1] == 2
    rows = [line.split() for line in run.stdout.splitlines() if line[:1] in "12" and len(line.split()) >= 5]
    samples = samples.astype(float)
    intervals = []
    for row in rows:
        onset, duration = [float(part) for part in [part for part in row[1:] if part != "target"][:2]]
        start = round(onset * rate)
        intervals.append(samples[start:start + round(duration * rate)])
    return intervals


def check(name, rate, found, expected, tolerance, unit=""):
    ok = abs(found - expected) <= tolerance
    if not ok:
        FAILED.append(name)
    print(f"{'ok ' if ok else 'BAD'} {name:34} {rate:6} Hz  asked {expected:11.4f}  found {found:11.4f}  ± {tolerance:g} {unit}")


def check_below(name, rate, found, limit, unit):
    if found > limit:
        FAILED.append(name)
    print(f"{'ok ' if found <= limit else 'BAD'} {name:34} {rate:6} Hz  at most {limit:9.4f}  found {found:11.4f}  {unit}")


def frequency(samples, rate):
    """Frequency of a steady sine by the slope of its unwrapped phase."""
    phase = np.unwrap(np.angle(signal.hilbert(samples)))
    middle = slice(len(phase) // 5, -len(phase) // 5)
    times = np.arange(len(samples))[middle] / rate
    return np.polyfit(times, phase[middle], 1)[0] / (2 * np.pi)


def decibels(samples):
    """Level re a sine with peak 1."""
    return 10 * np.log10(2 * np.mean(samples ** 2))


def power(samples, rate, low, high):
    """Mean square between two frequencies."""
    window = signal.windows.blackmanharris(len(samples), sym=False)
    spectrum = np.abs(np.fft.rfft(window * samples)) ** 2
    spectrum[1:] *= 2
    f = np.fft.rfftfreq(len(samples), 1 / rate)
    return spectrum[(f >= low) & (f <= high)].sum() / len(samples) / np.sum(window ** 2)


def tone(folder, rate):
    one, two = render(folder, rate, "standard: {tone: 1000, duration: 0.5, ramp: 20, level: -20}, target: {tone: +x}", 3, "Hz")
    check("tone: frequency", rate, frequency(one[:, 0], rate), 1000, 1e-3, "Hz")
    check("tone: +3 Hz", rate, frequency(two[:, 0], rate), 1003, 1e-3, "Hz")
    steady = one[int(0.1 * rate):int(0.4 * rate), 0]
    check("tone: level", rate, decibels(steady), -20, 1e-3, "dB")
    loud = np.flatnonzero(np.abs(one[:, 0]) > 1e-6)
    check("tone: duration", rate, (loud[-1] - loud[0]) / rate, 0.5, 1e-3, "s")
    envelope = np.abs(signal.hilbert(one[:, 0])) / 0.1
    for share in (0.1, 0.5, 0.9):
        expected = 0.02 / np.pi * np.arccos(1 - 2 * share)
        check(f"tone: ramp reaches {share}", rate, np.argmax(envelope >= share) / rate, expected, 3e-4, "s")


def noise(folder, rate):
    powers, inside, low_edge, high_edge = [], [], [], []
    for trial in range(1, 21):
        one, _ = render(
            folder, rate, "standard: {noise: {from: 500, to: 2500}, duration: 1, ramp: 0, spectrum-level: -60}, target: {level: x}",
            -30, trial=trial)
        powers.append(np.mean(one[:, 0] ** 2))
        inside.append(power(one[:, 0], rate, 490, 2510))
        low_edge.append(power(one[:, 0], rate, 0, 450))
        high_edge.append(power(one[:, 0], rate, 2600, rate / 2))
    # 20 noises of 1 s and 2 000 Hz: the mean power is known to 1/sqrt(40 000) = 0.5 %, 0.022 dB; five of these.
    check("noise: level of 2000 Hz", rate, 10 * np.log10(2 * np.mean(powers)), -60 + 10 * np.log10(2000), 0.11, "dB")
    check_below("noise: power 50 Hz below the band", rate, 10 * np.log10(np.sum(low_edge) / np.sum(inside)), -80, "dB")
    check_below("noise: power 100 Hz above the band", rate, 10 * np.log10(np.sum(high_edge) / np.sum(inside)), -80, "dB")


def pink(folder, rate):
    bands = np.zeros(4)
    for trial in range(1, 16):
        one, _ = render(
            folder, rate, "standard: {noise: {from: 100, to: 10000, slope: -3}, duration: 2, ramp: 0, level: -20}, target: {level: x}",
            -30, trial=trial)
        bands += [power(one[:, 0], rate, f, 2 * f) for f in (300, 600, 1200, 2400)]
    # Octaves of pink noise are equally loud up to 10 log10(2) − 3 = 0.01 dB; the lowest has 300 Hz × 30 s: 0.05 dB.
    levels = 10 * np.log10(bands)
    check("noise: slope", rate, np.polyfit(range(4), levels, 1)[0], 10 * np.log10(2) - 3, 0.15, "dB/octave")


def notch(folder, rate):
    one, _ = render(
        folder, rate, "standard: {noise: {from: 200, to: 1800, notch: {centre: 1000, width: 400}}, duration: 2, ramp: 0, level: -20}, "
        "target: {level: x}", -30)
    beside = power(one[:, 0], rate, 195, 805) + power(one[:, 0], rate, 1195, 1805)
    check_below("notch: power inside it", rate, 10 * np.log10(power(one[:, 0], rate, 810, 1190) / beside), -80, "dB")
    for low, high in ((205, 400), (600, 795), (1205, 1400), (1600, 1795)):
        # 195 Hz for 2 s: one noise is known to 1/sqrt(390 × 0.5), 0.31 dB under this window; four of these.
        check(f"notch: level of {low} to {high} Hz", rate,
              10 * np.log10(2 * power(one[:, 0], rate, low, high) / 195), -20 - 10 * np.log10(1200), 1.3, "dB")


def gap(folder, rate):
    for length in (0.5, 3, 20):
        _, two = render(
            folder, rate, "standard: {noise: {from: 50, to: 10000}, duration: 0.4, ramp: 10, level: -30}, "
            "target: {gap: {at: 0.2, length: x, ramp: 0.5}}", length, "ms", "log")
        silent = two[:, 0] == 0
        middle = int(0.2 * rate)
        last = middle - np.argmin(silent[:middle + 1][::-1])
        first = middle + np.argmin(silent[middle:])
        check(f"gap of {length} ms", rate, 1000 * (first - last - 1) / rate, length, 1000 / rate + 1e-9, "ms")


def filters(folder, rate):
    for edges, order, kind in (("to: 2000", 2000, "low"), ("from: 2000", 2000, "high"), ("from: 500, to: 2000", (500, 2000), "band")):
        one, _ = render(
            folder, rate, f"standard: {{click: {{width: 0.1}}, duration: 0.1, ramp: 0, level: -20, filter: {{{edges}}}}}, target: {{level: x}}", -30)
        plain, _ = render(
            folder, rate, "standard: {click: {width: 0.1}, duration: 0.1, ramp: 0, level: -20}, target: {level: x}", -30)
        expected = signal.lfilter(*signal.butter(2, order, kind, fs=rate), plain[:, 0])
        check_below(f"filter {edges}: largest difference", rate, 20 * np.log10(np.max(np.abs(one[:, 0] - expected)) + 1e-12), -120, "dB FS")


def modulation(folder, rate):
    for level in (-20, -6, 0):
        one, two = render(
            folder, rate, "standard: {tone: 4000, duration: 1, ramp: 0, level: -20}, target: {am: {rate: 16, depth: x}}", level)
        envelope = np.abs(signal.hilbert(two[:, 0]))[rate // 8:-rate // 8]
        times = np.arange(len(envelope)) / rate
        wave = np.exp(-2j * np.pi * 16 * times)
        m = 2 * np.abs(np.mean(envelope * wave)) / np.mean(envelope)
        check(f"am of {level} dB: depth", rate, 20 * np.log10(m), level, 0.01, "dB")
        check(f"am of {level} dB: power", rate, decibels(two[:, 0]) - decibels(one[:, 0]), 0, 1e-3, "dB")


def frequency_modulation(folder, rate):
    _, two = render(
        folder, rate, "standard: {tone: 2000, duration: 1, ramp: 0, level: -20, fm: {rate: 5, excursion: 0}}, "
        "target: {fm: {excursion: x}}", 30, "Hz")
    phase = np.unwrap(np.angle(signal.hilbert(two[:, 0])))
    instant = np.diff(phase)[rate // 5:-rate // 5] * rate / (2 * np.pi)
    check("fm: highest frequency", rate, instant.max(), 2030, 0.1, "Hz")
    check("fm: lowest frequency", rate, instant.min(), 1970, 0.1, "Hz")


def glide(folder, rate):
    _, two = render(
        folder, rate, "standard: {glide: {from: 500, to: 1000}, duration: 1, ramp: 0, level: -20}, target: {glide: {to: +x}}",
        1200, "cents")
    phase = np.unwrap(np.angle(signal.hilbert(two[:, 0])))
    instant = np.diff(phase) * rate / (2 * np.pi)
    for time, octaves in ((0.25, 0.5), (0.5, 1), (0.75, 1.5)):
        check(f"glide after {time} s", rate, np.median(instant[int((time - 0.01) * rate):int((time + 0.01) * rate)]),
              500 * 2 ** octaves, 0.5, "Hz")


def interaural(folder, rate):
    for level in (10, 100, 700):
        _, two = render(
            folder, rate, "standard: {noise: {from: 100, to: 1500}, duration: 0.3, ramp: 20, level: -20, itd: 0}, target: {itd: +x}",
            level, "us")
        spectra = np.fft.rfft(two, axis=0)
        f = np.fft.rfftfreq(len(two), 1 / rate)
        band = (f > 150) & (f < 600)
        cross = spectra[:, 1] * np.conj(spectra[:, 0])
        weight = np.abs(cross[band])
        slope = np.sum(weight * f[band] * np.angle(cross[band])) / np.sum(weight * f[band] ** 2)
        check(f"ITD of {level} us", rate, slope / (2 * np.pi) * 1e6, level, 0.5, "us")
    _, two = render(
        folder, rate, "standard: {noise: {from: 100, to: 1500}, duration: 0.3, ramp: 20, level: -20, ild: 0}, target: {ild: +x}", 5)
    check("ILD of 5 dB", rate, decibels(two[:, 1]) - decibels(two[:, 0]), 5, 1e-4, "dB")
    _, two = render(
        folder, rate, "standard: {tone: 500, duration: 0.3, ramp: 20, level: -20}, target: {ipd: x}", 90, "deg")
    angle = np.angle(np.sum(signal.hilbert(two[:, 1]) * np.conj(signal.hilbert(two[:, 0])))) * 180 / np.pi
    check("IPD of 90 degrees", rate, angle, 90, 0.1, "deg")


def complex_tones(folder, rate):
    frequencies = 200 * 25 ** (np.arange(21) / 20)
    one, two = render(
        folder, rate, "standard: {complex: {frequencies: {from: 200, to: 5000, count: 21, spacing: log}, phases: random}, duration: 1, "
        "ramp: 10, level: -20}, target: {complex: {components: {11: {added: x}}}}", -10)

    def amplitude(samples, f):
        window = signal.windows.blackmanharris(len(samples))
        times = np.arange(len(samples)) / rate
        return 2 * np.abs(np.sum(window * samples * np.exp(-2j * np.pi * f * times))) / np.sum(window)

    for number in (1, 6, 21):
        check(f"complex: component {number}", rate, 20 * np.log10(amplitude(one[:, 0], frequencies[number - 1])),
              -20 - 10 * np.log10(21), 0.05, "dB")
    increment = amplitude(two[:, 0], frequencies[10]) / (0.1 / np.sqrt(21)) - 1
    check("complex: -10 dB added in phase", rate, 20 * np.log10(increment), -10, 0.1, "dB")
    _, two = render(
        folder, rate, "standard: {complex: {f0: 200, harmonics: [1, 10]}, duration: 1, ramp: 10, level: -20}, "
        "target: {complex: {components: {4: {shift: x}}}}", 4, "percent")
    grid = np.linspace(810, 850, 401)
    best = grid[np.argmax([amplitude(two[:, 0], f) for f in grid])]
    check("complex: harmonic 4 by 4 %", rate, best, 832, 0.11, "Hz")


def ripple(folder, rate):
    _, two = render(
        folder, rate, "standard: {noise: {from: 100, to: 8000}, duration: 2, ramp: 10, level: -20}, "
        "target: {ripple: {from: 100, to: 8000, delay: x, iterations: 8}}", 5, "ms")
    samples = two[:, 0]
    correlation = signal.fftconvolve(samples, samples[::-1])[len(samples) - 1:]
    low = int(0.002 * rate)
    check("ripple: delay", rate, 1000 * (low + np.argmax(correlation[low:int(0.008 * rate)])) / rate, 5, 1000 / rate, "ms")
    # Correlation at the delay of n = 8 add-same iterations: n/(n + 1).
    power_spectrum = np.abs(np.fft.rfft(samples)) ** 2
    f = np.fft.rfftfreq(len(samples), 1 / rate)
    found = np.sum(power_spectrum * np.cos(2 * np.pi * f * 0.005)) / np.sum(power_spectrum)
    check("ripple: correlation", rate, found, 8 / 9, 0.02)


def clicks(folder, rate):
    one, _ = render(
        folder, rate, "standard: {click: {width: 0.1, rate: 100}, duration: 0.5, ramp: 0, level: -20}, target: {level: x}", -20)
    samples = one[:, 0]
    peaks, _ = signal.find_peaks(samples, height=0.5 * samples.max(), distance=rate // 200)
    check("clicks: number", rate, len(peaks), 50, 0)
    check("clicks: spacing", rate, 1000 * np.mean(np.diff(peaks)) / rate, 10, 0.01, "ms")
    # The mean of a pulse train is height × width × rate.
    check("clicks: height", rate, 20 * np.log10(np.mean(samples) / (0.0001 * 100)), -20, 0.1, "dB")


def added(folder, rate):
    one, two = render(
        folder, rate, "levels: dB SPL, standard: {noise: {from: 100, to: 4000, fresh: trial}, duration: 0.5, ramp: 10, level: 60}, "
        "target: {add: [{tone: 1000, start: 0.2, duration: 0.1, ramp: 5, level: x}]}", 70)
    difference = two[:, 0] - one[:, 0]
    loud = np.flatnonzero(np.abs(difference) > 1e-5)
    check("added tone: onset", rate, loud[0] / rate, 0.2, 1e-3, "s")
    check("added tone: end", rate, loud[-1] / rate, 0.3, 1e-3, "s")
    middle = difference[int(0.22 * rate):int(0.28 * rate)]
    check("added tone: 70 of 100 dB SPL", rate, decibels(middle), -30, 0.01, "dB")


def file(folder, rate):
    samples = np.random.default_rng(1).uniform(-0.1, 0.1, rate // 2).astype(np.float32)
    wavfile.write(folder / "own.wav", rate, samples)
    one, _ = render(folder, rate, "standard: {file: own.wav, duration: 0.5, ramp: 0, level: 0}, target: {level: x}", -10)
    check("file: largest difference", rate, np.abs(one[:len(samples), 0] - samples).max(), 0, 1e-7)


def own():
    """The function measure of each file in the folder sounds: a new source needs a file there and no change here."""
    folder = pathlib.Path(__file__).with_name("sounds")
    return [runpy.run_path(str(path), init_globals=globals())["measure"] for path in sorted(folder.glob("*.py"))]


def main():
    with tempfile.TemporaryDirectory() as name:
        for rate in RATES:
            for measure in (tone, noise, pink, notch, gap, filters, modulation, frequency_modulation, glide, interaural, complex_tones,
                            ripple, clicks, added, file, *own()):
                measure(pathlib.Path(name), rate)
    print(f"{len(FAILED)} measurements failed" if FAILED else "all measurements hold")
    sys.exit(1 if FAILED else 0)


if __name__ == "__main__":
    main()
