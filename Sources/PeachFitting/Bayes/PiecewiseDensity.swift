import PeachMath
import PeachSupport

/// Mass along a line, given at the points of Gauss–Legendre rules on neighbouring pieces. Between them the fourth root of
/// the density is the polynomial through them: so it is never negative, and a normal looks twice as wide.
struct PiecewiseDensity: Sendable {
  /// Rising; so many to each point of the rules.
  private(set) var places: [Double] = []
  private(set) var densities: [Double] = []
  /// The mass below each place.
  private(set) var masses: [Double] = []
  static let placesPerPoint = GaussLegendre.fineness / 2

  /// - Parameter pointMasses: Piece by piece, the density at the rule's points times the rule's weights.
  init(_ pieces: [RuledPiece], _ pointMasses: [Double]) {
    var first = 0
    for piece in pieces {
      append(piece, pointMasses[first..<(first + piece.count)])
      first += piece.count
    }
  }

  var mass: Double { masses.last ?? 0 }

  /// The range of the mass; `nil` if there is none.
  var bounds: ClosedRange<Double>? {
    guard let first = places.first, let last = places.last else { return nil }
    return first...last
  }

  /// Adds a piece above those there are.
  private mutating func append(_ piece: RuledPiece, _ pointMasses: ArraySlice<Double>) {
    let total = pointMasses.reduce(0, +)
    let rule = GaussLegendre.rule(piece.count)
    let (low, high) = (piece.low, piece.high)
    let half = (high - low) / 2
    let roots = zip(pointMasses, rule.weights).map { ($0 / ($1 * half)).squareRoot().squareRoot() }
    let fine = rule.refined(roots).map { $0 * $0 * $0 * $0 }
    // Simpson's rule on pairs of intervals.
    let step = 2 * (high - low) / Double(fine.count - 1)
    var sums = [0.0]
    for index in stride(from: 2, to: fine.count, by: 2) {
      sums.append(sums[index / 2 - 1] + (fine[index - 2] + 4 * fine[index - 1] + fine[index]) / 6 * step)
    }
    // The rule's own sum is the more accurate.
    let scale = total > 0 ? total / sums[sums.count - 1] : 0
    let start = mass
    for index in sums.indices where index > 0 || places.isEmpty {
      places.append(index == sums.count - 1 ? high : low + Double(index) * step)
      densities.append(fine[2 * index] * scale)
      masses.append(start + sums[index] * scale)
    }
  }

  /// Values given at the points of the rules, at the places that a density on the same pieces has.
  static func places(_ pieces: [RuledPiece], _ values: [Double]) -> [Double] {
    var places: [Double] = []
    var first = 0
    for piece in pieces {
      let fine = GaussLegendre.rule(piece.count).refined(Array(values[first..<(first + piece.count)]))
      first += piece.count
      for index in stride(from: places.isEmpty ? 0 : 2, to: fine.count, by: 2) { places.append(fine[index]) }
    }
    return places
  }

  /// The mass below `x`.
  func cumulative(_ x: Double) -> Double {
    guard let first = places.first, x > first else { return 0 }
    let index = places.firstRising { $0 >= x }
    guard index < places.count else { return mass }
    let step = places[index] - places[index - 1]
    return curve(before: index).value(at: (x - places[index - 1]) / step)
  }

  /// The mass below the places of an interval.
  private func curve(before index: Int) -> Hermite {
    let step = places[index] - places[index - 1]
    return Hermite(
      low: masses[index - 1], high: masses[index], lowSlope: densities[index - 1] * step,
      highSlope: densities[index] * step)
  }

  /// The place below which a share of the mass lies; the first where there is none.
  func quantile(_ share: Double) -> Double {
    let wanted = share * mass
    let index = max(masses.firstRising { $0 >= wanted }, 1)
    guard index < places.count else { return places.last ?? 0 }
    let share = curve(before: index).share(at: wanted)
    return places[index - 1] + share * (places[index] - places[index - 1])
  }
}

/// The cubic between two values with their slopes.
struct Hermite {
  var low: Double
  var high: Double
  var lowSlope: Double
  var highSlope: Double

  /// - Parameter share: Of the way, in 0…1.
  func value(at share: Double) -> Double {
    let rest = 1 - share
    return low * rest * rest * (1 + 2 * share) + high * share * share * (1 + 2 * rest)
      + share * rest * (lowSlope * rest - highSlope * share)
  }
}

extension Hermite {
  /// The share of the way at which a rising cubic has a value between its ends, to 1e-6 for one that is nearly straight.
  func share(at value: Double) -> Double {
    guard high > low else { return 0.5 }
    var share = (value - low) / (high - low)
    for _ in 0..<4 {
      let rest = 1 - share
      let slope =
        6 * share * rest * (high - low) + lowSlope * rest * (1 - 3 * share) + highSlope * share * (share - 2 * rest)
      guard slope > 0 else { break }
      share = min(max(share - (self.value(at: share) - value) / slope, 0), 1)
    }
    return share
  }
}

extension [Double] {
  /// The first index at which something holds that holds for all later ones; `count` where for none.
  func firstRising(_ holds: (Double) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
