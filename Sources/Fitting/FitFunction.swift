public import Psychometrics

/// A psychometric function that can be fitted.
///
/// The fitter is a requirement only so that it is compiled for every function's own type; leave it to the default.
public protocol FitFunction: PsychometricFunction {
  static func makeFitter(_ settings: FitSettings) -> Fitter
}

extension FitFunction {
  public static func makeFitter(_ settings: FitSettings) -> Fitter {
    let fitter = FunctionFitter<Self>(settings)
    return Fitter(
      settings,
      Fitter.Body(
        fit: { fitter.fit($0) }, refit: { fitter.refit($0, near: $1) },
        climb: { fitter.climb($0, from: $1) }, readings: { fitter.readings(of: $0, guess: $0[2]) },
        reach: { fitter.reachStatus($0, of: $1) },
        probabilities: { fitter.probabilities(at: $0, of: $1) },
        standardError: { fitter.standardError($0, $1, $2) },
        profileInterval: { fitter.profileInterval($0, $1, $2, confidence: $3) },
        profileLogLikelihood: { fitter.profileLogLikelihood($0, $1, $2, $3) },
        joint: { fitter.fit($0, sharing: $1) }, ratio: { fitter.likelihoodRatio($0, sharing: $1) },
        ratioNear: { fitter.likelihoodRatio($0, near: $1) },
        difference: { fitter.differenceInterval($0, $1, confidence: $2) }))
  }
}

extension NormalFunction: FitFunction {}
extension LogisticFunction: FitFunction {}
extension WeibullFunction: FitFunction {}
extension GumbelFunction: FitFunction {}
extension ReversedGumbelFunction: FitFunction {}
extension HyperbolicSecantFunction: FitFunction {}
