import PeachAnalysis
import PeachPitch
import PeachStorage
import PeachSupport
import PeachTrials

/// Reads exports of the original Peach app: one row for each comparison or pitch matching.
///
/// It has no sessions: here one is made of each kind of training on each day (UTC). Anything heard apart from notes, interval and
/// tuning it does not say, and how offset 0 was answered. Source: its CSV export, columns `trainingType` to `userCentError`.
enum AppExport {
  private static let required = ["trainingType", "timestamp", "referenceNote", "targetNote"]
  private static let known =
    required + [
      "referenceNoteName", "targetNoteName", "interval", "tuningSystem", "centOffset", "isCorrect", "initialCentOffset",
      "userCentError",
    ]

  private struct Key: Hashable {
    var day: String
    var kind: SessionKind
  }

  static func read(_ source: any ObservationSource, as listener: String) throws -> [ImportedSession] {
    let reader = ImportReader(source)
    reader.check(required: required, known: known)
    var order: [Key] = []
    var comparisons: [Key: [TrialRecord]] = [:]
    var matchings: [Key: [MatchingRecord]] = [:]
    try reader.forEachRow { row in
      let kinds: KeyValuePairs<String, SessionKind> = ["comparison": .comparison, "pitchMatching": .matching]
      guard let kind = row.choice("trainingType", kinds, isRequired: true),
        let time = row.time("timestamp", isRequired: true), let asked = Asked(row)
      else { return }
      let key = Key(day: String(time.prefix(10)), kind: kind)
      if !order.contains(key) { order.append(key) }
      var heard = Presentation()
      heard.tuning = asked.tuning
      heard.timestamp = time
      switch kind {
      case .comparison: if let trial = comparison(row, asked, heard) { comparisons[key, default: []].append(trial) }
      case .matching: if let trial = matching(row, asked, heard) { matchings[key, default: []].append(trial) }
      }
    }
    return order.sorted { $0.day < $1.day }.map { key in
      session(listener, key, comparisons[key] ?? [], matchings[key] ?? [])
    }
  }

  /// Trials in the order in which they were answered.
  private static func session(
    _ listener: String, _ key: Key, _ comparisons: [TrialRecord], _ matchings: [MatchingRecord]
  ) -> ImportedSession {
    var session = SessionRecord.imported(listener, key.kind)
    session.origin = "Peach app"
    func sorted<Record>(_ records: [Record], _ time: (Record) -> String?) -> [Record] {
      records.enumerated().sorted { (time($0.element) ?? "", $0.offset) < (time($1.element) ?? "", $1.offset) }
        .map(\.element)
    }
    if key.kind == .comparison {
      let records = sorted(comparisons) { $0.heard.timestamp }
      session.startedAt = records.first?.heard.timestamp
      return ImportedSession(session, number: nil, .comparisons(numbered(records) { $0.trial = $1 }))
    }
    let records = sorted(matchings) { $0.heard.timestamp }
    session.startedAt = records.first?.heard.timestamp
    return ImportedSession(session, number: nil, .matchings(numbered(records) { $0.trial = $1 }))
  }

  private static func numbered<Record>(_ records: [Record], _ set: (inout Record, Int) -> Void) -> [Record] {
    var records = records
    for place in records.indices { set(&records[place], place + 1) }
    return records
  }

  private static func comparison(_ row: ImportReader.Row, _ asked: Asked, _ heard: Presentation) -> TrialRecord? {
    guard let offset = row.number("centOffset"),
      let isCorrect = row.choice("isCorrect", ["true": true, "false": false], isRequired: true)
    else { return nil }
    var record = TrialRecord(trial: 0, level: abs(offset), heard: heard)
    record.reference = asked.reference
    record.target = asked.target
    record.interval = asked.interval.name
    record.offset = offset
    if offset != 0 {
      record.isCorrect = isCorrect
      record.answer = (offset > 0) == isCorrect ? "higher" : "lower"
    }
    return record
  }

  private static func matching(_ row: ImportReader.Row, _ asked: Asked, _ heard: Presentation) -> MatchingRecord? {
    guard let initial = row.number("initialCentOffset"), let error = row.number("userCentError") else { return nil }
    return MatchingRecord(
      trial: 0, reference: asked.reference, target: asked.target, interval: asked.interval.name,
      initialOffset: initial, error: error, adjustments: nil, heard: heard)
  }

  /// The notes of a row.
  private struct Asked {
    var reference: Int
    var target: Int
    var interval: DirectedInterval
    var tuning: String?

    /// nil after a problem.
    init?(_ row: ImportReader.Row) {
      guard let reference = row.whole("referenceNote", in: 0...127), let target = row.whole("targetNote", in: 0...127)
      else { return nil }
      self.reference = reference
      self.target = target
      let size = abs(target - reference)
      guard let own = MusicalInterval(rawValue: size) else {
        row.report("targetNote", "expected a note at most an octave from \(reference), got \(target)")
        return nil
      }
      interval = DirectedInterval(own, target < reference ? .down : .up)
      let name = row.text("interval")
      if !name.isEmpty, name != Asked.names[size] {
        row.report(
          "interval", "expected \(Asked.names[size]), from \(reference) to \(target), got \(SafeText.quoted(name))")
        return nil
      }
      let tunings: KeyValuePairs<String, String> = [
        "equalTemperament": "equal-temperament", "justIntonation": "just-intonation",
      ]
      tuning = row.choice("tuningSystem", tunings, isRequired: false)
      if tuning == nil, !row.text("tuningSystem").isEmpty { return nil }
    }

    /// By semitones.
    private static let names = ["P1", "m2", "M2", "m3", "M3", "P4", "d5", "P5", "m6", "M6", "m7", "M7", "P8"]
  }
}
