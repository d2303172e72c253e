/// A number along a line, with the mass below each place.
struct MassLine {
  private var values: [Double] = []
  private var places: [Double] = []
  private var masses: [Double] = []
  /// The mass's slope at each place.
  private var densities: [Double] = []
  private let isRising: Bool

  init(_ density: PiecewiseDensity, _ value: (Int) -> Double) {
    for index in stride(from: 0, to: density.places.count, by: PiecewiseDensity.placesPerPoint) {
      values.append(value(index))
      masses.append(density.masses[index])
      densities.append(density.densities[index])
      places.append(density.places[index])
    }
    isRising = zip(values, values.dropFirst()).allSatisfy { $0 <= $1 }
  }

  /// The range of the finite values.
  var range: ClosedRange<Double>? {
    let finite = values.lazy.filter(\.isFinite)
    guard let low = finite.min(), let high = finite.max() else { return nil }
    return low...high
  }

  func cumulative(_ value: Double) -> Double {
    if isRising {
      let index = values.firstRising { $0 > value }
      if index == 0 { return 0 }
      return index == values.count ? masses[index - 1] : masses[index - 1] + part(index, value)
    }
    return (1..<values.count).reduce(0) { $0 + part($1, value) }
  }

  /// The mass of the interval before a place where the number is not above `value`.
  private func part(_ index: Int, _ value: Double) -> Double {
    let (from, to) = (values[index - 1], values[index])
    let mass = masses[index] - masses[index - 1]
    if max(from, to) <= value { return mass }
    if min(from, to) > value { return 0 }
    let step = places[index] - places[index - 1]
    let curve = Hermite(
      low: 0, high: mass, lowSlope: densities[index - 1] * step, highSlope: densities[index] * step)
    guard from.isFinite && to.isFinite else { return 0 }
    let below = curve.value(at: (value - from) / (to - from))
    return from <= to ? below : mass - below
  }
}
