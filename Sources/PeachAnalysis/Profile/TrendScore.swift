import PeachMath
import PeachSupport

/// How much sooner and later answers disagree about how fine a listener hears: a score of ln σ that falls evenly over the
/// trials.
///
/// Each note, with its interval, has a σ of its own, drawn together by a spread that notes usually have: a strategy that
/// turns to the hard notes would else look like a listener who gets worse. What a note's σ takes of the trend is taken
/// out, as much as its trials say of it; one that was asked once says nothing. That leaves little of how adaptive
/// levels and notes, which follow the answers, pull the score: `Trend.critical` is what simulation shows to be left.
///
/// Source: Rao (1948), Math. Proc. Camb. Phil. Soc. 44:50–57, doi:10.1017/S0305004100023987, for the score; Robinson
/// (1991), Statist. Sci. 6:15–32, doi:10.1214/ss/1177011926, for effects that are drawn together.
struct TrendScore {
  /// One answer in the direction reading.
  struct Trial {
    /// The index of the group that has its own σ, from 0.
    var group: Int
    /// Signed, in cents.
    var offset: Double
    var isHigher: Bool
  }

  /// Standard normal where nothing changes; above 0 if later answers are the finer.
  let value: Double

  /// The standard deviation of ln σ among the notes of one listener.
  private static let spread = 0.5
  private static let steps = 12

  /// - Parameters:
  ///   - trials: In their order, at least two.
  ///   - location: The fitted point of subjective equality, in cents.
  ///   - scale: The fitted σ of all trials, in cents.
  ///   - lapse: λ of the fit.
  /// - Returns: `nil` if the answers say nothing of a change.
  /// - Complexity: O(n), a dozen looks at every trial.
  init?(_ trials: [Trial], location: Double, scale: Double, lapse: Double) {
    let curve = Curve(location: location, lapse: lapse)
    let scales = TrendScore.scales(of: trials, curve, around: log(scale))
    let middle = Double(trials.count - 1) / 2
    var groups = [(score: Double, information: Double, time: Double)](repeating: (0, 0, 0), count: scales.count)
    let terms = trials.map { curve.term($0, logScale: scales[$0.group]) }
    for (place, (trial, term)) in zip(trials, terms).enumerated() {
      groups[trial.group].information += term.information
      groups[trial.group].time += term.information * (Double(place) - middle)
    }
    let prior = 1 / (TrendScore.spread * TrendScore.spread)
    var (score, information) = (0.0, 0.0)
    for (place, (trial, term)) in zip(trials, terms).enumerated() {
      let group = groups[trial.group]
      let time = Double(place) - middle - group.time / (group.information + prior)
      score -= time * term.score
      information += time * time * term.information
    }
    guard information > 0 else { return nil }
    value = score / information.squareRoot()
  }

  /// ln σ of each group: the highest point of its likelihood and a normal prior about their common mean.
  private static func scales(of trials: [Trial], _ curve: Curve, around common: Double) -> [Double] {
    let count = (trials.map(\.group).max() ?? -1) + 1
    let prior = 1 / (spread * spread)
    var (mean, scales) = (common, [Double](repeating: common, count: count))
    for _ in 0..<steps {
      var terms = [Curve.Term](repeating: Curve.Term(score: 0, information: 0), count: count)
      for trial in trials {
        let term = curve.term(trial, logScale: scales[trial.group])
        terms[trial.group].score += term.score
        terms[trial.group].information += term.information
      }
      var (sum, weights) = (0.0, 0.0)
      for (group, term) in terms.enumerated() {
        let step = (term.score - (scales[group] - mean) * prior) / (term.information + prior)
        scales[group] += min(max(step, -1), 1)
        let weight = term.information / (term.information + prior)
        sum += weight * scales[group]
        weights += weight
      }
      if weights > 0 { mean = sum / weights }
    }
    return scales
  }

  /// P(higher) = λ + (1 − 2λ)Φ((x − μ)/σ).
  private struct Curve {
    let location: Double
    let lapse: Double

    /// The score of ln σ and its information.
    struct Term {
      var score: Double
      var information: Double
    }

    func term(_ trial: Trial, logScale: Double) -> Term {
      let z = (trial.offset - location) / exp(logScale)
      let probability = lapse + (1 - 2 * lapse) * NormalDistribution.cumulative(z)
      let slope = -(1 - 2 * lapse) * NormalDistribution.density(z) * z
      let variance = probability * (1 - probability)
      guard variance > 0 else { return Term(score: 0, information: 0) }
      return Term(
        score: ((trial.isHigher ? 1 : 0) - probability) / variance * slope, information: slope * slope / variance)
    }
  }
}
