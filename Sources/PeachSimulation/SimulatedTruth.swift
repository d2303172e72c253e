import PeachMath
import PeachPitch
import PeachSupport
import PeachTrials

/// The psychometric function of a listener, fitted to simulated answers, and its uncertainty.
///
/// The levels are evenly spaced on the task's axis. In yes/no a fifth of the trials present noise alone. The function between its
/// asymptotes is Φ of a polynomial of third degree on that axis, which follows any smooth form: in a forced choice the function is
/// not a cumulative normal even if the noise is normal. Its guess rate is that of the task, in yes/no the share of yes to noise, and
/// its lapse rate the listener's own. A normal prior with a standard deviation of 3 holds back the coefficients of second and third
/// degree, with a polynomial on −1…1. The uncertainty is that of a parametric bootstrap.
///
/// Source: McCullagh & Nelder (1989), Generalized linear models, 2nd ed., ch. 4 (probit regression); Wichmann & Hill (2001), Percept.
/// Psychophys. 63:1314–1329, doi:10.3758/BF03194545 (the bootstrap).
struct SimulatedTruth {
  let listener: FittedListener
  /// Listeners fitted to simulated answers of `listener`.
  let resampled: [FittedListener]

  private static let levels = 20
  private static let noises = 5
  private static let resamples = 200

  /// `nil` if the answers have no threshold.
  init?(_ design: TruthSimulation, _ task: TrialTask) {
    var random = StreamFamily(seed: 0, path: ["truth"]).stream(replicate: 1)
    guard let data = SimulatedTruth.answers(design, task, using: &random),
      let fitted = SimulatedTruth.fit(data, task, lapse: design.listener.lapse)
    else { return nil }
    listener = fitted
    resampled = (0..<SimulatedTruth.resamples).compactMap { _ in
      SimulatedTruth.fit(data.resampled(from: fitted, using: &random), task, lapse: design.listener.lapse)
    }
  }

  private struct Bin {
    var level: Double
    var trials = 0.0
    var positives = 0.0
  }

  /// Counts of positive answers to the target at each level, and to noise.
  private struct Answers {
    var bins: [Bin]
    var noise = Bin(level: 0)

    func resampled(from fitted: FittedListener, using random: inout RandomStream) -> Answers {
      func drawn(_ bin: Bin, _ probability: Double) -> Bin {
        var drawn = bin
        drawn.positives = Double((0..<Int(bin.trials)).count { _ in random.unit() < probability })
        return drawn
      }
      var answers = self
      answers.bins = bins.map { drawn($0, fitted.probability(at: $0.level)) }
      answers.noise = drawn(noise, fitted.guess)
      return answers
    }
  }

  /// `nil` if the listener cannot answer.
  private static func answers(
    _ design: TruthSimulation, _ task: TrialTask, using random: inout RandomStream
  ) -> Answers? {
    var listener = design.listener.hearing(RunSounds(seed: 0, path: ["truth"], replicate: 1))
    let (low, high) = (design.levels.lowerBound, design.levels.upperBound)
    var answers = Answers(
      bins: (0..<levels).map { place in
        let share = Double(place) / Double(levels - 1)
        let level = task.axis.scale == .log ? low * exp2(share * log2(high / low)) : low + share * (high - low)
        return Bin(level: level)
      })
    let places = levels + (task.kind == .yesNo ? noises : 0)
    for trial in 0..<design.trials {
      let place = trial % places
      let isNoise = place >= levels
      let level = answers.bins[isNoise ? place - levels : place].level
      var comparison = Comparison(
        reference: task.notes.lowerBound, interval: .prime, offset: level,
        level: Level(level, kind: isNoise ? .noise : .test))
      comparison.order = trial / places % task.orders
      let answer = listener.answer(comparison, using: &random)
      guard listener.fault == nil else { return nil }
      if isNoise {
        answers.noise.trials += 1
        answers.noise.positives += answer.isHigher ? 1 : 0
      } else {
        answers.bins[place].trials += 1
        answers.bins[place].positives += answer.isHigher ? 1 : 0
      }
    }
    return answers
  }

  /// `nil` if more answers are positive at the lowest level than at the highest.
  private static func fit(_ answers: Answers, _ task: TrialTask, lapse: Double) -> FittedListener? {
    guard let first = answers.bins.first, let last = answers.bins.last else { return nil }
    var fitted = FittedListener(
      levels: first.level...last.level, isLog: task.axis.scale == .log,
      guess: answers.noise.trials > 0 ? answers.noise.positives / answers.noise.trials : task.guessRate, lapse: lapse)
    let found = try? Simplex.minimum(start: [0, 1, 0, 0], steps: [0.5, 0.5, 0.5, 0.5], tolerance: 1e-6) { tried in
      fitted.coefficients = tried
      return answers.bins.reduce((tried[2] * tried[2] + tried[3] * tried[3]) / 18) { sum, bin in
        let probability = min(max(fitted.probability(at: bin.level), 1e-12), 1 - 1e-12)
        return sum - bin.positives * log(probability) - (bin.trials - bin.positives) * log1p(-probability)
      }
    }
    guard let found else { return nil }
    fitted.coefficients = found.point
    return fitted.probability(at: last.level) > fitted.probability(at: first.level) ? fitted : nil
  }
}

/// A listener who answers as a fitted function says.
struct FittedListener: Listener {
  /// The levels to which the function was fitted.
  let levels: ClosedRange<Double>
  let isLog: Bool
  /// The lower asymptote; in yes/no the probability of yes to noise.
  let guess: Double
  let lapse: Double
  /// The coefficients of the polynomial, from the constant on.
  var coefficients = [0.0, 1, 0, 0]

  mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    Answer(isHigher: random.unit() < probability(of: comparison))
  }

  func probability(of comparison: Comparison) -> Double {
    comparison.level.kind == .noise ? guess : probability(at: comparison.offset)
  }

  func probability(at level: Double) -> Double {
    guard !isLog || level > 0 else { return guess }
    let (low, high) =
      isLog ? (log2(levels.lowerBound), log2(levels.upperBound)) : (levels.lowerBound, levels.upperBound)
    let place = (2 * (isLog ? log2(level) : level) - low - high) / (high - low)
    let inside = min(max(place, -1), 1)
    let c = coefficients
    let value = c[0] + inside * (c[1] + inside * (c[2] + inside * c[3]))
    // Beyond the levels it goes on as a straight line.
    let slope = place == inside ? 0 : max(0, c[1] + inside * (2 * c[2] + 3 * inside * c[3]))
    return guess + (1 - guess - lapse) * NormalDistribution.cumulative(value + slope * (place - inside))
  }

  var isSameOnAllNotes: Bool { true }
}
