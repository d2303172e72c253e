import PeachPitch
package import PeachSimulation
import PeachSupport
package import PeachTrials

/// Reads the answers that a track is followed through: letters, or a table of trials.
package enum Responses {
  /// - Parameters:
  ///   - text: `1101…` (1 is correct, higher on a signed axis, yes), `hlhh…` (h is higher), or a CSV file.
  ///   - isSigned: Whether levels are signed, and answered higher or lower.
  ///   - tracks: The tracks that a file can name.
  package static func read(
    _ text: String, for task: TrialTask, isSigned: Bool = false, tracks: [NamedTrack] = []
  ) throws -> [Trace.Answer] {
    // Answers may be copied from a list.
    let answers = text.filter { !", ".contains($0) }
    if !answers.isEmpty, text.contains(","), answers.allSatisfy({ "01hl".contains($0) }) {
      return try read(answers, for: task, isSigned: isSigned, tracks: tracks)
    }
    if !text.isEmpty, text.allSatisfy({ "01".contains($0) }) {
      return text.map { Trace.Answer(.positive($0 == "1")) }
    }
    if !text.isEmpty, text.allSatisfy({ "hl".contains($0) }) {
      guard task.kind == .comparison else {
        throw ConfigurationError([
          Problem(
            place: Place(file: "--responses", line: 1, column: 1), path: "",
            message:
              "expected 1 and 0, because \(task.kind.rawValue) has no answers higher and lower")
        ])
      }
      return text.map { Trace.Answer(.higher($0 == "h")) }
    }
    if !text.isEmpty, text.allSatisfy({ "01hl".contains($0) }) {
      throw ConfigurationError([
        Problem(
          place: Place(file: "--responses", line: 1, column: 1), path: "",
          message: "expected only 1 and 0, or only h (higher) and l (lower), got both")
      ])
    }
    return try table(DelimitedText(try file(text), file: text), task, isSigned, tracks)
  }

  /// The text of a CSV file. A text that does not look like a path was meant as answers.
  private static func file(_ path: String) throws -> String {
    do {
      return try TextFile.read(path)
    } catch let error as InputError {
      guard !path.contains("."), !path.contains("/") else { throw error }
      throw ConfigurationError([
        Problem(
          place: Place(file: "--responses", line: 1, column: 1), path: "",
          message: "expected answers (1 and 0, or h and l) or a CSV file, got \(SafeText.quoted(path))")
      ])
    }
  }

  private static func table(
    _ table: DelimitedText, _ task: TrialTask, _ isSigned: Bool, _ tracks: [NamedTrack]
  ) throws(ConfigurationError) -> [Trace.Answer] {
    let unit = task.axis.unit
    let columns = Columns(
      answer: table.index(of: "answer"), correct: table.index(of: "correct"), note: table.index(of: "reference_note"),
      interval: table.index(of: "interval"), offset: table.index(of: "offset_\(unit)"),
      level: table.index(of: "level_\(unit)") ?? table.index(of: "level"), kind: table.index(of: "trial_kind"),
      track: table.index(of: "track"))
    if let run = table.index(of: "run"), case let runs = Set(table.rows.map { $0.fields[run] }), runs.count > 1 {
      throw ConfigurationError([
        Problem(
          place: Place(file: table.file, line: 1, column: 1), path: "",
          message: "expected the trials of one run, got those of \(runs.count) runs",
          hint: "keep the header and the rows of one run")
      ])
    }
    let wanted = ["offset_\(unit)", "level_\(unit)"]
    for column in table.columns where column.hasPrefix("level_") || column.hasPrefix("offset_") {
      guard !wanted.contains(column) else { continue }
      throw ConfigurationError([
        Problem(
          place: Place(file: table.file, line: 1, column: 1), path: "", message: "unknown column \(column)",
          hint: "the task's levels are in \(unit); use the column \(wanted.joined(separator: " or "))")
      ])
    }
    guard columns.answer != nil || columns.correct != nil else {
      throw ConfigurationError([
        Problem(
          place: Place(file: table.file, line: 1, column: 1), path: "", message: "missing column answer or correct",
          hint: "columns here: \(table.columns.joined(separator: ", "))")
      ])
    }
    let diagnostics = Diagnostics(limit: Diagnostics.tableLimit)
    let answers = table.rows.compactMap { row in
      RowReader(
        row: row, file: table.file, columns: columns, task: task, isSigned: isSigned, tracks: tracks,
        diagnostics: diagnostics
      ).answer()
    }
    try diagnostics.check()
    return answers
  }

  private struct Columns {
    var answer: Int?
    var correct: Int?
    var note: Int?
    var interval: Int?
    var offset: Int?
    var level: Int?
    var kind: Int?
    var track: Int?
  }

  private struct RowReader {
    let row: DelimitedText.Row
    let file: String
    let columns: Columns
    let task: TrialTask
    let isSigned: Bool
    let tracks: [NamedTrack]
    let diagnostics: Diagnostics

    func answer() -> Trace.Answer? {
      guard let meaning = meaning() else { return nil }
      var answer = Trace.Answer(meaning)
      if task.hasNotes {
        answer.reference = value(columns.note) {
          try? MIDINote(parsing: $0)
        } expected: {
          "a note"
        }
        answer.interval = value(columns.interval) {
          try? DirectedInterval(parsing: $0)
        } expected: {
          "an interval"
        }
        if let offset = value(columns.offset, NumberGrammar.double, expected: { "a number" }) {
          answer.isSharp = offset > 0
          answer.level = isSigned ? offset : abs(offset)
        }
      }
      if let level = value(columns.level, NumberGrammar.double, expected: { "a number" }) { answer.level = level }
      answer.kind = value(columns.kind, TrialKind.init(name:)) { "test, noise, catch or comfort" }
      answer.track = value(columns.track) { name in
        tracks.firstIndex { $0.name == name }
      } expected: {
        tracks.isEmpty ? "no track" : "one of the tracks \(tracks.map(\.name).joined(separator: ", "))"
      }
      if let level = answer.level, task.axis.scale == .log, !isSigned, level <= 0 {
        report("expected a level > 0 on a log axis, got \(level.shortest)")
      }
      return answer
    }

    private func meaning() -> Trace.Answer.Meaning? {
      let text = columns.answer.map { row.fields[$0] } ?? ""
      switch text {
      case "higher": return .higher(true)
      case "lower": return .higher(false)
      case "yes": return .positive(true)
      case "no": return .positive(false)
      case "":
        let correct = columns.correct.map { row.fields[$0] } ?? ""
        if correct == "1" || correct == "0" { return .correct(correct == "1") }
        report("expected an answer (higher, lower, yes, no) or correct (1, 0), got \(SafeText.quoted(correct))")
      default: report("expected higher, lower, yes or no, got \(SafeText.quoted(text))")
      }
      return nil
    }

    private func value<T>(_ column: Int?, _ parse: (String) -> T?, expected: () -> String) -> T? {
      guard let column, !row.fields[column].isEmpty else { return nil }
      if let value = parse(row.fields[column]) { return value }
      report("expected \(expected()), got \(SafeText.quoted(row.fields[column]))")
      return nil
    }

    private func report(_ message: String) {
      diagnostics.report(Problem(place: Place(file: file, line: row.line, column: 1), path: "", message: message))
    }
  }
}
