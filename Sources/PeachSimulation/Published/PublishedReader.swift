import PeachStorage
package import PeachSupport
import PeachTrials

extension PublishedResults {
  private static let meaning =
    "Published results, which peach reproduce compares with the simulation; they do not change any result"

  /// Declares the section; what it says is read once the rest of the file is known.
  package static func declare(_ root: Reader) {
    if root.isDescribing {
      _ = root.section(key, meaning) { PublishedReader(of: nil).results($0) }
    } else {
      _ = root.node(Parameter(name: key, kind: .section, fallback: nil, meaning: meaning), required: false)
    }
  }

  /// Reads the section of a file's root; `nil` if there is none, and after a problem.
  ///
  /// - Parameter plan: The plan of the file.
  package static func read(_ root: Node, of plan: Plan, diagnostics: Diagnostics) -> PublishedResults? {
    guard let node = root[key] else { return nil }
    let reader = PublishedReader(of: plan)
    let read = Reader.read(node, path: key, diagnostics: diagnostics) { reader.results($0) } ?? nil
    guard var results = read else { return nil }
    results.replicates = root["replicates"]?.text.flatMap { Int($0) } ?? plan.replicates
    return results
  }
}

/// Reads the section `published` of a file whose other parts are known.
struct PublishedReader {
  /// Nil while keys are only listed.
  private let plan: Plan?
  private let estimators: [[String]]

  init(of plan: Plan?) {
    self.plan = plan
    estimators = plan.map { plan in plan.cells.map { plan.estimators(of: $0).map(\.name) } } ?? []
  }

  private var axis: Axis { plan?.cells[0].task.axis ?? .cents }

  func results(_ reader: Reader) -> PublishedResults? {
    let source = text(reader, "source", "The publication, as it is cited: authors (year), where, doi:…")
    let shows = text(reader, "shows", "Result to reproduce, with its figure or table in the publication")
    let values = reader.list("values", required: true, "List of the published values to compare") { value($0) }
    guard let source, let shows, let values else { return nil }
    return PublishedResults(source: source, shows: shows, values: values.compactMap { $0 }, replicates: 1)
  }

  private func text(_ reader: Reader, _ name: String, _ meaning: String) -> String? {
    if !reader.has(name), !reader.isDescribing { reader.reportMissing(name, expected: "text") }
    return reader.optionalText(name, meaning)
  }

  // MARK: One value

  private func value(_ reader: Reader) -> PublishedValue? {
    let what = text(reader, "what", "Short name of the value")
    let from = text(
      reader, "from", "Where in the publication the value is (such as abstract or table 1), or memory or computed")
    let why = reader.optionalText("why", "Reason for the tolerance")
    let disagrees = disagreement(reader)
    let column = reader.optionalText(
      "column", "Which number of the simulation to compare: a column of the table summary, or one of \(Self.own)")
    let words = Words.read(reader)
    let over = reader.section(
      "over", "Divide the simulated value by that of another strategy, listener, estimator or checkpoint"
    ) {
      ($0, Words.read($0))
    }
    let minus = reader.section(
      "minus", "Subtract from the simulated value that of another strategy, listener, estimator or checkpoint"
    ) { ($0, Words.read($0)) }
    let rising = reader.list(
      "rising",
      "List of values to compare with each other, such as [{strategy: a}, {strategy: b}]: each must be greater than "
        + "the one before"
    ) { ($0, Words.read($0)) }
    let answers = answers(reader)
    let statement = statement(reader)
    let basis: PublishedValue.Basis = reader.choice(
      "basis", default: .printed,
      "Kind of value: printed in the publication; computed by a formula or another program; own: a number "
        + "that the file's author states for what the publication says in words; model: a threshold of the same model "
        + "listener in another program; "
        + "people: a threshold of people")
    let error = reader.number(
      "error", unit: "the column's", in: .atLeast(0), default: 0,
      "Standard error of the published value, including its rounding")
    guard plan != nil, let what, let from, let statement else { return nil }
    var figure: PublishedFigure?
    let subject: PublishedValue.Subject?
    if reader.has("responses") {
      subject = answers.flatMap { followed(reader, words, $0, column) }
    } else {
      figure = self.figure(reader, column)
      subject = self.subject(reader, words, over: over, minus: minus, rising: rising, figure)
      guard figure != nil else { return nil }
    }
    guard let subject else { return nil }
    return PublishedValue(
      what: what, subject: subject, figure: figure, statement: statement, basis: basis, error: error, from: from,
      why: why,
      disagrees: disagrees)
  }

