import PeachExperiments
import PeachListeners
import PeachMath
import PeachPitch
import PeachReporting
import PeachStrategies
import PeachSupport
import PeachTrials

/// The lists of `peach list`, gathered from the registries.
enum Catalogue {
  struct List {
    var columns: [String]
    var rows: [[String?]]
    /// Advice on how to get more items; `nil` if there is none.
    var advice: String?

    /// The list as text. Columns after name and summary are dropped if the page is too narrow.
    func text(in page: PageWidth) -> String {
      let columns = columns.enumerated().map { place, name in
        place == 0 ? TextColumn(name) : TextColumn(name, .words, rank: place == 1 ? 0 : place)
      }
      var table = TextTable(columns)
      for row in rows { table.add(row.map { $0 ?? "" }) }
      let advice = advice.map { "\n" + TextTable.paragraph($0, to: page.text()) } ?? ""
      return table.text(in: page) + advice
    }
  }

  /// The kinds of things that can be listed.
  static var kinds: List {
    List(columns: ["name", "summary"], rows: ListCommand.Kind.allCases.map { [$0.rawValue, $0.summary] })
  }

  static func list(_ kind: ListCommand.Kind) -> List {
    switch kind {
    case .strategies:
      List(
        columns: ["name", "summary", "converges_on"],
        rows: Peach.kinds.strategies.kinds.map { [$0.kind, $0.summary, $0.convergence] })
    case .listeners:
      List(
        columns: ["name", "summary", "truth"],
        rows: Peach.kinds.listeners.kinds.map { [$0.kind, $0.summary, $0.truthConvention] }
          + Peach.kinds.matchingListeners.kinds.map { [$0.kind, $0.summary, $0.truthConvention] })
    case .functions:
      List(
        columns: ["name", "formula", "summary"], rows: BuiltInFunctions.all.map { [$0.name, $0.formula, $0.summary] })
    case .tunings:
      List(columns: ["name", "summary"], rows: BuiltInTunings.all.map { [$0.name, $0.summary] })
    case .intervals:
      List(
        columns: ["name", "title", "semitones"],
        rows: DirectedInterval.all.map { [$0.name, $0.title, String($0.semitones)] })
    case .sounds:
      SoundPage.list()
    case .estimators:
      List(columns: ["name", "summary"], rows: Estimator.kinds.map { [$0.name, $0.summary] })
    case .columns:
      ColumnPage.list()
    case .task:
      List(
        columns: ["name", "summary"],
        rows: [["task", "the keys of task"]] + TrialTask.Kind.allCases.map { [$0.rawValue, "those of one kind"] }
          + [["sounds", "the keys of composed sounds"]])
    case .experiment:
      List(columns: ["name", "summary"], rows: [["experiment", "the keys of an experiment file"]])
    }
  }

  /// A hint for an unknown name: the nearest name, or all names.
  static func hint(_ kind: ListCommand.Kind, for name: String) -> String {
    if kind == .tunings, let question = BuiltInTunings.question(for: name) { return question }
    if kind == .strategies, let hint = Peach.kinds.strategies.hint(for: name) { return hint }
    let names = list(kind).rows.compactMap { $0.first ?? nil }
    return NearestName.hint(for: name, among: names, listing: "names here") ?? ""
  }

  static func hasDetails(_ kind: ListCommand.Kind) -> Bool { kind != .intervals }

  /// All about one of them; nil for an unknown name.
  ///
  /// - Throws: When the name is that of a Scala file, and the file is wrong; or if no such sound exists.
  static func page(_ kind: ListCommand.Kind, _ name: String) throws -> Page? {
    switch kind {
    case .strategies:
      Peach.kinds.strategies[name].map { Page(StrategyPage($0)) }
    case .listeners:
      Peach.kinds.listeners[name].map { listenerPage($0, in: "{kind: comparison}") }
        ?? Peach.kinds.matchingListeners[name].map { listenerPage($0, in: "{kind: matching}") }
    case .functions:
      BuiltInFunctions.named(name).map(functionPage)
    case .tunings:
      try TuningPage.page(name)
    case .intervals:
      (try? DirectedInterval(parsing: name)).map {
        Page(name: $0.name, facts: [("title", $0.title), ("semitones", String($0.semitones))], parameters: [])
      }
    case .sounds:
      try SoundPage.page(name)
    case .estimators:
      Estimator.kinds.first { $0.name == name }.map {
        Page(name: name, facts: [("summary", $0.summary)], parameters: Estimator.parameters(of: name))
      }
    case .columns:
      ColumnPage.page(name)
    case .task:
      name == "task"
        ? FilePage.task()
        : name == "sounds" ? FilePage.sounds : TrialTask.Kind(rawValue: name).map { FilePage.task(of: $0) }
    case .experiment:
      name == "experiment" ? FilePage.experiment : nil
    }
  }

