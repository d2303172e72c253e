import PeachSupport
package import PeachTrials

/// The posterior of a listener's threshold, noise, bias and lapse rate: P(higher) = λ + (1 − 2λ)·Φ((x − μ)/σ), on a
/// grid that is centred on the answers.
///
/// The prior is uniform in μ, in ln σ and over five values of λ from 0.2 to 5.5 %. The strategy `calibration` and
/// stored calibrations use this posterior.
package struct ListenerPosterior: Sendable {
  /// The estimate for a strategy: the threshold at the target with its interval, or the reason why there is none.
  package let estimate: Estimate
  /// 0.67449 σ, in cents.
  package let jnd: IntervalEstimate
  /// −μ, in cents.
  package let bias: IntervalEstimate
  /// λ.
  package let lapse: IntervalEstimate
  /// dP(higher)/dx at μ, per cent.
  package let slope: IntervalEstimate
  /// The covariance of ln σ, bias and the logit of λ, by rows.
  package let covariance: [[Double]]
  /// The marginals of μ, 1/σ, an unused parameter, and λ.
  package let marginals: [Marginal]

  private static let jndPerSigma = 0.674_489_750_196_081_7

  /// - Parameters:
  ///   - answers: The answers to trials with a signal, with signed offsets in cents; at least one.
  ///   - target: P(correct), averaged over both signs, at the threshold.
  package init(_ answers: [(offset: Double, isHigher: Bool)], target: Double, in task: TrialTask) {
    let grid = ListenerGrid(
      range: ListenerGrid.usualRange, lapse: ListenerGrid.usualLapse, target: target, task: task)
    let trials = answers.map { (level: Level($0.offset), response: Response(isPositive: $0.isHigher, seconds: 0)) }
    self.init(trials, grid)
  }

  init(_ trials: [(level: Level, response: Response)], _ grid: ListenerGrid) {
    let broad = ListenerPosterior.posterior(of: trials, grid.broad)
    let near = ListenerPosterior.posterior(
      of: trials, grid.focused(on: ListenerGrid.Place(broad), reach: 2.5, spread: 8))
    self.init(trials, grid, near: ListenerGrid.Place(near))
  }

  /// - Parameter place: Near which all lies.
  init(_ trials: [(level: Level, response: Response)], _ grid: ListenerGrid, near place: ListenerGrid.Place) {
    let levels = Set(trials.map(\.level.value)).sorted()
    let settings = grid.last(about: place, levels: levels)
    let posterior = ListenerPosterior.posterior(of: trials, settings)
    estimate = settings.belief(.mean).estimate(posterior, isFinal: true)
    let moments = Moments(posterior)
    covariance = moments.covariance
    marginals = posterior.marginals
    let (slopes, middles, lapses) = (
      marginals[1].interval(0.95), marginals[0].interval(0.95), marginals[3].interval(0.95)
    )
    let factor = ListenerPosterior.jndPerSigma
    let lapse = 1 / (1 + exp(-moments.mean[2]))
    jnd = IntervalEstimate(value: factor * exp(moments.mean[0]), low: factor / slopes.high, high: factor / slopes.low)
    bias = IntervalEstimate(value: moments.mean[1], low: -middles.high, high: -middles.low)
    self.lapse = IntervalEstimate(value: lapse, low: max(0, lapses.low), high: lapses.high)
    let density = (1 - 2 * lapse) / (2 * Double.pi).squareRoot()
    slope = IntervalEstimate(
      value: density * exp(-moments.mean[0]), low: density * slopes.low, high: density * slopes.high)
  }

  private static func posterior(
    of trials: [(level: Level, response: Response)], _ settings: GridSettings
  ) -> GridPosterior {
    var posterior = GridPosterior(settings.model)
    for trial in trials { posterior.update(trial.level.value, isPositive: trial.response.isPositive) }
    return posterior
  }

  /// Means and covariances of ln σ, −μ and logit λ.
  private struct Moments {
    var mean = [0.0, 0, 0]
    var covariance = [[Double]](repeating: [0, 0, 0], count: 3)

    init(_ posterior: GridPosterior) {
      let grid = posterior.model.grid
      let weights = posterior.weights
      let points = (0..<grid.count).map { place in
        let at = grid.parameters(at: place)
        return [-log(at.slope), -at.threshold, log(at.lapse / (1 - at.lapse))]
      }
      for (weight, point) in zip(weights, points) {
        for index in 0..<3 { mean[index] += weight * point[index] }
      }
      for (weight, point) in zip(weights, points) {
        for row in 0..<3 {
          for column in 0..<3 {
            covariance[row][column] += weight * (point[row] - mean[row]) * (point[column] - mean[column])
          }
        }
      }
    }
  }
}
