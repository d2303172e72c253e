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
      .init("strategy_a", "Name of the first strategy, a", text: { $0.pair.first.strategy }),
      .init("strategy_b", "Name of the second strategy, b; differences are a − b", text: { $0.pair.second.strategy }),
      .varied,
      .init(
        "estimator",
        "Which estimates are compared: fit: those of one fit that is the same for every strategy; own: each "
          + "strategy's own, at its own target",
        text: { $0.pair.estimator }),
      .init(
        "target_a", "Target of strategy a: the proportion correct that defines its threshold",
        number: { $0.targets.first }
      )
      .within(.between(0, 1)),
      .init(
        "target_b", "Target of strategy b: the proportion correct that defines its threshold",
        number: { $0.targets.second }
      ).within(.between(0, 1)),
      .init(
        "replicates", "Number of replicates (runs on the same random numbers) that both strategies have",
        integer: { $0.pair.replicates }
      ).within(.atLeast(0)),
      .init("pairs", "Number of replicates in which both strategies have a threshold", integer: { $0.pair.pairs })
        .within(
          .atLeast(0)),
    ]
    + figure(
      "rmse_difference_ERROR", unit: "ERROR",
      "Root mean square error of strategy a minus that of b, over replicates in which both have a threshold"
    ) { $0.rootMeanSquareError }
    + figure(
      "bias_difference_ERROR", unit: "ERROR",
      "Bias (mean error) of strategy a minus that of b, over replicates in which both have a threshold"
    ) {
      $0.bias
    }
    + figure(
      "closer_difference",
      "Share of replicates in which strategy a is closer to the truth, minus the share in which b is; a run without a "
        + "threshold counts as infinitely far"
    ) { $0.closer }
    + [
      .init(
        "tests", "Number of tests with this listener and estimator; Holm's method corrects p for all of them",
        integer: { $0.family.tests }
      )
      .within(.atLeast(0)),
      .init(
        "differ",
        "1 if the root mean square errors differ or one strategy is closer to the truth more often (corrected p "
          + "below 0.05), else 0",
        flag: { $0.pair.isTold }),
      .init(
        "rmse_within_ERROR", unit: "ERROR",
        "Largest difference between the root mean square errors that the data allow, with 95 % confidence for "
          + "all pairs together; empty below 20 pairs",
        number: { $0.family.margin(of: $0.pair) }
      ).within(.atLeast(0)),
    ]

  private static func figure(
    _ name: String, unit: String = "", _ meaning: String,
    _ figure: @escaping @Sendable (PairedDifference) -> PairedDifference.Figure
  ) -> [TableColumn<Row>] {
    let plain = name.replacing("_ERROR", with: "")
    return [
      TableColumn(name, unit: unit, meaning, number: { figure($0.pair).difference.value }),
      TableColumn(
        name + "_se", unit: unit, SummaryTable.standardError(of: name),
        number: { figure($0.pair).difference.standardError }),
      TableColumn(
        name + "_low", unit: unit, "Lower end of the 95 % interval of \(plain); empty below 20 pairs of runs",
        number: { figure($0.pair).low }),
      TableColumn(
        name + "_high", unit: unit, "Upper end of the 95 % interval of \(plain); empty below 20 pairs of runs",
        number: { figure($0.pair).high }),
      TableColumn(
        name + "_p", "p value of \(plain), corrected by Holm's method for all tests with this listener and estimator",
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
    families = try PairedFamily.all(in: SimulationSummary(of: results))
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
