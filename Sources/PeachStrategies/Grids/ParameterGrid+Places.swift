import PeachMath
import PeachSupport

extension ParameterGrid {
  /// The prior mean of a parameter, γ as it is where tied.
  package func priorMean(_ parameter: ParameterGrid.Parameter) -> Double {
    let index = parameter == .guess && tiesGuess ? ParameterGrid.Parameter.lapse.rawValue : parameter.rawValue
    return zip(values[index], logPriors[index]).reduce(0) { $0 + $1.0 * exp($1.1) }
  }

  /// ψ at the threshold, at the prior means of guess and lapse.
  package var targetOfThreshold: Double {
    let (guess, lapse) = (priorMean(.guess), priorMean(.lapse))
    return guess + (1 - guess - lapse) * function.valueAtThreshold
  }

  /// The place with the middle value of each parameter.
  package var middle: Int { values.reduce(0) { $0 * $1.count + ($1.count - 1) / 2 } }
}
