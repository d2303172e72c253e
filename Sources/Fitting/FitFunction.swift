public import Psychometrics

/// A psychometric function that can be fitted.
///
/// The fitter is a requirement only so that it is compiled for every function's own type; leave it to the default.
public protocol FitFunction: PsychometricFunction {
  static func makeFitter(_ settings: FitSettings) -> any Fitter
}

extension FitFunction {
  public static func makeFitter(_ settings: FitSettings) -> any Fitter { FunctionFitter<Self>(settings) }
}

extension NormalFunction: FitFunction {}
extension LogisticFunction: FitFunction {}
extension WeibullFunction: FitFunction {}
extension GumbelFunction: FitFunction {}
extension ReversedGumbelFunction: FitFunction {}
extension HyperbolicSecantFunction: FitFunction {}
