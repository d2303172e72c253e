import PeachFitting
import PeachSupport

/// The roles of columns. A column without any value counts as missing.
struct ColumnRoles {
  private(set) var level: Int?
  private(set) var offset: Int?
  private(set) var trials: Int?
  /// How many trials each row has, if the user says it in place of a column.
  private(set) var trialsEach: Int?
  private(set) var positives: Int?
  /// The proportion of `trials`, in place of `positives`.
  private(set) var proportion: Int?
  private(set) var isPercent = false
  private(set) var correct: Int?
  private(set) var answer: Int?
  private(set) var kind: Int?
  private(set) var alternatives: Int?
  /// The column with the unit of each row's level. Only Peach's own tables have it.
  private(set) var units: Int?
  /// The column that marks excluded trials. Only Peach's own tables have it.
  private(set) var excluded: Int?
  /// The column that marks trials without an answer in time. Only Peach's own tables have it.
  private(set) var timedOut: Int?
  /// The columns that identify a run or a person.
  private(set) var runs: [Int] = []
  private(set) var by: [Int] = []
  private(set) var unit: String?
  private(set) var style = NumberStyle()

  /// Whether rows are counts, not trials.
  var isCounts: Bool { trials != nil || trialsEach != nil }

  private let takesExcluded: Bool
  /// Whether it was asked which column holds the levels.
  private var isAsked = false
  private let finder: ColumnFinder
  private let named: NamedColumns
  private let diagnostics: Diagnostics

  private var table: any ObservationSource { finder.table }

  /// Reports missing and ambiguous columns.
  ///
  /// - Parameters:
  ///   - mark: The stated decimal mark.
  ///   - takesExcluded: Whether excluded trials are read like all others.
  init(
    _ table: any ObservationSource, reading: Reading, by names: [String], naming named: NamedColumns = NamedColumns(),
    mark: DecimalMark? = nil, takesExcluded: Bool = false, missing: [MissingValue] = [], _ diagnostics: Diagnostics
  ) {
    self.takesExcluded = takesExcluded
    finder = ColumnFinder(table, missing: missing)
    self.named = named
    self.diagnostics = diagnostics
    checkNames()
    by = names.compactMap { column($0, of: "--by") }
    for name in missing.compactMap(\.column) { _ = column(name, of: "--missing") }
    if table.isEmpty {
      report("expected rows below the header, got none")
    } else {
      findData(for: reading)
      findStyle(mark)
      if let proportion { isPercent = finder.isPercent(proportion, style) }
    }
  }

  /// Whether the column of answers mostly has 1 and 0.
  var hasFlags: Bool { (correct ?? answer).map(finder.mostlyFlags) ?? false }

  private mutating func findData(for reading: Reading) {
    takeNamed()
    kind = finder.column("trial_kind")
    if kind != nil { units = finder.column("unit") }
    if named.level == nil { takeLevels() }
    if kind != nil, !takesExcluded { excluded = finder.column("excluded") }
    if kind != nil { timedOut = finder.column("timed_out") }
    alternatives = finder.column("alternatives", orFolded: true)
    runs = finder.runs
    takeUnit()
    let isKnown = takeData(reading)
    if level == nil, offset == nil {
      requireLevel()
    } else if isKnown, reading == .direction {
      if isCounts { requireHigher() } else { requireDirection() }
    }
  }

  private func checkNames() {
    var seen: Set<String> = []
    for name in table.columns where !name.isEmpty && !seen.insert(name).inserted {
      report("two columns are named \(name)", hint: "rename one of them")
    }
  }

  // MARK: Levels

  private mutating func takeLevels() {
    let (levels, offsets) = (finder.scales("level"), finder.scales("offset"))
    level = levels.first
    offset = offsets.first
    let others = finder.numeric(Array(KnownNames.level.prefix(level == nil && offset == nil ? 2 : 1)))
    let rivals = (levels + offsets + others).distinct
    // Two columns of one name have a warning already.
    if Set(rivals.map { table.columns[$0] }).count < 2 || isPair(rivals) {
      level = level ?? others.first
      return
    }
    isAsked = true
    report("expected one column of levels, got \(finder.listed(rivals))", hint: "choose one with --level COLUMN")
  }

  /// Whether columns are a level and its offset, which have one unit. A warning reports different units.
  private func isPair(_ columns: [Int]) -> Bool {
    columns.count == 2 && columns[0] == level && columns[1] == offset
      && (units != nil || (unit(of: level) == nil) == (unit(of: offset) == nil))
  }

