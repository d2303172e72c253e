#!/usr/bin/env python3
"""Writes standard.json, curves.json and normal.json beside this file: closed forms at 50 digits, rounded to doubles.

Each input is first rounded to the double that the test will read. Needs mpmath; no random numbers.
"""
import json
import pathlib

from mpmath import mp, mpf

mp.dps = 50
HERE = pathlib.Path(__file__).parent


def normal(u):
    return mp.erfc(-u / mp.sqrt(2)) / 2


FAMILIES = {
    "normal": normal,
    "logistic": lambda u: 1 / (1 + mp.exp(-u)),
    "weibull": lambda u: -mp.expm1(-mp.exp(u)),
    "gumbel": lambda u: -mp.expm1(-mp.power(10, u)),
    "reversed-gumbel": lambda u: mp.exp(-mp.power(10, -u)),
    "sech": lambda u: 2 / mp.pi * mp.atan(mp.exp(mp.pi * u / 2)),
    "half-normal": lambda u: mp.erf(mp.exp(u) / 2),
}
COMPLEMENTS = {
    "normal": lambda u: normal(-u),
    "logistic": lambda u: 1 / (1 + mp.exp(u)),
    "weibull": lambda u: mp.exp(-mp.exp(u)),
    "gumbel": lambda u: mp.exp(-mp.power(10, u)),
    "reversed-gumbel": lambda u: -mp.expm1(-mp.power(10, -u)),
    "sech": lambda u: 2 / mp.pi * mp.atan(mp.exp(-mp.pi * u / 2)),
    "half-normal": lambda u: mp.erfc(mp.exp(u) / 2),
}
DENSITIES = {
    "normal": lambda u: mp.exp(-u * u / 2) / mp.sqrt(2 * mp.pi),
    "logistic": lambda u: mp.exp(-u) / (1 + mp.exp(-u)) ** 2,
    "weibull": lambda u: mp.exp(u - mp.exp(u)),
    "gumbel": lambda u: mp.log(10) * mp.power(10, u) * mp.exp(-mp.power(10, u)),
    "reversed-gumbel": lambda u: mp.log(10) * mp.power(10, -u) * mp.exp(-mp.power(10, -u)),
    "sech": lambda u: mp.sech(mp.pi * u / 2) / 2,
    "half-normal": lambda u: mp.exp(u - mp.exp(2 * u) / 4) / mp.sqrt(mp.pi),
}
QUANTILES = {
    "normal": None,  # by root finding, below
    "logistic": lambda p: mp.log(p / (1 - p)),
    "weibull": lambda p: mp.log(-mp.log1p(-p)),
    "gumbel": lambda p: mp.log10(-mp.log1p(-p)),
    "reversed-gumbel": lambda p: -mp.log10(-mp.log(p)),
    "sech": lambda p: 2 / mp.pi * mp.log(mp.tan(mp.pi * p / 2)),
    "half-normal": lambda p: mp.log(2 * mp.erfinv(p)),
}


def normal_quantile(p):
    """Newton on ln of the smaller tail, which is nearly a parabola and so converges from afar."""
    if p == 0.5:
        return mpf(0)
    tail = min(p, 1 - p)
    z = -mp.sqrt(-2 * mp.log(tail)) * mpf("0.9")
    for _ in range(200):
        step = (mp.log(normal(z)) - mp.log(tail)) * normal(z) / DENSITIES["normal"](z)
        z -= step
        if abs(step) < mpf(10) ** -45:
            break
    else:
        raise ArithmeticError(p)
    return z if p < 0.5 else -z


QUANTILES["normal"] = normal_quantile

