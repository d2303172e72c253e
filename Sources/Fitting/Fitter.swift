/// Fits one kind of psychometric function to any number of data sets by maximum likelihood. Keeps memory between fits:
/// one for each thread.
public protocol Fitter: AnyObject {
  var settings: FitSettings { get }

  /// The highest point of the likelihood, named where the data determine none.
  ///
  /// - Precondition: Levels are above 0 where the fit is on a logarithm.
  /// - Parameter counts: k counts positive responses: correct or yes; in the direction reading levels are signed and k
  ///   counts "higher".
  func fit(_ counts: Counts) -> FitResult

  /// The highest point near one already found, of counts at the same levels: for resamples. Where it looks degenerate,
  /// or no peak is near, the whole search.
  func refit(_ counts: Counts, near result: FitResult) -> FitResult

  /// ψ at levels, of a fit that has a curve or is a step; nil where it has neither.
  func probabilities(at levels: [Double], of result: FitResult) -> [Double]?

  /// The standard error of a quantity, from the observed information; nil where the data give none.
  func standardError(_ quantity: Quantity, _ result: FitResult, _ counts: Counts) -> Double?

  /// The values of a quantity whose profile likelihood lies within χ²/2 of the highest point; an end that is never
  /// crossed inside the search box is nil.
  func profileInterval(_ quantity: Quantity, _ result: FitResult, _ counts: Counts, confidence: Double) -> Interval

  /// The highest log-likelihood with a quantity at a value, −∞ where no curve in the box gives it.
  func profileLogLikelihood(_ quantity: Quantity, _ value: Double, _ result: FitResult, _ counts: Counts) -> Double
}
