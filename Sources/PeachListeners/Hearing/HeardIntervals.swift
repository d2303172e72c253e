import PeachAudio
import PeachSupport
import PeachTrials

/// The intervals of a trial as a model hears them. They are those that `peach render` writes of the same
/// replicate and trial, but for a background, which is rendered for each interval apart, and for full scale.
struct HeardIntervals: Sendable {
  private let stimulus: ComposedStimulus
  private let folder: String
  private let bothEars: Bool
  /// The run it hears; a run of no experiment until that is known.
  var sounds = RunSounds(seed: 0, path: ["sounds"], replicate: 1)

  /// `nil` after problems.
  ///
  /// - Parameters:
  ///   - kind: The listener, for messages.
  ///   - bothEars: Whether it hears with both ears, or with the left one alone.
  init?(_ reader: Reader, in task: TrialTask, kind: String, bothEars: Bool) {
    guard let stimulus = task.composed else {
      if !reader.isDescribing {
        reader.report(
          "expected a listener that answers numbers: \(kind) hears composed sounds, and this task has no sounds",
          at: "kind",
          hint: "describe them in task.sounds: see docs/how-to/composed-sounds.md")
      }
      return nil
    }
    guard task.kind == .forcedChoice else {
      reader.report("expected a forced choice: \(kind) compares intervals", at: "kind")
      return nil
    }
    self.stimulus = stimulus
    folder = ParentFolder.of(reader.place.file)
    self.bothEars = bothEars
  }

  /// Samples per second.
  var hertz: Double { stimulus.sampleRate.hertz }
  /// The number of intervals in a trial.
  var count: Int { stimulus.intervals }

  /// The samples of each interval of a trial.
  ///
  /// - Parameter number: The trial, from 1.
  /// - Throws: `SoundError` if the level allows no sound.
  func trial(_ number: Int, _ comparison: Comparison) throws(SoundError) -> [StereoSamples] {
    let draws = SoundDraws(level: comparison.offset, sounds: sounds, trial: number, folder: folder)
    return try stimulus.heard(draws, target: comparison.order, rate: stimulus.sampleRate, bothEars: bothEars)
  }
}

/// A model that gives each interval a number and chooses the interval with the largest, or the smallest.
package struct IntervalChoice: Sendable {
  enum Pick: String, CaseIterable, Sendable { case largest, smallest }

  private var heard: HeardIntervals?
  /// How many trials it has heard.
  private var trials = 0
  private let pick: Pick
  /// The standard deviation of the noise in each number.
  private let noise: Double
  let lapse: Double
  private(set) var fault: String?

  /// Reads `picks`, `noise` and `lapse`.
  init(
    _ reader: Reader, in task: TrialTask, kind: String, bothEars: Bool = false, unit: String, noise meaning: String
  ) {
    heard = HeardIntervals(reader, in: task, kind: kind, bothEars: bothEars)
    pick = reader.choice("picks", default: .largest, "The interval that it takes for the target's")
    noise = reader.number("noise", unit: unit, in: .atLeast(0), default: 0, meaning)
    lapse = reader.number(
      "lapse", unit: "1", in: .within(0..<1), default: 0, "Probability of answering without listening")
  }

  /// Samples per second.
  var hertz: Double { heard?.hertz ?? 48_000 }

  /// Hears the sounds of one run from its first trial on.
  mutating func hear(_ sounds: RunSounds) {
    heard?.sounds = sounds
    trials = 0
  }

  /// Answers a trial: whether it chooses the target's interval. Draws 2 numbers and 2 for each interval.
  mutating func answer(
    _ comparison: Comparison, using random: inout RandomStream, numbers: ([StereoSamples]) -> [Double]
  ) -> Answer {
    trials += 1
    let isLapse = random.unit() < lapse
    let guess = random.unit()
    guard let heard, fault == nil else { return Answer(isHigher: false, seconds: .nan) }
    let noises = (0..<heard.count).map { _ in noise * random.normal() }
    if isLapse { return Answer(isHigher: guess * Double(heard.count) < 1) }
    do {
      let intervals = try heard.trial(trials, comparison)
      let values = zip(numbers(intervals), noises).map { $0 + $1 }
      let best = pick == .largest ? values.max() : values.min()
      return Answer(isHigher: values[comparison.order] == best)
    } catch {
      fault = "level \(comparison.offset.shortest): \(error.reason)"
      return Answer(isHigher: false, seconds: .nan)
    }
  }
}