POINTS = {
    "normal": [-20, -9.37, -5.031, -2.385, -0.7713, -1e-9, 0, 0.3317, 1.618, 4.44, 7.93, 13.7, 20],
    "logistic": [-690.5, -41.7, -7.31, -1.234, -1e-9, 0, 0.517, 2.93, 11.1, 36.6, 690.5],
    "weibull": [-690.5, -41.7, -7.31, -1.234, -1e-9, 0, 0.517, 1.93, 3.31, 5.97],
    "gumbel": [-290.3, -17.7, -3.31, -0.534, -1e-9, 0, 0.217, 0.931, 1.71, 2.57],
    "reversed-gumbel": [-2.57, -1.71, -0.931, -0.217, 0, 1e-9, 0.534, 3.31, 17.7, 290.3],
    "sech": [-201.7, -21.3, -4.31, -1.234, -1e-9, 0, 0.517, 2.03, 9.81, 31.1, 201.7],
    "half-normal": [-690.5, -41.7, -7.31, -1.234, -1e-9, 0, 0.517, 1.234, 1.93, 2.71, 3.31],
}
PROBABILITIES = [1e-300, 3.7e-121, 2.3e-17, 6.1e-9, 0.00137, 0.0249, 0.0751, 0.1839, 0.2499, 0.3121, 0.4703,
                 0.4999999, 0.5, 0.5000003, 0.6437, 0.7071, 0.7501, 0.8035, 0.9249, 0.9751, 0.99863, 0.9999999,
                 1 - 2.0**-40, 1 - 2.0**-53]


def standard():
    out = []
    for name in FAMILIES:
        out.append({
            "function": name,
            "u": [float(u) for u in POINTS[name]],
            "value": [float(FAMILIES[name](mpf(float(u)))) for u in POINTS[name]],
            "complement": [float(COMPLEMENTS[name](mpf(float(u)))) for u in POINTS[name]],
            "density": [float(DENSITIES[name](mpf(float(u)))) for u in POINTS[name]],
            "p": PROBABILITIES,
            "quantile": [float(QUANTILES[name](mpf(p))) for p in PROBABILITIES],
        })
    return out


LOGARITHMIC = ("weibull", "half-normal")

CURVES = [
    ("normal", 0.37, 1.83, 0.25, 0.015, [-2.1, -0.4, 0.37, 0.93, 2.6]),
    ("weibull", 11.7, 2.43, 0.5, 0.023, [0.31, 4.9, 11.7, 14.3, 26.1]),
    ("reversed-gumbel", -0.83, 1.17, 0.125, 0.031, [-1.4, -0.97, -0.83, 0.21, 1.9]),
    ("logistic", 3.71, 0.617, 0.0625, 0.007, [-6.3, 1.13, 3.71, 5.9, 13.7]),
    ("gumbel", 1.213, 2.31, 0.2, 0.019, [-0.7, 0.91, 1.213, 1.47, 1.66]),
    ("sech", -2.13, 0.713, 0.1, 0.029, [-9.7, -3.1, -2.13, 0.19, 6.1]),
    ("half-normal", 7.3, 1.31, 0.5, 0.017, [0.23, 3.9, 7.3, 12.1, 24.7]),
]


def curves():
    out = []
    for name, alpha, beta, gamma, lapse, levels in CURVES:
        a, b, g, l = map(mpf, (alpha, beta, gamma, lapse))
        value, slope = [], []
        for level in levels:
            x = mpf(level)
            u = b * mp.log(x / a) if name in LOGARITHMIC else b * (x - a)
            inner = b / x if name in LOGARITHMIC else b
            value.append(float(g + (1 - g - l) * FAMILIES[name](u)))
            slope.append(float((1 - g - l) * DENSITIES[name](u) * inner))
        out.append({
            "function": name, "params": {"alpha": alpha, "beta": beta, "gamma": gamma, "lambda": lapse},
            "x": levels, "value_mpmath": value, "derivative_mpmath": slope,
        })
    return out


def normal_points():
    z = [float(f"{i * 0.7137 - 37.3:.4f}") for i in range(64)]
    p = [10.0**-e for e in (307.3, 211.7, 97.1, 41.9, 19.3, 12.1, 10.9, 10.7, 7.7, 4.1, 2.3)]
    p += [float(f"{0.0137 + 0.0293 * i:.4f}") for i in range(34)]
    p += [1 - 2.0**-e for e in (6, 11, 17, 29, 36, 37, 44, 52)]
    return {
        "z": z,
        "cumulative": [float(normal(mpf(x))) for x in z],
        "density": [float(DENSITIES["normal"](mpf(x))) for x in z],
        "p": p,
        "quantile": [float(normal_quantile(mpf(x))) for x in p],
    }


for file, content in (("standard", standard()), ("curves", curves()), ("normal", normal_points())):
    (HERE / f"{file}.json").write_text(json.dumps(content, indent=1) + "\n")
