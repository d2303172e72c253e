import PeachAudio
import PeachSupport
import PeachTrials
import Synchronization

/// Makes the answer to a trial from a number for each interval, by the rule of the task.
///
/// - Forced choice: the interval with the largest number, or with the smallest.
/// - Yes/no: yes if the number exceeds the mean of standards by more than the criterion.
/// - Oddity: the interval whose number is farthest from the mean of the others.
/// - AXB: the outer interval whose number is nearer to that of the middle one.
/// - Same–different: different if the numbers differ by more than the criterion.
///
/// The bias is added in favour of the first answer. Of equally good answers each is as likely.
///
/// Source: Macmillan & Creelman (2005), Detection theory: A user's guide, 2nd ed., ch. 2, 7 and 9 (the difference rules).
package struct IntervalChoice: Sendable {
  enum Pick: String, CaseIterable, Sendable { case largest, smallest }

  private(set) var heard: HeardIntervals?
  /// How many trials it has heard.
  private var trials = 0
  private let pick: Pick
  /// The standard deviation of the noise in each number.
  private let noise: Double
  private let bias: Double
  private let criterion: Double
  /// The mean number of intervals with the standard, which yes/no refers to.
  private let standardMean = Learned<Double>()
  /// The levels and trials by which the truth is found; `nil` if it stays unknown.
  let truth: (levels: ClosedRange<Double>, trials: Int)?
  /// ℓ: the probability that a trial is answered without listening.
  private let lapsing: Double
  private(set) var fault: String?

  /// Reads `picks`, `noise`, `bias`, `criterion`, `lapse` and `truth`.
  ///
  /// - Parameters:
  ///   - unit: Of the numbers.
  ///   - usual: The noise by default.
  ///   - meaning: Of the noise.
  init(
    _ reader: Reader, in task: TrialTask, kind: String, bothEars: Bool = false, unit: String, noise usual: Double = 0,
    _ meaning: String
  ) {
    heard = HeardIntervals(reader, in: task, kind: kind, bothEars: bothEars)
    let form = heard?.form
    switch form {
    case .forcedChoice, .yesNo, nil:
      pick = reader.choice(
        "picks", default: .largest,
        "Whether the listener chooses the interval with the largest or the smallest decision value (the number "
          + "it computes from the sound)")
    case .oddity, .axb, .sameDifferent: pick = .largest
    }
    noise = reader.number("noise", unit: unit, in: .atLeast(0), default: usual, meaning)
    switch form {
    case .forcedChoice, .oddity, .axb, nil:
      bias = reader.number(
        "bias", unit: unit, default: 0,
        "Bias: what is added to the decision value of the first interval (or of the first answer)")
    case .yesNo, .sameDifferent: bias = 0
    }
    let excess =
      "listener answers yes if the decision value (the number that it computes from the interval) exceeds the mean of "
      + "standards by more than this"
    let difference =
      "listener answers different if the decision values (the numbers that it computes from the intervals) differ by "
      + "more than this"
    switch form {
    case .yesNo:
      criterion = reader.number(
        "criterion", unit: unit,
        "Criterion: the \(excess); with picks: smallest, if it falls below this mean by more than this")
    case .sameDifferent:
      criterion = reader.number("criterion", unit: unit, in: .positive, "Criterion: the \(difference)")
    case nil:
      criterion =
        reader.optionalNumber(
          "criterion", unit: unit,
          "Criterion, required in two tasks. Yes/no: the \(excess). Same–different: the \(difference)")
        ?? 0
    case .forcedChoice, .oddity, .axb: criterion = 0
    }
    lapsing = reader.number(
      "lapse", unit: "1", in: .within(0..<1), default: 0, "Probability of answering without listening")
    truth = IntervalChoice.readTruth(reader, in: task, heard)
  }

  private static func readTruth(
    _ reader: Reader, in task: TrialTask, _ heard: HeardIntervals?
  ) -> (levels: ClosedRange<Double>, trials: Int)? {
    let isLog = task.axis.scale == .log
    let unit = task.axis.unit
    let stated = reader.section(
      "truth", "Finds the true threshold by simulation between two levels; without it the truth is unknown"
    ) { inner -> (levels: ClosedRange<Double>, trials: Int)? in
      let from = inner.number(
        "from", unit: unit, in: isLog ? .positive : .finite,
        "Lowest level of the search, at which most answers are guesses")
      let to = inner.number("to", unit: unit, "Highest level of the search, at which most answers are correct")
      let trials = inner.integer(
        "trials", in: 200...10_000_000, default: 4000, "Number of simulated trials in the search for the true threshold"
      )
      guard from < to else {
        if inner.has("from"), inner.has("to") {
          inner.report("expected from < to, got from: \(from.shortest) and to: \(to.shortest)", at: "from")
        }
        return nil
      }
      for (key, level) in [("from", from), ("to", to)] {
        do throws(SoundError) {
          _ = try heard?.examples(1, hasTarget: true, level: level)
        } catch {
          inner.report("level \(level.shortest): \(error.reason)", at: key, hint: error.hint)
        }
      }
      return (from...to, trials)
    }
    return stated ?? nil
  }

  /// Samples per second.
  var hertz: Double { heard?.hertz ?? 48_000 }

  /// λ: a guess is right by chance.
  var lapse: Double { lapsing * (1 - 1 / Double(heard?.form.answers.count ?? 2)) }

  /// Hears the sounds of one run from its first trial on.
  mutating func hear(_ sounds: RunSounds) {
    heard?.sounds = sounds
    trials = 0
  }

  /// Answers a trial. Draws 2 numbers and 2 for each interval.
  mutating func answer(
    _ comparison: Comparison, using random: inout RandomStream,
    numbers: ([StereoSamples]) throws(SoundError) -> [Double]
  ) -> Answer {
    trials += 1
    let isLapse = random.unit() < lapsing
    let guess = random.unit()
    guard let heard, fault == nil else { return Answer(isHigher: false, seconds: .nan) }
    let noises = (0..<heard.form.notes).map { _ in noise * random.normal() }
    if isLapse { return Answer(isHigher: guess * Double(heard.form.answers.count) < 1) }
    do throws(SoundError) {
      let values = zip(try numbers(try heard.trial(trials, comparison)), noises).map { $0 + $1 }
      let origin =
        heard.form == .yesNo ? try standardMean.value { () throws(SoundError) in try mean(heard, numbers) } : 0
      let merits = merits(of: values.map { $0 - origin }, heard.form)
      let best = merits.max()
      let positive = merits.indices.first { heard.form.isPositive($0, to: comparison) }
      guard let positive, merits[positive] == best else { return Answer(isHigher: false) }
      return Answer(isHigher: guess * Double(merits.count { $0 == best }) < 1)
    } catch {
      fault = "level \(comparison.offset.shortest): \(error.reason)"
      return Answer(isHigher: false, seconds: .nan)
    }
  }

  /// The number of standards from which the mean is found.
  private static let standards = 100

  private func mean(
    _ heard: HeardIntervals, _ numbers: ([StereoSamples]) throws(SoundError) -> [Double]
  ) throws(SoundError) -> Double {
    let standards = try heard.examples(IntervalChoice.standards, hasTarget: false, level: 0)
    let values = try numbers(standards)
    // The mean of equal numbers is exactly their value.
    return values[0] + values.reduce(0) { $0 + ($1 - values[0]) } / Double(values.count)
  }

  /// How much speaks for each answer.
  private func merits(of values: [Double], _ form: ChoiceForm) -> [Double] {
    let sign = pick == .largest ? 1.0 : -1
    switch form {
    case .forcedChoice: return values.enumerated().map { sign * $1 + ($0 == 0 ? bias : 0) }
    case .yesNo: return [sign * values[0], criterion]
    case .oddity:
      return values.indices.map { place in
        let others = (0..<3).filter { $0 != place }
        return abs(values[place] - (values[others[0]] + values[others[1]]) / 2) + (place == 0 ? bias : 0)
      }
    case .axb: return [bias - abs(values[1] - values[0]), -abs(values[1] - values[2])]
    case .sameDifferent: return [criterion, abs(values[0] - values[1])]
    }
  }
}

/// A value that a model learns once, at its first trial, for all copies of itself.
final class Learned<Value: Sendable>: Sendable {
  private let known = Mutex<Value?>(nil)

  /// - Parameter learn: Returns the same value whenever it is called.
  func value(_ learn: () throws(SoundError) -> Value) throws(SoundError) -> Value {
    if let known = known.withLock({ $0 }) { return known }
    let value = try learn()
    known.withLock { $0 = value }
    return value
  }
}
