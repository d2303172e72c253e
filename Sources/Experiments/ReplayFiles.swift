import Configuration
import Listeners

/// Reads the recorded answers that a listener replays, and puts them into the listener: `{kind: replay, file: p07.csv}` is
/// taken as if it said the answers, so that the resolved experiment, which is stored and makes the digest, has them in it and
/// reads back without the file.
enum ReplayFiles {
  /// Also in listeners that this one is made of.
  ///
  /// - Parameter path: Of the listener, for problems.
  static func embedded(in node: Node, _ diagnostics: Diagnostics, path: String) -> Node {
    switch node {
    case .scalar, .refused: return node
    case .sequence(let items, let place):
      return .sequence(items.map { embedded(in: $0, diagnostics, path: path) }, place: place)
    case .mapping(let entries, let place):
      let inner = entries.map { entry in
        Node.Entry(
          key: entry.key, place: entry.place,
          value: embedded(in: entry.value, diagnostics, path: "\(path).\(entry.key)"))
      }
      return withAnswers(.mapping(inner, place: place), diagnostics, path: path)
    }
  }

  private static func withAnswers(_ listener: Node, _ diagnostics: Diagnostics, path: String) -> Node {
    guard case .mapping(let entries, let place) = listener, listener["kind"]?.text == ReplayListener.kind,
      listener["answers"] == nil, let file = listener["file"], let name = file.text
    else { return listener }
    do {
      let found = ScaleFiles.path(to: name, from: file.place.file)
      let answers = try answers(DelimitedText(TextFile.read(found), file: name))
      let added = Node.scalar(text: ReplayListener.text(answers), isQuoted: true, place: file.place)
      return .mapping(entries + [Node.Entry(key: "answers", place: file.place, value: added)], place: place)
    } catch let error as ConfigurationError {
      error.problems.forEach(diagnostics.report)
    } catch {
      let reason = (error as? InputError)?.reason ?? "\(error)"
      diagnostics.report(
        Problem(
          place: file.place, path: "\(path).file",
          message: "expected a CSV file of trials, got \(Shown.quoted(name)), which cannot be read: \(reason)",
          hint: "it is looked for in the folder of the experiment file"))
    }
    return .refused(place: place)
  }

  /// The test trials of a table: by their offset and what was answered, or by their level and whether that was correct.
  private static func answers(_ table: DelimitedText) throws(ConfigurationError) -> [ReplayListener.Recorded] {
    let offset = table.columns.firstIndex { $0.hasPrefix("offset_") }
    let level = table.columns.firstIndex { $0.hasPrefix("level_") || $0 == "level" }
    let (answer, correct) = (table.index(of: "answer"), table.index(of: "correct"))
    let kind = table.index(of: "trial_kind")
    let diagnostics = Diagnostics(limit: Diagnostics.tableLimit)
    func report(_ message: String, at line: Int) {
      diagnostics.report(
        Problem(place: Place(file: table.file, line: line, column: 1), path: "", message: message))
    }
    if offset == nil && level == nil { report("missing column offset_cents or level_…", at: 1) }
    if answer == nil && correct == nil { report("missing column answer or correct", at: 1) }
    try diagnostics.check()
    var recorded: [ReplayListener.Recorded] = []
    for row in table.rows {
      func field(_ column: Int?) -> String { column.map { row.fields[$0] } ?? "" }
      if kind != nil, field(kind) != "test" { continue }
      // Level tasks have the column of offsets too, empty.
      let signed = field(offset)
      guard let number = NumberGrammar.double(signed.isEmpty ? field(level) : signed), number.isFinite else {
        report("expected a number, got \(Shown.quoted(signed.isEmpty ? field(level) : signed))", at: row.line)
        continue
      }
      switch (field(answer), field(correct)) {
      case ("higher", _), ("yes", _): recorded.append(.init(level: number, isPositive: true))
      case ("lower", _), ("no", _): recorded.append(.init(level: number, isPositive: false))
      case (_, "1"), (_, "0"):
        let isCorrect = field(correct) == "1"
        // Of a choice among notes how far off the note was, whatever its sign.
        recorded.append(.init(level: signed.isEmpty ? number : abs(number), isPositive: isCorrect))
      default: report("expected an answer (higher, lower, yes, no) or correct (1, 0)", at: row.line)
      }
    }
    if recorded.isEmpty, diagnostics.isEmpty { report("expected test trials, got none", at: 1) }
    try diagnostics.check()
    return recorded
  }
}
