package import PeachPitch
public import PeachSupport

/// A listener's pitch perception so far, note by note, from which strategies such as `adaptive` start. It is a pure
/// value: Peach rebuilds it from the records, and stores with each session the profile that the session started from.
///
/// The statistics of a note are those of the presented |offset| in cents, for correct and wrong answers, without catch
/// and comfort trials. They measure how hard the trials are, and are not a threshold.
public struct PerceptualProfile: Hashable, Sendable {
  /// By the reference note's number, 0…127.
  package private(set) var notes = [RunningStatistics](repeating: RunningStatistics(), count: 128)
  /// The |error| of pitch matchings in cents, independent of the comparisons.
  package private(set) var matching = RunningStatistics()
  /// By the reference note's number, whether a pitch was matched there.
  package private(set) var isMatched = [Bool](repeating: false, count: 128)

  /// An empty profile, in which no note has data: that of a listener without records.
  public init() {}

  /// Continues from earlier statistics.
  ///
  /// - Parameter notes: The statistics of the 128 reference notes, by number.
  package init(notes: [RunningStatistics], matching: RunningStatistics, isMatched: [Bool]? = nil) {
    precondition(notes.count == 128, "\(notes.count) notes in a profile")
    precondition(isMatched?.count ?? 128 == 128, "\(isMatched?.count ?? 0) notes in a profile")
    self.notes = notes
    self.matching = matching
    if let isMatched { self.isMatched = isMatched }
  }

  package mutating func observe(_ done: CompletedComparison) {
    observe(done.comparison.reference.number, offset: done.comparison.offset)
  }

  /// Adds a trial from a record.
  ///
  /// - Parameters:
  ///   - reference: MIDI number, 0…127.
  ///   - offset: Signed, in cents.
  package mutating func observe(_ reference: Int, offset: Double) { notes[reference].add(abs(offset)) }

  package mutating func observe(_ done: CompletedPitchMatching) {
    observeMatching(done.matching.reference.number, error: done.error.value)
  }

  /// Adds a trial from a record.
  ///
  /// - Parameters:
  ///   - reference: MIDI number, 0…127.
  ///   - error: Signed, in cents.
  package mutating func observeMatching(_ reference: Int, error: Double) {
    matching.add(abs(error))
    isMatched[reference] = true
  }

  /// Whether a note was asked at all, by its number.
  package func hasData(at note: Int) -> Bool { notes[note].count > 0 || isMatched[note] }

  package subscript(note: MIDINote) -> RunningStatistics { notes[note.number] }

  /// The mean presented |offset| in cents: an unweighted mean of the means of the reference notes that have
  /// comparisons; `nil` if none has any. Matchings do not count.
  public var mean: Double? { overNotes.count == 0 ? nil : overNotes.mean }

  /// The sample standard deviation, in cents, of the mean |offset| of each reference note that has comparisons; `nil`
  /// if fewer than two notes have any.
  public var standardDeviation: Double? { overNotes.standardDeviation }

  private var overNotes: RunningStatistics {
    var result = RunningStatistics()
    for note in notes where note.count > 0 { result.add(note.mean) }
    return result
  }

  /// The notes of a range that need work most: those without data if there are any, else the `count` with the largest
  /// mean |offset|, ties to the lower note.
  ///
  /// - Parameter numbers: MIDI numbers, 0…127.
  /// - Complexity: O(n log n) in the number of notes.
  package func weakSpots(in numbers: Range<Int>, count: Int = 10) -> [Int] {
    let untrained = numbers.filter { notes[$0].count == 0 }
    guard untrained.isEmpty else { return untrained }
    return Array(numbers.sorted { (-notes[$0].mean, $0) < (-notes[$1].mean, $1) }.prefix(count))
  }
}

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

  /// Reads a profile in the form in which Peach stores it: a mapping with `notes`, `matching` and perhaps `matched`.
  /// It reports problems to the reader. The profile is then incomplete and perhaps wrong, so do not use it.
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
