import Configuration
import Fitting
import Trials

/// Reads rows one by one and keeps in mind what must be the same in all of them.
struct RowReader {
  enum Row {
    /// Counts at one level; a trial is counts of 1.
    case observed(Counts.Bin)
    case leftOut(LeftOut)
    /// A problem was reported.
    case wrong
  }

  /// Where on the axis a row is.
  private struct Stimulus {
    /// As it is fitted.
    var level: Double
    var offset: Double?
    var column: Int?
  }

  private var fields: FieldReader
  private let roles: ColumnRoles
  private let reading: Reading
  private let positiveLevelsFor: String?
  /// The first answer and its line.
  private var first: (answer: AnswerWord, line: Int)?
  private var hasToldOfAnswers = false
  private var hasLevelAbove0 = false
  private var hasLevelBelow0 = false

  /// - Parameter fields: Of the first rows.
  init(_ fields: FieldReader, _ roles: ColumnRoles, _ reading: Reading, positiveLevelsFor: String?) {
    self.fields = fields
    self.roles = roles
    self.reading = reading
    self.positiveLevelsFor = positiveLevelsFor
  }

  /// Goes on with the rows of another part of the data.
  mutating func turn(to table: any ObservationTable) { fields.table = table }

  mutating func read(_ row: Int) -> Row {
    if let reason = fields.text(row, roles.excluded) { return .leftOut(reason == "practice" ? .practice : .excluded) }
    switch fields.text(row, roles.kind) {
    case nil where fields.isEmpty(row): return .leftOut(.emptyRow)
    case nil where hasNoData(row): return .leftOut(.noData)
    case nil, "test": return roles.isCounts ? counts(row) : trial(row)
    case "noise": return .leftOut(.noise)
    case "catch": return .leftOut(.catch)
    case "comfort": return .leftOut(.comfort)
    case let other?:
      return wrong("expected test, noise, catch or comfort, got \(fields.shown(other))", row, roles.kind)
    }
  }

  /// Whether a row has neither level nor answer, as one of another part of a session.
  private func hasNoData(_ row: Int) -> Bool {
    [
      roles.level, roles.offset, roles.correct, roles.answer, roles.trials, roles.positives, roles.proportion,
    ].allSatisfy { fields.text(row, $0) == nil }
  }

  /// Whether a catch trial was answered as it should be; nil where the data do not say.
  func isCorrect(_ row: Int) -> Bool? {
    if case .value(let isCorrect) = fields.flag(row, roles.correct) { return isCorrect }
    guard let answer = fields.text(row, roles.answer).flatMap({ AnswerWord($0) }),
      case .value(let offset) = fields.number(row, roles.offset)
    else { return nil }
    return answer.isCorrect(at: offset)
  }

  /// The alternatives of a row; nil where they are not said, or after a problem.
  func alternatives(_ row: Int) -> Int? {
    guard roles.alternatives != nil, case .value(let number) = fields.count(row, roles.alternatives) else { return nil }
    if RowReader.alternatives.contains(number) { return number }
    let bounds = RowReader.alternatives
    fields.report(
      "expected a whole number from \(bounds.lowerBound) to \(bounds.upperBound), got \(number)", row,
      roles.alternatives, hint: "1 is yes/no")
    return nil
  }

  /// Says that a group has trials of different alternatives, whose guess rates differ.
  func reportAlternatives(_ number: Int, _ row: Int, after other: (number: Int, line: Int)) {
    fields.report(
      "got \(number) after \(other.number) in line \(other.line): guess rates differ", row, roles.alternatives,
      hint: "--by \(roles.alternatives.map { Shown.forShell(fields.table.columns[$0]) } ?? "") fits each; "
        + "--guess or --alternatives "
        + "says one for all")
  }

  /// As an experiment file has them.
  static let alternatives = 1...100

  /// Whether answers are yes and no.
  var areYesNo: Bool { first.map { !$0.answer.isOfDirection } ?? false }

  /// What may have been meant otherwise.
  var notes: [String] {
    switch reading {
    case .accuracy where roles.isCounts && roles.offset != nil && hasLevelBelow0:
      ["k is read as correct answers; --reading direction reads it as answers higher"]
    case .direction where roles.offset == nil && hasLevelAbove0 && !hasLevelBelow0:
      ["every level is above 0, and read as a difference upwards"]
    default: []
    }
  }

