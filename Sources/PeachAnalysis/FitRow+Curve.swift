package import PeachFitting
import PeachMath
import PeachSupport

/// The curve of a fit for drawings. It is computed on demand, because most fits are not drawn.
extension FitRow {
  /// Whether levels stand on a logarithm: where the fit does, and where they span more than a decade, as those of most
  /// staircases.
  package var isLogDrawn: Bool {
    guard let first = counts.bins.first?.level, let last = counts.bins.last?.level, first > 0 else { return false }
    return settings.scale != .linear || last > 10 * first
  }

  /// The curve with its pointwise 95 % band, from below the lowest level to above the highest; `nil` if none was fitted.
  /// The band has ends at every third point. They are posterior intervals, or profile intervals of maximum likelihood.
  package func curve(points: Int = 121) -> [CurvePoint]? {
    guard let first = counts.bins.first?.level, let last = counts.bins.last?.level else { return nil }
    func place(_ level: Double) -> Double { isLogDrawn ? log(level) : level }
    let (low, high) = (place(first), place(last))
    let margin = low == high ? (low == 0 ? 1 : abs(low) * 0.5) : (high - low) * 0.08
    // Levels of the accuracy reading are distances: none is below 0.
    let from = !isLogDrawn && first >= 0 ? max(0, low - margin) : low - margin
    let step = (high + margin - from) / Double(points - 1)
    let levels = (0..<points).map { from + step * Double($0) }.map { isLogDrawn ? exp($0) : $0 }
    let fitter = settings.makeFitter()
    guard let values = fitter.probabilities(at: levels, of: result) else { return nil }
    var curve = zip(levels, values).map { CurvePoint(level: $0, value: $1) }
    let places = Array(stride(from: 0, to: points, by: 3))
    for (place, interval) in zip(places, band(at: places.map { levels[$0] }, fitter)) {
      (curve[place].low, curve[place].high) = (interval.low, interval.high)
    }
    return curve
  }

  /// The pointwise 95 % intervals of ψ at levels.
  private func band(at levels: [Double], _ fitter: any Fitter) -> [ConfidenceInterval] {
    if let bayes {
      let posterior = bayes.fit(counts)
      return posterior.intervals(of: levels.map { level in { posterior.probability(at: level, $0) } })
    }
    let points = fitter.curve(at: levels, result, counts, confidence: 0.95) ?? []
    return points.map { ConfidenceInterval(low: $0.low, high: $0.high) }
  }

  /// How the band is found, in words.
  package var bandKind: String {
    if bayes != nil { return "posterior" }
    return settings.method == .ml ? "profile likelihood" : "the posterior that the penalised likelihood stands for"
  }

  /// The likelihood by threshold and width, as far as the 95 % region reaches; `nil` if the data do not bound it.
  package var surface: LikelihoodSurface? {
    settings.makeFitter().surface(result, counts, confidence: 0.95, size: 49)
  }
}
