import PeachMath
package import PeachTrials

/// Fits one kind of psychometric function to any number of data sets by maximum likelihood. Keeps memory between fits:
/// one for each thread.
package protocol Fitter {
  var settings: FitSettings { get }

  /// The highest point of the likelihood, named where the data determine none.
  ///
  /// - Precondition: Levels are above 0 if the fit is on a logarithm.
  /// - Parameter counts: k counts positive responses: correct or yes; in the direction reading levels are signed and k
  ///   counts "higher".
  /// - Complexity: A climb costs its few steps times the levels, of which there may be as many as trials.
  func fit(_ counts: Counts) -> FitResult

  /// The highest point near one already found, of counts at the same levels: for resamples. Where it looks degenerate,
  /// or no peak is near, the whole search.
  func refit(_ counts: Counts, near result: FitResult) -> FitResult

  /// The log-likelihood at the end of one climb from a fitted curve: the kernel of every fit, for benchmarks.
  func climb(_ counts: Counts, from result: FitResult) -> Double

  /// Computes the readings of the curve at a point: threshold, ln scale, guess and lapse, on the scale of the fit.
  func readings(of point: FitPoint) -> FitResult

  /// The status of a threshold far outside the data, or nowhere; `nil` for others.
  func reach(_ result: FitResult, _ counts: Counts) -> EstimateStatus?

  /// ψ at levels, of a fit that has a curve or is a step; `nil` if it has neither. A step rises at its threshold.
  func probabilities(at levels: [Double], of result: FitResult) -> [Double]?

  /// The fitted curve at levels, each point with its interval; `nil` if there is no curve.
  ///
  /// - Parameter confidence: In 0..<1.
  func curve(at levels: [Double], _ result: FitResult, _ counts: Counts, confidence: Double) -> [CurvePoint]?

  /// The likelihood around a fitted curve by location and width, over the confidence region.
  ///
  /// - Parameter size: The number of rows and of columns.
  func surface(_ result: FitResult, _ counts: Counts, confidence: Double, size: Int) -> LikelihoodSurface?

  /// How much the first answers and the second pull a fitted curve apart, in standard deviations.
  func driftScore(_ first: Counts, _ second: Counts, around result: FitResult) -> Double?

  /// The standard error of a quantity, from the observed information; `nil` if the data give none.
  func standardError(_ quantity: Quantity, _ result: FitResult, _ counts: Counts) -> Double?

  /// The values of a quantity whose profile likelihood lies within χ²/2 of the highest point; an end that is never
  /// crossed inside the search box is nil.
  ///
  /// - Parameter confidence: In 0..<1.
  func profileInterval(
    _ quantity: Quantity, _ result: FitResult, _ counts: Counts, confidence: Double
  ) -> ConfidenceInterval

  /// The profile interval of a free guess or lapse rate: it ends at 0 or where the profile lies χ²/2 below the highest
  /// point. An upper end beyond the bound of the search is `nil`, and so is the interval of a fixed rate.
  ///
  /// - Parameters:
  ///   - rate: `.guess` or `.lapse`.
  ///   - confidence: In 0..<1.
  func rateInterval(
    _ rate: FitParameter, _ result: FitResult, _ counts: Counts, confidence: Double
  ) -> ConfidenceInterval?

  /// The highest log-likelihood with a quantity at a value, −∞ where no curve in the box gives it.
  func profileLogLikelihood(
    _ quantity: Quantity, _ value: Double, _ result: FitResult, _ counts: Counts
  ) -> Double

  // MARK: Several groups

  /// The highest point of the sum of the groups' likelihoods, with parameters in common.
  ///
  /// - Precondition: `shared.problem(in: settings)` is nil; levels are above 0 if the fit is on a logarithm.
  func fit(_ groups: [Counts], sharing shared: SharedParameters) -> JointFit

  /// The model with parameters in common against that of separate fits.
  func likelihoodRatio(_ groups: [Counts], sharing shared: SharedParameters) -> LikelihoodRatio

  /// The likelihood ratio of resampled counts at the same levels, searched near known fits. If no peak is near, it
  /// runs the complete search.
  func likelihoodRatio(_ groups: [Counts], near known: LikelihoodRatio) -> LikelihoodRatio

  /// The threshold of the first group less that of the second, in level units: the values whose profile likelihood lies
  /// within χ²/2 of the highest point of separate fits. An end that is never crossed inside the search box is nil; both
  /// are where a group has no curve.
  ///
  /// - Parameter confidence: In 0..<1.
  func differenceInterval(
    _ groups: (Counts, Counts), _ fits: (FitResult, FitResult), confidence: Double
  ) -> ConfidenceInterval

  /// The probability of a difference as large as that of the thresholds if they are equal, by the likelihood ratio of the
  /// profile that `differenceInterval` uses and χ². `nil` if a group has no curve.
  func differenceProbability(_ groups: (Counts, Counts), _ fits: (FitResult, FitResult)) -> Double?
}

/// A reading of a fitted curve with a standard error and an interval.
package enum Quantity: Hashable, Sendable, CaseIterable {
  /// The threshold, in level units.
  case threshold
  /// F⁻¹(0.95) − F⁻¹(0.05), in level units; on log10 in units of that.
  case width
  /// The point of subjective equality, where F is ½: in level units; the threshold itself where no proportion is asked.
  case pse
}

/// The properties of a standard function F(u) that a fit needs in addition to its values.
struct FunctionShape: Sendable {
  /// F⁻¹(½): fits place a function by its middle.
  let centre: Double
  /// F⁻¹(0.95) − F⁻¹(0.05), the width at a scale of 1.
  let width: Double
  /// Outside these u F is 0 or 1 within 1e-12.
  let lowest: Double
  let highest: Double

  init<Function: PsychometricFunction>(_: Function.Type) {
    centre = Function.standardQuantile(0.5)
    width = Function.standardQuantile(0.95) - Function.standardQuantile(0.05)
    lowest = Function.standardQuantile(1e-12)
    highest = Function.standardQuantile(1 - 1e-12)
  }
}
