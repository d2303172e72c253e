import PeachAudio
import PeachSupport
import PeachTrials

/// The intervals of a trial as a model hears them. They are those that `peach render` writes of the same
/// replicate and trial, but for a background, which is rendered for each interval apart, and for full scale.
struct HeardIntervals: Sendable {
  let stimulus: ComposedStimulus
  let form: ChoiceForm
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
    guard let stimulus = task.composed, let form = task.form else {
      if !reader.isDescribing {
        reader.report(
          "expected a listener that needs only the level: \(kind) hears composed sounds, but this task has no section "
            + "sounds",
          at: "kind",
          hint: "describe them in task.sounds: see docs/how-to/composed-sounds.md")
      }
      return nil
    }
    self.stimulus = stimulus
    self.form = form
    folder = ParentFolder.of(reader.place.file)
    self.bothEars = bothEars
  }

  /// Samples per second.
  var hertz: Double { stimulus.sampleRate.hertz }

  /// The samples of each interval of a trial.
  ///
  /// - Parameter number: The trial, from 1.
  /// - Throws: `SoundError` if the level allows no sound.
  func trial(_ number: Int, _ comparison: Comparison) throws(SoundError) -> [StereoSamples] {
    try intervals(form.order(of: comparison), level: comparison.offset, trial: number)
  }

  /// The samples of intervals in a trial.
  ///
  /// - Parameter targets: Whether each interval has the target.
  func intervals(_ targets: [Bool], level: Double, trial: Int) throws(SoundError) -> [StereoSamples] {
    let draws = SoundDraws(level: level, sounds: sounds, trial: trial, folder: folder)
    return try stimulus.heard(draws, targets: targets, rate: stimulus.sampleRate, bothEars: bothEars)
  }

  /// A trial as `peach render` writes it.
  ///
  /// - Parameters:
  ///   - number: The trial, from 1.
  ///   - output: The device.
  /// - Throws: `SoundError` if the level allows no sound, or if it would clip.
  func rendered(
    _ number: Int, _ comparison: Comparison, for output: SoundOutput
  ) throws(SoundError) -> ComposedStimulus.Trial {
    let draws = SoundDraws(level: comparison.offset, sounds: sounds, trial: number, folder: folder)
    return try stimulus.rendered(draws, targets: form.order(of: comparison), rate: stimulus.sampleRate, output: output)
  }

  /// Single intervals from which a model learns. They are of no run, and the same for every copy of the model.
  ///
  /// - Throws: `SoundError` if the level allows no sound.
  func examples(_ count: Int, hasTarget: Bool, level: Double) throws(SoundError) -> [StereoSamples] {
    var teacher = self
    teacher.sounds = RunSounds(seed: 0, path: ["examples"], replicate: 1)
    var examples: [StereoSamples] = []
    for trial in 1...count { examples += try teacher.intervals([hasTarget], level: level, trial: trial) }
    return examples
  }
}
