package import PeachAnalysis
import PeachFitting
package import PeachSupport

/// Comparisons of groups: the differences of thresholds, and the model with common parameters against separate fits.
/// Scripts depend on its columns.
package enum ComparisonTable {
  private static let all: [TableColumn<GroupComparison>] = [
    .init("group_a", "First group", text: { $0.groupA }),
    .init("group_b", "Second group; empty if all groups are compared together", text: { $0.groupB }),
    .init("difference", unit: "UNIT", "Threshold of group_a minus that of group_b", number: { $0.difference }),
    .init(
      "difference_low", unit: "UNIT", "Lower end of the 95 % interval of the difference", number: { $0.differenceLow }),
    .init(
      "difference_high", unit: "UNIT", "Upper end of the 95 % interval of the difference", number: { $0.differenceHigh }
    ),
    .init(
      "parameters_shared", "Number of free parameters of the shared model (--share)", integer: { $0.parametersShared }),
    .init(
      "parameters_free", "Number of free parameters of separate fits of the groups", integer: { $0.parametersFree }),
    .init(
      "lr", "Likelihood-ratio statistic: twice the log-likelihood of separate fits minus that of the shared model",
      number: { $0.lr }),
    .init(
      "df", "Degrees of freedom of lr: the number of parameters by which separate fits exceed the shared model",
      integer: { $0.df }),
    .init(
      "p", "p value of lr from the χ² distribution; small if the groups do not share the parameters", number: { $0.p }),
    .init("p_simulated", "p value of lr from simulated data; empty without --simulate", number: { $0.pSimulated }),
    .init(
      "aic_shared", "Akaike's information criterion of the shared model; lower is better", number: { $0.aicShared }),
    .init("aic_free", "Akaike's information criterion of separate fits; lower is better", number: { $0.aicFree }),
    .init(
      "bic_shared", "Bayesian information criterion of the shared model; lower is better", number: { $0.bicShared }),
    .init("bic_free", "Bayesian information criterion of separate fits; lower is better", number: { $0.bicFree }),
    .init(
      "difference_p",
      "p value of the difference: from its profile likelihood, or from a paired t test over participants",
      number: { $0.differenceP }
    ).within(.between(0, 1)),
    .init(
      "difference_p_holm",
      "difference_p after Holm's correction for all differences of the same kind (between two groups, or over "
        + "participants) in the table",
      number: { $0.differencePHolm }
    ).within(.between(0, 1)),
    .init(
      "participants",
      "With --within: number of participants whose differences are averaged; empty for a difference between two "
        + "groups",
      integer: { $0.participants }
    ).within(.atLeast(0)),
    .init(
      "participants_left_out",
      "With --within: number of participants left out because one of the two conditions has no valid threshold",
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
