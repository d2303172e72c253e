package import PeachAudio
package import PeachTrials

/// Composed sounds of a session: those that `peach render` writes of the same trials.
package struct ComposedSounds: SessionSounds {
  package let task: TrialTask
  package let tick: RenderedSound?
  package let onsetLatency: Double
  private let stimulus: ComposedStimulus
  private let draws: RunSounds
  /// The folder of the experiment file, for sound files.
  private let folder: String
  private let output: SoundOutput
  /// The name of the device as it is stored; `nil` if nothing sounds.
  private let device: String?

  /// - Parameters:
  ///   - draws: Names the session's noises, phases and roves.
  ///   - folder: Of the experiment file, for sound files.
  ///   - device: Its name as it is stored; `nil` if nothing sounds.
  package init(
    _ stimulus: ComposedStimulus, of task: TrialTask, _ draws: RunSounds, folder: String, output: SoundOutput,
    device: String?, onsetLatency: Double, tick: RenderedSound?
  ) {
    self.task = task
    self.tick = tick
    self.onsetLatency = onsetLatency
    self.stimulus = stimulus
    self.draws = draws
    self.folder = folder
    self.output = output
    self.device = device
  }

  package var namesRightAnswer: Bool { stimulus.feedback == .which }

  /// A comparison with a reminder is a judgement without a right answer.
  package var judgesAnswers: Bool { !stimulus.hasReminder }

  /// A trial's draws depend on its number alone.
  package func follow(_ trials: Int) {}

  package func sound(of comparison: Comparison, trial: Int) throws(SoundError) -> RenderedSound {
    try rendered(comparison, trial: trial).sound
  }

  /// The sound of a trial with its intervals.
  package func rendered(_ comparison: Comparison, trial: Int) throws(SoundError) -> ComposedStimulus.Trial {
    let draws = SoundDraws(level: comparison.level.value, sounds: draws, trial: trial, folder: folder)
    return try stimulus.rendered(
      draws, targets: task.form?.order(of: comparison) ?? [], rate: stimulus.sampleRate, output: output)
  }

  package func presentation(of comparison: Comparison, as sound: RenderedSound) -> Presentation {
    var heard = Presentation()
    heard.sound = TrialRecord.composed
    heard.device = device
    return heard
  }
}
