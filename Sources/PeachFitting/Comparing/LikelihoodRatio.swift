import PeachMath
import PeachSupport
import PeachTrials

/// A model with parameters in common against that of separate fits.
///
/// Source: Wilks (1938), Ann. Math. Statist. 9:60–62, doi:10.1214/aoms/1177732360; Kingdom & Prins (2016),
/// Psychophysics, 2nd ed., ch. 9, for psychometric functions.
package struct LikelihoodRatio: Hashable, Sendable {
  package var sharing: SharedParameters
  package var shared: JointFit
  /// The separate fits. One that was below the joint fit's curve is sought again from there.
  package var free: [FitResult]
  /// The sum of the highest log-likelihoods of separate fits, in degenerate ones of the limit; never below that of the
  /// joint fit. `nil` if a group is empty.
  package var freeLogLikelihood: Double?
  package var freeParameters: Int
  /// The trials of all groups.
  package var trials: Double

  /// The result if a group is empty.
  init(sharing: SharedParameters, free: [FitResult]) {
    self.init(
      sharing: sharing, shared: JointFit(status: .tooFewLevels, free.count, parameters: 0), free: free,
      freeLogLikelihood: nil, freeParameters: 0, trials: 0)
  }

  init(
    sharing: SharedParameters, shared: JointFit, free: [FitResult], freeLogLikelihood: Double?, freeParameters: Int,
    trials: Double
  ) {
    self.sharing = sharing
    self.shared = shared
    self.free = free
    self.freeLogLikelihood = freeLogLikelihood
    self.freeParameters = freeParameters
    self.trials = trials
  }

  /// 2 · (ln L of separate fits − ln L of the joint fit), at least 0.
  package var ratio: Double? {
    guard let free = freeLogLikelihood, let joint = shared.logLikelihood else { return nil }
    return max(0, 2 * (free - joint))
  }

  /// How many more parameters separate fits have.
  package var degreesOfFreedom: Int { freeParameters - shared.parameters }

  /// The probability of such a ratio or a larger one where the parameters are in common: of χ², so for many trials, and
  /// for parameters that lie on no bound.
  package var p: Double? {
    guard let ratio, degreesOfFreedom > 0 else { return nil }
    return ChiSquare.upperTail(ratio, degreesOfFreedom: Double(degreesOfFreedom))
  }

  /// Akaike's information criterion of separate fits.
  package var freeAIC: Double? { freeLogLikelihood.map { 2 * Double(freeParameters) - 2 * $0 } }

  /// Schwarz's information criterion of separate fits, by all trials.
  package var freeBIC: Double? { freeLogLikelihood.map { Double(freeParameters) * log(trials) - 2 * $0 } }

  package var sharedAIC: Double? { shared.aic }

  package var sharedBIC: Double? { shared.bic(trials: trials) }
}
