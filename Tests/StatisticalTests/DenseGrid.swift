import Glibc
import PeachFitting
import PeachMath
import PeachTrials

/// The likelihood of a cumulative normal with its highest point and profile, found on dense grids whose best points are
/// polished by GSL's simplex or by golden sections: what a fit must find, by none of its means.
struct DenseGrid {
  let bins: [Counts.Bin]
  let guess: Double
  /// Whether the lower asymptote is the lapse rate, so that levels are signed.
  let isTied: Bool
  /// Whether the penalty is part of the likelihood: ½ ln det I(α, β) with the lapse rate if the guess rate is tied to it,
  /// else half of that without asymptotes.
  let isPenalised: Bool

  /// Φ in steps of 1/400 from −10 to 10, for grids; good to 1e-6.
  private static let table = (0...8001).map { 0.5 * erfc((10 - Double($0) / 400) * 0.5.squareRoot()) }

  @inline(__always)
  private static func rough(_ u: Double) -> Double {
    if u <= -10 { return 0 }
    if u >= 10 { return 1 }
    let place = (u + 10) * 400
    let index = Int(place)
    return table[index] + (place - Double(index)) * (table[index + 1] - table[index])
  }

  /// - Parameter isRough: Whether Φ is taken from the table.
  func logLikelihood(_ location: Double, _ scale: Double, _ lapse: Double, isRough: Bool = false) -> Double {
    let low = isTied ? lapse : guess
    let height = 1 - low - lapse
    var (sum, product) = (0.0, 1.0)
    for bin in bins {
      let u = (bin.level - location) / scale
      let below = isRough ? Self.rough(u) : 0.5 * erfc(-u * 0.5.squareRoot())
      let above = isRough ? 1 - below : 0.5 * erfc(u * 0.5.squareRoot())
      let positive = max(low + height * below, 1e-300)
      let negative = max(lapse + height * above, 1e-300)
      let rest = bin.trials - bin.positives
      if bin.positives == 1 { product *= positive } else if bin.positives > 0 { sum += bin.positives * log(positive) }
      if rest == 1 { product *= negative } else if rest > 0 { sum += rest * log(negative) }
      if product < 1e-200 {
        sum += log(product)
        product = 1
      }
    }
    return sum + log(product) + (isPenalised ? penalty(location, scale, lapse, isRough: isRough) : 0)
  }

  /// I(α, β) = Σ n (∂ψ/∂u)²/(ψ(1 − ψ)) · (1, x; x, x²) with u = α + βx; its determinant by pairs of levels, none of which is
  /// negative.
  private func penalty(_ location: Double, _ scale: Double, _ lapse: Double, isRough: Bool) -> Double {
    let rate = isTied ? lapse : 0
    let height = 1 - rate - rate
    let told = bins.map { bin in
      let u = (bin.level - location) / scale
      let below = isRough ? Self.rough(u) : 0.5 * erfc(-u * 0.5.squareRoot())
      let above = isRough ? Self.rough(-u) : 0.5 * erfc(u * 0.5.squareRoot())
      // The table ends at 10, where next to nothing is told.
      let rise = isRough && abs(u) >= 10 ? 0 : height * exp(-u * u / 2) / (2 * Double.pi).squareRoot()
      return (
        level: bin.level,
        weight: bin.trials * (rise / max(rate + height * below, 1e-300)) * (rise / max(rate + height * above, 1e-300))
      )
    }
    var determinant = 0.0
    for (index, one) in told.enumerated() where one.weight > 0 {
      for other in told[..<index] {
        determinant += one.weight * other.weight * (one.level - other.level) * (one.level - other.level)
      }
    }
    return determinant > 0 ? (isTied ? 0.5 : 0.25) * log(determinant) : -.infinity
  }

  /// The places where a grid is higher than all about it, the highest first; of a grid of rows one after the other.
  static func peaks(_ values: [Double], columns: Int, within margin: Double) -> [Int] {
    let top = values.max() ?? -.infinity
    let rows = values.count / columns
    func isPeak(_ index: Int) -> Bool {
      let (row, column) = (index / columns, index % columns)
      for y in max(0, row - 1)...min(rows - 1, row + 1) {
        for x in max(0, column - 1)...min(columns - 1, column + 1) where values[y * columns + x] > values[index] {
          return false
        }
      }
      return true
    }
    return values.indices.filter { values[$0] > top - margin && isPeak($0) }.sorted { values[$0] > values[$1] }
  }

