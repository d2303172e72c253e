import PeachPitch
package import PeachSupport

extension TrialTask {
  /// The description of a task for an external program.
  package var described: Value {
    var fields: [Value.Field] = [
      Value.Field("kind", .text(kind.rawValue)), Value.Field("unit", .text(axis.unit)),
      Value.Field("scale", .text(axis.scale.rawValue)), Value.Field("signed", .flag(axis.isSigned)),
      Value.Field("alternatives", .integer(alternatives)), Value.Field("guess", .number(guessRate)),
    ]
    if hasNotes {
      fields += [
        Value.Field("intervals", .list(choices.map { .text($0.interval.name) })),
        Value.Field("notes", .list([.integer(notes.lowerBound.number), .integer(notes.upperBound.number)])),
        Value.Field("note-duration", .number(noteDuration)), Value.Field("gap", .number(gap)),
      ]
    }
    return .mapping(fields)
  }
}