  private static let own = PublishedFigure.all.filter { !$0.isOfSummary }.map { "\($0.name): \($0.meaning)" }.joined(
    separator: "; ")

  private func disagreement(_ reader: Reader) -> PublishedValue.Disagreement? {
    let read: PublishedValue.Disagreement?? = reader.section(
      "disagrees", "Known disagreement: the value must lie outside the tolerance; peach reproduce fails if it agrees"
    ) { inner in
      let reason = text(inner, "reason", "Reason why the simulation disagrees with the published value")
      let found = inner.number(
        "found", unit: "the column's",
        "The value of the simulation; with rising the smallest step from one value to the next, with levels the "
          + "largest distance of a level from the published one")
      let tolerance = inner.number(
        "tolerance", unit: "the column's", in: .atLeast(0),
        "Greatest allowed distance between a new simulated value and the value of the key found")
      return reason.map { PublishedValue.Disagreement(reason: $0, found: found, tolerance: tolerance) }
    }
    return read ?? nil
  }

  private func answers(_ reader: Reader) -> [Bool]? {
    guard
      let text = reader.optionalText(
        "responses", "Fixed answers to the strategy, such as 1101, instead of those of a listener")
    else { return nil }
    guard !text.isEmpty, text.allSatisfy({ "01".contains($0) }) else {
      reader.report(
        "expected 1 and 0, got \(SafeText.quoted(text))", at: "responses", hint: "write them in quotation marks")
      return nil
    }
    return text.map { $0 == "1" }
  }

  private func statement(_ reader: Reader) -> PublishedValue.Statement? {
    let value = reader.optionalNumber("value", unit: "the column's", "Published value")
    let tolerance = reader.optionalNumber(
      "tolerance", unit: "the column's", in: .atLeast(0),
      "Tolerance: the greatest allowed distance of the simulated value from the published one, or from each published "
        + "level"
    )
    let unlike = reader.optionalNumber(
      "unlike", unit: "the column's",
      "Value that the opposite finding would have, to show that the tolerance is narrow enough: it must lie outside")
    let most = reader.optionalNumber(
      "at-most", unit: "the column's",
      "Upper bound of the simulated value; Peach also accepts values up to two standard errors above it")
    let least = reader.optionalNumber(
      "at-least", unit: "the column's",
      "Lower bound of the simulated value; Peach also accepts values up to two standard errors below it")
    let levels = reader.numbers(
      "levels", unit: "the axis'",
      "Levels that the strategy must present, from the first trial on, if it gets the answers of the key responses")
    reader.requireOne(of: ["value", "at-most", "at-least", "rising", "levels"])
    refuseIdle(reader)
    if let levels {
      if reader.has("responses") { return .levels(levels, tolerance: tolerance ?? 1e-9) }
      reader.report(
        "expected responses too, got none", at: "levels", hint: "write the answers: responses: \"110\"")
      return nil
    }
    if reader.has("rising") { return .rising }
    if let most { return .atMost(most) }
    if let least { return .atLeast(least) }
    guard let value else { return nil }
    guard let tolerance else {
      if !reader.has("tolerance") {
        reader.reportMissing(
          "tolerance", expected: "the greatest allowed distance of the simulated value from the published one")
      }
      return nil
    }
    if let unlike, abs(unlike - value) <= tolerance {
      reader.report(
        "expected a value farther than the tolerance (\(tolerance.shortest)) from \(value.shortest), got "
          + "\(unlike.shortest)",
        at: "unlike", hint: "otherwise the opposite finding would agree too")
    }
    return .about(value, tolerance: tolerance)
  }

