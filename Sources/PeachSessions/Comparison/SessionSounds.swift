package import PeachAudio
import PeachPitch
package import PeachTrials

/// The sounds of a session's trials, whatever they are made of.
package protocol SessionSounds: Sendable {
  var task: TrialTask { get }
  /// The sound after a wrong answer; `nil` for silence.
  var tick: RenderedSound? { get }
  /// Seconds from the player's reading to the sound, where that was calibrated.
  var onsetLatency: Double { get }
  /// Whether feedback after a wrong answer names the right one.
  var namesRightAnswer: Bool { get }
  /// Whether feedback says if an answer was right.
  var judgesAnswers: Bool { get }
  /// Makes the draws of trials that were stored before.
  mutating func follow(_ trials: Int)
  /// The sound of a trial.
  ///
  /// - Parameter trial: Its number in the session, from 1.
  /// - Throws: `SoundError` if it cannot be made.
  mutating func sound(of comparison: Comparison, trial: Int) throws(SoundError) -> RenderedSound
  /// The record of a sound, without times.
  func presentation(of comparison: Comparison, as sound: RenderedSound) -> Presentation
}

extension SessionSounds {
  package var namesRightAnswer: Bool { false }
  package var judgesAnswers: Bool { true }
}

/// Sounds of comparisons and choices among notes.
package struct NoteSounds: SessionSounds {
  private let stimuli: ComparisonStimuli
  private var loudness: RandomStream

  /// - Parameter loudness: The stream of level offsets: one draw for each comparison or note of a choice, also where levels
  ///   do not vary.
  package init(_ stimuli: ComparisonStimuli, loudness: RandomStream) {
    self.stimuli = stimuli
    self.loudness = loudness
  }

  package var task: TrialTask { stimuli.notes.task }
  package var tick: RenderedSound? { stimuli.tick }
  package var onsetLatency: Double { stimuli.notes.onsetLatency }

  package mutating func follow(_ trials: Int) {
    for _ in 0..<trials * (task.form?.notes ?? 1) { _ = loudness.unit() }
  }

  package mutating func sound(of comparison: Comparison, trial: Int) throws(SoundError) -> RenderedSound {
    try stimuli.sound(of: comparison, using: &loudness)
  }

  package func presentation(of comparison: Comparison, as sound: RenderedSound) -> Presentation {
    let order = task.form?.order(of: comparison) ?? [false, true]
    let levels = [false, true].map { sound.parts[order.firstIndex(of: $0) ?? 0].level }
    return stimuli.notes.presentation(
      of: comparison.reference, levels[0], comparison.interval, levels[1], offset: Cents(unchecked: comparison.offset))
  }
}

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
