public import Configuration

/// A profile as it is stored with the session that started from it.
extension PerceptualProfile {
  /// The notes with data, and the matchings: counts, means and sums of squares, from which it is made again exactly.
  public var value: Value {
    func fields(_ statistics: RunningStatistics) -> [Value.Field] {
      [
        Value.Field("count", .integer(statistics.count)), Value.Field("mean", .number(statistics.mean)),
        Value.Field("squares", .number(statistics.squares)),
      ]
    }
    let notes = notes.enumerated().filter { $0.element.count > 0 }.map { note, statistics in
      Value.mapping([Value.Field("note", .integer(note))] + fields(statistics))
    }
    return .mapping([
      Value.Field("notes", .list(notes)), Value.Field("matching", .mapping(fields(matching))),
    ])
  }
}
