import PeachMath
import PeachTrials

extension FitSettings {
  /// The fitter of the function. It keeps memory between fits: one for each thread.
  package func makeFitter() -> any Fitter {
    // Swift opens the type of a local value, and not of a property.
    let function = function
    switch function {
    case is NormalFunction.Type: return NormalFitter(own: FunctionFitter(self))
    case is LogisticFunction.Type: return LogisticFitter(own: FunctionFitter(self))
    case is WeibullFunction.Type: return WeibullFitter(own: FunctionFitter(self))
    case is GumbelFunction.Type: return GumbelFitter(own: FunctionFitter(self))
    case is ReversedGumbelFunction.Type: return ReversedGumbelFitter(own: FunctionFitter(self))
    case is HyperbolicSecantFunction.Type: return HyperbolicSecantFitter(own: FunctionFitter(self))
    case is HalfNormalFunction.Type: return HalfNormalFitter(own: FunctionFitter(self))
    default: return makeOpenFitter(function)
    }
  }

  private func makeOpenFitter<Function: PsychometricFunction>(_: Function.Type) -> any Fitter {
    OpenFitter<Function>(own: FunctionFitter(self))
  }
}

// A type that is not generic is compiled for its very function, with all of `FunctionFitter`, and is much faster.

private struct NormalFitter: OneFunctionFitter { let own: FunctionFitter<NormalFunction> }
private struct LogisticFitter: OneFunctionFitter { let own: FunctionFitter<LogisticFunction> }
private struct WeibullFitter: OneFunctionFitter { let own: FunctionFitter<WeibullFunction> }
private struct GumbelFitter: OneFunctionFitter { let own: FunctionFitter<GumbelFunction> }
private struct ReversedGumbelFitter: OneFunctionFitter { let own: FunctionFitter<ReversedGumbelFunction> }
private struct HyperbolicSecantFitter: OneFunctionFitter { let own: FunctionFitter<HyperbolicSecantFunction> }
private struct HalfNormalFitter: OneFunctionFitter { let own: FunctionFitter<HalfNormalFunction> }
/// For any other function.
private struct OpenFitter<Function: PsychometricFunction>: OneFunctionFitter { let own: FunctionFitter<Function> }

private protocol OneFunctionFitter: Fitter {
  associatedtype Function: PsychometricFunction
  var own: FunctionFitter<Function> { get }
}

extension OneFunctionFitter {
  var settings: FitSettings { own.settings }
  func fit(_ counts: Counts) -> FitResult { own.fit(counts) }
  func refit(_ counts: Counts, near result: FitResult) -> FitResult { own.refit(counts, near: result) }
  func climb(_ counts: Counts, from result: FitResult) -> Double { own.climb(counts, from: result) }
  func readings(of point: FitPoint) -> FitResult { own.readings(of: point, guess: point[2]) }
  func reach(_ result: FitResult, _ counts: Counts) -> EstimateStatus? { own.reachStatus(result, of: counts) }

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
    _ rate: FitParameter, _ result: FitResult, _ counts: Counts, confidence: Double
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
