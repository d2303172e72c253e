/// Two groups compared: the difference of their thresholds in separate fits, and the model with parameters in common
/// against separate fits. One row of `comparisons`; what is not known is nil.
public struct GroupComparison: Hashable, Sendable {
  public var groupA: String
  /// Nil in the row of all groups together.
  public var groupB: String?
  /// The threshold of A less that of B, in level units.
  public var difference: Double?
  public var differenceLow: Double?
  public var differenceHigh: Double?
  /// The probability of as large a difference if there is none: of the same profile likelihood as the interval, or of a
  /// paired t test over participants.
  public var differenceP: Double?
  /// The p value after Holm's correction for all differences of its kind.
  public var differencePHolm: Double?
  /// How many participants a mean difference is of; `nil` in a row of two groups of trials.
  public var participants: Int?
  /// How many participants have both conditions, but no threshold that counts in one of them.
  public var participantsLeftOut: Int?
  public var parametersShared: Int?
  public var parametersFree: Int?
  /// The likelihood ratio, at least 0.
  public var lr: Double?
  /// Degrees of freedom.
  public var df: Int?
  /// By χ².
  public var p: Double?
  /// By simulation under the model with parameters in common.
  public var pSimulated: Double?
  public var aicShared: Double?
  public var aicFree: Double?
  public var bicShared: Double?
  public var bicFree: Double?
  /// How many simulated fits did not converge; they count against significance.
  public var simulationsFailed: Int?

  /// Two groups by name, nothing known yet.
  public init(_ groupA: String, _ groupB: String?) {
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
