import PeachMath
import PeachSupport

/// ψ, 1 − ψ, and the entropy of the answer, for each level and place.
///
/// A row holds the places of one threshold. On a lattice levels at the same distance from a threshold share a row.
struct LevelTable: Sendable {
  /// 1e-300 where it would be less: an answer that is impossible everywhere changes nothing.
  let positive: [Double]
  let negative: [Double]
  let uncertainty: [Double]
  let thresholds: Int
  /// The places of one threshold.
  let channels: Int
  /// From a threshold's row to the next one's.
  let step: Int
  private let starts: [Int]

  init(_ grid: ParameterGrid, levels: [Double]) {
    var table = Rows()
    for level in levels { grid.probabilities(at: level) { _, yes, no in table.append(yes, no) } }
    thresholds = grid.values[0].count
    channels = grid.count / thresholds
    step = channels
    (positive, negative, uncertainty) = (table.positive, table.negative, table.uncertainty)
    let places = grid.count
    starts = levels.indices.map { $0 * places }
  }

  init(_ grid: ParameterGrid, on lattice: LatticeShape) {
    var table = Rows()
    let rates = grid.rates
    for row in 0..<lattice.rows {
      for slope in grid.values[1] {
        let u = slope * lattice.distance(row)
        let value = grid.function.standardValue(u)
        let complement = grid.function.standardComplement(u)
        for rate in rates {
          let range = 1 - rate.guess - rate.lapse
          table.append(rate.guess + range * value, rate.lapse + range * complement)
        }
      }
    }
    thresholds = grid.values[0].count
    channels = grid.count / thresholds
    step = -channels
    (positive, negative, uncertainty) = (table.positive, table.negative, table.uncertainty)
    var starts = [Int](repeating: 0, count: lattice.order.count)
    for (rank, index) in lattice.order.enumerated() { starts[index] = (rank + thresholds - 1) * channels }
    self.starts = starts
  }

  /// The start of the first threshold's row of a level.
  func start(_ level: Int) -> Int { starts[level] }

  /// The start of the row of a threshold.
  func row(_ level: Int, threshold: Int) -> Int { starts[level] + threshold * step }

  /// The entropies of answers in a row of the table.
  func uncertainties(_ row: Int) -> ArraySlice<Double> { uncertainty[(row * channels)..<((row + 1) * channels)] }

  private struct Rows {
    var positive: [Double] = []
    var negative: [Double] = []
    var uncertainty: [Double] = []

    mutating func append(_ yes: Double, _ no: Double) {
      positive.append(max(yes, GridModel.leastProbability))
      negative.append(max(no, GridModel.leastProbability))
      uncertainty.append(Entropy.binary(yes, no))
    }
  }
}

/// Levels and thresholds that are equally spaced on one lattice of the function's scale: what a level says of a
/// threshold depends on their distance alone.
struct LatticeShape: Sendable {
  /// The places in the list of the levels, lowest first.
  let order: [Int]
  private let origin: Double
  private let spacing: Double
  private let thresholds: Int

  /// How far from the lattice, in its steps, levels and thresholds may lie.
  private static let tolerance = 1e-12

  /// `nil` if they do not lie on one lattice.
  init?(_ grid: ParameterGrid, levels: [Double]) {
    let usesLogarithm = grid.function.usesLogarithm
    func position(_ x: Double) -> Double { usesLogarithm ? log(x) : x }
    let alphas = grid.values[0].map(position)
    order = levels.indices.sorted { levels[$0] < levels[$1] }
    let places = order.map { position(grid.scaled(levels[$0])) }
    guard alphas.count > 1, levels.count > 1, let first = alphas.first, let last = alphas.last else { return nil }
    let step = (last - first) / Double(alphas.count - 1)
    let start = ((places[0] - first) / step).rounded()
    func isOnLattice(_ values: [Double], from start: Double) -> Bool {
      values.enumerated().allSatisfy { index, value in
        abs((value - first) / step - (start + Double(index))) <= Self.tolerance
      }
    }
    guard step > 0, start.isFinite, isOnLattice(alphas, from: 0), isOnLattice(places, from: start) else { return nil }
    origin = start
    spacing = step
    thresholds = alphas.count
  }

  /// How many distances there are.
  var rows: Int { order.count + thresholds - 1 }

  /// F − ½ at every distance, for each slope.
  func halves(_ grid: ParameterGrid) -> [[Double]] {
    (0..<rows).map { row in
      grid.values[1].map { slope in grid.function.standardValue(slope * distance(row)) - 0.5 }
    }
  }

  /// Level less threshold, for the level of rank i and threshold j in row i − j + thresholds − 1.
  func distance(_ row: Int) -> Double { (origin + Double(row - (thresholds - 1))) * spacing }
}
