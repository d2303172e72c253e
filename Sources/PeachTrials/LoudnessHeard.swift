/// A listener who receives the loudness of each target: one draw from the stream of level offsets on every trial, as
/// for sounds.
public struct LoudnessHeard: Listener {
  private var listener: any Listener
  private var loudness: RandomStream

  /// - Returns: The listener itself if loudness does not vary or does not matter.
  public static func by(_ listener: any Listener, in task: TrialTask, loudness: StreamFamily, replicate: Int)
    -> any Listener
  {
    guard listener.hearsLoudness, (task.sounding.varyLoudness ?? 0) > 0 else { return listener }
    return LoudnessHeard(listener: listener, loudness: loudness.stream(replicate: replicate))
  }

  private init(listener: any Listener, loudness: RandomStream) {
    self.listener = listener
    self.loudness = loudness
  }

  public mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    var comparison = comparison
    comparison.loudness = loudness.unit()
    return listener.answer(comparison, using: &random)
  }

  public func probability(of comparison: Comparison) -> Double { listener.probability(of: comparison) }
  public var isConditional: Bool { listener.isConditional }
  public var hasKnownTruth: Bool { listener.hasKnownTruth }
  public var lapse: Double { listener.lapse }
  public var fault: String? { listener.fault }
  public var hearsLoudness: Bool { true }
  public var isSameOnAllNotes: Bool { listener.isSameOnAllNotes }
}
