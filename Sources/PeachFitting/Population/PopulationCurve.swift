import PeachMath
import PeachSupport

/// The log-likelihood of one listener's answers in one cell, with its derivatives by the listener's two coordinates and by
/// the shared rates.
struct PopulationCurve {
  /// Sums over the levels of a cell.
  struct Sums {
    var value = 0.0
    /// By the first and second coordinate.
    var first = 0.0
    var second = 0.0
    var lapse = 0.0
    var guess = 0.0
    /// The expected information about the two coordinates.
    var information = (first: 0.0, mixed: 0.0, second: 0.0)
  }

  let guess: Double
  let lapse: Double
  private let isTied: Bool
  private let isLinear: Bool
  /// W.
  private let width: Double
  /// The u of the threshold, and its derivatives by the rates.
  let offset: Double
  private let offsetSlopes: (lapse: Double, guess: Double)

  /// The curve at parameters in the layout of a fit, whose rates are logits.
  init?(_ model: PopulationModel, _ values: [Double], _ layout: PopulationLayout) {
    self.init(
      model, lapse: layout.lapse.map { Logit.inverse(values[$0]) } ?? model.settings.lapse.start,
      guess: layout.guess.map { Logit.inverse(values[$0]) } ?? model.fixedGuess)
  }

  /// `nil` if the curve does not reach the proportion of the threshold, or leaves no height between its asymptotes.
  init?(_ model: PopulationModel, lapse: Double, guess: Double) {
    let settings = model.settings
    isTied = settings.guess == .lapse
    self.lapse = lapse
    self.guess = isTied ? lapse : guess
    isLinear = model.coordinates == .interceptAndSlope
    width = settings.function.standardQuantile(0.95) - settings.function.standardQuantile(0.05)
    let height = 1 - self.guess - lapse
    guard height > 1e-3 else { return nil }
    guard let at = settings.at else {
      offset = settings.function.standardQuantile(0.5)
      offsetSlopes = (0, 0)
      return
    }
    let share = (at - self.guess) / height
    offset = settings.function.standardQuantile(share)
    guard offset.isFinite else { return nil }
    let density = settings.function.standardDensity(offset) * height
    offsetSlopes = (share / density, (share - 1) / density)
  }

  private static let floor = 1e-300

  /// - Parameter needsSlopes: Whether the derivatives are needed.
  func sums(
    _ bins: [Counts.Bin], _ function: any PsychometricFunction.Type, first: Double, second: Double,
    needsSlopes: Bool = true
  ) -> Sums {
    // The compiler makes loops of their own for these two.
    if function == NormalFunction.self { return opened(NormalFunction.self, bins, first, second, needsSlopes) }
    if function == LogisticFunction.self { return opened(LogisticFunction.self, bins, first, second, needsSlopes) }
    return opened(function, bins, first, second, needsSlopes)
  }

  /// Sums over a cell by vector arithmetic, without the information.
  ///
  /// - Returns: `nil` if the coordinates are intercept and slope.
  func sums(_ lanes: LevelLanes, first: Double, second: Double, needsSlopes: Bool = true) -> Sums? {
    guard !isLinear else { return nil }
    let slope = width * exp(-second)
    let distance = offset / slope
    guard slope.isFinite, distance.isFinite else { return nil }
    if !needsSlopes {
      var sums = Sums()
      sums.value = lanes.value(
        location: first - distance, slope: slope, guess: guess, lapse: lapse, penalty: nil)
      return sums
    }
    let own = lanes.fullExpansion(
      location: first - distance, slope: slope, guess: guess, lapse: lapse, isTied: isTied)
    let gradient = own.gradient
    var sums = Sums()
    sums.value = own.value
    sums.first = gradient[0]
    sums.second = gradient[1] - distance * gradient[0]
    sums.lapse = gradient[3] - offsetSlopes.lapse / slope * gradient[0]
    sums.guess = gradient[2] - offsetSlopes.guess / slope * gradient[0]
    return sums
  }

  private func opened<Function: PsychometricFunction>(
    _: Function.Type, _ bins: [Counts.Bin], _ first: Double, _ second: Double, _ needsSlopes: Bool
  ) -> Sums {
    var sums = Sums()
    let height = 1 - guess - lapse
    let slope = isLinear ? second : width * exp(-second)
    for bin in bins {
      let u = isLinear ? first + slope * bin.level : slope * (bin.level - first) + offset
      let point = Function.standardPoint(u)
      let positive = max(guess + height * point.value, Self.floor)
      let negative = max(lapse + height * point.complement, Self.floor)
      let others = bin.trials - bin.positives
      if bin.positives > 0 { sums.value += bin.positives * log(positive) }
      if others > 0 { sums.value += others * log(negative) }
      guard needsSlopes else { continue }
      let residual = bin.positives / positive - others / negative
      let rise = height * point.density
      let byFirst = isLinear ? 1 : -slope
      let bySecond = isLinear ? bin.level : offset - u
      let pull = residual * rise
      sums.first += pull * byFirst
      sums.second += pull * bySecond
      sums.lapse += residual * ((isTied ? point.complement - point.value : -point.value) + rise * offsetSlopes.lapse)
      sums.guess += residual * (point.complement + rise * offsetSlopes.guess)
      let weight = bin.trials * rise * rise / (positive * negative)
      sums.information.first += weight * byFirst * byFirst
      sums.information.mixed += weight * byFirst * bySecond
      sums.information.second += weight * bySecond * bySecond
    }
    return sums
  }

  /// ψ at a level.
  func probability(at level: Double, _ function: any PsychometricFunction.Type, first: Double, second: Double) -> Double
  {
    let u = isLinear ? first + second * level : width * exp(-second) * (level - first) + offset
    return guess + (1 - guess - lapse) * function.standardValue(u)
  }
}
