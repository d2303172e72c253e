import PeachMath
import PeachSupport

/// ψ(x) = γ + (1 − γ − λ)·F(u), u = (x − threshold)/scale + F⁻¹(½), and which of its four parameters are free within
/// which bounds.
///
/// Levels, threshold and scale are on the fit's scale: the level, or a logarithm of it.
package struct FitModel: Sendable {
  package let guess: GuessRate
  package let lapse: Asymptote
  /// Threshold, ln scale, guess, lapse; a tied guess is not a parameter.
  private(set) var free: ParameterSet
  /// The corners of the search box.
  private(set) var low: FitPoint
  private(set) var high: FitPoint

  /// - Parameter scaleBounds: The range of the scale 1/β; above 0.
  package init(
    guess: GuessRate, lapse: Asymptote, thresholdBounds: ClosedRange<Double>, scaleBounds: ClosedRange<Double>
  ) {
    self.guess = guess
    self.lapse = lapse
    var free = ParameterSet(0, 1)
    var guessBounds = 0.0...0.0
    if case .asymptote(let asymptote) = guess { guessBounds = asymptote.bounds }
    if case .asymptote(.free) = guess { free.insert(2) }
    if case .free = lapse { free.insert(3) }
    self.free = free
    // The asymptotes never meet: between them F has some height left.
    let lapseBounds = lapse.bounds
    let room = guess == .lapse ? 0.5 : 1 - guessBounds.lowerBound
    let highestLapse = max(lapseBounds.lowerBound, min(lapseBounds.upperBound, room - FitModel.leastHeight))
    let highestGuess = max(guessBounds.lowerBound, min(guessBounds.upperBound, 1 - highestLapse - FitModel.leastHeight))
    let scale = (log(scaleBounds.lowerBound), log(scaleBounds.upperBound))
    low = FitPoint(thresholdBounds.lowerBound, scale.0, guessBounds.lowerBound, lapseBounds.lowerBound)
    high = FitPoint(thresholdBounds.upperBound, scale.1, highestGuess, highestLapse)
  }

  /// How much of ψ's range free asymptotes leave to F.
  private static let leastHeight = 1e-3

  var isTied: Bool { guess == .lapse }

  /// How many parameters are free, on a bound or not.
  var parameters: Int { free.count }

  /// A copy of the model with a parameter held at a value.
  func holding(_ slot: Int, at value: Double) -> FitModel {
    var model = self
    model.free.remove(slot)
    model.low[slot] = value
    model.high[slot] = value
    return model
  }

  /// A point with the asymptotes where a search starts.
  func start(_ threshold: Double, logScale: Double) -> FitPoint {
    var guessStart = 0.0
    if case .asymptote(let asymptote) = guess { guessStart = asymptote.start }
    return FitPoint(threshold, logScale, guessStart, lapse.start).clamped(lowerBound: low, upperBound: high)
  }

  /// γ at a point, tied or not.
  func guess(at point: FitPoint) -> Double { isTied ? point[3] : point[2] }
}

/// A point in the space of parameters: threshold, ln scale, guess, lapse.
package typealias FitPoint = SIMD4<Double>

/// The box in which a fit is searched, from the levels of the data.
extension FitModel {
  /// - Parameter counts: On the fit's scale; at least one level.
  init(of counts: Counts, _ settings: FitSettings, _ shape: FunctionShape) {
    self = settings.isTwoSided ? .twoSided(counts, settings) : .general(counts, settings, shape)
  }

  /// The threshold within the levels plus or minus their range, the width from 0.02 times the smallest spacing to 300
  /// times the range.
  private static func general(_ counts: Counts, _ settings: FitSettings, _ shape: FunctionShape) -> FitModel {
    let bins = counts.bins
    let first = bins[0].level
    let last = bins[bins.count - 1].level
    let range = bins.count > 1 ? last - first : max(1, abs(first))
    var spacing = range
    for index in 1..<max(1, bins.count) { spacing = min(spacing, bins[index].level - bins[index - 1].level) }
    return FitModel(
      guess: settings.guess, lapse: settings.lapse, thresholdBounds: first - range...last + range,
      scaleBounds: 0.02 * spacing / shape.width...300 * range / shape.width)
  }

  /// For tracks about zero: |threshold| at most twice the largest |level|, the scale between the smallest |level| / 64
  /// and 64 times the largest.
  private static func twoSided(_ counts: Counts, _ settings: FitSettings) -> FitModel {
    let (smallest, largest) = counts.extent
    return FitModel(
      guess: settings.guess, lapse: settings.lapse, thresholdBounds: -2 * largest...2 * largest,
      scaleBounds: max(smallest / 64, .leastNormalMagnitude)...64 * largest)
  }
}

extension Counts {
  /// The smallest |level| above 0 and the largest.
  var extent: (smallest: Double, largest: Double) {
    var smallest = Double.infinity
    var largest = 0.0
    for bin in bins where bin.level != 0 {
      smallest = min(smallest, abs(bin.level))
      largest = max(largest, abs(bin.level))
    }
    guard largest > 0 else { return (1, 1) }
    // Far beyond any axis in use, where bounds made of them would no longer be numbers.
    return (min(max(smallest, 1e-150), 1e150), min(max(largest, 1e-150), 1e150))
  }
}
