import Foundation
import Glibc
import PeachFitting
import PeachMath
import PeachTrials
import Testing

/// Bias, width and coverage of penalised fits of short data with a guess rate and a free lapse rate.
///
/// The bounds are those of `Sources/PeachFitting/README.md`, wider by 3.5 standard errors of the number of data sets here: a
/// false-alarm rate of 5e-4 for each of them. The earlier penalty, which took the asymptotes into the information, had a
/// median width of 1.57 times the truth and λ̂ = 0 in 87 % in the second condition, and fails both.
@Suite struct ShortDataTests {
  private static let isLong = ProcessInfo.processInfo.environment["PEACH_TEST_LONG"] != nil

  struct Condition: Sendable, CustomTestStringConvertible {
    /// 1 is yes/no with a guess rate of 0.15.
    var alternatives: Int
    var trials: Int
    var lapse: Double
    /// Correct answers in a row that make a track harder; 0 for constant stimuli.
    var down = 0

    var testDescription: String {
      "\(alternatives)AFC, \(trials) trials, lapse \(lapse), " + (down == 0 ? "constant stimuli" : "\(down)-down")
    }
    var guess: Double { alternatives == 1 ? 0.15 : 1 / Double(alternatives) }
    var truth: (place: Double, scale: Double) { down == 0 ? (4, 1.2) : (0, 1) }
    /// The proportion at which the threshold is read; `nil` where F is ½.
    var at: Double? { down == 0 ? nil : 0.75 }
  }

  private static let few = [
    Condition(alternatives: 2, trials: 140, lapse: 0), Condition(alternatives: 2, trials: 140, lapse: 0.05),
    Condition(alternatives: 2, trials: 60, lapse: 0.02, down: 2),
  ]
  private static let all =
    [2, 3, 1].flatMap { alternatives in
      [140, 399].flatMap { trials in
        [0, 0.02, 0.05].map { Condition(alternatives: alternatives, trials: trials, lapse: $0) }
      }
    }
    + [2, 3].flatMap { down in
      [60, 120].flatMap { trials in
        [0, 0.02, 0.05].map { Condition(alternatives: 2, trials: trials, lapse: $0, down: down) }
      }
    }

  private static func counts(_ condition: Condition, using random: inout RandomStream) -> Counts {
    let (place, scale) = condition.truth
    func answer(_ level: Double) -> Bool {
      let value = NormalFunction.standardValue((level - place) / scale)
      return random.unit() < condition.guess + (1 - condition.guess - condition.lapse) * value
    }
    var counts = Counts()
    if condition.down == 0 {
      for level in 1...7 {
        for _ in 0..<condition.trials / 7 { counts.add(Double(level), isPositive: answer(Double(level))) }
      }
      return counts
    }
    let start = place + 3.5 * scale + random.unit() * scale
    var (steps, right, turns, direction) = (0, 0, 0, 0)
    for _ in 0..<condition.trials {
      let level = start + Double(steps) * scale
      let isRight = answer(level)
      counts.add(level, isPositive: isRight)
      right = isRight ? right + 1 : 0
      let move = isRight ? (right == condition.down ? -1 : 0) : 1
      if move == 0 { continue }
      right = 0
      if direction != 0, move != direction { turns += 1 }
      direction = move
      steps += move * (turns < 2 ? 2 : 1)
    }
    return counts
  }

  @Test(arguments: isLong ? all : few) func `thresholds, widths and intervals are as documented`(condition: Condition)
    throws
  {
    let sets = Self.isLong ? 1000 : 150
    let fitter = FitSettings(
      reading: .accuracy,
      guess: .asymptote(condition.alternatives == 1 ? .free(upTo: 0.25) : .fixed(condition.guess)),
      lapse: .free(upTo: 0.1), at: condition.at, method: .reduced
    ).makeFitter()
    let (place, scale) = condition.truth
    let height = 1 - condition.guess - condition.lapse
    let truth =
      place + (condition.at.map { scale * NormalFunction.standardQuantile(($0 - condition.guess) / height) } ?? 0)
    let width = 2 * NormalFunction.standardQuantile(0.95) * scale
    var random = RandomStream(seed: 20_261_124)
    var (errors, widths, lapses): ([Double], [Double], [Double]) = ([], [], [])
    var held = (threshold: 0.0, width: 0.0)
    for _ in 0..<sets {
      let counts = Self.counts(condition, using: &random)
      let found = fitter.fit(counts)
      guard let threshold = found.threshold, let own = found.width, let highest = found.penalised else { continue }
      errors.append((threshold - truth) / scale)
      widths.append(own / width)
      lapses.append(try #require(found.lapse))
      func holds(_ quantity: Quantity, _ value: Double) -> Double {
        2 * (highest - fitter.profileLogLikelihood(quantity, value, found, counts)) <= 3.8415 ? 1 : 0
      }
      held.threshold += holds(.threshold, truth)
      held.width += holds(.width, width)
    }
    let count = Double(errors.count)
    #expect(count >= 0.98 * Double(sets))
    let bias = errors.reduce(0, +) / count
    let error = (errors.reduce(0) { $0 + ($1 - bias) * ($1 - bias) } / count / count).squareRoot()
    #expect(abs(bias) < 0.16 + 3.5 * error, "bias \(bias)")
    let logs = widths.map { log($0) }.sorted()
    // The quartiles tell the spread; the median's standard error is 1.25 times that of a mean.
    let spread = (logs[logs.count * 3 / 4] - logs[logs.count / 4]) / 1.35
    let slack = exp(3.5 * 1.25 * spread / count.squareRoot())
    let bounds = condition.down == 0 ? 0.9...1.12 : 0.8...1.2
    let median = exp(logs[logs.count / 2])
    #expect(median > bounds.lowerBound / slack && median < bounds.upperBound * slack, "width \(median)")
    let share = 3.5 * (0.05 * 0.95 / count).squareRoot()
    for coverage in [held.threshold / count, held.width / count] {
      #expect(coverage > 0.92 - share && coverage <= min(1, 0.985 + share), "coverage \(coverage)")
    }
    if condition.down == 0, condition.trials == 140, condition.lapse == 0.05 {
      #expect(Double(lapses.count { $0 < 1e-6 }) / count < 0.6)
    }
  }
}
