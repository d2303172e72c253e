import PeachMath
import PeachSupport

/// The best asymptotes for a given threshold and width. The log posterior is concave in them, because probabilities are
/// linear in them and the priors' logarithms are concave.
///
/// With overdispersion they are sought for counts that are worth less by the variance's 1 + (n − 1)η²: near enough to say
/// where the mass of the posterior lies.
final class RateProfile {
  let model: BayesianModel
  /// The end of the last search, at which the next begins.
  private(set) var guess: Double
  private(set) var lapse: Double
  private(set) var curve: BayesianModel.Curve
  private var positives: [Double]
  private var negatives: [Double]
  private var overdispersion = 0.0

  init(_ model: BayesianModel) {
    self.model = model
    curve = BayesianModel.Curve(model)
    (positives, negatives) = (model.positives, model.negatives)
    lapse = model.settings.lapse.start
    guess = if case .asymptote(let rate) = model.settings.guess { rate.start } else { lapse }
  }

  /// The highest log posterior at this threshold and width, over the asymptotes.
  func maximum(threshold: Double, width: Double, overdispersion: Double = 0) -> Double {
    let prior = model.logPrior(threshold: threshold, width: width)
    guard prior > -.infinity else { return -.infinity }
    model.fill(&curve, threshold: threshold, width: width)
    weigh(overdispersion)
    improve()
    return prior + value
  }

  /// The log posterior of the rates where the last search ended.
  var value: Double {
    model.logPrior(guess: guess, lapse: lapse, overdispersion: overdispersion)
      + model.logLikelihood(curve, guess: guess, lapse: lapse, overdispersion: overdispersion)
  }

  /// The same with γ held and λ the best for it.
  func value(guess: Double) -> Double {
    self.guess = guess
    if model.settings.lapseDensity != nil { lapse = best(.lapse) }
    return value
  }

  /// The same with λ held and γ the best for it.
  func value(lapse: Double) -> Double {
    self.lapse = lapse
    if model.isTied {
      guess = lapse
    } else if model.settings.guessDensity != nil {
      guess = best(.guess)
    }
    return value
  }

  private func weigh(_ overdispersion: Double) {
    guard overdispersion != self.overdispersion else { return }
    self.overdispersion = overdispersion
    for index in positives.indices {
      let trials = model.positives[index] + model.negatives[index]
      let worth = 1 / (1 + max(trials - 1, 0) * overdispersion * overdispersion)
      positives[index] = model.positives[index] * worth
      negatives[index] = model.negatives[index] * worth
    }
  }

  private func improve() {
    if model.isTied { guess = lapse }
    let isGuessFree = model.settings.guessDensity != nil
    let isLapseFree = model.settings.lapseDensity != nil
    if isGuessFree && isLapseFree {
      // One after the other: they pull on different levels, so that few rounds do.
      for _ in 0..<30 {
        let before = (guess, lapse)
        guess = best(.guess)
        lapse = best(.lapse)
        if abs(guess - before.0) < 1e-9 && abs(lapse - before.1) < 1e-9 { break }
      }
    } else if isGuessFree {
      guess = best(.guess)
    } else if isLapseFree {
      lapse = best(.lapse)
      if model.isTied { guess = lapse }
    }
  }

  private enum Unknown {
    case guess, lapse
  }

  /// The best value of one rate, the other held: where the derivative is 0, by Newton steps within a bracket, or a bound.
  private func best(_ unknown: Unknown) -> Double {
    guard let density = unknown == .guess ? model.settings.guessDensity : model.settings.lapseDensity else { return 0 }
    var low = density.bounds.lowerBound
    var high = density.bounds.upperBound
    var (isLowKnown, isHighKnown) = (false, false)
    var x = min(max(unknown == .guess ? guess : lapse, low), high)
    for round in 1...200 {
      let (first, second) = derivatives(unknown, x, density)
      if first > 0 {
        if x == high { return x }
        (low, isLowKnown) = (x, true)
      } else {
        if x == low { return x }
        (high, isHighKnown) = (x, true)
      }
      var next = x - first / second
      // Out of the bracket, no number, or creeping: halfway, or to a bound that has not been tried.
      if !(next > low && next < high) || round % 5 == 0 {
        next = first > 0 ? (isHighKnown ? (x + high) / 2 : high) : (isLowKnown ? (x + low) / 2 : low)
      } else if -first * first / second < 1e-13 {
        return next  // nothing more to gain
      }
      if next == x { return x }
      x = next
    }
    return x
  }

  /// The first two derivatives of the log posterior by one rate.
  private func derivatives(_ unknown: Unknown, _ x: Double, _ density: BoundedDensity) -> (Double, Double) {
    let lapse = unknown == .lapse ? x : lapse
    let guess = unknown == .guess || model.isTied ? x : guess
    let height = 1 - guess - lapse
    var (first, second) = density.derivatives(x)
    for index in positives.indices {
      let (value, complement) = (curve.values[index], curve.complements[index])
      // ∂ψ/∂γ = 1 − F, ∂ψ/∂λ = −F, and their sum where they are one.
      let pull = unknown == .guess ? complement : model.isTied ? complement - value : -value
      let perPositive = pull / max(guess + height * value, BayesianModel.floor)
      let perNegative = pull / max(lapse + height * complement, BayesianModel.floor)
      first += positives[index] * perPositive - negatives[index] * perNegative
      second -= positives[index] * perPositive * perPositive + negatives[index] * perNegative * perNegative
    }
    return (first, second)
  }
}