  // MARK: Counts

  /// More than any experiment has; resampling draws them one by one.
  private static let mostTrials = 1_000_000

  private mutating func counts(_ row: Int) -> Row {
    let stimulus = stimulus(row)
    let trials = fields.required(fields.count(row, roles.trials), "a whole number", row, roles.trials)
    if let trials, trials > RowReader.mostTrials {
      return wrong("expected at most \(RowReader.mostTrials) trials at a level, got \(trials)", row, roles.trials)
    }
    let positives = roles.proportion == nil ? positives(row) : share(row, of: trials)
    guard let stimulus, let trials, let positives else { return .wrong }
    if positives > trials {
      return wrong("expected at most n, which is \(trials), got \(positives)", row, roles.positives)
    }
    if trials == 0 { return .leftOut(.noTrials) }
    return observed(stimulus, row, trials: Double(trials), positives: Double(positives))
  }

  private func positives(_ row: Int) -> Int? {
    fields.required(fields.count(row, roles.positives), "a whole number", row, roles.positives)
  }

  /// How many of `trials` a proportion is, which may be rounded to two digits.
  private func share(_ row: Int, of trials: Int?) -> Int? {
    let field = trials == 0 ? .value(0) : fields.number(row, roles.proportion)
    guard let share = fields.required(field, "a proportion", row, roles.proportion), let trials else { return nil }
    let count = share * Double(trials)
    if (0...1).contains(share), abs(count - count.rounded()) <= 0.0051 * Double(trials) { return Int(count.rounded()) }
    fields.report(
      "expected a proportion of \(trials) answers, got \(share.shortest)", row, roles.proportion,
      hint: "it is no whole number of them; --k COLUMN says where that stands")
    return nil
  }

  // MARK: Trials

  /// Answers to choices among notes, which are neither higher nor lower.
  private static let choices: Set<String> = Set(ChoiceForm.allCases.flatMap(\.answers))

  private mutating func trial(_ row: Int) -> Row {
    let stimulus = stimulus(row)
    let correct = fields.flag(row, roles.correct)
    let word = fields.text(row, roles.answer)
    if reading == .direction, let word, RowReader.choices.contains(word) { return .leftOut(.choice) }
    let answer = word.flatMap { self.answer($0, at: stimulus) }
    if let answer, !fits(answer, row) { return .wrong }
    if case .wrong = correct { return .wrong }
    guard let stimulus else { return .wrong }
    if case .value(let correct) = correct {
      if let answer, let judged = answer.isCorrect(at: stimulus.offset), judged != correct {
        return disagreement(answer, correct, stimulus, row)
      }
      if reading == .accuracy { return observed(stimulus, row, isPositive: correct) }
      if word == nil, let offset = stimulus.offset, offset != 0 {
        return observed(stimulus, row, isPositive: correct == (offset > 0))
      }
    }
    if let word, answer == nil {
      return wrong("expected \(expectedAnswers), got \(fields.shown(word))", row, roles.answer)
    }
    return reading == .accuracy ? judged(answer, stimulus, row) : heard(answer, stimulus, row)
  }

  /// What a word says, or 1 and 0 for the first and second of two answers; at an offset these would say two things.
  private func answer(_ word: String, at stimulus: Stimulus?) -> AnswerWord? {
    if let answer = AnswerWord(word) { return answer }
    guard let isFirst = FieldReader.flag(word) else { return nil }
    if reading == .direction { return isFirst ? .higher : .lower }
    return roles.offset == nil && stimulus != nil ? (isFirst ? .yes : .no) : nil
  }

  /// The accuracy reading of an answer without `correct`.
  private mutating func judged(_ answer: AnswerWord?, _ stimulus: Stimulus, _ row: Int) -> Row {
    if stimulus.offset == 0, answer?.isOfDirection != false { return .leftOut(.zeroOffset) }
    guard let answer else {
      let isJudged = roles.correct != nil
      return wrong(
        "missing; expected \(isJudged ? "1 or 0" : expectedAnswers)", row, isJudged ? roles.correct : roles.answer)
    }
    if let isCorrect = answer.isCorrect(at: stimulus.offset) {
      return observed(stimulus, row, isPositive: isCorrect)
    }
    tellOfAnswers(
      "higher and lower are correct or not by the sign of an offset, which is missing", row,
      hint: "add column correct or offset_UNIT, or read signed levels with --reading direction")
    return .wrong
  }

