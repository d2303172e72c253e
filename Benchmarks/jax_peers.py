"""Staircase trials and maximum-likelihood fits in JAX, compiled, on one core: `jax_peers.py trials` or `fits`.

Prints a tab-separated line: name, rate a second, remark. Each rate is the best of seven after one run that compiles.
"""

import os
import sys
import time

os.sched_setaffinity(0, {sorted(os.sched_getaffinity(0))[0]})
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402

jax.config.update("jax_enable_x64", True)


def best_seconds(work, *arguments):
    jax.block_until_ready(work(*arguments))
    times = []
    for _ in range(7):
        start = time.perf_counter()
        jax.block_until_ready(work(*arguments))
        times.append(time.perf_counter() - start)
    return min(times)


def trials():
    """A 2-down-1-up staircase with a Gaussian listener: σ 15, lapse rate 0.02, 60 trials, factor 2, then 1.414."""
    tracks, count = 100_000, 60

    @jax.jit
    def run(key):
        def trial(state, key):
            level, correct, direction, reversals = state
            noise, draws = jax.random.split(key)
            heard = level + 15 * jax.random.normal(noise, (tracks,), jnp.float32)
            lapsing, guessing = jax.random.uniform(draws, (2, tracks), jnp.float32)
            is_correct = jnp.where(lapsing < 0.02, guessing < 0.5, heard > 0)
            correct = jnp.where(is_correct, correct + 1, 0)
            move = jnp.where(~is_correct, 1, jnp.where(correct == 2, -1, 0))
            reversals = reversals + ((move != 0) & (direction != 0) & (move != direction))
            direction = jnp.where(move != 0, move, direction)
            step = jnp.where(reversals < 2, jnp.float32(2), jnp.float32(1.414))
            level = level * jnp.where(move == 0, 1, jnp.where(move > 0, step, 1 / step))
            return (level, jnp.where(move < 0, 0, correct), direction, reversals), None

        start = (
            jnp.full(tracks, 100, jnp.float32), jnp.zeros(tracks, jnp.int32), jnp.zeros(tracks, jnp.int32),
            jnp.zeros(tracks, jnp.int32))
        return jax.lax.scan(trial, start, jax.random.split(key, count))[0][0]

    rate = tracks * count / best_seconds(run, jax.random.key(7))
    print(f"trials\t{rate}\t{tracks} tracks in step, single precision, draws of its own")


def fits():
    """Logistic fits of 8 levels × 40 trials with two alternatives, lapse rate fixed at 0.02, 15 Newton steps."""
    sets, trials_of_level = 20_000, 40
    levels = -1.47 + 0.42 * jnp.arange(8)
    truth = 0.5 + 0.48 * jax.nn.sigmoid(2 * levels)
    positives = jax.random.binomial(jax.random.key(1), trials_of_level, truth, (sets, 8))

    def loss(parameters, k):
        p = 0.5 + 0.48 * jax.nn.sigmoid(jnp.exp(parameters[1]) * (levels - parameters[0]))
        return -jnp.sum(k * jnp.log(p) + (trials_of_level - k) * jnp.log1p(-p))

    def fit(k):
        def newton(parameters, _):
            gradient, hessian = jax.grad(loss)(parameters, k), jax.hessian(loss)(parameters, k)
            # Where the curve is not convex, the step follows the gradient.
            safe = hessian + jnp.maximum(0, 1e-3 - jnp.linalg.eigvalsh(hessian)[0]) * jnp.eye(2)
            step = jnp.linalg.solve(safe, gradient)
            return parameters - jnp.clip(step, -1, 1), None

        return jax.lax.scan(newton, jnp.array([0.0, 0.7]), None, length=15)[0]

    work = jax.jit(jax.vmap(fit))
    found = work(positives)
    share = jnp.mean(jnp.all(jnp.isfinite(found), axis=1))
    rate = sets / best_seconds(work, positives)
    print(f"fits\t{rate}\t15 Newton steps, lapse rate fixed, {100 * float(share):.1f} % finite")


{"trials": trials, "fits": fits}[sys.argv[1]]()
