package import PeachMath

/// A psychometric function that can be fitted.
///
/// The fitter is a requirement so that it can be compiled for the function's own type: `OneFunctionFitter` says how.
package protocol FitFunction: PsychometricFunction {
  static func makeFitter(_ settings: FitSettings) -> any Fitter
}

/// The fitter of one function as a class of its own, with no type left open: what conforms without being generic is
/// compiled for that very function, with all of `FunctionFitter`.
protocol OneFunctionFitter: Fitter {
  associatedtype Function: FitFunction
  var own: FunctionFitter<Function> { get }
}

extension NormalFunction: FitFunction {
  private final class Own: OneFunctionFitter {
    let own: FunctionFitter<NormalFunction>
    init(_ settings: FitSettings) { own = FunctionFitter(settings) }
  }

  package static func makeFitter(_ settings: FitSettings) -> any Fitter { Own(settings) }
}

extension LogisticFunction: FitFunction {
  private final class Own: OneFunctionFitter {
    let own: FunctionFitter<LogisticFunction>
    init(_ settings: FitSettings) { own = FunctionFitter(settings) }
  }

  package static func makeFitter(_ settings: FitSettings) -> any Fitter { Own(settings) }
}

extension WeibullFunction: FitFunction {
  private final class Own: OneFunctionFitter {
    let own: FunctionFitter<WeibullFunction>
    init(_ settings: FitSettings) { own = FunctionFitter(settings) }
  }

  package static func makeFitter(_ settings: FitSettings) -> any Fitter { Own(settings) }
}

extension GumbelFunction: FitFunction {
  private final class Own: OneFunctionFitter {
    let own: FunctionFitter<GumbelFunction>
    init(_ settings: FitSettings) { own = FunctionFitter(settings) }
  }

  package static func makeFitter(_ settings: FitSettings) -> any Fitter { Own(settings) }
}

extension ReversedGumbelFunction: FitFunction {
  private final class Own: OneFunctionFitter {
    let own: FunctionFitter<ReversedGumbelFunction>
    init(_ settings: FitSettings) { own = FunctionFitter(settings) }
  }

  package static func makeFitter(_ settings: FitSettings) -> any Fitter { Own(settings) }
}

extension HyperbolicSecantFunction: FitFunction {
  private final class Own: OneFunctionFitter {
    let own: FunctionFitter<HyperbolicSecantFunction>
    init(_ settings: FitSettings) { own = FunctionFitter(settings) }
  }

  package static func makeFitter(_ settings: FitSettings) -> any Fitter { Own(settings) }
}

extension HalfNormalFunction: FitFunction {
  private final class Own: OneFunctionFitter {
    let own: FunctionFitter<HalfNormalFunction>
    init(_ settings: FitSettings) { own = FunctionFitter(settings) }
  }

  package static func makeFitter(_ settings: FitSettings) -> any Fitter { Own(settings) }
}

extension OneFunctionFitter {
  var settings: FitSettings { own.settings }
  func fit(_ counts: Counts) -> FitResult { own.fit(counts) }
  func refit(_ counts: Counts, near result: FitResult) -> FitResult { own.refit(counts, near: result) }
  func climb(_ counts: Counts, from result: FitResult) -> Double { own.climb(counts, from: result) }
  func readings(of point: FitPoint) -> FitResult { own.readings(of: point, guess: point[2]) }
  func reach(_ result: FitResult, _ counts: Counts) -> FitStatus? { own.reachStatus(result, of: counts) }

  func probabilities(at levels: [Double], of result: FitResult) -> [Double]? {
    own.probabilities(at: levels, of: result)
  }

  func curve(at levels: [Double], _ result: FitResult, _ counts: Counts, confidence: Double) -> [CurvePoint]? {
    own.curve(at: levels, result, counts, confidence: confidence)
  }

  func surface(_ result: FitResult, _ counts: Counts, confidence: Double, size: Int) -> LikelihoodSurface? {
    own.surface(result, counts, confidence: confidence, size: size)
  }

  func driftScore(_ first: Counts, _ second: Counts, around result: FitResult) -> Double? {
    own.driftScore(first, second, around: result)
  }

  func standardError(_ quantity: Quantity, _ result: FitResult, _ counts: Counts) -> Double? {
    own.standardError(quantity, result, counts)
  }

  func profileInterval(_ quantity: Quantity, _ result: FitResult, _ counts: Counts, confidence: Double)
    -> ConfidenceInterval
  {
    own.profileInterval(quantity, result, counts, confidence: confidence)
  }

  func rateInterval(
    _ rate: FitStatus.Parameter, _ result: FitResult, _ counts: Counts, confidence: Double
  ) -> ConfidenceInterval? { own.rateInterval(rate, result, counts, confidence: confidence) }
  func profileLogLikelihood(_ quantity: Quantity, _ value: Double, _ result: FitResult, _ counts: Counts) -> Double {
    own.profileLogLikelihood(quantity, value, result, counts)
  }

  func fit(_ groups: [Counts], sharing shared: SharedParameters) -> JointFit { own.fit(groups, sharing: shared) }

  func likelihoodRatio(_ groups: [Counts], sharing shared: SharedParameters) -> LikelihoodRatio {
    own.likelihoodRatio(groups, sharing: shared)
  }

  func likelihoodRatio(_ groups: [Counts], near known: LikelihoodRatio) -> LikelihoodRatio {
    own.likelihoodRatio(groups, near: known)
  }

  func differenceInterval(
    _ groups: (Counts, Counts), _ fits: (FitResult, FitResult), confidence: Double
  ) -> ConfidenceInterval {
    own.differenceInterval(groups, fits, confidence: confidence)
  }

  func differenceProbability(_ groups: (Counts, Counts), _ fits: (FitResult, FitResult)) -> Double? {
    own.differenceProbability(groups, fits)
  }
}