  /// The direction reading of an answer.
  private mutating func heard(_ answer: AnswerWord?, _ stimulus: Stimulus, _ row: Int) -> Row {
    guard let answer else {
      if roles.answer != nil { return wrong("missing; expected \(expectedAnswers)", row, roles.answer) }
      if stimulus.offset != 0 { return wrong("missing; expected 1 or 0", row, roles.correct) }
      return wrong(
        "does not tell what was answered at offset 0", row, roles.correct,
        hint: "add column answer (higher, lower), or leave out these rows")
    }
    return observed(stimulus, row, isPositive: answer.isPositive)
  }

  private var expectedAnswers: String { reading == .direction ? "higher or lower" : "higher, lower, yes or no" }

  /// Whether an answer is of the kind of the first, and of the reading.
  private mutating func fits(_ answer: AnswerWord, _ row: Int) -> Bool {
    if reading == .direction, !answer.isOfDirection {
      tellOfAnswers("expected higher or lower for the direction reading, got '\(answer)'", row)
      return false
    }
    guard let first else {
      first = (answer, fields.table.line(of: row))
      return true
    }
    if first.answer.isOfDirection == answer.isOfDirection { return true }
    tellOfAnswers(
      "got '\(answer)' after '\(first.answer)' in line \(first.line)", row,
      hint: "fit answers higher and lower apart from answers yes and no")
    return false
  }

  /// Says once what is the same in many rows.
  private mutating func tellOfAnswers(_ message: String, _ row: Int, hint: String? = nil) {
    if !hasToldOfAnswers { fields.report(message, row, roles.answer, hint: hint) }
    hasToldOfAnswers = true
  }

  private func disagreement(_ answer: AnswerWord, _ correct: Bool, _ stimulus: Stimulus, _ row: Int) -> Row {
    let place = answer.isOfDirection ? " at offset \(stimulus.offset?.shortest ?? "")" : ""
    return wrong(
      "expected \(correct ? 0 : 1) for the answer \(answer)\(place), got \(correct ? 1 : 0)", row, roles.correct,
      hint: answer.isOfDirection
        ? "higher is correct where the offset is above 0" : "trials without a signal have trial_kind noise")
  }

  // MARK: Levels

  /// The level as the reading has it; nil after a problem.
  private func stimulus(_ row: Int) -> Stimulus? {
    let offset = fields.number(row, roles.offset)
    if case .wrong = offset { return nil }
    if case .value(let offset) = offset {
      return Stimulus(level: reading == .accuracy ? abs(offset) : offset, offset: offset, column: roles.offset)
    }
    // The direction reading wants the sign that a level beside an offset has not.
    let column = reading == .direction ? roles.offset ?? roles.level : roles.level ?? roles.offset
    return fields.required(fields.number(row, column), "a number", row, column).map {
      Stimulus(level: $0, offset: nil, column: column)
    }
  }

  private mutating func observed(_ stimulus: Stimulus, _ row: Int, isPositive: Bool) -> Row {
    observed(stimulus, row, trials: 1, positives: isPositive ? 1 : 0)
  }

  private mutating func observed(_ stimulus: Stimulus, _ row: Int, trials: Double, positives: Double) -> Row {
    if let positiveLevelsFor, stimulus.level <= 0 {
      return wrong(
        "expected a level above 0 for \(positiveLevelsFor), got \(stimulus.level.shortest)", row, stimulus.column,
        hint: "fit without \(positiveLevelsFor), or without these rows")
    }
    let signed = stimulus.offset ?? stimulus.level
    hasLevelAbove0 = hasLevelAbove0 || signed > 0
    hasLevelBelow0 = hasLevelBelow0 || signed < 0
    return .observed(Counts.Bin(level: stimulus.level, trials: trials, positives: positives))
  }

  private func wrong(_ message: String, _ row: Int, _ column: Int?, hint: String? = nil) -> Row {
    fields.report(message, row, column, hint: hint)
    return .wrong
  }
}
