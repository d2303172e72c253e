import PeachAnalysis
import PeachStorage
import PeachSupport
import PeachTrials

/// Trials of another program, as `peach fit` reads them: PsychoPy's, pychoacoustics', or anyone's with a level and whether
/// the answer was correct.
///
/// Notes are in none of them, nor what was heard: such sessions do not enter a profile. Levels become cents.
enum ForeignTrials {
  static func read(
    _ source: any ObservationSource, as listener: String, _ ways: ImportedFiles.Ways
  ) throws -> (sessions: [ImportedSession], notes: [String]) {
    let found = try ObservedTrials.read(source, ways.reading)
    let reader = ImportReader(source)
    guard let unit = unit(found, ways.unit, reader) else {
      try reader.diagnostics.check()
      return ([], [])
    }
    var order: [[String]] = []
    var trials: [[String]: [TrialRecord]] = [:]
    for trial in found.trials {
      guard let level = cents(trial.level, unit), let offset = trial.offset.map({ cents($0, unit) }) ?? .some(nil)
      else {
        reader.report(found.levelColumn, "expected more than −100 %, got \(trial.level.shortest)", line: trial.line)
        continue
      }
      if trials[trial.session] == nil { order.append(trial.session) }
      var record = TrialRecord(trial: 1 + (trials[trial.session]?.count ?? 0), level: level)
      record.isCorrect = trial.isCorrect
      record.offset = offset
      if let offset, offset != 0 { record.answer = (offset > 0) == trial.isCorrect ? "higher" : "lower" }
      trials[trial.session, default: []].append(record)
    }
    try reader.diagnostics.check()
    let sessions = order.map { key in
      var session = SessionRecord.imported(listener, .comparison)
      session.origin = origin(source.columns)
      session.isInProfile = false
      session.scale = (trials[key] ?? []).allSatisfy { $0.level > 0 } ? "log" : "linear"
      session.alternatives = ways.alternatives ?? found.alternatives ?? 2
      return ImportedSession(session, number: nil, .comparisons(trials[key] ?? []))
    }
    return (sessions, [found.taken].compactMap(\.self) + found.notes)
  }

  /// The unit in the column's name, or the stated one; `nil` after a problem.
  private static func unit(
    _ found: ObservedTrials, _ said: ImportedFiles.Unit?, _ reader: ImportReader
  ) -> ImportedFiles.Unit? {
    let own: ImportedFiles.Unit? =
      switch found.unit?.lowercased() {
      case "cents", "cent": .cents
      case "semitones", "semitone", "st": .semitones
      case "percent", "pct": .percent
      default: nil
      }
    if let own, let said, own != said {
      reader.report(
        found.levelColumn, "the name of the column says \(own.rawValue), but --unit says \(said.rawValue)",
        line: reader.source.headerLine, hint: "omit --unit, or rename the column")
      return nil
    }
    if let unit = own ?? said { return unit }
    reader.report(
      found.levelColumn, "the unit of the levels is unknown, so Peach cannot convert them to cents",
      line: reader.source.headerLine,
      hint: "state it with --unit cents, --unit semitones or --unit percent")
    return nil
  }

  private static func cents(_ value: Double, _ unit: ImportedFiles.Unit) -> Double? {
    switch unit {
    case .cents: value
    case .semitones: value * 100
    case .percent: value > -100 ? 1200 * log2(1 + value / 100) : nil
    }
  }

  /// The program that writes such columns.
  private static func origin(_ columns: [String]) -> String {
    if columns.contains("adaptive_difference"), columns.contains("experimentLabel") { return "pychoacoustics" }
    if columns.contains("psychopyVersion") { return "PsychoPy" }
    return "table"
  }
}
