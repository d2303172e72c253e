package import PeachAnalysis
import PeachFitting
package import PeachSupport

/// A population fit as rows, one for each number with its interval. Scripts depend on its columns.
package enum PopulationTable {
  private static let all: [TableColumn<PopulationReport.Row>] = [
    .init(
      "row", "mean, sd, correlation, rate, contrast, new-listener, or a listener's separate or shrunken estimate",
      text: { $0.kind.rawValue }
    ).oneOf(PopulationReport.Row.Kind.allCases.map(\.rawValue)),
    .init(
      "quantity", "threshold, pse, width, intercept, slope, lapse or guess; a correlation has two",
      text: { $0.quantity }),
    .init("listener", "The listener; empty in rows of the population", text: { $0.listener }),
    .init("group", "The group; a contrast has b − a", text: { $0.group }),
    .init("condition", "The condition; a contrast has b − a", text: { $0.condition }),
    .init("estimate", "The number, in the unit of its row", number: { $0.estimate }),
    .init("se", "Its standard error", number: { $0.error }),
    .init("low", "The lower end of its 95 % interval", number: { $0.interval?.low }),
    .init("high", "The upper end of its 95 % interval", number: { $0.interval?.high }),
    .init("effect_size", "A contrast over the SD of listeners", number: { $0.effect }),
    .init("effect_size_low", "The lower end of its 95 % interval", number: { $0.effectInterval?.low }),
    .init("effect_size_high", "The upper end of its 95 % interval", number: { $0.effectInterval?.high }),
    .init("p", "p value of a contrast of 0, from its standard error", number: { $0.p }).within(.between(0, 1)),
    .init(
      "unit", "The unit of estimate, se, low and high; empty for pure numbers",
      text: { $0.unit.isEmpty ? nil : $0.unit }),
    .init("trials", "Trials of the row's listeners and conditions", integer: { $0.trials }).within(.atLeast(0)),
    .init("status", "The status of the population fit, or of the separate fit", text: { $0.status }),
  ]

  package static let declared = all.map(\.column)
  private static let columns = declared.map(\.name)

  package static func csv(_ report: PopulationReport) -> String {
    CSV.header(columns) + report.rows.map { row in CSV.line(all.map { $0.value(row) }) }.joined()
  }

  package static func json(_ report: PopulationReport) -> String {
    let rows = JSONRows.text(columns, report.rows.map { row in all.map { $0.value(row) } })
    let notes = Value.list(report.notes.map(Value.text)).json()
    return "{\n\"status\": \(Value.text(report.fit.status.name).json()),\n\"log_likelihood\": "
      + "\(report.fit.logLikelihood.field?.json() ?? "null"),\n\"parameters\": \(report.fit.parameters),\n\"rows\": "
      + "\(rows.dropLast()),\n\"notes\": \(notes)\n}\n"
  }
}
