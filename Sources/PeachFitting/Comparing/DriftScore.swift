import PeachMath
import PeachSupport

extension FunctionFitter {
  /// How much sooner and later answers pull a fitted curve apart: the score of a parameter that is greater in the first
  /// counts by as much as it is less in the second, over its standard deviation. Positive where the first have the greater
  /// one. The parameter is the threshold; in the direction reading, whose threshold is a bias, ln of the scale.
  ///
  /// `nil` if there is no curve, or the answers say nothing about it.
  ///
  /// The sum of scores is a martingale however levels were chosen, so that it keeps its distribution in adaptive tracks,
  /// where likelihood ratios do not. What the other parameters, fitted to the same answers, take of its variance is left
  /// in: taken out, as is usual, short adaptive tracks look as if they drifted.
  ///
  /// Source: Rao (1948), Math. Proc. Camb. Phil. Soc. 44:50–57, doi:10.1017/S0305004100023987, for the score; Hall & Heyde
  /// (1980), Martingale limit theory and its application, ch. 6, for dependent observations.
  func driftScore(_ first: Counts, _ second: Counts, around result: FitResult) -> Double? {
    guard let point = result.point else { return nil }
    let parameter = settings.reading == .direction ? 1 : 0
    let likelihood = likelihood(of: first)
    var (score, information) = (0.0, 0.0)
    for (counts, sign) in [(first, 1.0), (second, -1.0)] {
      guard let values = probabilities(at: counts.bins.map(\.level), of: result) else { return nil }
      for (bin, value) in zip(counts.bins, values) where value > 0 && value < 1 {
        let slope = likelihood.probabilityGradient(at: settings.scale.place(of: bin.level), point)[parameter]
        score += sign * (bin.positives - bin.trials * value) / (value * (1 - value)) * slope
        information += bin.trials * slope * slope / (value * (1 - value))
      }
    }
    return information > 0 ? score / information.squareRoot() : nil
  }
}
