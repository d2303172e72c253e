public import Fitting
import Glibc
import Psychometrics

/// What is drawn of a fit: made when it is asked for, since most fits are not drawn.
extension FitRow {
  /// Whether levels stand on a logarithm: where the fit does, and where they span more than a decade, as those of most
  /// staircases.
  public var isLogDrawn: Bool {
    guard let first = counts.bins.first?.level, let last = counts.bins.last?.level, first > 0 else { return false }
    return settings.scale != .linear || last > 10 * first
  }

  /// The curve with its 95 % band, from below the lowest level to above the highest; nil where none was fitted.
  public func curve(points: Int = 121) -> [CurvePoint]? {
    guard let first = counts.bins.first?.level, let last = counts.bins.last?.level else { return nil }
    func place(_ level: Double) -> Double { isLogDrawn ? log(level) : level }
    let (low, high) = (place(first), place(last))
    let margin = low == high ? (low == 0 ? 1 : abs(low) * 0.5) : (high - low) * 0.08
    // Levels of the accuracy reading are distances: none is below 0.
    let from = !isLogDrawn && first >= 0 ? max(0, low - margin) : low - margin
    let step = (high + margin - from) / Double(points - 1)
    let levels = (0..<points).map { from + step * Double($0) }
    return settings.makeFitter().curve(at: isLogDrawn ? levels.map(exp) : levels, result, counts, confidence: 0.95)
  }

  /// The likelihood by threshold and width, as far as the 95 % region reaches; nil where the data do not bound it.
  public var surface: LikelihoodSurface? {
    settings.makeFitter().surface(result, counts, confidence: 0.95, size: 49)
  }
}
