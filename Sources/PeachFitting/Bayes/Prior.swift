/// The prior of the parameters of a psychometric function; parameters are independent.
///
/// Threshold (where F is ½) and width (F⁻¹(0.95) − F⁻¹(0.05)) are on the fit's scale: the level, its log10 on a log level,
/// its natural logarithm for the Weibull. A parameter that is fixed has no prior; where γ = λ, the lapse's holds once.
///
/// The default is psignifit's. With the range r and the smallest spacing s of the levels, the threshold is uniform over
/// the levels and falls to 0 within r/2 on either side; the width rises from 0 at s to 2s, is uniform to r and falls to
/// 0 at 3r, all as half a period of a cosine; lapse, guess and overdispersion are Beta(1, 10). Where r < 2s the fall
/// alone holds between, as in psignifit's code.
///
/// Source: Schütt, Harmeling, Macke & Wichmann (2016), *Vision Research* 122:105–123,
/// doi:10.1016/j.visres.2016.02.002; the edges as in psignifit 4.3.
/// Differs from the source: psignifit 4.3 counts the lapse's prior twice where γ = λ.
package struct Prior: Hashable, Sendable {
  package enum Parameter: String, CaseIterable, Sendable {
    case threshold, width, guess, lapse
    /// η, from 0 (binomial) to 1.
    case overdispersion
  }

  package var threshold = PriorDensity.psignifit
  package var width = PriorDensity.psignifit
  package var guess = PriorDensity.beta(1, 10)
  package var lapse = PriorDensity.beta(1, 10)
  package var overdispersion = PriorDensity.beta(1, 10)

  /// psignifit's.
  package init() {}

  package subscript(parameter: Parameter) -> PriorDensity {
    get {
      switch parameter {
      case .threshold: threshold
      case .width: width
      case .guess: guess
      case .lapse: lapse
      case .overdispersion: overdispersion
      }
    }
    set {
      switch parameter {
      case .threshold: threshold = newValue
      case .width: width = newValue
      case .guess: guess = newValue
      case .lapse: lapse = newValue
      case .overdispersion: overdispersion = newValue
      }
    }
  }

  /// The prior in full, in the words that `init(parsing:)` reads.
  package var text: String { text(of: Parameter.allCases) }

  /// The same of some of the parameters.
  package func text(of parameters: [Parameter]) -> String {
    parameters.map { "\($0.rawValue): \(self[$0].text)" }.joined(separator: ", ")
  }

  /// The same with what psignifit makes from the levels written out.
  ///
  /// - Parameter levels: On the fit's scale; distinct, rising, at least one.
  func resolved(on levels: [Double]) -> Prior {
    let first = levels[0]
    let last = levels[levels.count - 1]
    let range = levels.count > 1 ? last - first : max(1, abs(first))
    let spacing = zip(levels, levels.dropFirst()).map { $1 - $0 }.min() ?? range
    var prior = withRates
    if threshold == .psignifit {
      prior.threshold = .plateau(low: first - range / 2, from: first, to: last, high: last + range / 2)
    }
    if width == .psignifit {
      prior.width = .plateau(low: spacing, from: min(2 * spacing, range), to: range, high: 3 * range)
    }
    return prior
  }

  /// The same with psignifit's rates written out.
  var withRates: Prior {
    var prior = self
    for rate in [Parameter.guess, .lapse, .overdispersion] where self[rate] == .psignifit { prior[rate] = .beta(1, 10) }
    return prior
  }
}
