import Glibc
import Numerics
import Psychometrics

/// A fitted curve at one level.
public struct CurvePoint: Hashable, Sendable {
  /// In level units.
  public var level: Double
  /// ψ.
  public var value: Double
  /// The ends of its pointwise interval; nil where the data give none.
  public var low: Double?
  public var high: Double?
}

extension FunctionFitter {
  /// The curve at levels, with the interval of each point by the delta method: Wald's about logit ψ, from the observed
  /// information of the parameters that lie on no bound, so that its ends stay between 0 and 1. A step has no interval.
  ///
  /// Source: Efron & Hinkley (1978), Biometrika 65:457–483, doi:10.1093/biomet/65.3.457; the logit as in Agresti (2002),
  /// Categorical Data Analysis, §5.1.
  func curve(at levels: [Double], _ result: FitResult, _ counts: Counts, confidence: Double) -> [CurvePoint]? {
    guard let values = probabilities(at: levels, of: result) else { return nil }
    let bare = zip(levels, values).map { CurvePoint(level: $0, value: $1) }
    guard let point = result.point else { return bare }
    let likelihood = likelihood(of: counts)
    var unknowns = likelihood.free
    for index in 0..<4 where point[index] <= likelihood.low[index] || point[index] >= likelihood.high[index] {
      unknowns.remove(index)
    }
    if unknowns.isEmpty { return bare }
    let observed = likelihood.expansion(at: point).observed
    let system = SymmetricSystem()
    let reach = NormalDistribution.quantile((1 + confidence) / 2)
    var curve = bare
    for index in curve.indices {
      let gradient = likelihood.probabilityGradient(at: settings.scale.place(of: levels[index]), point)
      guard let solved = system.solve(observed, gradient, unknowns: unknowns) else { return bare }
      let (value, variance) = (values[index], (gradient * solved).sum())
      guard value > 0, value < 1, variance >= 0, variance.isFinite else { continue }
      let (logit, spread) = (log(value / (1 - value)), reach * variance.squareRoot() / (value * (1 - value)))
      curve[index].low = 1 / (1 + exp(-(logit - spread)))
      curve[index].high = 1 / (1 + exp(-(logit + spread)))
    }
    return curve
  }
}
