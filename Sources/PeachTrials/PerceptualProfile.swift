package import PeachPitch

/// A listener's pitch perception so far. It is a pure value that is never stored, but rebuilt
/// from records.
///
/// The statistics of a note are those of the presented |offset|, for correct and wrong answers. They measure how hard
/// the trials are, and are not a threshold.
public struct PerceptualProfile: Hashable, Sendable {
  /// By the reference note's number, 0…127.
  package private(set) var notes = [RunningStatistics](repeating: RunningStatistics(), count: 128)
  /// The |error| of pitch matchings in cents, independent of the comparisons.
  package private(set) var matching = RunningStatistics()
  /// By the reference note's number, whether a pitch was matched there.
  package private(set) var isMatched = [Bool](repeating: false, count: 128)

  public init() {}

  /// Continues from earlier statistics.
  ///
  /// - Parameter notes: The statistics of the 128 reference notes, by number.
  public init(notes: [RunningStatistics], matching: RunningStatistics, isMatched: [Bool]? = nil) {
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

  /// The unweighted mean of the means of the notes with data, in cents; `nil` if there are none.
  public var mean: Double? { overNotes.count == 0 ? nil : overNotes.mean }

  /// The sample standard deviation of the means of the notes with data; nil below two.
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
