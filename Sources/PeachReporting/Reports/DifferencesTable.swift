import PeachAnalysis
import PeachSimulation
package import PeachStorage
package import PeachSupport

/// One row for each pair of strategies with one listener under the same conditions, for each estimator that both have.
package struct DifferencesTable: ResultsTable {
  package static let name = "differences"
  package static let summary = "one row for each pair of strategies with a listener, on the same random numbers"

  private struct Row {
    var family: PairedFamily
    var pair: PairedDifference
    /// The targets of both strategies. Own estimates can have different ones.
    var targets: (first: Double?, second: Double?)
  }

  private static let declaredColumns: [TableColumn<Row>] =
    [
      .init("listener", "The listener's name", text: { $0.pair.first.listener }),
      .init("strategy_a", "The strategy's name", text: { $0.pair.first.strategy }),
      .init("strategy_b", "The other strategy; its values are subtracted", text: { $0.pair.second.strategy }),
      .varied,
      .init(
        "estimator", "fit: the common fit, with one target; own: each strategy's own estimate, at its own target",
        text: { $0.pair.estimator }),
      .init("target_a", "The target: the proportion correct at the threshold", number: { $0.targets.first })
        .within(.between(0, 1)),
      .init("target_b", "Of the other", number: { $0.targets.second }).within(.between(0, 1)),
      .init("replicates", "Runs that both have", integer: { $0.pair.replicates }).within(.atLeast(0)),
      .init("pairs", "Replicates in which both strategies have a threshold", integer: { $0.pair.pairs }).within(
        .atLeast(0)),
    ]
    + figure(
      "rmse_difference_ERROR", unit: "ERROR", "RMSE of a minus RMSE of b, over the pairs"
    ) { $0.rootMeanSquareError }
    + figure("bias_difference_ERROR", unit: "ERROR", "Bias of a minus bias of b, over the pairs") {
      $0.bias
    }
    + figure(
      "closer_difference",
      "Share of replicates in which a is closer to the truth, minus the share in which b is; a run without a "
        + "threshold counts as infinitely far"
    ) { $0.closer }
    + [
      .init("tests", "Tests of this listener and estimator, for which p is corrected", integer: { $0.family.tests })
        .within(.atLeast(0)),
      .init(
        "differ", "1 if the RMSEs differ or one strategy is closer more often (p below 0.05), else 0",
        flag: { $0.pair.isTold }),
      .init(
        "rmse_within_ERROR", unit: "ERROR",
        "The largest difference between the RMSEs that is compatible with the data, at 95 % for all pairs "
          + "together; empty below 20 pairs",
        number: { $0.family.margin(of: $0.pair) }
      ).within(.atLeast(0)),
    ]

  private static func figure(
    _ name: String, unit: String = "", _ meaning: String,
    _ figure: @escaping @Sendable (PairedDifference) -> PairedDifference.Figure
  ) -> [TableColumn<Row>] {
    [
      TableColumn(name, unit: unit, meaning, number: { figure($0.pair).difference.value }),
      TableColumn(
        name + "_se", unit: unit, SummaryTable.standardError, number: { figure($0.pair).difference.standardError }),
      TableColumn(
        name + "_low", unit: unit, "The lower end of its 95 % interval; empty below 20 runs",
        number: { figure($0.pair).low }),
      TableColumn(name + "_high", unit: unit, "The upper end", number: { figure($0.pair).high }),
      TableColumn(
        name + "_p", "The p value, corrected for all tests (Holm)",
        number: { figure($0.pair).p }
      ).within(.between(0, 1)),
    ]
  }

  package static let declared = declaredColumns.map(\.column)

  private let families: [PairedFamily]
  private let all: [TableColumn<Row>]

  package init(_ results: ResultsFile) throws(RecordsError) {
    let context = try TableContext(results)
    all = context.columns(Self.declaredColumns) { DifferencesTable.varied($0.pair) }
    families = try PairedFamily.all(of: results, Summary.rows(of: results))
  }

  /// The varied values of a pair; both if they differ.
  private static func varied(_ pair: PairedDifference) -> [String] {
    zip(pair.first.varied, pair.second.varied).map { $0 == $1 ? $0 : "\($0) / \($1)" }
  }

  package var columns: [String] { all.map(\.column.name) }

  package func forEachRow(_ body: ([Value?]) -> Void) {
    for family in families {
      func target(_ cell: CellRecord) -> Double? { cell.estimators.first { $0.name == family.estimator }?.target }
      for pair in family.differences {
        let row = Row(family: family, pair: pair, targets: (target(pair.first), target(pair.second)))
        body(all.map { $0.value(row) })
      }
    }
  }
}
