import PeachMath
import PeachSupport

/// How a number differs between the listeners of a population, instead of the number: `{log-normal: {median: 12, sd:
/// 0.4}}`. One draw, by its quantiles.
enum ParameterDistribution: Hashable, Sendable {
  /// The normal distribution, truncated to the allowed range.
  case normal(mean: Double, deviation: Double, low: Double, high: Double)
  /// `deviation` is that of the natural logarithm.
  case logNormal(median: Double, deviation: Double)
  case uniform(from: Double, to: Double)
  case logUniform(from: Double, to: Double)
  case beta(a: Double, b: Double)

  static let names = ["normal", "log-normal", "uniform", "log-uniform", "beta"]

  /// The name and the settings if a node is a distribution: a mapping with only one name.
  static func entry(_ node: Node) -> Node.Entry? {
    guard case .mapping(let entries, _) = node, entries.count == 1, names.contains(entries[0].key) else { return nil }
    return entries[0]
  }

  /// Reads the settings of a distribution of this name; nil after a problem with them all.
  static func read(_ name: String, _ reader: Reader) -> ParameterDistribution {
    func number(_ key: String, in bounds: Bounds = .finite, _ meaning: String) -> Double {
      reader.number(key, unit: "1", in: bounds, meaning)
    }
    func ends(above bounds: Bounds) -> (Double, Double) {
      let from = number("from", in: bounds, "The lowest")
      let to = number("to", in: bounds, "The highest")
      guard from < to else {
        reader.report("expected from < to, got from: \(from.shortest) and to: \(to.shortest)", at: "to")
        return (from, from + 1)
      }
      return (from, to)
    }
    switch name {
    case "log-normal":
      return .logNormal(
        median: number("median", in: .positive, "Median of the distribution"),
        deviation: number("sd", in: .atLeast(0), "Standard deviation of the natural logarithm of the drawn values"))
    case "uniform":
      let (from, to) = ends(above: .finite)
      return .uniform(from: from, to: to)
    case "log-uniform":
      let (from, to) = ends(above: .positive)
      return .logUniform(from: from, to: to)
    case "beta":
      return .beta(
        a: number("a", in: .within(BetaDistribution.shapes), "First shape parameter a of the beta distribution"),
        b: number("b", in: .within(BetaDistribution.shapes), "Second shape parameter b of the beta distribution"))
    default:
      let mean = number("mean", "Mean of the normal distribution before it is cut at low and high")
      let deviation = number(
        "sd", in: .positive,
        "Standard deviation of the normal distribution before it is cut "
          + "at low and high")
      let low = reader.optionalNumber("low", unit: "1", "Lower limit of the draws") ?? -.infinity
      let high = reader.optionalNumber("high", unit: "1", "Upper limit of the draws") ?? .infinity
      guard low < high else {
        reader.report("expected a number above low, \(low.shortest), got \(high.shortest)", at: "high")
        return .normal(mean: mean, deviation: deviation, low: -.infinity, high: .infinity)
      }
      return .normal(mean: mean, deviation: deviation, low: low, high: high)
    }
  }

  var median: Double { quantile(0.5) }

  /// The smallest and the largest value that can be drawn.
  var ends: [Double] { [quantile(ParameterDistribution.leastShare), quantile(1 - ParameterDistribution.leastShare)] }

  /// Half of the smallest draw of 53 bits.
  private static let leastShare = 0x1p-54

  /// - Parameter unit: In 0..<1, a multiple of 2⁻⁵³.
  func drawn(_ unit: Double) -> Double { quantile(unit + ParameterDistribution.leastShare) }

  private func quantile(_ share: Double) -> Double {
    // In the upper half the distance from 1 has more digits than the share.
    func z(_ share: Double) -> Double { NormalDistribution.quantile(min(max(share, 0x1p-54), 1 - 0x1p-53)) }
    switch self {
    case .normal(let mean, let deviation, let low, let high):
      let below = low == -.infinity ? 0 : NormalDistribution.cumulative((low - mean) / deviation)
      let above = high == .infinity ? 1 : NormalDistribution.cumulative((high - mean) / deviation)
      return min(max(mean + deviation * z(below + share * (above - below)), low), high)
    case .logNormal(let median, let deviation): return median * exp(deviation * z(share))
    case .uniform(let from, let to): return from + share * (to - from)
    case .logUniform(let from, let to): return min(max(from * exp(share * log(to / from)), from), to)
    case .beta(let a, let b): return min(BetaDistribution.quantile(share, a: a, b: b), 1 - 0x1p-53)
    }
  }
}
