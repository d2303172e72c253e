import Configuration
public import Records
public import Simulation
import Trials

/// The summary as people read it: a table for each listener, the best strategy first.
public enum SummaryText {
  /// - Parameters:
  ///   - plan: Of the experiment, to say what the strategies that failed were bounded by.
  ///   - share: Of the truth, for a column that counts thresholds within it; nil for none.
  public static func text(
    of results: ResultsFile, plan: Plan? = nil, within share: Double? = nil
  ) throws(RecordsError) -> String {
    let simulation = try results.simulation()
    let table = try SummaryTable(results, within: share ?? 0.1)
    let axis = simulation.axis
    var text = "\(Shown.line(simulation.name))\(simulation.question.map { ": \(shown($0))" } ?? "")\n"
    for group in groups(table.rows, simulation) {
      text += "\n" + Shown.line(heading(group, simulation, axis)) + "\n" + body(group, simulation, axis, within: share)
    }
    return text + "\n" + legend(table.rows, axis, plan)
  }

  /// A question may have several lines.
  private static func shown(_ question: String) -> String {
    question.split(separator: "\n").map { Shown.line(String($0)) }.joined(separator: " ")
  }

  /// The rows of each listener and set of the listener's and task's varied values, in file order; inside, the order of
  /// the summary.
  private static func groups(_ rows: [SummaryRow], _ simulation: SimulationRecord) -> [[SummaryRow]] {
    let groups = Dictionary(grouping: rows) { subject($0, simulation) }
    func first(_ group: [SummaryRow]) -> Int { group.map(\.cell.id).min() ?? 0 }
    // No two groups share a cell: the order of the dictionary never shows.
    return groups.values.sorted { first($0) < first($1) }
  }

  /// The listener with the values that it and the task vary.
  private static func subject(_ row: SummaryRow, _ simulation: SimulationRecord) -> String {
    ["listeners.\(row.cell.listener)", "task"].reduce(Shown.cut(row.cell.listener)) { text, owner in
      text + VariedColumn.text(simulation.varied, row.cell.varied, of: owner)
    }
  }

  private static func heading(_ group: [SummaryRow], _ simulation: SimulationRecord, _ axis: Axis) -> String {
    guard let first = group.first, let fit = group.first(where: { $0.estimator.name == "fit" }) else { return "" }
    let percent = TextTable.fixed(100 * (fit.estimator.target ?? 0), 0)
    let truth =
      fit.estimator.truth.map { "is \(percent) % correct at \(TextTable.fixed($0, 2)) \(axis.unit)" }
      ?? "is never \(percent) % correct"
    return "\(subject(first, simulation)) \(truth)"
  }

  private static func body(
    _ group: [SummaryRow], _ simulation: SimulationRecord, _ axis: Axis, within share: Double?
  ) -> String {
    let unit = axis.errorUnit
    let asked = share.map { ("within_\((100 * $0).shortest)_percent", true) }
    var table = TextTable(
      [
        ("strategy", false), ("estimator", false), ("target", true), ("trials", true), ("failed", true),
        ("bias_\(unit)", true), ("sd_\(unit)", true), ("rmse_\(unit)", true), ("efficiency", true),
        ("percent_correct", true),
      ] + [asked].compactMap(\.self))
    var last = -1
    for row in group.sorted(by: { ownLast($0, $1, group) }) {
      let strategy = row.cell.strategy
      let varied = VariedColumn.text(simulation.varied, row.cell.varied, of: "strategies.\(strategy)")
      table.add(
        [
          row.cell.id == last ? "" : Shown.cut(strategy) + varied, row.estimator.name,
          row.estimator.target.map { TextTable.fixed(100 * $0, 2) + " %" } ?? "",
          row.trials.value.map { TextTable.fixed($0, 1) } ?? "",
          row.failed.value.map { TextTable.fixed(100 * $0 / Double(row.replicates), 1) + " %" } ?? "",
          figure(row.bias, signed: true), figure(row.standardDeviation), figure(row.rootMeanSquareError),
          figure(row.efficiency), figure(row.percentCorrect),
        ] + (asked == nil ? [] : [figure(row.within)]))
      last = row.cell.id
    }
    return table.text
  }

  /// Within a cell the common fit, by which the table is ordered, stands first.
  private static func ownLast(_ a: SummaryRow, _ b: SummaryRow, _ group: [SummaryRow]) -> Bool {
    func place(_ row: SummaryRow) -> (Int, Int) {
      (group.firstIndex { $0.cell.id == row.cell.id } ?? 0, row.estimator.name == "fit" ? 0 : 1)
    }
    return place(a) < place(b)
  }

  /// A figure to the second digit of its standard error, with that error.
  private static func figure(_ figure: Estimated, signed: Bool = false) -> String {
    guard let value = figure.value else { return "–" }
    guard let error = figure.standardError, error > 0 else { return TextTable.fixed(value, 3, signed: signed) }
    var decimals = 0
    var scaled = error
    while scaled < 10, decimals < 6 {
      scaled *= 10
      decimals += 1
    }
    decimals = max(0, min(decimals, 4))
    return TextTable.fixed(value, decimals, signed: signed) + " ±" + TextTable.fixed(error, decimals)
  }

  static func name(_ row: SummaryRow) -> String {
    "\(Shown.cut(row.cell.strategy))/\(Shown.cut(row.cell.listener)) (\(Shown.cut(row.estimator.name)))"
  }

  private static func legend(_ rows: [SummaryRow], _ axis: Axis, _ plan: Plan?) -> String {
    let ratio = axis.scale == .log ? "log2(estimate / truth)" : "estimate − truth"
    var text = """
      errors are \(ratio), ± their Monte Carlo standard error; failed runs have none
      fit: the common estimator, maximum likelihood on every strategy's trials; own: the strategy's own, at its own target

      """
    let worst = rows.filter { ($0.failed.value ?? 0) > 0.1 * Double($0.replicates) }
    if !worst.isEmpty {
      let names = worst.map { name($0) }
      text += "more than a tenth of the runs failed: \(names.joined(separator: ", ")); errors are of the rest\n"
      text += FailureText.text(of: worst) { plan?.reach(ofCell: $0.cell.id, $0.estimator.name) }
    }
    let narrow = rows.filter { row in
      guard let coverage = row.coverage.value, let error = row.coverage.standardError else { return false }
      return coverage + 3 * error < 0.9
    }
    if !narrow.isEmpty {
      let names = narrow.map { row in
        "\(name(row)) \(TextTable.fixed(100 * (row.coverage.value ?? 0), 0)) %"
      }
      text += "95 % intervals that hold the truth in fewer than nine of ten runs: \(names.joined(separator: ", "))\n"
    }
    return text
  }
}
