import PeachMath
import PeachSupport

extension FunctionFitter {
  /// The posterior that a penalised likelihood stands for: its exponential, with threshold, ln width and free rates uniform
  /// within bounds. Thresholds reach half the range of the levels beyond them, as in psignifit's prior, and widths from a
  /// fiftieth of the smallest distance between levels to three ranges. Catch trials count in the prior of the lapse rate.
  ///
  /// With wider bounds, curves that hardly rise had so much of the mass that bands ended too low. Levels closer than a
  /// fiftieth of the fitted scale are one, which widens the curve by less than 1 in 50 000.
  ///
  /// Source: Schütt, Harmeling, Macke & Wichmann (2016), *Vision Research* 122:105–123, doi:10.1016/j.visres.2016.02.002,
  /// for the bounds; `BandCoverageTests` measures what the bands hold.
  ///
  /// - Parameter scale: That of the fitted curve, on the fit's scale.
  func posterior(of counts: Counts, scale: Double) -> Posterior {
    let axis = settings.scale
    let counts = counts.condensed { axis.level(at: axis.place(of: $0) + scale / 50) - $0 }
    let likelihood = likelihood(of: counts)
    let levels = likelihood.counts.bins.map(\.level)
    let (first, last) = (levels.min() ?? 0, levels.max() ?? 0)
    let range = last > first ? last - first : max(1, abs(first))
    let spacing = zip(levels, levels.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.min() ?? range
    var prior = Prior()
    prior.threshold = .uniform(low: first - range / 2, high: last + range / 2)
    prior.width = .loguniform(low: spacing / 50, high: range * 3)
    prior.guess = .beta(1, 1)
    prior.lapse = .beta(1 + counts.catches.wrong, 1 + counts.catches.correct)
    let logScale = log(shape.width)
    do {
      return try BayesianFit(
        function: Function.self, prior: prior, guess: settings.guess, lapse: settings.lapse,
        isLogLevel: settings.isLogLevel
      ) { likelihood.penaltyValue(at: FitPoint($0, $1 - logScale, 0, 0)) }.fit(counts)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
