package import PeachPitch
import PeachStorage
package import PeachSupport
package import PeachTrials

/// Training as an experiment. The code that reads files reads it too, and the training can be simulated.
package enum TrainingExperiment {
  /// The name of the experiment.
  package static let name = "training"

  /// - Parameter listener: The name of its one listener, whose model only a simulation of it uses.
  package static func value(
    _ settings: TrainingSettings, _ mode: TrainingMode, listener: String, seed: UInt64
  ) -> Value {
    let model: [Value.Field] =
      [Value.Field("name", .text(listener))]
      + (mode.kind == .matching
        ? [Value.Field("kind", .text("tuner")), Value.Field("spread", .integer(10))]
        : [Value.Field("kind", .text("gaussian")), Value.Field("jnd", .integer(12))])
    let strategies =
      mode.kind == .matching ? [] : [Value.Field("strategies", .list([.mapping(strategy(of: settings))]))]
    return Value.mapping(
      [
        Value.Field("name", .text(name)), Value.Field("seed", .unsigned(seed)),
        Value.Field("task", .mapping(task(settings, mode))), Value.Field("listeners", .list([.mapping(model)])),
      ] + strategies + [
        Value.Field("stop", .mapping([Value.Field("trials", .integer(TrackPlayer.longestTrack))])),
        Value.Field("replicates", .integer(1)),
      ])
  }

  private static func task(_ settings: TrainingSettings, _ mode: TrainingMode) -> [Value.Field] {
    let notes = settings.notes.range
    let intervals = mode.isInterval ? settings.intervals : [.prime]
    var task: [Value.Field] = [
      Value.Field("kind", .text(mode.kind.rawValue)),
      Value.Field("intervals", .list(intervals.map { .text($0.name) })),
      Value.Field("tuning", .text(settings["tuning"])),
      Value.Field("notes", .list([.text(notes.lowerBound.name), .text(notes.upperBound.name)])),
      Value.Field("reference-pitch", .number(settings.referencePitch.hertz)),
      Value.Field("note-duration", .number(settings.noteDuration)), Value.Field("gap", .number(settings.gap)),
    ]
    if settings.notes == .adaptive { task.append(Value.Field("grows", .flag(true))) }
    if mode.kind == .matching { task.append(Value.Field("offset", .number(settings.matchingOffset))) }
    return task
  }

  private static func strategy(of settings: TrainingSettings) -> [Value.Field] {
    let name = Value.text(settings.strategy.rawValue)
    var strategy: [Value.Field] = [
      Value.Field("name", name), Value.Field("kind", name),
      Value.Field("limits", .list([.number(settings.limits.lowerBound), .number(settings.limits.upperBound)])),
      // Training has no floor and no end.
      Value.Field("at-limit", .text("off")),
    ]
    if settings.strategy == .adaptive {
      strategy.append(Value.Field("natural-mechanical", .number(settings.naturalMechanical)))
    }
    return strategy
  }
}

extension TrainingSettings {
  /// All notes that may be heard: targets are an octave from a reference note at most.
  var audible: ClosedRange<MIDINote> {
    let keys = notes == .adaptive ? ReferenceNotes.keys : notes.range.lowerBound.number...notes.range.upperBound.number
    return MIDINote(unchecked: max(0, keys.lowerBound - 12))...MIDINote(unchecked: min(127, keys.upperBound + 12))
  }
}

extension TrainingSettings.NoteRange {
  /// The reference notes, as far as they have grown.
  package func range(_ profile: PerceptualProfile) -> ClosedRange<MIDINote> {
    self == .adaptive ? ReferenceNotes.grown(range, profile) : range
  }

  /// The reference notes as they begin: those that were set, or an octave about middle C.
  var range: ClosedRange<MIDINote> {
    switch self {
    case .fixed(let range): range
    case .adaptive: MIDINote(unchecked: 54)...MIDINote(unchecked: 66)
    }
  }
}
