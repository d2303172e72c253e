import PeachSupport
import PeachTrials

/// The engine of PEST: when a track moves, and by how much.
///
/// Responses are counted at one level. After n of them, k positive, the level moves down once k − p·n ≥ W and up once
/// k − p·n ≤ −W, and the count starts again. The size of the step:
/// 1. on every reversal half of the last;
/// 2. the second step in a direction is as long as the first;
/// 3. the fourth and every later one is twice its predecessor;
/// 4. the third is twice the second, unless the step just before the last reversal had been doubled.
///
/// A reversal that would halve the step below the smallest ends the track, at the level to which that step leads. For
/// steps by factor, dB and log, halving and doubling apply to the logarithm.
///
/// Source: Taylor & Creelman (1967), J. Acoust. Soc. Am. 41:782–787, doi:10.1121/1.1910407. The source leaves two
/// points open. A step that grows to less than twice its size because of the largest size counts as doubled; a step
/// that cannot grow does not. The count belongs to the level from which steps start, so an answer at another level
/// restarts it.
struct PestTrack: Sendable {
  struct Settings: Sendable {
    var track: TrackSettings
    /// The first step.
    var step: StepRule.Size
    /// The smallest step, in the same form as `step`.
    var smallest: Double
    var largest: Double
    /// p, the proportion of positive responses to converge on.
    var target: Double
    /// W, how far the count may deviate before the level moves.
    var waldLimit: Double
  }

  let settings: Settings
  var track: Track
  /// The level at which responses are counted; `nil` before the first response.
  private var level: Double?
  private var responses = 0
  private var positives = 0
  /// The size of the last step, or of the first before it.
  private var size: Double
  private var direction: Track.Direction?
  /// How many steps the track has made in this direction.
  private var stepsOneWay = 0
  /// Whether the last step was twice its predecessor.
  private var isDoubled = false
  /// Whether the step just before the last reversal was.
  private var wasDoubled = false

  init(_ settings: Settings) {
    self.settings = settings
    track = Track(settings.track)
    size = settings.step.amount
  }

  mutating func update(_ presented: Level, _ response: Response) {
    let base = track.base(presented)
    count(response, at: base)
    guard let verdict else {
      track.finishTrial(presented, response, proposed: base)
      return
    }
    let isReversal = direction != nil && direction != verdict
    takeStep(verdict, isReversal: isReversal)
    track.move(verdict, at: presented)
    if isReversal, isBelowSmallest {
      // What other strategies asked for does not end the track, and leaves its steps as long as they may be.
      if track.isLearning { size = settings.smallest } else { track.finish() }
    }
    let step = StepRule.Size(amount: size, isLinear: settings.step.isLinear)
    track.finishTrial(presented, response, proposed: step.level(from: base, steps: Double(verdict.rawValue)))
    level = nil
  }

  private mutating func count(_ response: Response, at base: Double) {
    if level != base {
      level = base
      responses = 0
      positives = 0
    }
    responses += 1
    if response.isPositive { positives += 1 }
  }

  /// Whether the count calls for a move. A deviation that equals W but for rounding does.
  private var verdict: Track.Direction? {
    let deviation = Double(positives) - settings.target * Double(responses)
    if deviation >= settings.waldLimit - 1e-9 { return .down }
    return deviation <= 1e-9 - settings.waldLimit ? .up : nil
  }

  private mutating func takeStep(_ verdict: Track.Direction, isReversal: Bool) {
    direction = verdict
    if isReversal {
      wasDoubled = isDoubled
      isDoubled = false
      stepsOneWay = 1
      size /= 2
      return
    }
    stepsOneWay += 1
    let doubles = stepsOneWay > 3 || (stepsOneWay == 3 && !wasDoubled)
    let longer = doubles ? min(2 * size, settings.largest) : size
    isDoubled = longer > size
    size = longer
  }

  /// Whether the last step is too short to be made; equal to the smallest but for rounding is not.
  private var isBelowSmallest: Bool { size < settings.smallest * (1 - 1e-9) }
}

extension PestTrack.Settings {
  static let source = "Taylor & Creelman (1967), doi:10.1121/1.1910407"
  /// Far beyond any step in use, and safe for arithmetic.
  private static let longest = 1e100

  /// Reads the parameters of PEST.
  ///
  /// - Parameter hasEstimator: Whether the levels give a threshold; it is then, by default, the level that
  ///   would be presented next.
  static func read(_ reader: Reader, in context: StrategyContext, hasEstimator: Bool) -> PestTrack.Settings {
    let track = TrackSettings.read(reader, in: context, hasEstimator: hasEstimator, estimator: .next)
    let step = StepRule.readSize(reader, in: context, "The first step")
    let smallest = reader.number(
      "min-step", unit: "as step", in: .positive,
      "The smallest step, in the unit of step; a reversal that would halve below it ends the track", source: source,
      hint: step.flatMap { smallestStep(after: $0.size, in: $0.unit) }.map { "write min-step: \($0.shortest)" })
    let largest = reader.optionalNumber(
      "max-step", unit: "as step", in: .positive, "The largest step, in the unit of step", source: source)
    let target = reader.number(
      "target", unit: "1", in: .between(0, 1), default: 0.75,
      "Proportion of correct (or yes) responses on which the track converges",
      source: source)
    let waldLimit = reader.number(
      "wald-limit", unit: "1", in: .positive, default: 1,
      "Wald limit W: how far the count of correct (or yes) responses may be from its expectation before the "
        + "level moves", source: source)
    let unit = step?.unit ?? .linear
    let settings = PestTrack.Settings(
      track: track, step: step?.size ?? .linear(1), smallest: unit.size(smallest).amount,
      largest: largest.map { unit.size($0).amount } ?? longest, target: target, waldLimit: waldLimit)
    if step != nil { settings.check(reader, unit, smallest: smallest, largest: largest) }
    return settings
  }

  /// A sensible smallest step, an eighth of the first one, in the unit of `step`; `nil` if the first one is too small.
  private static func smallestStep(after first: StepRule.Size, in unit: StepRule.Unit) -> Double? {
    let amount = first.amount / 8
    let exact =
      switch unit {
      case .factor: exp(amount)
      case .db: amount * 20 / M_LN10
      case .log: amount / M_LN10
      case .linear: amount
      }
    // A rounded factor near 1 would be no step.
    let value = unit == .factor && exact < 1.01 ? exact : Double(exact.brief) ?? exact
    return unit.bounds.contains(value) && unit.size(value).amount <= first.amount ? value : nil
  }

  /// Reports sizes that do not go with the step.
  private func check(_ reader: Reader, _ unit: StepRule.Unit, smallest: Double, largest: Double?) {
    for (name, value) in [("min-step", smallest), ("max-step", largest ?? 2)]
    where reader.has(name) && !unit.bounds.contains(value) {
      reader.report(
        "expected a factor \(unit.bounds.description), because step is a factor too, got \(value.shortest)", at: name)
      return
    }
    if reader.has("min-step"), step.amount < self.smallest {
      reader.report("expected at most the step, got \(smallest.shortest)", at: "min-step")
    }
    if let largest, step.amount > self.largest {
      reader.report("expected at least the step, got \(largest.shortest)", at: "max-step")
    }
  }
}
