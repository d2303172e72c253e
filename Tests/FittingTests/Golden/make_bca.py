"""BCa intervals by scipy: resamples of whole trials, the statistic a maximum-likelihood fit of a normal function with
guess and lapse fixed. Beside scipy's own ends stands what they are made from: the acceleration, the shifted
proportions, and the quantiles of the same resamples by order statistics at p(B + 1), numpy's method 'weibull'."""
import json, numpy as np
from scipy import optimize, special, stats
from scipy.stats._resampling import _bca_interval

def fit(x, n, k, guess, lapse):
  """Threshold and width (5-95 %) by Newton's method on the exact gradient, from a simplex search."""
  def p(t): return guess + (1 - guess - lapse) * special.ndtr((x - t[0]) / np.exp(t[1]))
  def nll(t):
    q = np.clip(p(t), 1e-300, 1); r = np.clip(1 - q, 1e-300, 1)
    return -np.sum(special.xlogy(k, q) + special.xlogy(n - k, r))
  def gradient(t):
    u = (x - t[0]) / np.exp(t[1]); q = p(t)
    d = (1 - guess - lapse) * np.exp(-u * u / 2) / np.sqrt(2 * np.pi)
    w = (k / q - (n - k) / (1 - q)) * d
    return np.array([np.sum(w) / np.exp(t[1]), np.sum(w * u)])
  best = optimize.minimize(nll, [np.average(x), np.log(np.ptp(x) / 4)], method='Nelder-Mead',
                           options=dict(xatol=1e-7, fatol=1e-10, maxiter=2000))
  root = optimize.root(gradient, best.x, tol=1e-13)
  t = root.x if root.success and nll(root.x) <= best.fun + 1e-9 else best.x
  return np.array([t[0], 2 * special.ndtri(.95) * np.exp(t[1])])

def case(name, x, n, k, guess, lapse, resamples, seed):
  x = np.array(x, float)
  level = np.repeat(x, n)
  answer = np.concatenate([np.r_[np.ones(b), np.zeros(a - b)] for a, b in zip(n, k)])
  known = {}

  def fits(trials):
    counts = tuple((v, int(np.sum(level[trials] == v)), int(np.sum(answer[trials][level[trials] == v])))
                   for v in x if np.any(level[trials] == v))
    if counts not in known:
      z = np.array(counts)
      known[counts] = fit(z[:, 0], z[:, 1], z[:, 2], guess, lapse)
    return known[counts]

  trials = np.arange(len(level))
  out = dict(name=name, x=list(x), n=n, k=k, guess=guess, lapse=lapse)
  for index, quantity in enumerate(('threshold', 'width')):
    def statistic(sample, axis=-1): return np.apply_along_axis(lambda own: fits(own)[index], axis, sample)
    result = stats.bootstrap((trials,), statistic, n_resamples=resamples, method='BCa', vectorized=True,
                             rng=np.random.default_rng(seed))
    drawn = result.bootstrap_distribution
    low, high, a = _bca_interval((trials,), statistic, -1, .025, drawn, None, np)
    # scipy's ends are quantiles of its own kind at these proportions; they must be, or the proportions are not its own.
    for p, end in ((low, result.confidence_interval.low), (high, result.confidence_interval.high)):
      assert abs(np.quantile(drawn, p) / end - 1) < 1e-9, (p, end)
    ends = np.quantile(drawn, [low, high], method='weibull')
    estimate = fits(trials)[index]
    out[quantity] = dict(estimate=estimate, acceleration=float(a), low_proportion=float(low),
                         high_proportion=float(high), low=ends[0], high=ends[1], resamples=sorted(drawn))
    print(name, quantity, estimate, float(a), float(low), float(high), ends)
  return out


cases = [
  case('eight levels', [2.1, 3.4, 4.9, 6.3, 7.7, 9.2, 11.8, 15.5], [14] * 8, [7, 8, 8, 10, 11, 13, 13, 14], .5, .02,
       399, 20261121),
  case('skewed', [1, 2, 4, 7, 12], [25, 12, 30, 18, 20], [4, 3, 12, 14, 18], .1, .03, 399, 411),
]
json.dump(dict(cases=cases), open('bca.json', 'w'), indent=1)
