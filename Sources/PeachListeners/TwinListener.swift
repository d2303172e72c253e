import PeachMath
package import PeachSupport
package import PeachTrials

/// A listener like one who was measured: Gaussian, with the JND, lapse and bias that were found.
///
/// With `uncertainty` each sits down as another one who may have been measured: ln JND, bias and the logit of λ are drawn
/// from a normal distribution with the errors and correlations of the fit, before the first answer. The truth of a
/// simulation is that of the listener without it.
package struct TwinListener: ListenerDeclaration {
  package static let kind = "twin"
  package static let summary = "a copy of a listener measured on this machine, with the same JND, lapse rate and bias"
  package static let source = "none (a model of Peach): the listener gaussian with the values measured for a person"
  package static let truthConvention =
    "the threshold of the fitted listener, without its uncertainty; it is the same on every trial"
  package static let example = "jnd: 12, lapse: 0.02, bias: 1, uncertainty: true, jnd-error: 0.1, bias-error: 0.8"

  private let parameters: TwinParameters
  private let isUncertain: Bool
  private let middle: Gaussian
  private var drawn: Gaussian?

  private struct Gaussian: Hashable, Sendable {
    var sigma: Double
    var decision: Decision

    init(jnd: Double, lapse: Double, bias: Double) {
      sigma = jnd / Decision.jndPerSigma
      decision = Decision(lapse: lapse, guessSide: 0.5, bias: bias)
    }
  }

  package static func read(_ reader: Reader, in task: TrialTask) -> TwinListener {
    reader.requireComparison(task)
    let isUncertain = reader.flag(
      "uncertainty", default: false,
      "true: each run draws its own listener at random, within the uncertainty of the measurement")
    let parameters = TwinParameters(reader)
    return TwinListener(parameters, isUncertain: isUncertain)
  }

  /// - Parameter isUncertain: Whether each run draws its parameters again.
  package init(_ parameters: TwinParameters, isUncertain: Bool) {
    self.parameters = parameters
    self.isUncertain = isUncertain
    middle = Gaussian(jnd: parameters.jnd, lapse: parameters.lapse, bias: parameters.bias)
  }

  /// Ten draws, whether or not the first answer has been given; four without uncertainty.
  package mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    if isUncertain {
      let own = parameters.drawn(using: &random)
      if drawn == nil { drawn = Gaussian(jnd: own.jnd, lapse: own.lapse, bias: own.bias) }
    }
    let model = drawn ?? middle
    return Answer(isHigher: model.decision.isHigher(comparison, sigma: model.sigma, using: &random))
  }

  package func probability(of comparison: Comparison) -> Double {
    let model = drawn ?? middle
    return model.decision.probabilityHigher(comparison, sigma: model.sigma)
  }

  /// One who is drawn is another on the first trial than thereafter.
  package var isConditional: Bool { isUncertain }
  package var isSameOnAllNotes: Bool { true }
  package var lapse: Double { middle.decision.asymptote(sigma: middle.sigma) }
}
