import PeachMath
import PeachSupport

/// A posterior's grid with the threshold told by its quantiles given the other parameters: along every axis it is then
/// smooth.
struct QuantileTensor {
  enum Axis: CaseIterable {
    case threshold, width, guess, lapse
  }

  private let grid: PosteriorGrid
  var columns: [PosteriorGrid.Column] { grid.columns }
  var pairs: [RateGrid.Pair] { grid.rates.pairs }
  /// Along the threshold, for each column and each pair of rates.
  let densities: [[PiecewiseDensity]]
  /// The thresholds at the rule's quantiles, for each column and pair.
  private let thresholds: [[[Double]]]
  /// Quantiles at equal distances of a normal, and the mass that each stands for.
  private static let quantiles: [(share: Double, weight: Double)] = {
    let places = (0..<12).map { 0.7 * (Double($0) - 5.5) }
    let total = places.reduce(0) { $0 + NormalDistribution.density($1) }
    return places.map { (NormalDistribution.cumulative($0), NormalDistribution.density($0) / total) }
  }()

  init(_ grid: PosteriorGrid) {
    self.grid = grid
    densities = grid.thresholdDensities
    thresholds = densities.map { column in
      // Where a pair has no mass, that of another stands in.
      let whole = column.max { $0.mass < $1.mass } ?? PiecewiseDensity([], [])
      return column.map { density in Self.quantiles.map { (density.mass > 0 ? density : whole).quantile($0.share) } }
    }
  }

  func point(_ column: Int, _ pair: Int, threshold: Double) -> Posterior.Point {
    Posterior.Point(
      threshold: threshold, width: columns[column].width, guess: pairs[pair].guess, lapse: pairs[pair].lapse)
  }

  // MARK: Which axis

  /// The axis along which a number varies most; `nil` if it does not vary.
  func axis(of function: (Posterior.Point) -> Double) -> Axis? {
    let values = columns.indices.map { column in
      pairs.indices.map { pair in
        thresholds[column][pair].map { function(point(column, pair, threshold: $0)) }
      }
    }
    let most = densities.joined().reduce(0) { max($0, $1.mass) }
    let sample = zip(values.joined(), densities.joined()).filter { $1.mass > 1e-3 * most }
      .flatMap(\.0).filter(\.isFinite).sorted()
    let center = sample.isEmpty ? 0 : sample[sample.count / 2]
    let spread = sample.isEmpty ? 0 : sample[sample.count * 3 / 4] - sample[sample.count / 4]
    let scale = spread > 0 ? spread : 1
    // Far tails, and what is infinite, must not outweigh the rest.
    let tamed = values.map { column in
      column.map { pair in pair.map { $0.isFinite ? asinh(($0 - center) / scale) : $0 > 0 ? 5 : -5 } }
    }
    let best = Axis.allCases.map { (axis: $0, variance: variance(tamed, along: $0)) }
      .max { $0.variance < $1.variance }
    guard let best, best.variance > 0 else { return nil }
    return best.axis
  }

  /// The mass times the variance along an axis, summed over its lines.
  private func variance(_ values: [[[Double]]], along axis: Axis) -> Double {
    let lapses = grid.rates.lapse?.count ?? 1
    let parts = Self.quantiles.count
    func line(_ column: Int, _ pair: Int, _ part: Int) -> Int {
      switch axis {
      case .threshold: column * pairs.count + pair
      case .width: pair * parts + part
      case .guess: (column * lapses + pair % lapses) * parts + part
      case .lapse: (column * (pairs.count / lapses) + pair / lapses) * parts + part
      }
    }
    // Of masses, values and squares.
    var sums = [SIMD4<Double>](repeating: .zero, count: columns.count * pairs.count * parts)
    for column in columns.indices {
      for pair in pairs.indices {
        let mass = densities[column][pair].mass
        for (part, quantile) in Self.quantiles.enumerated() {
          let value = values[column][pair][part]
          let share = mass * quantile.weight
          sums[line(column, pair, part)] += SIMD4(share, share * value, share * value * value, 0)
        }
      }
    }
    return sums.reduce(0) { $1[0] > 0 ? $0 + max($1[2] - $1[1] * $1[1] / $1[0], 0) : $0 }
  }

  // MARK: Lines

  struct Line {
    var density: PiecewiseDensity
    var points: [Posterior.Point]
  }

  /// The lines along an axis other than the threshold.
  func lines(along axis: Axis) -> [Line] {
    let lapses = grid.rates.lapse?.count ?? 1
    let guesses = pairs.count / lapses
    var lines: [Line] = []
    for part in Self.quantiles.indices {
      switch axis {
      case .threshold:
        preconditionFailure("the threshold's lines are the densities")
      case .width:
        for pair in pairs.indices { lines.append(line(grid.logWidths, columns.indices.map { ($0, pair) }, part, axis)) }
      case .guess:
        guard let piece = grid.rates.guess else { continue }
        for column in columns.indices {
          for lapse in 0..<lapses {
            lines.append(line([piece], (0..<guesses).map { (column, $0 * lapses + lapse) }, part, axis))
          }
        }
      case .lapse:
        guard let piece = grid.rates.lapse else { continue }
        for column in columns.indices {
          for guess in 0..<guesses {
            lines.append(line([piece], (0..<lapses).map { (column, guess * lapses + $0) }, part, axis))
          }
        }
      }
    }
    return lines
  }

  /// The line through the given columns and pairs at one quantile of the threshold.
  private func line(
    _ pieces: [RuledPiece], _ nodes: [(column: Int, pair: Int)], _ part: Int, _ axis: Axis
  ) -> Line {
    let weight = Self.quantiles[part].weight
    let density = PiecewiseDensity(pieces, nodes.map { densities[$0.column][$0.pair].mass * weight })
    let places = PiecewiseDensity.places(pieces, nodes.map { thresholds[$0.column][$0.pair][part] })
    return Line(
      density: density,
      points: zip(density.places, places).map { value, threshold in
        var point = point(nodes[0].column, nodes[0].pair, threshold: threshold)
        switch axis {
        case .threshold: break
        case .width: point.width = exp(value)
        case .guess: point.guess = value
        case .lapse:
          point.lapse = value
          if grid.rates.isTied { point.guess = value }
        }
        return point
      })
  }
}
