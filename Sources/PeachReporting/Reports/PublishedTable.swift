package import PeachSimulation
package import PeachSupport

/// Published values next to those of a simulation, one row each.
package struct PublishedTable {
  /// The values of one experiment.
  package struct Part: Sendable {
    package var experiment: String
    package var published: PublishedResults
    package var values: [ReproducedValue]

    package init(experiment: String, published: PublishedResults, values: [ReproducedValue]) {
      self.experiment = experiment
      self.published = published
      self.values = values
    }
  }

  struct Row: Sendable {
    var part: Part
    var value: ReproducedValue
  }

  /// The kinds of rows that are counted separately.
  enum Kind: String, CaseIterable {
    case printed, computed, own, model, people, order, bound

    /// `12 printed values`.
    func counted(_ count: Int) -> String {
      switch self {
      case .printed: TextTable.counted(count, "value") + " printed in publications"
      case .computed: TextTable.counted(count, "value") + " computed by formulas or other programs"
      case .own: TextTable.counted(count, "number") + " of our own for statements that publications make in words"
      case .model: TextTable.counted(count, "threshold") + " of model listeners in other programs"
      case .people: TextTable.counted(count, "threshold") + " of people, next to a simulated listener's"
      case .order: TextTable.counted(count, "order")
      case .bound: TextTable.counted(count, "bound")
      }
    }
  }

  private static let all: [TableColumn<Row>] = [
    .init("experiment", "The experiment's name", text: { $0.part.experiment }),
    .init("source", "The publication", text: { $0.part.published.source }),
    .init("what", "Short name of the published value", text: { $0.value.published.what }),
    .init(
      "relation",
      "How the simulated value must compare with the published one: about, at-most or at-least; rising: each of "
        + "several values must be greater than the one before; levels: the levels that the strategy presents are "
        + "compared",
      text: { $0.relation }
    ).oneOf(["about", "at-most", "at-least", "rising", "levels"]),
    .init("published", "Published value or bound", number: { $0.published }),
    .init(
      "tolerance", "Tolerance: how far the simulated value may be from the published one, or from each published level",
      number: { $0.tolerance }
    ).within(
      .atLeast(0)),
    .init(
      "ours",
      "The simulated value; for rising: the smallest step from one value to the next; for levels: the largest "
        + "distance of a level from the published one", number: { $0.value.ours.value }),
    .init("ours_se", SummaryTable.standardError(of: "ours"), number: { $0.value.ours.standardError }),
    .init("replicates", "Number of runs of each strategy with each listener", integer: { $0.value.replicates }),
    .init(
      "verdict",
      "agrees; near: within the tolerance but more than 3 standard errors from the published value; disagrees: a "
        + "known disagreement, with its reason in the file; outside: outside the tolerance; unexpected: agrees "
        + "although the file calls it a known disagreement; missing: the simulation has no such number",
      text: { $0.value.verdict.rawValue }
    ).oneOf(ReproducedValue.Verdict.allCases.map(\.rawValue)),
    .init("reason", "Reason for a known disagreement", text: { $0.value.published.disagrees?.reason }),
    .init("from", "Where the publication prints the value, such as table 1", text: { $0.value.published.from }),
    .init("why", "Reason for the tolerance", text: { $0.value.published.why }),
    .init(
      "basis",
      "Kind of the published value: printed in the publication; computed by a formula or another program; own: "
        + "a number that the file's author states for what the publication says in words; model: the threshold of the "
        + "same model listener in another program; people: a threshold of people, compared with a simulated listener; "
        + "order: only an order of values; bound: only an upper or lower bound",
      text: { $0.kind.rawValue }
    ).oneOf(PublishedTable.Kind.allCases.map(\.rawValue)),
    .init(
      "standard_errors", "Distance of the simulated value from the published one, in standard errors",
      number: { $0.value.standardErrors }
    ).within(.atLeast(0)),
  ]

  package static let declared = all.map(\.column)

  private let rowsOfParts: [Row]

  package init(_ parts: [Part]) {
    rowsOfParts = parts.flatMap { part in part.values.map { Row(part: part, value: $0) } }
  }

  package var columns: [String] { Self.declared.map(\.name) }
  package var rows: [[Value?]] { rowsOfParts.map { row in Self.all.map { $0.value(row) } } }

  /// Whether the verdicts of all files are right.
  package var isRight: Bool { rowsOfParts.allSatisfy(\.value.verdict.isRight) }

  // MARK: For people

  /// The table, the reasons for differences, and the number of values that differ.
  package func text(in page: PageWidth) -> String {
    var table = TextTable([
      TextColumn("paper", .words), TextColumn("what", .words), TextColumn("published", .words),
      TextColumn("ours", .words), TextColumn("verdict", .name),
    ])
    for row in rowsOfParts { table.add(row.cells) }
    let reasons = rowsOfParts.filter { $0.value.verdict == .disagrees }.map { row in
      TextTable.paragraph(
        "\(row.part.published.short), \(row.value.published.what): \(row.value.published.disagrees?.reason ?? "")",
        to: page.text())
    }
    let few = rowsOfParts.contains { $0.value.replicates < $0.part.published.replicates }
    let granted =
      few
      ? "with fewer runs than in the file, the simulated value may also lie up to three standard errors from "
        + "the published one"
      : nil
    return table.text(in: page) + "\n" + reasons.joined()
      + [granted, counts].compactMap { $0 }.map { TextTable.paragraph($0, to: page.text()) }.joined()
  }

  /// The same table in Markdown.
  package var markdown: String {
    Markdown.table(
      ["paper", "what", "published", "ours", "verdict"], rowsOfParts.map { $0.cells.map(Markdown.cell) })
  }

  /// Each kind of rows with its verdicts.
  var counts: String {
    Kind.allCases.compactMap { kind -> String? in
      let rows = rowsOfParts.filter { $0.kind == kind }
      guard !rows.isEmpty else { return nil }
      let counted = ReproducedValue.Verdict.allCases.compactMap { verdict -> String? in
        let count = rows.count { $0.value.verdict == verdict }
        return count > 0 ? "\(count) \(PublishedTable.words(verdict, kind, count))" : nil
      }
      return "\(kind.counted(rows.count)): \(counted.joined(separator: ", "))"
    }.joined(separator: "; ")
  }

  private static func words(_ verdict: ReproducedValue.Verdict, _ kind: Kind, _ count: Int) -> String {
    let isOne = count == 1
    return switch verdict {
    case .agrees: kind == .order || kind == .bound ? "found" : isOne ? "agrees" : "agree"
    case .near: "within the tolerance but more than 3 standard errors from the published value"
    case .disagrees:
      isOne
        ? "disagrees as expected (the file gives the reason)"
        : "disagree as expected (the file gives the reason)"
    case .outside: "outside the stated tolerance"
    case .unexpected:
      isOne
        ? "agrees, although the file states a known disagreement"
        : "agree, although the file states a known disagreement"
    case .missing: isOne ? "has no simulated value" : "have no simulated value"
    }
  }
}

