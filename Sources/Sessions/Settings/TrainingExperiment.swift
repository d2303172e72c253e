import Configuration
public import Pitch
public import Trials

/// Training as an experiment: the same text that a file has, so that the same code reads both, and what was trained can
/// be simulated.
public enum TrainingExperiment {
  /// The name of the experiment.
  public static let name = "training"

  /// - Parameters:
  ///   - isInterval: Whether the intervals of the settings are trained, rather than the unison.
  ///   - listener: The name of its one listener, whose model only a simulation of it uses.
  public static func text(
    _ settings: TrainingSettings, profile: PerceptualProfile, isInterval: Bool, listener: String, seed: UInt64
  ) -> String {
    let notes = settings.notes.range(profile)
    let intervals = isInterval ? settings.intervals : [.prime]
    let task: [Value.Field] = [
      Value.Field("kind", .text("comparison")), Value.Field("intervals", .list(intervals.map { .text($0.name) })),
      Value.Field("tuning", .text(settings["tuning"])),
      Value.Field("notes", .list([.text(notes.lowerBound.name), .text(notes.upperBound.name)])),
      Value.Field("reference-pitch", .number(settings.referencePitch.hertz)),
      Value.Field("note-duration", .number(settings.noteDuration)), Value.Field("gap", .number(settings.gap)),
    ]
    let model: [Value.Field] = [
      Value.Field("name", .text(listener)), Value.Field("kind", .text("gaussian")), Value.Field("jnd", .integer(12)),
    ]
    var strategy: [Value.Field] = [
      Value.Field("name", .text(settings.strategy.rawValue)), Value.Field("kind", .text(settings.strategy.rawValue)),
      Value.Field("limits", .list([.number(settings.limits.lowerBound), .number(settings.limits.upperBound)])),
      // Training has no floor and no end.
      Value.Field("at-limit", .text("off")),
    ]
    if settings.strategy == .adaptive {
      strategy.append(Value.Field("natural-mechanical", .number(settings.naturalMechanical)))
    }
    return Value.mapping([
      Value.Field("name", .text(name)), Value.Field("seed", .unsigned(seed)), Value.Field("task", .mapping(task)),
      Value.Field("listeners", .list([.mapping(model)])), Value.Field("strategies", .list([.mapping(strategy)])),
      Value.Field("stop", .mapping([Value.Field("trials", .integer(TrackPlayer.longestTrack))])),
      Value.Field("replicates", .integer(1)),
    ]).json()
  }
}

extension TrainingSettings.NoteRange {
  /// The reference notes: those that were set, or an octave about middle C that has grown by a semitone a side
  /// whenever the note at its edge had data.
  public func range(_ profile: PerceptualProfile) -> ClosedRange<MIDINote> {
    switch self {
    case .fixed(let range): return range
    case .adaptive:
      var (low, high) = (MIDINote(unchecked: 54), MIDINote(unchecked: 66))
      while low.number > Self.keys.lowerBound, profile[low].count > 0 { low = MIDINote(unchecked: low.number - 1) }
      while high.number < Self.keys.upperBound, profile[high].count > 0 { high = MIDINote(unchecked: high.number + 1) }
      return low...high
    }
  }
}
