import PeachSupport

/// A density that a prior can have, up to its normalisation.
///
/// All of them are finite, so that there is a highest posterior; and those of a rate have a concave logarithm, so that the
/// best asymptotes for a given threshold and width are one point.
package enum PriorDensity: Hashable, Sendable {
  /// psignifit's: made from the levels for threshold and width (see `Prior`), `beta(1, 10)` for a rate.
  case psignifit
  case uniform(low: Double, high: Double)
  case normal(mean: Double, deviation: Double)
  /// Normal in ln x.
  case lognormal(median: Double, deviation: Double)
  /// Uniform in ln x.
  case loguniform(low: Double, high: Double)
  case gamma(shape: Double, scale: Double)
  case beta(Double, Double)
  /// 1 between `from` and `to`, and falling to 0 at `low` and at `high` as half a period of a cosine.
  case plateau(low: Double, from: Double, to: Double, high: Double)

  /// How it is written in a prior.
  package var text: String {
    arguments.isEmpty ? name : "\(name)(\(arguments.map(\.shortest).joined(separator: ", ")))"
  }

  var name: String {
    switch self {
    case .psignifit: "psignifit"
    case .uniform: "uniform"
    case .normal: "normal"
    case .lognormal: "lognormal"
    case .loguniform: "loguniform"
    case .gamma: "gamma"
    case .beta: "beta"
    case .plateau: "plateau"
    }
  }

  private var arguments: [Double] {
    switch self {
    case .psignifit: []
    case .uniform(let low, let high), .loguniform(let low, let high): [low, high]
    case .normal(let mean, let deviation): [mean, deviation]
    case .lognormal(let median, let deviation): [median, deviation]
    case .gamma(let shape, let scale): [shape, scale]
    case .beta(let first, let second): [first, second]
    case .plateau(let low, let from, let to, let high): [low, from, to, high]
    }
  }
}