extension PublishedTable.Row {
  fileprivate var kind: PublishedTable.Kind {
    switch value.published.statement {
    case .rising: .order
    case .atMost, .atLeast: .bound
    case .about, .levels:
      switch value.published.basis {
      case .printed: .printed
      case .computed: .computed
      case .own: .own
      case .model: .model
      case .people: .people
      }
    }
  }

  fileprivate var relation: String {
    switch value.published.statement {
    case .about: "about"
    case .atMost: "at-most"
    case .atLeast: "at-least"
    case .rising: "rising"
    case .levels: "levels"
    }
  }

  fileprivate var published: Double? {
    switch value.published.statement {
    case .about(let value, _), .atMost(let value), .atLeast(let value): value
    case .rising, .levels: nil
    }
  }

  fileprivate var tolerance: Double? {
    switch value.published.statement {
    case .about(_, let tolerance), .levels(_, let tolerance): tolerance
    case .atMost, .atLeast, .rising: nil
    }
  }

  /// The cells of a row: paper, quantity, published value, our value and verdict.
  fileprivate var cells: [String] {
    [part.published.short, value.published.what, theirs, ours, value.verdict.rawValue]
  }

  private var theirs: String {
    switch value.published.statement {
    case .about(let value, let tolerance):
      "\(Self.shown(value)) (± \(Self.shown(tolerance)))"
    case .atMost(let bound): "≤ \(Self.shown(bound))"
    case .atLeast(let bound): "≥ \(Self.shown(bound))"
    case .rising: "each greater"
    case .levels(let levels, _): "\(levels.count) levels"
    }
  }

  private var ours: String {
    switch value.published.statement {
    case .rising: value.parts.map { SummaryText.figure($0) }.joined(separator: " < ")
    case .levels:
      value.ours.value.map { $0 < 1e-9 ? "the same" : "at most \(Self.shown($0)) off" } ?? "–"
    case .about, .atMost, .atLeast: SummaryText.figure(value.ours)
    }
  }

  /// A number as it is written, with the minus of the tables.
  private static func shown(_ value: Double) -> String {
    let text = ((value * 1e6).rounded() / 1e6).shortest
    return text.hasPrefix("-") ? "−" + text.dropFirst() : text
  }
}
