package import PeachAudio
import PeachPitch
package import PeachTrials

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
