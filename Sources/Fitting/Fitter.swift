/// Fits one kind of psychometric function to any number of data sets by maximum likelihood. Keeps memory between fits:
/// one for each thread.
///
/// It holds functions, not a generic fitter, so that all of them are compiled for the very function that is fitted.
public final class Fitter {
  public let settings: FitSettings
  private let body: Body

  /// What is done by the fitter of one function.
  struct Body {
    var fit: (Counts) -> FitResult
    var refit: (Counts, FitResult) -> FitResult
    var climb: (Counts, FitResult) -> Double
    var readings: (FitPoint) -> FitResult
    var reach: (FitResult, Counts) -> FitStatus?
    var probabilities: ([Double], FitResult) -> [Double]?
    var standardError: (Quantity, FitResult, Counts) -> Double?
    var profileInterval: (Quantity, FitResult, Counts, Double) -> Interval
    var profileLogLikelihood: (Quantity, Double, FitResult, Counts) -> Double
    var joint: ([Counts], SharedParameters) -> JointFit
    var ratio: ([Counts], SharedParameters) -> LikelihoodRatio
    var ratioNear: ([Counts], LikelihoodRatio) -> LikelihoodRatio
    var difference: ((Counts, Counts), (FitResult, FitResult), Double) -> Interval
  }

  init(_ settings: FitSettings, _ body: Body) {
    self.settings = settings
    self.body = body
  }

  /// The highest point of the likelihood, named where the data determine none.
  ///
  /// - Precondition: Levels are above 0 where the fit is on a logarithm.
  /// - Parameter counts: k counts positive responses: correct or yes; in the direction reading levels are signed and k
  ///   counts "higher".
  public func fit(_ counts: Counts) -> FitResult { body.fit(counts) }

  /// The highest point near one already found, of counts at the same levels: for resamples. Where it looks degenerate,
  /// or no peak is near, the whole search.
  public func refit(_ counts: Counts, near result: FitResult) -> FitResult { body.refit(counts, result) }

  /// The log-likelihood at the end of one climb from a fitted curve: the kernel of every fit, for benchmarks.
  package func climb(_ counts: Counts, from result: FitResult) -> Double { body.climb(counts, result) }

  /// What is read from the curve of a point: threshold, ln scale, guess and lapse, on the fit's scale.
  package func readings(of point: FitPoint) -> FitResult { body.readings(point) }

  /// The status of a threshold far outside the data, or nowhere; nil for others.
  package func reach(_ result: FitResult, _ counts: Counts) -> FitStatus? { body.reach(result, counts) }

  /// ψ at levels, of a fit that has a curve or is a step; nil where it has neither.
  public func probabilities(at levels: [Double], of result: FitResult) -> [Double]? {
    body.probabilities(levels, result)
  }

  /// The standard error of a quantity, from the observed information; nil where the data give none.
  public func standardError(_ quantity: Quantity, _ result: FitResult, _ counts: Counts) -> Double? {
    body.standardError(quantity, result, counts)
  }

  /// The values of a quantity whose profile likelihood lies within χ²/2 of the highest point; an end that is never
  /// crossed inside the search box is nil.
  ///
  /// - Parameter confidence: In 0..<1.
  public func profileInterval(
    _ quantity: Quantity, _ result: FitResult, _ counts: Counts, confidence: Double
  ) -> Interval {
    body.profileInterval(quantity, result, counts, confidence)
  }

  /// The highest log-likelihood with a quantity at a value, −∞ where no curve in the box gives it.
  public func profileLogLikelihood(
    _ quantity: Quantity, _ value: Double, _ result: FitResult, _ counts: Counts
  ) -> Double {
    body.profileLogLikelihood(quantity, value, result, counts)
  }

  // MARK: Several groups

  /// The highest point of the sum of the groups' likelihoods, with parameters in common.
  ///
  /// - Precondition: `shared.problem(in: settings)` is nil; levels are above 0 where the fit is on a logarithm.
  public func fit(_ groups: [Counts], sharing shared: SharedParameters) -> JointFit { body.joint(groups, shared) }

  /// The model with parameters in common against that of separate fits.
  public func likelihoodRatio(_ groups: [Counts], sharing shared: SharedParameters) -> LikelihoodRatio {
    body.ratio(groups, shared)
  }

  /// The same of counts at the same levels, sought near fits already found: for resamples. Where no peak is near, the
  /// whole search.
  public func likelihoodRatio(_ groups: [Counts], near known: LikelihoodRatio) -> LikelihoodRatio {
    body.ratioNear(groups, known)
  }

  /// The threshold of the first group less that of the second, in level units: the values whose profile likelihood lies
  /// within χ²/2 of the highest point of separate fits. An end that is never crossed inside the search box is nil; both
  /// are where a group has no curve.
  ///
  /// - Parameter confidence: In 0..<1.
  public func differenceInterval(
    _ groups: (Counts, Counts), _ fits: (FitResult, FitResult), confidence: Double
  ) -> Interval {
    body.difference(groups, fits, confidence)
  }
}
