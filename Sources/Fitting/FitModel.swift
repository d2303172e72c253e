/// ψ(x) = γ + (1 − γ − λ)·F((x − threshold)/scale), and which of its four parameters are free within which bounds.
///
/// Levels, threshold and scale are on the fit's scale: the level, or log10 of it.
public struct FitModel: Hashable, Sendable {
  /// One asymptote: fixed, or free from 0 to a bound.
  public enum Asymptote: Hashable, Sendable {
    case fixed(Double)
    case free(upTo: Double)

    var start: Double {
      switch self {
      case .fixed(let value): value
      case .free(let bound): min(0.02, bound / 2)
      }
    }
  }

  public enum Guess: Hashable, Sendable {
    case asymptote(Asymptote)
    /// γ = λ: the direction reading.
    case lapse
  }

  public var guess: Guess
  public var lapse: Asymptote
  public var thresholdBounds: ClosedRange<Double>
  /// Of the scale 1/β; above 0.
  public var scaleBounds: ClosedRange<Double>

  public init(
    guess: Guess, lapse: Asymptote, thresholdBounds: ClosedRange<Double>, scaleBounds: ClosedRange<Double>
  ) {
    self.guess = guess
    self.lapse = lapse
    self.thresholdBounds = thresholdBounds
    self.scaleBounds = scaleBounds
  }

  var isTied: Bool { guess == .lapse }

  /// Threshold, ln scale, guess, lapse; a tied guess is not a parameter.
  var free: UnknownSet {
    var set = UnknownSet(0, 1)
    if case .asymptote(.free) = guess { set.insert(2) }
    if case .free = lapse { set.insert(3) }
    return set
  }
}

/// A point in the space of parameters: threshold, ln scale, guess, lapse.
typealias FitPoint = SIMD4<Double>