  /// The farthest places on one side at which a profile lies above 0: where it falls below for the last time of all that
  /// are looked at. Nil where it is above at the end.
  static func end(_ places: [Double], _ depth: (Double) -> Double) -> Double? {
    guard let last = places.indices.last(where: { $0 == 0 || depth(places[$0]) >= 0 }), last + 1 < places.count else {
      return nil
    }
    var (inside, outside) = (places[last], places[last + 1])
    for _ in 0..<12 {
      let middle = (inside + outside) / 2
      if depth(middle) >= 0 { inside = middle } else { outside = middle }
    }
    return (inside + outside) / 2
  }
}

/// A grid of one track: its highest likelihood, and the profile of its threshold.
protocol TrackGrid {
  /// With steps, which no grid has points for.
  func highest() throws -> (value: Double, threshold: Double)
  /// The highest likelihood with the threshold at a value; −∞ where there is none.
  func profile(_ threshold: Double) throws -> Double
  /// Where the profile is looked at, from the threshold outwards.
  func places(from threshold: Double, side: Double) -> [Double]
}

/// Answers "higher" against signed levels, lapse 0.01; the threshold is the level with 3 of 4 correct over both signs.
struct DirectionGrid: TrackGrid {
  private let grid: DenseGrid
  private let smallest: Double
  private let largest: Double
  /// asinh of biases in scales, and the thresholds of curves of scale 1 with them.
  private let units: [(place: Double, threshold: Double)]
  private static let step = 0.04
  private static let allUnits = stride(from: -10.5, through: 10.5, by: step).map {
    (place: $0, threshold: unitThreshold(sinh($0)))
  }

  init(_ counts: Counts, _ method: FitMethod) {
    grid = DenseGrid(bins: counts.bins, guess: 0, isTied: true, isPenalised: method == .reduced)
    let sizes = counts.bins.map { abs($0.level) }.filter { $0 > 0 }
    (smallest, largest) = (sizes.min() ?? 1, sizes.max() ?? 1)
    units = Self.allUnits
  }

