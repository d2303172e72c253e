package import PeachMath
import PeachSupport
package import PeachTrials

/// A fitted psychometric function and what is read from it. What the data do not determine is nil.
package struct FitResult: Hashable, Sendable {
  package var status: EstimateStatus
  /// In level units.
  package var threshold: Double?
  /// dψ/dx at the threshold, per level unit.
  package var slope: Double?
  /// dψ/dx at the threshold, per unit of the fit's scale where that is log10, else as `slope`.
  package var slopeOnScale: Double?
  /// F⁻¹(0.95) − F⁻¹(0.05): in level units, on log10 in units of that.
  package var width: Double?
  /// γ.
  package var guess: Double?
  /// λ.
  package var lapse: Double?
  /// Direction reading: the point of subjective equality, in level units.
  package var pse: Double?
  /// Direction reading: F⁻¹(0.75) − F⁻¹(0.5), in level units.
  package var jnd: Double?
  /// The point at which F is ½, on the scale of the fit.
  package var location: Double?
  /// 1/β, on the fit's scale.
  package var scale: Double?
  /// Without binomial coefficients; in a degenerate fit that of the limit.
  package var logLikelihood: Double?
  /// The log-likelihood with its penalty, of a reduced fit: what it maximises.
  package var penalised: Double?
  /// An upper bound of the threshold, from a reduced fit of only correct answers.
  package var bound: Double?
  /// How many parameters were free.
  package var parameters = 0
  /// The levels between which the step lies, if the likelihood is highest for a step. Both are equal if one level is
  /// partly correct.
  package var gap: ClosedRange<Double>?
  /// The proportion at the one level that is partly correct in a step.
  package var gapShare: Double?

  package init(status: EstimateStatus) { self.status = status }

  /// Direction reading: minus the point of subjective equality, in level units.
  package var bias: Double? { pse.map { 0 - $0 } }

  /// The function's own parameters α and β, as `function`'s formula has them, on the fit's scale; `nil` if no curve was
  /// fitted or they are beyond all numbers.
  package func parameters(of function: any PsychometricFunction.Type) -> (alpha: Double, beta: Double)? {
    guard let location, let scale else { return nil }
    let place = location - scale * function.standardQuantile(0.5)
    let (alpha, beta) = (function.usesLogarithm ? exp(place) : place, 1 / scale)
    return alpha.isFinite && beta.isFinite ? (alpha, beta) : nil
  }

  /// Threshold, ln scale, guess, lapse, where a curve was fitted.
  var point: FitPoint? {
    guard let location, let scale, let guess, let lapse else { return nil }
    return FitPoint(location, log(scale), guess, lapse)
  }

  package func value(of quantity: Quantity) -> Double? {
    switch quantity {
    case .threshold: threshold
    case .width: width
    case .pse: pse
    }
  }

  /// A step's gap with the exact levels of the data, which a logarithm and back has moved by their last digit.
  func snapped(to counts: Counts) -> FitResult {
    guard let gap else { return self }
    func level(_ place: Double) -> Double { counts.bins.first { Counts.isSame($0.level, place) }?.level ?? place }
    var result = self
    let (low, high) = (level(gap.lowerBound), level(gap.upperBound))
    result.gap = low...max(low, high)
    if low == high {
      if threshold != nil { result.threshold = low }
      if pse != nil { result.pse = low }
    }
    return result
  }
}