  /// Rejects settings without an effect.
  private func refuseIdle(_ reader: Reader) {
    for (key, owners) in [("tolerance", ["value", "levels"]), ("unlike", ["value"])] where reader.has(key) {
      guard !owners.contains(where: { reader.has($0) }),
        let stated = ["at-most", "at-least", "rising", "levels"].first(where: { reader.has($0) })
      else { continue }
      reader.report(
        "expected this key only together with \(owners.joined(separator: " or ")), got \(stated)", at: key,
        hint: "leave it out")
    }
  }

  private func figure(_ reader: Reader, _ column: String?) -> PublishedFigure? {
    guard let column else {
      if !reader.has("column") { reader.reportMissing("column", expected: "the name of a column") }
      return nil
    }
    if let found = PublishedFigure.all.first(where: { $0.name(on: axis) == column }) { return found }
    let names = PublishedFigure.all.map { $0.name(on: axis) }
    reader.report(
      "the table summary has no column named \(SafeText.quoted(column))", at: "column",
      hint: NearestName.hint(for: column, among: names, listing: "columns"))
    return nil
  }

  // MARK: What it is of

  /// The estimates that the file means, in its words.
  private struct Words {
    var strategy: String?
    var listener: String?
    var estimator: String?
    var after: Int?
    var trials: [Double]?
    /// The varied values, by names of sweeps or by paths.
    var varied: [Node.Entry]?

    static func read(_ reader: Reader) -> Words {
      Words(
        strategy: reader.optionalText("strategy", "Name of the strategy; optional if there is only one"),
        listener: reader.optionalText("listener", "Name of the listener; optional if there is only one"),
        estimator: reader.optionalText(
          "estimator",
          "Which estimator of the table summary: own, fit or another; default: the first"),
        after: reader.optionalInteger(
          "after", unit: "trials", in: 1...Int.max,
          "Number of trials after which to estimate, one of the file's checkpoints; default the whole run"),
        trials: reader.numbers(
          "trials", unit: "1", in: .atLeast(1), count: 2,
          "For a mean of presented levels: the numbers of the first and the last trial to use"),
        varied: varied(reader))
    }

    private static func varied(_ reader: Reader) -> [Node.Entry]? {
      let parameter = Parameter(
        name: "where", kind: .form("varied values, such as {lapse: 0.02}"), fallback: "none",
        meaning: "Which varied values to use, by the name of the sweep or the path of the key")
      guard let node = reader.node(parameter, required: false) else { return nil }
      if case .mapping(let entries, _) = node { return entries }
      reader.report("expected \(parameter.expectation), got \(node.shown)", at: "where")
      return nil
    }

    /// With what another leaves out.
    func completed(by other: Words) -> Words {
      Words(
        strategy: strategy ?? other.strategy, listener: listener ?? other.listener,
        estimator: estimator ?? other.estimator, after: after ?? other.after, trials: trials ?? other.trials,
        varied: varied ?? other.varied)
    }
  }

  private typealias Part = (reader: Reader, words: Words)

  private func subject(
    _ reader: Reader, _ words: Words, over: Part?, minus: Part?, rising: [Part]?, _ figure: PublishedFigure?
  ) -> PublishedValue.Subject? {
    func other(_ part: Part) -> PublishedPlace? { place(part.reader, part.words.completed(by: words), figure) }
    if let rising {
      let places = rising.compactMap(other)
      guard over == nil, minus == nil, rising.count > 1 else {
        reader.report("expected at least two entries, and neither over nor minus next to rising", at: "rising")
        return nil
      }
      return places.count == rising.count ? .order(places) : nil
    }
    guard let own = place(reader, words, figure) else { return nil }
    if over != nil, minus != nil { reader.report("expected over or minus, got both", at: "minus") }
    if let over { return other(over).map { .ratio(own, $0) } }
    if let minus { return other(minus).map { .difference(own, $0) } }
    return .one(own)
  }

