public import PeachSupport

/// A profile as it is stored with the session that started from it.
extension PerceptualProfile {
  /// The notes with data, and the matchings: counts, means and sums of squares, from which it is made again exactly.
  package var value: Value {
    func fields(_ statistics: RunningStatistics) -> [Value.Field] {
      [
        Value.Field("count", .integer(statistics.count)), Value.Field("mean", .number(statistics.mean)),
        Value.Field("squares", .number(statistics.squares)),
      ]
    }
    let notes = notes.enumerated().filter { $0.element.count > 0 }.map { note, statistics in
      Value.mapping([Value.Field("note", .integer(note))] + fields(statistics))
    }
    let matched = isMatched.indices.filter { isMatched[$0] }.map(Value.integer)
    return .mapping(
      [Value.Field("notes", .list(notes)), Value.Field("matching", .mapping(fields(matching)))]
        + (matched.isEmpty ? [] : [Value.Field("matched", .list(matched))]))
  }

  /// Reads what `value` gives; problems go to the reader.
  public init(from reader: Reader) {
    var notes = [RunningStatistics](repeating: RunningStatistics(), count: 128)
    let list = reader.node(
      Parameter(
        name: "notes", kind: .section, fallback: nil,
        meaning: "Statistics of each note: count, mean, and squares (the sum of squared differences from the mean)"),
      required: true)
    if case .sequence(let items, _) = list {
      for item in items {
        _ = Reader.read(item, path: "\(reader.path).notes", diagnostics: reader.diagnostics) { reader in
          let note = reader.integer("note", in: 0...127, "MIDI number")
          notes[note] = RunningStatistics(from: reader)
        }
      }
    } else if let list {
      reader.report("expected a list, got \(list.shown)", at: "notes")
    }
    let matching = reader.section("matching", required: true, "Of pitch matchings", RunningStatistics.init(from:))
    let matched = reader.words(
      "matched", required: false, mayBeEmpty: true, form: "a list of MIDI numbers", "Notes that were matched")
    var isMatched = [Bool](repeating: false, count: 128)
    for word in matched ?? [] {
      if let note = Int(word.text), isMatched.indices.contains(note) {
        isMatched[note] = true
      } else {
        reader.report("expected MIDI numbers, 0…127, got \(SafeText.quoted(word.text))", at: "matched")
      }
    }
    self.init(notes: notes, matching: matching ?? RunningStatistics(), isMatched: isMatched)
  }
}

extension RunningStatistics {
  fileprivate init(from reader: Reader) {
    self.init(
      count: reader.integer("count", in: 0...RunningStatistics.greatestCount, "How many differences"),
      mean: reader.number("mean", unit: "cents", "Their mean"),
      squares: reader.number("squares", unit: "cents²", in: .atLeast(0), "Sum of squared deviations"))
  }
}
