package import PeachAnalysis
import PeachSimulation
import PeachStorage
package import PeachSupport
import PeachTrials

/// The numbers of an audit, as `--format csv` and `json` print them.
package struct AuditTable {
  package let columns = [
    "estimator", "twins", "replicates", "target", "trials_mean", "trials_se", "bias_log2", "bias_log2_se", "sd_log2",
    "sd_log2_se", "rmse_log2", "rmse_log2_se", "coverage", "coverage_se", "failed", "failed_se", "statuses",
    "spurious_difference", "spurious_difference_se",
  ]
  package let rows: [[Value?]]

  package init(_ audit: [AuditRow]) {
    rows = audit.map { row in
      func figure(_ figure: MonteCarloValue) -> [Value?] {
        [figure.value.map(Value.number), figure.standardError.map(Value.number)]
      }
      let statuses = row.failures.map { "\($0.status.rawValue) \(($0.share.value ?? 0).shortest)" }.joined(
        separator: "; ")
      var fields: [Value?] = [
        .text(row.estimator.name), .text(row.isUncertain ? "drawn" : "same"), .integer(row.twins),
        row.estimator.target.map(Value.number),
      ]
      fields += figure(row.trials) + figure(row.bias) + figure(row.deviation) + figure(row.rootMeanSquareError)
      fields += figure(row.coverage) + figure(row.failed)
      fields.append(statuses.isEmpty ? nil : .text(statuses))
      return fields + figure(row.spuriousDifference)
    }
  }
}
