import PeachFitting
import PeachSupport
import PeachTrials

/// Reads rows one by one and keeps in mind what must be the same in all of them.
struct RowReader {
  enum Row {
    /// Counts at one level; a trial is counts of 1.
    case observed(Counts.Bin)
    case leftOut(ExcludedRow)
    /// A problem was reported.
    case wrong
  }

  /// The position of a row on the axis.
  private struct Stimulus {
    /// The fitted level.
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
  private let refusesMissing: Bool
  /// Proportions with so few digits that several numbers of answers fit.
  private var coarse = 0

  /// - Parameters:
  ///   - fields: The fields of the first rows.
  ///   - refusesMissing: Whether a row without level or answer is a problem; otherwise it is left out.
  init(
    _ fields: FieldReader, _ roles: ColumnRoles, _ reading: Reading, positiveLevelsFor: String?,
    refusesMissing: Bool = false
  ) {
    self.fields = fields
    self.refusesMissing = refusesMissing
    self.roles = roles
    self.reading = reading
    self.positiveLevelsFor = positiveLevelsFor
  }

  /// Continues with the rows of another part of the data.
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
      return wrong(
        "expected a kind of trial (test, noise, catch or comfort), got \(fields.shown(other))", row, roles.kind)
    }
  }

  /// Whether a row has neither level nor answer, as one of another part of a session.
  private func hasNoData(_ row: Int) -> Bool {
    [
      roles.level, roles.offset, roles.correct, roles.answer, roles.trials, roles.positives, roles.proportion,
    ].allSatisfy { fields.text(row, $0) == nil }
  }

  /// Whether a catch trial was answered as it should be; `nil` if the data do not say.
  func isCorrect(_ row: Int) -> Bool? {
    if case .value(let isCorrect) = fields.flag(row, roles.correct) { return isCorrect }
    guard let answer = fields.text(row, roles.answer).flatMap({ AnswerWord($0) }),
      case .value(let offset) = fields.number(row, roles.offset)
    else { return nil }
    return answer.isCorrect(at: offset)
  }

  /// The alternatives of a row; `nil` if they are not said, or after a problem.
  func alternatives(_ row: Int) -> Int? {
    guard roles.alternatives != nil, case .value(let number) = fields.count(row, roles.alternatives) else { return nil }
    if RowReader.alternatives.contains(number) { return number }
    let bounds = RowReader.alternatives
    fields.report(
      "expected a whole number from \(bounds.lowerBound) to \(bounds.upperBound), got \(number)", row,
      roles.alternatives, hint: "1 alternative means yes/no")
    return nil
  }

  /// Says that a group has trials of different alternatives, whose guess rates differ.
  func reportAlternatives(_ number: Int, _ row: Int, after other: (value: Int, line: Int)) {
    fields.report(
      "got \(number) alternatives after \(other.value) in line \(other.line): their guess rates differ", row,
      roles.alternatives,
      hint:
        "--by \(roles.alternatives.map { SafeText.forShell(fields.table.columns[$0]) } ?? "") fits each number of "
        + "alternatives separately; --guess or --alternatives sets one for all rows")
  }

  /// The unit of a row's level; `nil` if no column says it.
  func unit(_ row: Int) -> String? { fields.text(row, roles.units) }

  /// Says that a group has levels in different units.
  func reportUnit(_ unit: String, _ row: Int, after other: (value: String, line: Int)) {
    fields.report(
      "got \(SafeText.quoted(unit)) after \(SafeText.quoted(other.value)) in line \(other.line): all levels of a "
        + "fit must have the same unit", row, roles.units, hint: "--by unit fits each unit separately")
  }

  /// The range of alternatives in experiment files.
  static let alternatives = 1...100

  /// Whether answers are yes and no.
  var areYesNo: Bool { first.map { !$0.answer.isOfDirection } ?? false }

  /// Notes on values that may have another meaning.
  var notes: [String] {
    switch reading {
    case .accuracy where roles.isCounts && roles.offset != nil && hasLevelBelow0:
      ["Peach takes k as the number of correct answers; with --reading direction it is the number of answers higher"]
    case .direction where roles.offset == nil && hasLevelAbove0 && !hasLevelBelow0:
      ["every level is above 0, so Peach takes each as a difference upwards (higher is correct)"]
    default: []
    }
  }

  // MARK: Counts

  /// More than any experiment has; resampling draws them one by one.
  static let mostTrials = 1_000_000

  private mutating func counts(_ row: Int) -> Row {
    let level = stimulus(row)
    let given = roles.trialsEach.map { FieldReader.Field<Int>.value($0) } ?? fields.count(row, roles.trials)
    if case .value(let trials) = given, trials > RowReader.mostTrials {
      return wrong("expected at most \(RowReader.mostTrials) trials at a level, got \(trials)", row, roles.trials)
    }
    let found = roles.proportion == nil ? fields.count(row, roles.positives) : share(row, of: given)
    if case .wrong = level { return .wrong }
    if case .wrong = given { return .wrong }
    if case .wrong = found { return .wrong }
    guard case .value(let trials) = given else { return lacking(.noAnswer, "a whole number", row, roles.trials) }
    guard case .value(let positives) = found else {
      return roles.proportion == nil
        ? lacking(.noAnswer, "a whole number", row, roles.positives)
        : lacking(.noAnswer, "a proportion", row, roles.proportion)
    }
    guard case .value(let stimulus) = level else { return lacking(.noLevel, "a number", row, levelColumn) }
    if positives > trials {
      return wrong("expected at most n, which is \(trials), got \(positives)", row, roles.positives)
    }
    if trials == 0 { return .leftOut(.noTrials) }
    return observed(stimulus, row, trials: Double(trials), positives: Double(positives))
  }

  /// How many of `trials` a proportion is. Rounding may have taken half a unit of its last digit.
  private mutating func share(_ row: Int, of trials: FieldReader.Field<Int>) -> FieldReader.Field<Int> {
    guard let text = fields.text(row, roles.proportion) else { return .missing }
    guard case .value(let trials) = trials else { return .missing }
    if trials == 0 { return .value(0) }
    guard let written = ProportionText(text, { fields.style.double($0) != nil }),
      let number = fields.style.double(written.number)
    else {
      if case .wrong = fields.number(row, roles.proportion) { return .wrong }
      return .missing
    }
    let unit = written.isPercent || roles.isPercent ? 0.01 : 1
    let share = number * unit
    guard (0...1).contains(share) else {
      fields.report(
        "expected a \(unit == 1 ? "proportion from 0 to 1" : "percentage from 0 to 100"), got \(fields.shown(text))",
        row,
        roles.proportion)
      return .wrong
    }
    let count = share * Double(trials)
    let rounding = written.halfUnit * unit * Double(trials)
    if abs(count - count.rounded()) > rounding + 1e-9 * Double(trials) {
      fields.report(
        "\(text) of \(trials) answers is \(((count * 1e4).rounded() / 1e4).shortest), which is not a whole number", row,
        roles.proportion,
        hint: "check n; if the counts are in a column, --k COLUMN names it")
      return .wrong
    }
    if rounding >= 0.5, abs(count - count.rounded()) > 1e-9 * Double(trials) { coarse += 1 }
    return .value(Int(count.rounded()))
  }

  /// Says that proportions are rounded too much to tell the numbers of answers; `nil` if none is.
  var roundingNote: String? {
    guard coarse > 0 else { return nil }
    return
      "\(coarse) \(coarse == 1 ? "proportion has" : "proportions have") too few digits to give k exactly: Peach "
      + "rounds the proportion times n"
  }

  /// A row that lacks something is left out, or a problem.
  private func lacking(_ reason: ExcludedRow, _ expected: String, _ row: Int, _ column: Int?) -> Row {
    refusesMissing ? wrong("missing; expected \(expected)", row, column) : .leftOut(reason)
  }

  // MARK: Trials

  /// Answers to choices, which are neither higher nor lower. Yes and no are among them in Peach's own tables, in which
  /// trials of both kinds of task may stand.
  private var choices: Set<String> { roles.units == nil ? RowReader.alternativeAnswers : RowReader.allAnswers }
  private static let allAnswers = Set(ChoiceForm.allAnswers)
  private static let alternativeAnswers = allAnswers.subtracting(ChoiceForm.yesNo.answers)

  private mutating func trial(_ row: Int) -> Row {
    let found = self.stimulus(row)
    var stimulus: Stimulus?
    if case .value(let value) = found { stimulus = value }
    let correct = fields.flag(row, roles.correct)
    let word = fields.text(row, roles.answer)
    if reading == .direction, let word, choices.contains(word) { return .leftOut(.choice) }
    if word == nil, case .value(true) = fields.flag(row, roles.timedOut) {
      // Only a late trial that the study judges counts: as wrong, in the accuracy reading.
      guard reading == .accuracy, case .value = correct else { return .leftOut(.timedOut) }
    }
    let answer = word.flatMap { self.answer($0, at: stimulus) }
    if let answer, !fits(answer, row) { return .wrong }
    if case .wrong = correct { return .wrong }
    if case .wrong = found { return .wrong }
    guard let stimulus else { return lacking(.noLevel, "a number", row, levelColumn) }
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

  /// The answer from a word, or from 1 and 0 for the first and second of two answers. At an offset 1 and 0 are
  /// ambiguous.
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
      return lacking(
        .noAnswer, isJudged ? "1 or 0" : expectedAnswers, row, isJudged ? roles.correct : roles.answer)
    }
    if let isCorrect = answer.isCorrect(at: stimulus.offset) {
      return observed(stimulus, row, isPositive: isCorrect)
    }
    tellOfAnswers(
      "whether higher or lower is correct depends on the sign of the offset, and there is no offset", row,
      hint: "add column correct or offset_UNIT, or read signed levels with --reading direction")
    return .wrong
  }

  /// The direction reading of an answer.
  private mutating func heard(_ answer: AnswerWord?, _ stimulus: Stimulus, _ row: Int) -> Row {
    guard let answer else {
      if roles.answer != nil { return lacking(.noAnswer, expectedAnswers, row, roles.answer) }
      guard stimulus.offset == 0, fields.text(row, roles.correct) != nil else {
        return lacking(.noAnswer, "1 or 0", row, roles.correct)
      }
      return wrong(
        "at offset 0, correct or wrong does not say whether the answer was higher or lower", row, roles.correct,
        hint: "add a column answer (higher, lower), or remove these rows")
    }
    return observed(stimulus, row, isPositive: answer.isPositive)
  }

  private var expectedAnswers: String { reading == .direction ? "higher or lower" : "higher, lower, yes or no" }

  /// Whether an answer is of the kind of the first, and of the reading.
  private mutating func fits(_ answer: AnswerWord, _ row: Int) -> Bool {
    if reading == .direction, !answer.isOfDirection {
      tellOfAnswers("expected higher or lower with --reading direction, got '\(answer)'", row)
      return false
    }
    guard let first else {
      first = (answer, fields.table.line(of: row))
      return true
    }
    if first.answer.isOfDirection == answer.isOfDirection { return true }
    tellOfAnswers(
      "got '\(answer)' after '\(first.answer)' in line \(first.line)", row,
      hint: "fit the answers higher and lower separately from the answers yes and no")
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
        ? "higher is correct if the offset is above 0"
        : "for a trial without a signal, set the column trial_kind to noise")
  }

  // MARK: Levels

  /// The level as the reading has it.
  private func stimulus(_ row: Int) -> FieldReader.Field<Stimulus> {
    let offset = fields.number(row, roles.offset)
    if case .wrong = offset { return .wrong }
    if case .value(let offset) = offset {
      return .value(Stimulus(level: reading == .accuracy ? abs(offset) : offset, offset: offset, column: roles.offset))
    }
    let column = levelColumn
    return switch fields.number(row, column) {
    case .value(let level): .value(Stimulus(level: level, offset: nil, column: column))
    case .missing: .missing
    case .wrong: .wrong
    }
  }

  /// The column of levels if there is no offset. The direction reading needs a sign, which a level next to an offset
  /// does not have.
  private var levelColumn: Int? {
    reading == .direction ? roles.offset ?? roles.level : roles.level ?? roles.offset
  }

  private mutating func observed(_ stimulus: Stimulus, _ row: Int, isPositive: Bool) -> Row {
    observed(stimulus, row, trials: 1, positives: isPositive ? 1 : 0)
  }

  private mutating func observed(_ stimulus: Stimulus, _ row: Int, trials: Double, positives: Double) -> Row {
    if let positiveLevelsFor, stimulus.level <= 0 {
      return wrong(
        "expected a level above 0 for \(positiveLevelsFor), got \(stimulus.level.shortest)", row, stimulus.column,
        hint: "fit without \(positiveLevelsFor), or remove these rows")
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
