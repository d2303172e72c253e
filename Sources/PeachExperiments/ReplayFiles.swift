import PeachListeners
import PeachSupport
import PeachTrials

/// Reads the recorded answers that a listener replays, and puts them into the listener: `{kind: replay, file: p07.csv}` is
/// taken as if it said the answers, so that the resolved experiment, which is stored and makes the digest, has them in it and
/// reads back without the file.
enum ReplayFiles {
  /// Embeds the files of a listener, also inside listeners that it contains.
  ///
  /// - Parameters:
  ///   - task: Its kind, as far as the file says it.
  ///   - path: The path of the listener, for messages.
  static func embedded(in node: Node, of task: String?, _ diagnostics: Diagnostics, path: String) -> Node {
    switch node {
    case .scalar, .refused: return node
    case .sequence(let items, let place):
      return .sequence(items.map { embedded(in: $0, of: task, diagnostics, path: path) }, place: place)
    case .mapping(let entries, let place):
      let inner = entries.map { entry in
        Node.Entry(
          key: entry.key, place: entry.place,
          value: embedded(in: entry.value, of: task, diagnostics, path: "\(path).\(entry.key)"))
      }
      return withAnswers(.mapping(inner, place: place), of: task, diagnostics, path: path)
    }
  }

  private static func withAnswers(
    _ listener: Node, of task: String?, _ diagnostics: Diagnostics, path: String
  ) -> Node {
    guard case .mapping(let entries, let place) = listener, listener["kind"]?.text == ReplayListener.kind,
      listener["answers"] == nil, let file = listener["file"], let name = file.text
    else { return listener }
    do {
      let found = ScaleFiles.path(to: name, from: file.place.file)
      let answers = try answers(DelimitedText(TextFile.read(found), file: name), of: task)
      let added = Node.scalar(text: ReplayListener.text(answers), isQuoted: true, place: file.place)
      return .mapping(entries + [Node.Entry(key: "answers", place: file.place, value: added)], place: place)
    } catch let error as ConfigurationError {
      error.problems.forEach(diagnostics.report)
    } catch {
      let reason = (error as? InputError)?.reason ?? "\(error)"
      diagnostics.report(
        Problem(
          place: file.place, path: "\(path).file",
          message: "expected a CSV file of trials, got \(SafeText.quoted(name)), which cannot be read: \(reason)",
          hint: "Peach looks for it in the folder of the experiment file"))
    }
    return .refused(place: place)
  }

  /// The test trials of a table.
  private static func answers(
    _ table: DelimitedText, of task: String?
  ) throws(ConfigurationError) -> [ReplayListener.Recorded] {
    let columns = ReplayColumns(of: table, isComparison: task == TrialTask.Kind.comparison.rawValue)
    let kind = table.index(of: "trial_kind")
    let diagnostics = Diagnostics(limit: Diagnostics.tableLimit)
    func report(_ message: String, at line: Int) {
      diagnostics.report(
        Problem(place: Place(file: table.file, line: line, column: 1), path: "", message: message))
    }
    for message in columns.missing { report(message, at: 1) }
    try diagnostics.check()
    var recorded: [ReplayListener.Recorded] = []
    for row in table.rows {
      if let kind, row.fields[kind] != "test" { continue }
      do throws(ReplayColumns.Refusal) {
        recorded.append(try columns.recorded(row.fields))
      } catch {
        report(error.message, at: row.line)
      }
    }
    if recorded.isEmpty, diagnostics.isEmpty { report("expected test trials, got none", at: 1) }
    try diagnostics.check()
    return recorded
  }
}

/// The columns to replay: for comparisons the signed offset and the answer, for other tasks the level and
/// whether the answer was correct.
private struct ReplayColumns {
  struct Refusal: Error {
    var message: String
  }

  private let isComparison: Bool
  private let offset: Int?
  private let level: Int?
  private let answer: Int?
  private let correct: Int?

  init(of table: DelimitedText, isComparison: Bool) {
    self.isComparison = isComparison
    offset = table.columns.firstIndex { $0.hasPrefix("offset_") }
    level = table.columns.firstIndex { $0.hasPrefix("level_") || $0 == "level" }
    answer = table.index(of: "answer")
    correct = table.index(of: "correct")
  }

  /// The missing columns, in words.
  var missing: [String] {
    var words: [String] = []
    if isComparison, offset == nil {
      words.append(
        "missing column offset_cents with signs: a level does not say which note of a comparison was higher")
    } else if offset == nil, level == nil {
      words.append("missing column offset_cents or level_…")
    }
    if answer == nil, correct == nil { words.append("missing column answer or correct") }
    return words
  }

  func recorded(_ fields: [String]) throws(Refusal) -> ReplayListener.Recorded {
    func field(_ column: Int?) -> String { column.map { fields[$0] } ?? "" }
    // Tasks without notes have the column of offsets too, empty.
    let signed = field(offset)
    let text = signed.isEmpty && !isComparison ? field(level) : signed
    guard let number = NumberGrammar.double(text), number.isFinite else {
      throw Refusal(message: "expected a number, got \(SafeText.quoted(text))")
    }
    switch (field(answer), field(correct)) {
    case ("higher", _), ("yes", _): return ReplayListener.Recorded(level: number, isPositive: true)
    case ("lower", _), ("no", _): return ReplayListener.Recorded(level: number, isPositive: false)
    case (_, "1"), (_, "0"):
      let isCorrect = field(correct) == "1"
      guard isComparison else {
        // Of a choice among notes how far off the note was, whatever its sign.
        return ReplayListener.Recorded(level: signed.isEmpty ? number : abs(number), isPositive: isCorrect)
      }
      if number == 0 { throw Refusal(message: "expected an answer (higher, lower): at offset 0 no answer is correct") }
      return ReplayListener.Recorded(level: number, isPositive: isCorrect == (number > 0))
    default: throw Refusal(message: "expected an answer (higher, lower, yes, no) or correct (1, 0)")
    }
  }
}