  private func unit(of column: Int?) -> String? {
    guard let column, ["level_", "offset_"].contains(where: table.columns[column].lowercased().hasPrefix) else {
      return nil
    }
    return table.columns[column].split(separator: "_", maxSplits: 1).dropFirst().first.map(String.init)
  }

  private mutating func takeUnit() {
    if units != nil { return }
    unit = unit(of: level) ?? unit(of: offset)
    guard let level, let offset, let other = unit(of: offset), other != unit else { return }
    report(
      "\(table.columns[level]) and \(table.columns[offset]) have different units",
      hint: "remove the column that you do not want to fit")
  }

  /// The mark of decimals is that of the levels and proportions, and where these have none of the counts.
  private mutating func findStyle(_ mark: DecimalMark?) {
    if let mark {
      style = NumberStyle(mark, hasThousands: true)
      return
    }
    guard table.format != nil else { return }
    let measures = [level, offset, proportion].compactMap(\.self)
    func numbers(_ column: Int) -> [String] {
      table.marked(column).compactMap { ProportionText($0, NumberStyle.isNumber)?.number }
    }
    let marked = ([measures] + [trials, positives].compactMap { $0.map { [$0] } })
      .map { (columns: $0, texts: $0.flatMap(numbers)) }
      .first { !$0.texts.isEmpty }
    guard let (columns, texts) = marked else { return }
    // What is separated by commas alone has decimals with a point, whoever wrote it.
    let finding = NumberStyle.find(in: texts, hasCommasBetween: (table.format ?? DelimitedFormat()).separator == .comma)
    let column = table.columns[columns[0]]
    switch finding {
    case .found(let mark): style = NumberStyle(mark)
    case .both:
      report(
        "expected one decimal mark, got numbers with a point and numbers with a comma", path: column,
        hint:
          "state the decimal mark with --decimal . or --decimal , and Peach takes the other mark as a separator of "
          + "thousands")
    case .thousands(let text):
      let (small, large) = (text.replacing(",", with: "."), text.filter { $0 != "," && $0 != "." })
      report(
        "\(SafeText.quoted(text)) may be \(NumberGrammar.double(small)?.shortest ?? small) or \(large)", path: column,
        hint: text.contains(",")
          ? "add --decimal , for the first number or --decimal . for the second"
          : "add --decimal . for the first number or --decimal , for the second")
    }
  }

  // MARK: Answers

  private mutating func takeNamed() {
    if let found = named.level.flatMap({ column($0, of: "--level") }) {
      if finder.scales("offset").contains(found) { offset = found } else { level = found }
    }
    correct = named.correct.flatMap { column($0, of: "--correct") }
    answer = named.answer.flatMap { column($0, of: "--answer") }
    if let number = named.trials.flatMap({ Int($0) }), table.index(of: named.trials ?? "") == nil {
      trialsEach = number
      if !(1...RowReader.mostTrials).contains(number) {
        report("expected a column, or a number from 1 to \(RowReader.mostTrials), got \(number)", path: "--n")
      }
    } else {
      trials = named.trials.flatMap { column($0, of: "--n") }
    }
    positives = named.positives.flatMap { column($0, of: "--k") }
  }

  /// Finds out whether there are counts or trials; false after a problem.
  private mutating func takeData(_ reading: Reading) -> Bool {
    if named.correct != nil || named.answer != nil { return correct != nil || answer != nil }
    if named.trials != nil || named.positives != nil { return takeOtherCount() }
    correct = finder.column("correct", orFolded: true)
    answer = finder.column("answer", orFolded: true)
    let answers = [correct, answer].compactMap { $0.map { table.columns[$0] } }
    let counts = ["n", "k"].filter { answers.isEmpty ? table.index(of: $0) != nil : finder.column($0) != nil }
    // A lone n may count the trials.
    if answers.isEmpty, counts.isEmpty || !hasPositives { return takeForeign(reading) }
    guard !counts.isEmpty else { return true }
    guard answers.isEmpty else {
      report(
        "expected counts (n, k) or trials (correct, answer), got \((counts + answers).joined(separator: " and "))",
        hint: "--correct COLUMN, --answer COLUMN, or choose them with --n COLUMN and --k COLUMN")
      return false
    }
    guard takeOtherCount() else { return false }
    if let found = trialByTrial { takeAnswers(found, reading) }
    return true
  }

