import PeachStorage
import PeachSupport
import PeachTrials

/// The estimated thresholds and the true ones that they are compared with.
enum EstimandsSection {
  static func section(_ report: SimulationReport) -> PageSection {
    let unit = report.axis.unit
    let error =
      report.axis.scale == .log
      ? "log2(estimate / truth): 1 is a factor of two, 0.1 is about 7 %" : "estimate − truth, in \(unit)"
    var blocks: [PageBlock] = [
      .text(
        "A threshold is the level at which the whole listener, lapses and bias included, is correct as often as the "
          + "target says, over both signs, all notes and all intervals. Each strategy is compared with the truth at its own "
          + "target (own); the common estimator (fit) compares all with one truth. An estimate of a function's threshold "
          + "is compared with the level at which the listener's own function, between its asymptotes, has the same value."
      ),
      .text("The error of a run is \(error). A run without a threshold has no error; it is counted."),
    ]
    var table = PageTable(
      "True thresholds",
      PageTable.columns(["listener", "estimator", "strategies"], numbers: ["target", "truth (\(unit))"]))
    for truth in truths(report) {
      table.add([
        truth.listener, truth.estimator, truth.strategies.joined(separator: ", "),
        truth.target.map { SimulationReport.percent($0) } ?? "none",
        truth.truth
          ?? (truth.target == nil ? "" : truth.isUnknown ? "unknown" : "never reached"),
      ])
    }
    blocks.append(.table(table))
    return PageSection("Estimands", blocks)
  }

  private struct TrueThreshold {
    var listener: String
    var estimator: String
    var target: Double?
    var truth: String?
    var isUnknown: Bool
    var strategies: [String]
  }

  /// The true thresholds. Strategies with the same target share one.
  private static func truths(_ report: SimulationReport) -> [TrueThreshold] {
    var found: [TrueThreshold] = []
    var places: [[String]: Int] = [:]
    for cell in report.cells {
      let listener = report.names.listener(cell)
      for estimator in cell.estimators {
        let key = [listener, estimator.name, estimator.target?.shortest ?? "", estimator.truth?.shortest ?? ""]
        let strategy = estimator.isCommon ? "all" : report.names.strategy(cell)
        if let place = places[key] {
          if !found[place].strategies.contains(strategy) { found[place].strategies.append(strategy) }
        } else {
          places[key] = found.count
          found.append(
            TrueThreshold(
              listener: listener, estimator: estimator.name, target: estimator.target,
              truth: estimator.truthText(decimals: 3),
              isUnknown: estimator.isTruthUnknown, strategies: [strategy]))
        }
      }
    }
    return found
  }
}
