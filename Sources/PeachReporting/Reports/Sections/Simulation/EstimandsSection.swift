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
        "The true threshold is the level at which the simulated listener, with lapses and bias, is correct as "
          + "often as the target says, averaged over both signs, all notes and all intervals. Each strategy's own "
          + "estimate (own) is compared with the truth at the strategy's own target. The thresholds of one fit that "
          + "is the same for every strategy (fit) are compared with one truth. If an estimate is the threshold "
          + "parameter of a function, the truth is the level at which the listener's function, without its "
          + "asymptotes, has the same value."
      ),
      .text("The error of a run is \(error). A run without a threshold has no error; such runs are counted."),
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