  private var hasPositives: Bool {
    finder.column("k", orFolded: true) != nil || !finder.numeric(KnownNames.positives).isEmpty
      || !finder.proportions(KnownNames.proportion).isEmpty
  }

  /// The positives where `trials` counts the rows, each a trial of its own. Columns n and k are what they are.
  private var trialByTrial: Int? {
    guard let trials, let positives, table.columns[trials] != "n" || table.columns[positives] != "k",
      finder.countsRows(trials), table.sample(positives).allSatisfy({ FieldReader.flag($0) != nil })
    else { return nil }
    return positives
  }

  /// Takes one column of answers for trials. What is called correct is never higher.
  private mutating func takeAnswers(_ column: Int, _ reading: Reading) {
    (trials, positives, proportion) = (nil, nil, nil)
    let isCorrect = finder.isCalled(KnownNames.correct[0], column) || finder.isCalled(KnownNames.ofCorrect, column)
    if !isCorrect, reading == .direction || finder.hasWords(column) { answer = column } else { correct = column }
  }

  /// The counts that are not known yet, one of which is.
  private mutating func takeOtherCount() -> Bool {
    if trials == nil, named.trials == nil { trials = count("n", KnownNames.trials) }
    if positives == nil, named.positives == nil { positives = count("k", KnownNames.positives) }
    if positives == nil, named.positives == nil { proportion = onlyProportion }
    if trials == nil, named.trials == nil { require("n") }
    if positives == nil, proportion == nil, named.positives == nil { require("k") }
    return isCounts && (positives != nil || proportion != nil)
  }

  private func count(_ name: String, _ known: [[String]]) -> Int? {
    finder.column(name, orFolded: true) ?? onlyNumeric(known)
  }

  private var onlyProportion: Int? {
    finder.one(finder.proportions(KnownNames.proportion)) { names in
      report("expected one column of proportions, got \(names)", hint: "remove or rename the others")
    }
  }

  private func onlyNumeric(_ known: [[String]]) -> Int? {
    finder.one(finder.numeric(known)) { names in
      report("expected one column of counts, got \(names)", hint: "choose them with --n COLUMN and --k COLUMN")
    }
  }

  /// Columns of counts or answers that have names of others.
  private mutating func takeForeign(_ reading: Reading) -> Bool {
    let answers = finder.answers(KnownNames.correct)
    trials = count("n", KnownNames.trials)
    positives = count("k", KnownNames.positives)
    if positives == nil { proportion = onlyProportion }
    if let found = trialByTrial, answers.isEmpty {
      takeAnswers(found, reading)
      return true
    }
    if trials != nil, trialByTrial == nil, positives != nil || proportion != nil {
      if answers.isEmpty { return true }
      report(
        "expected counts or trials, got \(finder.listed([trials, positives, proportion].compactMap(\.self) + answers))",
        hint: "for counts add --n COLUMN and --k COLUMN; for trials add --correct COLUMN")
      return false
    }
    if answers.isEmpty, trials != nil || positives != nil || proportion != nil {
      require(trials == nil ? "n" : "k")
      return false
    }
    (trials, positives, proportion) = (nil, nil, nil)
    guard !answers.isEmpty else {
      requireAnswers()
      return false
    }
    let found = finder.one(answers) { names in
      report(
        "expected one column of answers, got \(names)",
        hint: "choose it with --correct COLUMN or --answer "
          + "COLUMN")
    }
    guard let found else { return false }
    takeAnswers(found, reading)
    if offset != nil, correct == found, !finder.isCalled(KnownNames.correct[0], found) {
      report(
        "the answer 1 may mean correct, or higher", path: table.columns[found],
        hint:
          "--correct \(SafeText.forShell(table.columns[found])) if it means correct, --reading direction if it "
          + "means higher")
      return false
    }
    return true
  }

  // MARK: Messages

