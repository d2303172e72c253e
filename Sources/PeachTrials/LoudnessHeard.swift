/// A listener who receives the loudness of each target: one draw from the stream of level offsets on every trial, as
/// for sounds.
package struct LoudnessHeard: Listener {
  private var listener: any Listener
  private var loudness: RandomStream

  /// - Returns: The listener itself if loudness does not vary or does not matter.
  package static func by(_ listener: any Listener, in task: TrialTask, loudness: StreamFamily, replicate: Int)
    -> any Listener
  {
    guard listener.hearsLoudness, (task.sounding.varyLoudness ?? 0) > 0 else { return listener }
    return LoudnessHeard(listener: listener, loudness: loudness.stream(replicate: replicate))
  }

  private init(listener: any Listener, loudness: RandomStream) {
    self.listener = listener
    self.loudness = loudness
  }

  package mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    var comparison = comparison
    comparison.loudness = loudness.unit()
    return listener.answer(comparison, using: &random)
  }

  package func probability(of comparison: Comparison) -> Double { listener.probability(of: comparison) }
  package var isConditional: Bool { listener.isConditional }
  package var hasKnownTruth: Bool { listener.hasKnownTruth }
  package var lapse: Double { listener.lapse }
  package var fault: String? { listener.fault }
  package var hearsLoudness: Bool { true }
  package var isSameOnAllNotes: Bool { listener.isSameOnAllNotes }
}
