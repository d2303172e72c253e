import PeachMath

/// A Gauss–Legendre rule on an interval.
struct RuledPiece: Sendable {
  let low: Double
  let high: Double
  let count: Int

  init(_ range: ClosedRange<Double>, count: Int) {
    low = range.lowerBound
    high = range.upperBound
    self.count = count
  }

  var points: [Double] { GaussLegendre.rule(count).points.map { (low + high) / 2 + (high - low) / 2 * $0 } }

  var weights: [Double] { GaussLegendre.rule(count).weights.map { $0 * (high - low) / 2 } }

  /// Rules over a range, broken where something is not smooth.
  ///
  /// - Parameter count: How many points there are, about.
  static func pieces(_ range: ClosedRange<Double>, kinks: [Double], count: Int) -> [RuledPiece] {
    let (low, high) = (range.lowerBound, range.upperBound)
    let breaks = [low] + Set(kinks).filter { $0 > low && $0 < high }.sorted() + [high]
    return zip(breaks, breaks.dropFirst()).flatMap { from, to in
      let share = Int((Double(count) * (to - from) / (high - low)).rounded(.up))
      // A short piece needs a few of its own.
      let points = share + (breaks.count > 2 ? 4 : 0)
      let parts = (points + GaussLegendre.most - 1) / GaussLegendre.most
      return (0..<parts).map { part in
        let ends = [part, part + 1].map { from + (to - from) * Double($0) / Double(parts) }
        return RuledPiece(ends[0]...ends[1], count: (points + parts - 1) / parts)
      }
    }
  }
}