  /// The columns found by names of other programs, in words; `nil` if columns have Peach's names or were stated. A
  /// level with a
  /// unit, such as `level_dB`, is Peach's next to Peach's answers; `level_time` may not be.
  var taken: String? {
    let answers = [
      ("n", trials), ("k", positives), (proportionName, proportion), ("correct", correct), ("answer", answer),
    ]
    let hasOurAnswers = answers.allSatisfy { name, column in column.map { table.columns[$0] == name } ?? true }
    func isOurs(_ column: Int, _ name: String) -> Bool {
      let own = table.columns[column]
      return own == name || hasOurAnswers && ["level", "offset"].contains(name) && own.hasPrefix(name + "_")
    }
    let roles: [(String, Int?, String?)] = [
      ("level", level, named.level), ("offset", offset, named.level), ("n", trials, named.trials),
      ("k", positives, named.positives), (proportionName, proportion, nil), ("correct", correct, named.correct),
      ("answer", answer, named.answer), ("alternatives", alternatives, nil),
    ]
    let found = roles.compactMap { name, column, said in
      column.flatMap {
        said == nil && $0 < table.firstMade && !isOurs($0, name)
          ? "\(name) from \(SafeText.quoted(table.columns[$0]))" : nil
      }
    }
    return found.isEmpty ? nil : found.joined(separator: ", ")
  }

  private var proportionName: String { isPercent ? "k/n in percent" : "k/n" }

  // MARK: Problems

  private func column(_ name: String, of option: String) -> Int? {
    if let index = table.index(of: name) {
      if option == "--by" || table.isEmpty || table.hasValues(index) { return index }
      report("no values in column \(SafeText.cut(name))", path: option)
      return nil
    }
    let known = table.columns.filter { !$0.isEmpty }
    report(
      "no column \(SafeText.quoted(name))", path: option,
      hint: NearestName.question(for: name, among: known) ?? finder.columnsHere)
    return nil
  }

  private func requireAnswers() {
    let empty = ["correct", "answer"].filter { table.index(of: $0) != nil }
    if !empty.isEmpty { return report("no values in column \(empty.joined(separator: " and "))") }
    report(
      "missing column correct or answer, or columns n and k", hint: finder.hint(for: ["correct", "answer", "n", "k"]))
  }

  private func requireLevel() {
    if named.level != nil || isAsked { return }
    let stems = ["level", "offset"]
    let empty = table.columns.first { name in stems.contains { name == $0 || name.hasPrefix($0 + "_") } }
    if let empty { return report("no values in column \(empty)") }
    report("missing column level (or level_UNIT, offset_UNIT)", hint: finder.hint(for: stems))
  }

  private func require(_ name: String) {
    if table.index(of: name) != nil { return report("no values in column \(name)") }
    if name == "n" {
      return report(
        "missing column n, the number of trials",
        hint: "name it with --n COLUMN, or state one number for all rows with --n 40; \(finder.columnsHere)")
    }
    report("missing column \(name)", hint: finder.hint(for: [name]))
  }

  /// Answers by direction need a sign and a side.
  private func requireDirection() {
    if answer != nil || (offset != nil && correct != nil) { return }
    let offset = offset == nil ? " and offset_\(unit ?? "UNIT")" : ""
    let given = [level, self.offset, correct].compactMap { $0.map { table.columns[$0] } }
    report(
      "--reading direction needs the columns answer (higher, lower)\(offset), got \(given.joined(separator: ", "))",
      hint: "without --reading direction, Peach fits the proportion of correct answers")
  }

  /// Counts of correct answers do not say how many were "higher".
  private func requireHigher() {
    guard named.positives == nil, let column = positives ?? proportion,
      finder.isCalled(KnownNames.ofCorrect, column)
    else { return }
    report(
      "\(SafeText.cut(table.columns[column])) counts correct answers, but --reading direction needs the number "
        + "of answers higher",
      hint:
        "name that column with --k COLUMN; or leave out --reading direction, and Peach fits the proportion of "
        + "correct answers")
  }

  /// Columns of levels.
  var levels: [Int] { [level, offset].compactMap(\.self) }

  /// The hint for a column of answers with numbers above 1.
  var hintForCounts: String {
    let known = finder.column("n", orFolded: true).map { [$0] } ?? finder.numeric(KnownNames.trials)
    guard let correct, known.count == 1, !finder.countsRows(known[0]) else {
      return "for counts use the columns n (trials) and k (correct answers)"
    }
    let (n, k) = (SafeText.forShell(table.columns[known[0]]), SafeText.forShell(table.columns[correct]))
    return "--n \(n) --k \(k) reads these as counts"
  }

  private func report(_ message: String, path: String = "", hint: String? = nil) {
    diagnostics.report(
      Problem(
        place: Place(file: table.source, line: table.headerLine, column: 1), path: path, message: message, hint: hint))
  }
}