  private static func unitThreshold(_ bias: Double) -> Double {
    let rise = 0.5 / 0.98
    var (low, high) = (0.0, abs(bias) + 20)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      let found = 0.5 * (erfc((bias - middle) * 0.5.squareRoot()) - erfc((bias + middle) * 0.5.squareRoot()))
      if found < rise { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  private func value(_ location: Double, _ logScale: Double, isRough: Bool = false) -> Double {
    let scales = log(smallest / 64)...log(64 * largest)
    guard abs(location) <= 2 * largest, scales.contains(logScale) else { return -.infinity }
    return grid.logLikelihood(location, exp(logScale), 0.01, isRough: isRough)
  }

  func highest() throws -> (value: Double, threshold: Double) {
    let levels = grid.bins.map(\.level)
    let sizes: [Double] = stride(from: log(smallest / 4), through: log(2 * largest), by: 0.15).map { exp($0) }
    let typical = levels.map(abs).sorted()[levels.count * 3 / 4]
    let middles: [Double] = zip(levels, levels.dropFirst()).map { ($0 + $1) / 2 }
    let even: [Double] = (-60...60).map { typical * Double($0) / 30 }
    let locations = Set(sizes + sizes.map { -$0 } + levels + middles + even).sorted()
    let scales = Array(stride(from: log(smallest / 16), through: log(8 * largest), by: 0.12))
    let values = locations.flatMap { location in scales.map { value(location, $0, isRough: true) } }
    var best = (value: -Double.infinity, threshold: 0.0)
    for index in DenseGrid.peaks(values, columns: scales.count, within: 2).prefix(6) {
      let start = [locations[index / scales.count], scales[index % scales.count]]
      let found = try Simplex.minimum(start: start, steps: [exp(start[1]) / 4, 0.1], tolerance: 1e-6) {
        -value($0[0], $0[1])
      }
      if -found.value > best.value {
        let scale = exp(found.point[1])
        best = (-found.value, scale * Self.unitThreshold(found.point[0] / scale))
      }
    }
    return best
  }

  func profile(_ threshold: Double) -> Double {
    func value(_ place: Double, _ unit: Double, isRough: Bool) -> Double {
      let scale = threshold / unit
      return self.value(sinh(place) * scale, log(scale), isRough: isRough)
    }
    let values = units.map { value($0.place, $0.threshold, isRough: true) }
    var best = -Double.infinity
    for index in DenseGrid.peaks(values, columns: values.count, within: 0.5).prefix(4) where values[index].isFinite {
      var (low, high) = (units[index].place - Self.step, units[index].place + Self.step)
      func exact(_ place: Double) -> Double { value(place, Self.unitThreshold(sinh(place)), isRough: false) }
      best = max(best, exact(units[index].place))
      for _ in 0..<16 {
        let (left, right) = (high - 0.618034 * (high - low), low + 0.618034 * (high - low))
        let (first, second) = (exact(left), exact(right))
        best = max(best, first, second)
        if first > second { high = right } else { low = left }
      }
    }
    return best
  }

  func places(from threshold: Double, side: Double) -> [Double] {
    // To the edge of the box: of no bias and the smallest scale, or far beyond the largest level.
    let edge = side < 0 ? smallest / 64 * 0.7 : 100 * largest
    return Array(stride(from: log(threshold), through: log(edge), by: side * 0.02)).map { exp($0) }
  }
}

/// Correct answers against the level, guess ½, lapse free to 0.1; the threshold is where F is ½.
struct AccuracyGrid: TrackGrid {
  private let grid: DenseGrid
  private let locations: ClosedRange<Double>
  private let logScales: ClosedRange<Double>
  /// ln scales of a grid, up to a function that is flat.
  private let scales: [Double]
  private static let lapses = [0, 0.02, 0.04, 0.06, 0.08, 0.1]

  init(_ counts: Counts, _ method: FitMethod) {
    let bins = counts.bins
    grid = DenseGrid(bins: bins, guess: 0.5, isTied: false, isPenalised: method == .reduced)
    let (first, last) = (bins[0].level, bins[bins.count - 1].level)
    let range = last - first
    let spacing = zip(bins, bins.dropFirst()).map { $1.level - $0.level }.min() ?? range
    // 2 Φ⁻¹(0.95)
    let width = 3.289_707_253_902_945
    locations = first - range...last + range
    logScales = log(0.02 * spacing / width)...log(300 * range / width)
    scales =
      [logScales.lowerBound]
      + stride(from: max(logScales.lowerBound, log(range / 2000)), through: log(40 * range), by: 0.15)
      + [logScales.upperBound]
  }

  private func value(_ location: Double, _ logScale: Double, _ lapse: Double, isRough: Bool = false) -> Double {
    // Beyond a bound the value on it, less a little for every step outside, so that the simplex comes back.
    let scale = min(max(logScale, logScales.lowerBound), logScales.upperBound)
    let inside = min(max(lapse, 0), 0.1)
    let place = min(max(location, locations.lowerBound), locations.upperBound)
    let outside = abs(scale - logScale) + abs(inside - lapse) + abs(place - location)
    return grid.logLikelihood(place, exp(scale), inside, isRough: isRough) - 1e-3 * outside
  }

  func highest() throws -> (value: Double, threshold: Double) {
    let levels = grid.bins.map(\.level)
    let (first, range) = (levels[0], levels[levels.count - 1] - levels[0])
    let extent = locations.upperBound - locations.lowerBound
    let even: [Double] = (0...90).map { locations.lowerBound + extent * Double($0) / 90 }
    let low: [Double] = (1...28).map { first + range * exp(-0.25 * Double($0)) }
    let middles: [Double] = zip(levels, levels.dropFirst()).map { ($0 + $1) / 2 }
    let starts = Set(levels + middles + even + low).sorted()
    var best = (value: -Double.infinity, threshold: 0.0)
    for lapse in [0, 0.05, 0.1] {
      let values = starts.flatMap { location in scales.map { value(location, $0, lapse, isRough: true) } }
      for index in DenseGrid.peaks(values, columns: scales.count, within: 3).prefix(4) {
        let start = [starts[index / scales.count], scales[index % scales.count], lapse]
        let steps = [exp(start[1]) / 4, 0.1, lapse > 0.05 ? -0.01 : 0.01]
        let found = try Simplex.minimum(start: start, steps: steps, tolerance: 1e-6, iterations: 800) {
          -value($0[0], $0[1], $0[2])
        }
        if -found.value > best.value { best = (-found.value, found.point[0]) }
      }
    }
    return best
  }

  func profile(_ threshold: Double) throws -> Double {
    let values = Self.lapses.flatMap { lapse in scales.map { value(threshold, $0, lapse, isRough: true) } }
    var best = -Double.infinity
    for index in DenseGrid.peaks(values, columns: scales.count, within: 1).prefix(4) where values[index].isFinite {
      let lapse = Self.lapses[index / scales.count]
      let start = [scales[index % scales.count], lapse]
      let found = try Simplex.minimum(
        start: start, steps: [0.1, lapse > 0.05 ? -0.01 : 0.01], tolerance: 1e-5, iterations: 300
      ) { -value(threshold, $0[0], $0[1]) }
      best = max(best, -found.value)
    }
    return best
  }

  /// Closer together near the threshold.
  func places(from threshold: Double, side: Double) -> [Double] {
    let edge = side < 0 ? locations.lowerBound : locations.upperBound
    return (0...300).map { index in
      let share = Double(index) / 300
      return index == 300 ? edge : threshold + (edge - threshold) * (0.9 * share * share + 0.1 * share)
    }
  }
}
