public import Configuration
import Foundation
import Pitch
public import Records
public import Trials

extension LiveDatabase {
  /// A listener's profile, rebuilt from the records: the same, to the last bit, as the one that followed the sessions
  /// answer by answer.
  ///
  /// A person's comparisons enter it, whichever strategy asked for them, and their pitch matchings. Catch and comfort
  /// trials do not, since a strategy does not hear of them either; nor do a simulated responder's sessions, nor those
  /// before a reset.
  public func profile(of listener: String) throws(RecordsError) -> PerceptualProfile {
    var profile = PerceptualProfile()
    try forEachProfiledComparison(of: listener) { reference, offset in
      let comparison = Comparison(
        reference: MIDINote(unchecked: reference), interval: .prime, offset: offset, level: Level(abs(offset)))
      profile.observe(CompletedComparison(comparison, isHigher: offset > 0, seconds: 0))
    }
    try forEachProfiledMatching(of: listener) { error in
      let matching = PitchMatching(reference: MIDINote(unchecked: 60), interval: .prime, initialOffset: 0)
      profile.observe(
        CompletedPitchMatching(matching, error: Cents(unchecked: error), adjustments: 0, seconds: 0))
    }
    return profile
  }
}

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

  /// Reads the JSON of `value`; nil where it is something else.
  public init?(json: String) {
    func statistics(_ object: [String: Any]?) -> RunningStatistics? {
      guard let count = object?["count"] as? Int, count >= 0, let mean = object?["mean"] as? Double,
        let squares = object?["squares"] as? Double, mean.isFinite, squares.isFinite, squares >= 0
      else { return nil }
      return RunningStatistics(count: count, mean: mean, squares: squares)
    }
    guard let object = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any],
      let list = object["notes"] as? [[String: Any]], let matching = statistics(object["matching"] as? [String: Any])
    else { return nil }
    var notes = [RunningStatistics](repeating: RunningStatistics(), count: 128)
    for item in list {
      guard let note = item["note"] as? Int, notes.indices.contains(note), let known = statistics(item) else {
        return nil
      }
      notes[note] = known
    }
    self.init(notes: notes, matching: matching)
  }
}