  private func followed(
    _ reader: Reader, _ words: Words, _ answers: [Bool], _ column: String?
  ) -> PublishedValue.Subject? {
    if let key = ["rising", "over", "minus"].first(where: { reader.has($0) }) {
      reader.report(
        "the key responses works with one strategy, and without a comparison", at: key,
        hint: "leave out \(key) or responses")
      return nil
    }
    guard let cell = cell(reader, words) else { return nil }
    if let levels = reader.value("levels"), case .sequence(let items, _) = levels {
      if items.count > answers.count + 1 {
        reader.report(
          "expected at most \(answers.count + 1) levels: one for each response and one for the level after the last "
            + "response, got \(items.count)",
          at: "levels")
      }
      return .levels(cell: cell, answers: answers)
    }
    guard column == "estimate" else {
      reader.report("expected levels or column: estimate next to responses", at: "responses")
      return nil
    }
    return .estimate(cell: cell, answers: answers)
  }

  private func cell(_ reader: Reader, _ words: Words) -> Int? {
    guard let plan else { return nil }
    func known(_ key: String, _ word: String?, _ all: [String]) -> String? {
      let names = all.distinct
      guard let word else {
        if names.count == 1 { return names[0] }
        reader.report("missing; expected one of \(names.map(SafeText.cut).joined(separator: ", "))", at: key)
        return nil
      }
      if names.contains(word) { return word }
      reader.report(
        "no \(key) named \(SafeText.quoted(word))", at: key,
        hint: NearestName.hint(for: word, among: names, listing: "known here"))
      return nil
    }
    let strategy = known("strategy", words.strategy, plan.cells.map(\.strategy))
    let listener = known("listener", words.listener, plan.cells.map(\.listener))
    guard let strategy, let listener else { return nil }
    var found = plan.cells.indices.filter { plan.cells[$0].strategy == strategy && plan.cells[$0].listener == listener }
    for entry in words.varied ?? [] {
      guard let place = plan.varied.firstIndex(of: entry.key) else {
        reader.report(
          "nothing named \(SafeText.quoted(entry.key)) varies", at: "where",
          hint: NearestName.hint(for: entry.key, among: plan.varied, listing: "what varies"))
        return nil
      }
      found.removeAll { !isSame(plan.cells[$0].varied[place], entry.value.text ?? "") }
    }
    if found.count == 1 { return found[0] }
    let names = plan.varied.map { "\(SafeText.cut($0)): …" }.joined(separator: ", ")
    reader.report(
      found.isEmpty
        ? "no combination of the varied values of the experiment has the values stated here"
        : "expected the varied values of one of \(found.count) combinations, "
          + "got none",
      at: "where", hint: "state them with where: {\(names)}")
    return nil
  }

  /// Whether two texts say the same value.
  private func isSame(_ one: String, _ other: String) -> Bool {
    if let a = Double(one), let b = Double(other) { return a == b }
    return one == other
  }

  private func place(_ reader: Reader, _ words: Words, _ figure: PublishedFigure?) -> PublishedPlace? {
    guard let plan, let figure, let cell = cell(reader, words) else { return nil }
    let names = estimators[cell]
    let estimator = words.estimator.map { word in names.firstIndex(of: word) } ?? 0
    if estimator == nil, let word = words.estimator {
      reader.report(
        "no estimator named \(SafeText.quoted(word))", at: "estimator",
        hint: NearestName.hint(for: word, among: names, listing: "known here"))
    }
    if let after = words.after, !plan.checkpoints.contains(after) {
      reader.report(
        "expected one of the file's checkpoints, got \(after)", at: "after",
        hint: "add it: checkpoints: [\((plan.checkpoints + [after]).sorted().map(String.init).joined(separator: ", "))]"
      )
    }
    if words.trials != nil, !figure.isOfTrials {
      reader.report("only a level column can use a part of the trials", at: "trials")
    }
    if words.after != nil, figure.isOfTrials {
      reader.report(
        "a level column describes trials, so it has no checkpoint", at: "after", hint: "write trials: [1, N]")
    }
    let trials = words.trials.flatMap { ends -> ClosedRange<Int>? in
      guard ends[0] <= ends[1], ends[1] < 1e9 else {
        reader.report("expected the first and the last trial, in this order", at: "trials")
        return nil
      }
      return Int(ends[0])...Int(ends[1])
    }
    return estimator.map { PublishedPlace(cell: cell, estimator: $0, after: words.after, trials: trials) }
  }
}
