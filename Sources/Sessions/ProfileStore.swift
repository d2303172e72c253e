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
  /// Reads the JSON of `value`; nil where it is something else.
  public init?(json: String) {
    guard let stored = try? JSONDecoder().decode(StoredProfile.self, from: Data(json.utf8)),
      let matching = stored.matching.statistics
    else { return nil }
    var notes = [RunningStatistics](repeating: RunningStatistics(), count: 128)
    for item in stored.notes {
      guard let note = item.note, notes.indices.contains(note), let known = item.statistics else { return nil }
      notes[note] = known
    }
    self.init(notes: notes, matching: matching)
  }
}

/// For reading alone: JSONDecoder gives back every bit of a number, as JSONSerialization does not.
private struct StoredProfile: Decodable {
  struct Statistics: Decodable {
    var note: Int?
    var count: Int
    var mean: Double
    var squares: Double

    var statistics: RunningStatistics? {
      guard count >= 0, mean.isFinite, squares.isFinite, squares >= 0 else { return nil }
      return RunningStatistics(count: count, mean: mean, squares: squares)
    }
  }

  var notes: [Statistics]
  var matching: Statistics
}
