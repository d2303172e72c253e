package import PeachMath
import PeachSupport

/// The parameters of a psychometric function on a grid: every combination of the values of threshold, slope, guess and
/// lapse.
///
/// A place of the grid is numbered threshold first: ((threshold · slopes + slope) · guesses + guess) · lapses + lapse.
package struct ParameterGrid: Sendable {
  package enum Parameter: Int, CaseIterable, Sendable {
    case threshold, slope, guess, lapse

    package var name: String {
      switch self {
      case .threshold: "threshold"
      case .slope: "slope"
      case .guess: "guess"
      case .lapse: "lapse"
      }
    }
  }

  package let function: any PsychometricFunction.Type
  /// Whether the function is applied to log10 of the level; thresholds are then log10 of levels.
  package let isLogLevel: Bool
  /// The values of each parameter, rising; one place where the guess is tied to the lapse.
  package let values: [[Double]]
  /// Whether γ = λ.
  package let tiesGuess: Bool
  /// The logarithm of the prior of each value, each parameter's to a sum of 1.
  package let logPriors: [[Double]]

  /// - Parameters:
  ///   - threshold: α, the function's own; finite, above 0 if the function takes a logarithm.
  ///   - slope: β > 0.
  ///   - guess: γ in 0..<1; `nil` if it is tied to the lapse.
  ///   - lapse: λ in 0..<1.
  ///   - priors: Weights of the values, not negative, in the values' order; uniform where left out.
  /// - Precondition: No list is empty, guess + lapse < 1 in every combination, and each prior has a positive sum.
  package init(
    function: any PsychometricFunction.Type, isLogLevel: Bool = false, threshold: [Double], slope: [Double],
    guess: [Double]?, lapse: [Double], priors: [Parameter: [Double]] = [:]
  ) {
    self.function = function
    self.isLogLevel = isLogLevel
    tiesGuess = guess == nil
    let given = [threshold, slope, guess ?? [0], lapse]
    precondition(given.allSatisfy { !$0.isEmpty }, "a parameter has no values")
    var sorted: [[Double]] = []
    var logPriors: [[Double]] = []
    for parameter in Parameter.allCases {
      let list = given[parameter.rawValue]
      let weights = priors[parameter] ?? [Double](repeating: 1, count: list.count)
      let sum = weights.reduce(0, +)
      precondition(
        weights.count == list.count && sum > 0,
        "the prior must have one weight for each value, and a sum above 0")
      let order = list.indices.sorted { list[$0] < list[$1] }
      sorted.append(order.map { list[$0] })
      logPriors.append(order.map { log(weights[$0] / sum) })
    }
    values = sorted
    self.logPriors = logPriors
  }

  /// How many places the grid has.
  package var count: Int { values.reduce(1) { $0 * $1.count } }

  /// How far apart two places are that differ by one value of the parameter.
  func stride(of parameter: Parameter) -> Int {
    values[(parameter.rawValue + 1)...].reduce(1) { $0 * $1.count }
  }

  /// The index of the parameter's value at a place.
  func index(of parameter: Parameter, at place: Int) -> Int {
    place / stride(of: parameter) % values[parameter.rawValue].count
  }

  /// The values of the parameters at a place, γ as it is where tied.
  package func parameters(at place: Int) -> (threshold: Double, slope: Double, guess: Double, lapse: Double) {
    func value(_ parameter: Parameter) -> Double { values[parameter.rawValue][index(of: parameter, at: place)] }
    let lapse = value(.lapse)
    return (value(.threshold), value(.slope), tiesGuess ? lapse : value(.guess), lapse)
  }

  /// γ and λ of the places of one threshold and slope.
  var rates: [(guess: Double, lapse: Double)] {
    (0..<(values[2].count * values[3].count)).map { place in
      let at = parameters(at: place)
      return (at.guess, at.lapse)
    }
  }

  /// A level on the function's scale: log10 where it is applied to that.
  package func scaled(_ level: Double) -> Double { isLogLevel ? LevelScale.log10.place(of: level) : level }

  /// The level at which a threshold lies.
  package func level(_ threshold: Double) -> Double { isLogLevel ? LevelScale.log10.level(at: threshold) : threshold }

  /// The logarithm of the prior at each place.
  var logPrior: [Double] {
    var prior = [0.0]
    for axis in logPriors { prior = prior.flatMap { outer in axis.map { outer + $0 } } }
    return prior
  }

  /// ψ and 1 − ψ at a level for every place, each accurate where it is small.
  func probabilities(at level: Double, _ body: (_ place: Int, _ positive: Double, _ negative: Double) -> Void) {
    function.visit(self, at: scaled(level), body)
  }
}

extension PsychometricFunction {
  /// Loops over a grid compiled for the function's own type.
  fileprivate static func visit(
    _ grid: ParameterGrid, at x: Double, _ body: (_ place: Int, _ positive: Double, _ negative: Double) -> Void
  ) {
    var place = 0
    for threshold in grid.values[0] {
      for slope in grid.values[1] {
        let value = value(x, threshold: threshold, slope: slope)
        let complement = complement(x, threshold: threshold, slope: slope)
        for guess in grid.values[2] {
          for lapse in grid.values[3] {
            let guess = grid.tiesGuess ? lapse : guess
            let range = 1 - guess - lapse
            body(place, guess + range * value, lapse + range * complement)
            place += 1
          }
        }
      }
    }
  }
}

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
