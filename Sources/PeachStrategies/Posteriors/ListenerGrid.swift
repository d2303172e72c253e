import PeachMath
import PeachSupport
import PeachTrials

/// The grids on which a listener's bias, noise and lapses are looked for: a broad one, and finer ones about what is known.
struct ListenerGrid: Sendable {
  /// Least and greatest level of the broad grid, in cents.
  let range: ClosedRange<Double>
  let lapse: [Double]
  /// P(correct), averaged over both signs, at the level that is reported.
  let target: Double
  let task: TrialTask

  static let usualRange = 1.0...300
  /// The values of λ: a lapse of one trial in a hundred or less up to one in nine.
  static let usualLapse = [0.002, 0.01, 0.02, 0.035, 0.055]

  /// The present estimates of bias and noise in cents, with errors; that of the noise is a ratio.
  struct Place: Sendable {
    var middle: Double
    var noise: Double
    var middleError: Double
    /// Standard error of ln noise.
    var noiseError: Double

    init(_ posterior: GridPosterior) {
      let marginals = posterior.marginals
      middle = marginals[0].mean
      middleError = sqrt(max(0, marginals[0].mean { $0 * $0 } - middle * middle))
      let slope = marginals[1].mean { Glibc.log($0) }
      noise = exp(-slope)
      noiseError = sqrt(max(0, marginals[1].mean { Glibc.log($0) * Glibc.log($0) } - slope * slope))
    }
  }

  /// From half the least level to twice the greatest.
  var broad: GridSettings {
    settings(
      thresholds: signed(from: range.lowerBound, to: range.upperBound / 3, count: 10) + [0],
      noises: steps(from: range.lowerBound / 2, to: 2 * range.upperBound, count: 15), lapse: [0.005, 0.05],
      levels: broadLevels)
  }

  private var broadLevels: [Double] { signed(from: range.lowerBound, to: range.upperBound, count: 12) }

  /// A grid in multiples of the noise, centred on the bias. It keeps the levels of the broad grid, because the
  /// estimate may be wrong.
  ///
  /// - Parameters:
  ///   - reach: Range of the bias to either side, in multiples of the noise; at least four standard errors.
  ///   - spread: Range of the noise to either side, as a ratio; at least four standard errors.
  func focused(on place: Place, reach: Double, spread: Double) -> GridSettings {
    let noise = min(max(place.noise, range.lowerBound / 4), 2 * range.upperBound)
    let most = 2 * range.upperBound
    let middle = min(max(place.middle, -range.upperBound), range.upperBound)
    let levels = signed(from: 0.15, to: 5, count: 12).map { min(max(middle + noise * $0, -most), most) } + broadLevels
    let reach = max(noise * reach, 4 * place.middleError)
    let spread = max(spread, exp(4 * place.noiseError))
    return settings(
      thresholds: even(21).map { middle + reach * $0 }, noises: even(21).map { noise * pow(spread, $0) },
      lapse: lapse, levels: Set(levels).sorted())
  }

  /// A fine grid for the final estimate, centred on a precise one.
  ///
  /// - Parameter levels: The presented levels, each once.
  func last(about place: Place, levels: [Double]) -> GridSettings {
    let reach = max(4 * place.middleError, 0.1 * place.noise)
    let spread = exp(max(4 * place.noiseError, 0.1))
    return settings(
      thresholds: even(21).map { place.middle + reach * $0 }, noises: even(31).map { place.noise * pow(spread, $0) },
      lapse: lapse, levels: levels)
  }

  private func settings(
    thresholds: [Double], noises: [Double], lapse: [Double], levels: [Double]
  ) -> GridSettings {
    let grid = ParameterGrid(
      function: NormalFunction.self, threshold: thresholds, slope: noises.map { 1 / $0 }, guess: nil, lapse: lapse)
    return GridSettings(
      model: GridModel(grid, levels: levels), axis: task.signed.axis, start: nil, stop: .never, pace: task.pace,
      target: target)
  }

  /// −1…1.
  private func even(_ count: Int) -> [Double] {
    let half = count / 2
    return (-half...half).map { Double($0) / Double(half) }
  }

  /// Equal steps of the logarithm.
  private func steps(from low: Double, to high: Double, count: Int) -> [Double] {
    (0..<count).map { low * pow(high / low, Double($0) / Double(count - 1)) }
  }

  /// The same to both sides of 0, rising.
  private func signed(from low: Double, to high: Double, count: Int) -> [Double] {
    let sizes = steps(from: low, to: high, count: count)
    return sizes.reversed().map { -$0 } + sizes
  }
}
