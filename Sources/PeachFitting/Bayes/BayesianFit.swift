package import PeachMath
package import PeachSupport

/// Fits psychometric functions by Bayes' rule: the highest posterior and all of the posterior, by quadrature.
///
/// ψ(x) = γ + (1 − γ − λ)·F(u), u = (x − threshold)/s + F⁻¹(½), s = width/(F⁻¹(0.95) − F⁻¹(0.05)), on the fit's scale: x is
/// the level, its log10 on a log level, its natural logarithm for the Weibull.
///
/// Source: Schütt, Harmeling, Macke & Wichmann (2016), *Vision Research* 122:105–123,
/// doi:10.1016/j.visres.2016.02.002.
/// Differs from the source: the quadrature has its points where the mass is, not on a fixed grid.
package struct BayesianFit: Sendable {
  let function: any PsychometricFunction.Type
  let prior: Prior
  let guess: GuessRate
  let lapse: Asymptote
  let isLogLevel: Bool
  let hasOverdispersion: Bool
  /// The logarithm of a factor of the prior of threshold and ln width together, on the fit's scale.
  let penalty: (@Sendable (_ threshold: Double, _ logWidth: Double) -> Double)?
  /// Priors of what is free; their bounds do not depend on the levels.
  let guessDensity: BoundedDensity?
  let lapseDensity: BoundedDensity?
  let overdispersionDensity: BoundedDensity?

  /// - Parameters:
  ///   - prior: Of a rate that has a bound it counts up to there.
  ///   - guess: γ; fixed in 0..<1, or free up to a bound in 0…½.
  ///   - lapse: λ, the same; γ and λ leave room for each other.
  ///   - isLogLevel: Whether F is applied to log10 of the level.
  ///   - hasOverdispersion: Whether proportions vary more than the binomial's, by an η that is then free.
  ///   - penalty: The logarithm of a factor of the prior of threshold and ln width, such as that of a penalised fit.
  /// - Throws: `ConfigurationError` if the prior of a rate leaves nothing of it within its bounds.
  /// - Precondition: The rates are in their ranges; a function that uses a logarithm has no log level.
  package init(
    function: any PsychometricFunction.Type, prior: Prior = Prior(), guess: GuessRate, lapse: Asymptote,
    isLogLevel: Bool = false, hasOverdispersion: Bool = false,
    penalty: (@Sendable (_ threshold: Double, _ logWidth: Double) -> Double)? = nil
  ) throws(ConfigurationError) {
    precondition(
      !(isLogLevel && function.usesLogarithm),
      "the function already takes the logarithm of the level: isLogLevel must be false")
    let prior = prior.withRates
    self.function = function
    self.prior = prior
    self.guess = guess
    self.lapse = lapse
    self.isLogLevel = isLogLevel
    self.hasOverdispersion = hasOverdispersion
    self.penalty = penalty
    if case .asymptote(let rate) = guess {
      guessDensity = try Self.density(of: .guess, rate, prior)
    } else {
      guessDensity = nil
    }
    var lapse = lapse
    if case (.asymptote(.fixed(let value)), .free(let bound)) = (guess, lapse) {
      lapse = .free(upTo: min(bound, 1 - value))
    }
    lapseDensity = try Self.density(of: .lapse, lapse, prior)
    let free = Asymptote.free(upTo: Self.mostOverdispersion)
    overdispersionDensity = hasOverdispersion ? try Self.density(of: .overdispersion, free, prior) : nil
  }

  /// psignifit's bound: at 1 the beta distribution has no density.
  private static var mostOverdispersion: Double { 1 - 1e-10 }

  private static func density(
    of parameter: Prior.Parameter, _ rate: Asymptote, _ prior: Prior
  ) throws(ConfigurationError) -> BoundedDensity? {
    guard case .free(let bound) = rate else {
      if case .fixed(let value) = rate { precondition(value >= 0 && value < 1, "rate outside 0..<1") }
      return nil
    }
    precondition(bound > 0 && (bound <= 0.5 || parameter == .overdispersion), "bound of a rate outside 0…0.5")
    guard let density = BoundedDensity(prior[parameter], within: 0...bound) else {
      throw ConfigurationError([
        Problem(
          place: Place(file: Prior.file, line: 1, column: 1), path: parameter.rawValue,
          message: "expected a prior with probability in 0…\(bound.shortest), got \(prior[parameter].text)",
          hint: "change the prior, or the bound of the \(parameter.rawValue)")
      ])
    }
    return density
  }

  /// The posterior given some answers.
  ///
  /// - Precondition: There is a level; levels are above 0 if the fit is on a logarithm.
  /// - Complexity: O(levels) for each point of the grid, of which there are some thousands to some hundred thousands.
  package func fit(_ counts: Counts) -> Posterior { fit(counts, GridResolution()) }

  package func fit(_ counts: Counts, _ resolution: GridResolution) -> Posterior {
    precondition(counts.count > 0, "no levels")
    return Posterior(BayesianModel(self, counts), resolution)
  }

  /// The scale that the function is fitted on.
  var scale: LevelScale { LevelScale(function, isLogLevel: isLogLevel) }
}
