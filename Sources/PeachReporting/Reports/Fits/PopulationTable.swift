package import PeachAnalysis
import PeachFitting
package import PeachSupport

/// A population fit as rows, one for each number with its interval. Scripts depend on its columns.
package enum PopulationTable {
  private static let all: [TableColumn<PopulationReport.Row>] = [
    .init(
      "row",
      "What the row is: mean or sd (over listeners), correlation, rate (guess or lapse), contrast (a "
        + "difference), new-listener (the range for further listeners), or one listener's separate or shrunken "
        + "estimate",
      text: { $0.kind.rawValue }
    ).oneOf(PopulationReport.Row.Kind.allCases.map(\.rawValue)),
    .init(
      "quantity",
      "The estimated quantity: threshold, pse, width, intercept, slope, lapse or guess; for a correlation, two of "
        + "these",
      text: { $0.quantity }),
    .init("listener", "The listener; empty in rows of the population", text: { $0.listener }),
    .init(
      "group", "Group of listeners; a contrast names both groups, as in b − a: group b minus group a",
      text: { $0.group }),
    .init(
      "condition", "Condition; a contrast names both conditions, as in b − a: condition b minus condition a",
      text: { $0.condition }),
    .init("estimate", "Estimated number, in the unit that the column unit states", number: { $0.estimate }),
    .init("se", "Standard error of the estimate", number: { $0.error }),
    .init("low", "Lower end of the 95 % interval of the estimate", number: { $0.interval?.low }),
    .init("high", "Upper end of the 95 % interval of the estimate", number: { $0.interval?.high }),
    .init(
      "effect_size", "Effect size of a contrast: its estimate divided by the standard deviation of listeners",
      number: { $0.effect }),
    .init("effect_size_low", "Lower end of the 95 % interval of the effect size", number: { $0.effectInterval?.low }),
    .init("effect_size_high", "Upper end of the 95 % interval of the effect size", number: { $0.effectInterval?.high }),
    .init(
      "p", "p value of a contrast, from its standard error; the null hypothesis is a contrast of 0", number: { $0.p }
    ).within(.between(0, 1)),
    .init(
      "unit", "The unit of estimate, se, low and high; empty for pure numbers",
      text: { $0.unit.isEmpty ? nil : $0.unit }),
    .init("trials", "Number of trials of the row's listeners and conditions", integer: { $0.trials }).within(
      .atLeast(0)),
    .init(
      "status",
      "Status of the population fit; in a row with the separate estimate of one listener, status of that listener's "
        + "own fit",
      text: { $0.status }),
    .init(
      "rhat",
      "With --method bayes: rank-normalised split R̂ of the estimate's chains; above 1.01 they disagree",
      number: { $0.diagnostics?.rHat }),
    .init(
      "ess_bulk", "With --method bayes: effective sample size for the centre of the posterior",
      number: { $0.diagnostics?.bulk }),
    .init(
      "ess_tail", "With --method bayes: effective sample size for the 5 and 95 % quantiles of the posterior",
      number: { $0.diagnostics?.tail }),
  ]

  package static let declared = all.map(\.column)
  private static let columns = declared.map(\.name)

  static func fields(_ report: PopulationReport) -> [[Value?]] { report.rows.map { row in all.map { $0.value(row) } } }

  package static func csv(_ report: PopulationReport) -> String {
    CSV.header(columns) + fields(report).map { CSV.line($0) }.joined()
  }

  /// The rows for programs.
  static func value(_ report: PopulationReport) -> Value { .table(columns, fields(report)) }

  private static func posterior(_ report: PopulationReport) -> String {
    guard let posterior = report.posterior else { return "" }
    var fields: [Value.Field] = [
      .init("chains", .integer(posterior.chains.count)), .init("draws", .integer(posterior.draws)),
      .init("divergences", .integer(posterior.divergences)), .init("longest_paths", .integer(posterior.longest)),
    ]
    if let worst = posterior.worst {
      fields += [
        .init("worst_rhat", .number(worst.rHat)), .init("least_ess_bulk", .number(worst.bulk)),
        .init("least_ess_tail", .number(worst.tail)),
      ]
    }
    return "\"posterior\": \(Value.mapping(fields).json()),\n"
  }

  package static func json(_ report: PopulationReport) -> String {
    let rows = JSONRows.text(columns, fields(report))
    let notes = Value.list(report.notes.map(Value.text)).json()
    return "{\n\"status\": \(Value.text(report.status.name).json()),\n\"log_likelihood\": "
      + "\(report.fit.logLikelihood.field?.json() ?? "null"),\n\"parameters\": \(report.fit.parameters),\n\"rows\": "
      + "\(rows.dropLast()),\n\(posterior(report))\"notes\": \(notes)\n}\n"
  }
}