  private static func functionPage(_ function: any PsychometricFunction.Type) -> Page {
    let conversions = FunctionConversions(function)
    let logLevel =
      function.usesLogarithm
      ? "do not add --log-level: this function already takes the logarithm of the level"
        + (function == WeibullFunction.self ? "; it equals gumbel on log10 of the level, with the same β" : "")
      : "with --log-level, x and α are log10 of levels and the width is in log10 units; fits still print the "
        + "threshold as a level"
    return Page(
      name: function.name,
      facts: [
        ("F", function.formula), ("summary", function.summary), ("source", function.source),
        ("threshold", "\(conversions.threshold): the level at which F is ½, the threshold that fits print"),
        ("width", "\(conversions.width): the distance from F = 0.05 to F = 0.95"),
        ("slope", "\(conversions.slope): dF/dx at the threshold; the slope of ψ is this times 1 − γ − λ"),
        ("from a fit", conversions.parameters), ("log level", logLevel),
      ], parameters: [])
  }

  /// - Parameter task: As a file says it.
  private static func listenerPage(_ kind: any DeclaredListener.Type, in task: String) -> Page {
    let parameters = (try? TrialTask(parsing: task)).map { task in
      LevelParameters.of(task, hasUnitOfTask: kind is any IntervalListener.Type) { task in
        Reader.describe { _ = kind.read($0, in: task) }
      }
    }
    let hasUnit = parameters?.contains { $0.unit.contains(LevelParameters.unit) } ?? false
    return Page(
      name: kind.kind,
      facts: [
        ("summary", kind.summary), ("source", kind.source), ("truth", kind.truthConvention),
        ("example", "{name: NAME, kind: \(kind.kind), \(kind.example)}"),
      ] + (hasUnit ? [(LevelParameters.unit, "the task's unit of levels")] : []), parameters: parameters ?? [])
  }
}

/// All about one named thing.
struct Page {
  var name: String
  var facts: [(key: String, text: String)]
  /// Details that only the JSON output shows.
  var details: [(key: String, text: String)] = []
  var parameters: [Parameter]
  /// The columns of a table; `nil` for other things.
  var columns: [Column]?
  /// A whole file, or a part of one, that shows every parameter; `nil` if there is none.
  var file: String?

  func text(in page: PageWidth) -> String {
    let list = facts.reduce(into: FactList()) { $0.add($1.key, $1.text) }
    let text = TextTable.paragraph(name, to: page.text()) + list.text(to: page.text())
    if let columns { return text + "\n" + ColumnText.text(columns, in: page) }
    guard !parameters.isEmpty else { return text }
    // What an item of a list repeats is left out; JSON has it all.
    let source = facts.first { $0.key == "source" }?.text
    return text + "\n" + ParameterTable(parameters, source: source ?? "").text(in: page) + example(page.text())
  }

  private func example(_ width: Int) -> String {
    guard let file else { return "" }
    return "\nexample\n"
      + FoldedYAML.text(file, to: width - 2).split(separator: "\n", omittingEmptySubsequences: false).map {
        "  \($0)\n"
      }.joined()
  }

  private static func value(_ column: Column) -> Value {
    .mapping([
      Value.Field("name", .text(column.name)), Value.Field("unit", .text(column.unit)),
      Value.Field("type", .text(column.kind.rawValue)), Value.Field("meaning", .text(column.meaning)),
    ])
  }

  var value: Value {
    let details = details + (file.map { [("file", $0)] } ?? [])
    let facts = (facts + details).map { Value.Field($0.key.replacing(" ", with: "_"), .text($0.text)) }
    let parameters = parameters.map { parameter in
      Value.mapping([
        Value.Field("name", .text(parameter.name)), Value.Field("unit", .text(parameter.unit)),
        Value.Field("expected", .text(parameter.expectation)),
        Value.Field("default", .text(parameter.fallback ?? "required")),
        Value.Field("meaning", .text(parameter.meaning)), Value.Field("source", .text(parameter.source ?? "")),
      ])
    }
    let rest =
      columns.map { Value.Field("columns", .list($0.map(Page.value))) } ?? Value.Field("parameters", .list(parameters))
    return .mapping([Value.Field("name", .text(name))] + facts + [rest])
  }
}

extension Page {
  init(_ page: StrategyPage) {
    self.init(name: page.name, facts: page.facts, details: page.exampleFacts, parameters: page.parameters)
  }
}
