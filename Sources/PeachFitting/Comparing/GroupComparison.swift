/// Two groups compared: the difference of their thresholds in separate fits, and the model with parameters in common
/// against separate fits. One row of `comparisons`; what is not known is nil.
package struct GroupComparison: Hashable, Sendable {
  package var groupA: String
  /// Nil in the row of all groups together.
  package var groupB: String?
  /// The threshold of A less that of B, in level units.
  package var difference: Double?
  package var differenceLow: Double?
  package var differenceHigh: Double?
  /// The probability of as large a difference if there is none: of the same profile likelihood as the interval, or of a
  /// paired t test over participants.
  package var differenceP: Double?
  /// The p value after Holm's correction for all differences of its kind.
  package var differencePHolm: Double?
  /// How many participants a mean difference is of; `nil` in a row of two groups of trials.
  package var participants: Int?
  /// How many participants have both conditions, but no threshold that counts in one of them.
  package var participantsLeftOut: Int?
  package var parametersShared: Int?
  package var parametersFree: Int?
  /// The likelihood ratio, at least 0.
  package var lr: Double?
  /// Degrees of freedom.
  package var df: Int?
  /// By χ².
  package var p: Double?
  /// By simulation under the model with parameters in common.
  package var pSimulated: Double?
  package var aicShared: Double?
  package var aicFree: Double?
  package var bicShared: Double?
  package var bicFree: Double?
  /// How many simulated fits did not converge; they count against significance.
  package var simulationsFailed: Int?

  /// Two groups by name, nothing known yet.
  package init(_ groupA: String, _ groupB: String?) {
    self.groupA = groupA
    self.groupB = groupB
  }

  /// With what the comparison of models gives.
  init(_ groupA: String, _ groupB: String?, _ ratio: LikelihoodRatio?, _ simulated: SimulatedRatio?) {
    self.init(groupA, groupB)
    guard let ratio else { return }
    parametersShared = ratio.shared.parameters
    parametersFree = ratio.freeParameters
    lr = ratio.ratio
    df = ratio.degreesOfFreedom
    p = ratio.p
    aicShared = ratio.sharedAIC
    aicFree = ratio.freeAIC
    bicShared = ratio.sharedBIC
    bicFree = ratio.freeBIC
    pSimulated = simulated?.p
    simulationsFailed = simulated?.failed
  }
}
