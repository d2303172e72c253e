import PeachMath
import PeachSupport

/// The likelihood of functions of infinite slope, which every smooth function approaches but none exceeds where the
/// data form a step: between two levels, or at a level whose proportion is then free.
struct StepScan {
  struct Step {
    /// The levels between which it lies; the same twice at a level.
    var gap: ClosedRange<Double>
    /// The proportion at the level, where it is one.
    var share: Double?
    var guess: Double
    var lapse: Double
    var logLikelihood: Double

    var middle: Double { (gap.lowerBound + gap.upperBound) / 2 }
  }

  /// The best steps, the best first, of equals the lower first; at most `limit`.
  private(set) var best: [Step] = []
  private let limit: Int
  /// The logarithms of γ, 1 − γ, 1 − λ and λ; `nil` unless both rates are fixed.
  private let fixedLogs: SIMD4<Double>?

  /// - Parameter counts: At least one level, on the fit's scale.
  /// - Complexity: O(levels).
  init(_ counts: Counts, _ model: FitModel, limit: Int = 3) {
    self.limit = limit
    fixedLogs = StepScan.fixedLogs(model)
    best.reserveCapacity(limit + 1)
    let bins = counts.bins
    let all = Answers(trials: counts.total, positives: counts.totalPositive)
    var below = Answers()
    for (index, bin) in bins.enumerated() {
      let own = Answers(bin)
      let above = all - below - own
      add(at: bin.level, own, below, above, model)
      below = below + own
      if index + 1 < bins.count { add(between: bin.level...bins[index + 1].level, below, above, model) }
    }
  }

  /// The step at a place between levels.
  static func at(_ place: Double, _ counts: Counts, _ model: FitModel) -> Step {
    var (below, above) = (Answers(), Answers())
    for bin in counts.bins {
      let own = Answers(bin)
      if bin.level < place { below = below + own } else { above = above + own }
    }
    let (guess, lapse) = asymptotes(below, above, model)
    return Step(
      gap: place...place, share: nil, guess: guess, lapse: lapse,
      logLikelihood: StepScan.value(below, above, guess, lapse))
  }

  /// Two neighbouring levels with the asymptotes of a step outside of them.
  struct Pair {
    /// The index of the lower level.
    var index: Int
    var guess: Double
    var lapse: Double
    /// With both proportions as they are.
    var logLikelihood: Double
  }

  /// The best pairs of levels that lie close together and far from all others.
  ///
  /// - Complexity: O(levels).
  static func pairs(_ counts: Counts, _ model: FitModel) -> [Pair] {
    let bins = counts.bins
    let all = Answers(trials: counts.total, positives: counts.totalPositive)
    var best: [Pair] = []
    var below = Answers()
    for index in bins.indices.dropLast() {
      defer { below = below + Answers(bins[index]) }
      let gap = bins[index + 1].level - bins[index].level
      let isAlone =
        (index == 0 || bins[index].level - bins[index - 1].level > 10 * gap)
        && (index + 2 >= bins.count || bins[index + 2].level - bins[index + 1].level > 10 * gap)
      guard isAlone else { continue }
      let above = all - below - Answers(bins[index]) - Answers(bins[index + 1])
      let (guess, lapse) = asymptotes(below, above, model)
      let own = [bins[index], bins[index + 1]].reduce(0) { sum, bin in
        let share = bin.positives / bin.trials
        return sum + term(bin.positives, share) + term(bin.trials - bin.positives, 1 - share)
      }
      best.append(
        Pair(index: index, guess: guess, lapse: lapse, logLikelihood: value(below, above, guess, lapse) + own))
      if best.count > 3 {
        best.sort { $0.logLikelihood > $1.logLikelihood }
        best.removeLast()
      }
    }
    return best
  }

  private struct Answers {
    var trials = 0.0
    var positives = 0.0

    init() {}

    init(trials: Double, positives: Double) {
      self.trials = trials
      self.positives = positives
    }

    init(_ bin: Counts.Bin) { self.init(trials: bin.trials, positives: bin.positives) }

    var negatives: Double { trials - positives }

    static func + (left: Answers, right: Answers) -> Answers {
      Answers(trials: left.trials + right.trials, positives: left.positives + right.positives)
    }

    static func - (left: Answers, right: Answers) -> Answers {
      Answers(trials: left.trials - right.trials, positives: left.positives - right.positives)
    }
  }

  private mutating func add(between gap: ClosedRange<Double>, _ below: Answers, _ above: Answers, _ model: FitModel) {
    let (guess, lapse) = StepScan.asymptotes(below, above, model)
    insert(
      Step(gap: gap, share: nil, guess: guess, lapse: lapse, logLikelihood: value(below, above, guess, lapse)))
  }

  private mutating func add(
    at level: Double, _ own: Answers, _ below: Answers, _ above: Answers, _ model: FitModel
  ) {
    guard own.positives > 0, own.negatives > 0 else { return }
    let (guess, lapse) = StepScan.asymptotes(below, above, model)
    let share = own.positives / own.trials
    guard share > guess, share < 1 - lapse else { return }
    let value = value(below, above, guess, lapse)
    insert(
      Step(
        gap: level...level, share: share, guess: guess, lapse: lapse,
        logLikelihood: value + own.positives * log(share) + own.negatives * log(1 - share)))
  }

  private mutating func insert(_ step: Step) {
    if best.count == limit, best[limit - 1].logLikelihood >= step.logLikelihood { return }
    let place = best.firstIndex { $0.logLikelihood < step.logLikelihood } ?? best.count
    best.insert(step, at: place)
    if best.count > limit { best.removeLast() }
  }

  /// The likeliest asymptotes inside their bounds; where no answer tells, the lowest.
  private static func asymptotes(_ below: Answers, _ above: Answers, _ model: FitModel) -> (Double, Double) {
    func share(_ count: Double, _ trials: Double, _ low: Double, _ high: Double) -> Double {
      trials > 0 ? min(max(count / trials, low), high) : low
    }
    if model.isTied {
      let errors = below.positives + above.negatives
      let lapse = share(errors, below.trials + above.trials, model.low[3], model.high[3])
      return (lapse, lapse)
    }
    return (
      share(below.positives, below.trials, model.low[2], model.high[2]),
      share(above.negatives, above.trials, model.low[3], model.high[3])
    )
  }

  private static func fixedLogs(_ model: FitModel) -> SIMD4<Double>? {
    if model.free.contains(2) || model.free.contains(3) { return nil }
    let guess = model.isTied ? model.low[3] : model.low[2]
    let lapse = model.low[3]
    return SIMD4(log(floored(guess)), log(floored(1 - guess)), log(floored(1 - lapse)), log(floored(lapse)))
  }

  private func value(_ below: Answers, _ above: Answers, _ guess: Double, _ lapse: Double) -> Double {
    guard let logs = fixedLogs else { return StepScan.value(below, above, guess, lapse) }
    func term(_ count: Double, _ log: Double) -> Double { count <= 0 ? 0 : count * log }
    return term(below.positives, logs[0]) + term(below.negatives, logs[1]) + term(above.positives, logs[2])
      + term(above.negatives, logs[3])
  }

  private static func value(_ below: Answers, _ above: Answers, _ guess: Double, _ lapse: Double) -> Double {
    term(below.positives, guess) + term(below.negatives, 1 - guess) + term(above.positives, 1 - lapse)
      + term(above.negatives, lapse)
  }

  private static func term(_ count: Double, _ probability: Double) -> Double {
    count <= 0 ? 0 : count * log(floored(probability))
  }

  private static func floored(_ probability: Double) -> Double { max(probability, 1e-300) }
}
