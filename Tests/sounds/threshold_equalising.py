"""Threshold-equalising noise; sounds.py runs this file with its own names."""


def measure(folder, rate):
    """Threshold-equalising noise: the level in the auditory filter plus K (Moore, Glasberg & Baer 1997) is the same everywhere."""
    table = {125: 3.1, 250: -0.4, 500: -2.4, 1000: -3, 2000: -3, 4000: -3, 8000: -3}
    powers = dict.fromkeys(table, 0)
    for trial in range(1, 16):
        one, _ = render(
            folder, rate, "standard: {threshold-equalising: {from: 80, to: 12000}, duration: 2, ramp: 0, erb-level: -40}, "
            "target: {level: x}", -30, trial=trial)
        for f in table:
            powers[f] += power(one[:, 0], rate, 0.9 * f, 1.1 * f) / 15
    for f, k in table.items():
        density = 10 * np.log10(2 * powers[f] / (0.2 * f))
        # The band of 0.2 f × 30 s under this window: 4.34 / sqrt(0.2 f × 30 × 0.5) dB; four of these, and 0.1 dB for slopes.
        tolerance = 4 * 4.34 / np.sqrt(0.2 * f * 30 * 0.5) + 0.1
        check(f"threshold-equalising: at {f} Hz", rate, density + 10 * np.log10(24.7 * (4.37 * f / 1000 + 1)) + k, -43,
              tolerance, "dB")
