package import PeachAnalysis
import PeachFitting
package import PeachSupport

/// Comparisons of groups: the differences of thresholds, and the model with common parameters against separate fits.
/// Scripts depend on its columns.
package enum ComparisonTable {
  private static let all: [TableColumn<GroupComparison>] = [
    .init("group_a", "One group", text: { $0.groupA }),
    .init("group_b", "The other group; empty if all are compared together", text: { $0.groupB }),
    .init("difference", unit: "UNIT", "Difference of the thresholds, a − b", number: { $0.difference }),
    .init("difference_low", unit: "UNIT", "The lower end of its 95 % interval", number: { $0.differenceLow }),
    .init("difference_high", unit: "UNIT", "The upper end of its 95 % interval", number: { $0.differenceHigh }),
    .init("parameters_shared", "Free parameters of the shared model", integer: { $0.parametersShared }),
    .init("parameters_free", "Free parameters of separate fits", integer: { $0.parametersFree }),
    .init("lr", "Twice the log of the likelihood ratio of the two models", number: { $0.lr }),
    .init("df", "Number of parameters by which the models differ", integer: { $0.df }),
    .init("p", "p value of the likelihood ratio, from χ²", number: { $0.p }),
    .init("p_simulated", "The same p value from simulated data (--simulate)", number: { $0.pSimulated }),
    .init("aic_shared", "Akaike's criterion of the shared model", number: { $0.aicShared }),
    .init("aic_free", "Akaike's criterion of separate fits", number: { $0.aicFree }),
    .init("bic_shared", "The Bayesian criterion of the shared model", number: { $0.bicShared }),
    .init("bic_free", "The Bayesian criterion of separate fits", number: { $0.bicFree }),
    .init(
      "difference_p",
      "p value of the difference: from its profile likelihood, or from a paired t test over participants",
      number: { $0.differenceP }
    ).within(.between(0, 1)),
    .init(
      "difference_p_holm", "difference_p, corrected by Holm's method for all differences of its kind in the table",
      number: { $0.differencePHolm }
    ).within(.between(0, 1)),
    .init(
      "participants", "With --within: participants in the mean difference; empty for two groups",
      integer: { $0.participants }
    ).within(.atLeast(0)),
    .init(
      "participants_left_out", "Participants with both conditions but no valid threshold in one of them",
      integer: { $0.participantsLeftOut }
    ).within(.atLeast(0)),
  ]

  package static let declared = all.map(\.column)
  package static let columns = declared.map(\.name)

  package static func csv(_ report: FitReport) -> String {
    CSV.header(columns) + report.comparisons.map { CSV.line(fields($0)) }.joined()
  }

  static func fields(_ row: GroupComparison) -> [Value?] { all.map { $0.value(row) } }
}
