import CGrids
import Glibc
import Psychometrics

/// The expected information of every level at once, in single precision with a bound of its error, where levels and
/// thresholds are equally spaced on one lattice.
///
/// What a level says of a threshold then depends on their distance alone: the sums over the grid are correlations, their
/// kernels small enough for the cache. The mean of ψ needs no axes of guess and lapse, in which ψ is affine.
struct Lattice: Sendable {
  /// How many levels, and for each the place in the list.
  private let listIndex: [Int]
  private let thresholds: Int
  private let slopes: Int
  /// The places of one threshold.
  private let channels: Int
  /// 1 − γ − λ and γ of the places of one threshold and slope.
  private let range: [Double]
  private let guess: [Double]
  private let groups: Int
  private let paddedLevels: Int
  private let kernel: [Float]

  /// How far from a lattice, in its steps, levels and thresholds may lie.
  private static let tolerance = 1e-11

  /// Nil where levels and thresholds do not lie on one lattice.
  init?(_ grid: ParameterGrid, levels: [Double]) {
    let usesLogarithm = grid.function.usesLogarithm
    func position(_ x: Double) -> Double { usesLogarithm ? log(x) : x }
    let alphas = grid.values[0].map(position)
    let order = levels.indices.sorted { levels[$0] < levels[$1] }
    let places = order.map { position(grid.scaled(levels[$0])) }
    guard alphas.count > 1, levels.count > 1, let first = alphas.first, let last = alphas.last else { return nil }
    let step = (last - first) / Double(alphas.count - 1)
    let origin = ((places[0] - first) / step).rounded()
    func isOnLattice(_ values: [Double], from start: Double) -> Bool {
      values.enumerated().allSatisfy { index, value in
        abs((value - first) / step - (start + Double(index))) <= Self.tolerance
      }
    }
    guard step > 0, origin.isFinite, isOnLattice(alphas, from: 0), isOnLattice(places, from: origin) else { return nil }

    listIndex = order
    thresholds = alphas.count
    slopes = grid.values[1].count
    channels = grid.count / thresholds
    let inner = channels / slopes
    let ends = (0..<inner).map { grid.parameters(at: $0) }
    range = ends.map { 1 - $0.guess - $0.lapse }
    guess = ends.map(\.guess)
    let lanes = Int(GRID_LANES)
    groups = (channels + slopes + lanes - 1) / lanes
    paddedLevels = (levels.count + Int(GRID_TILE) - 1) / Int(GRID_TILE) * Int(GRID_TILE)
    kernel = Lattice.kernel(
      grid, ends: ends.map { ($0.guess, $0.lapse) }, rows: paddedLevels + thresholds - 1,
      used: levels.count + thresholds - 1,
      groups: groups
    ) { row in (origin + Double(row - (alphas.count - 1))) * step }
  }

  /// For each distance and channel the uncertainty of an answer, and for each slope F − ½.
  private static func kernel(
    _ grid: ParameterGrid, ends: [(guess: Double, lapse: Double)], rows: Int, used: Int, groups: Int,
    distance: (Int) -> Double
  ) -> [Float] {
    let lanes = Int(GRID_LANES)
    var kernel = [Float](repeating: 0, count: groups * rows * lanes)
    for row in 0..<used {
      func put(_ channel: Int, _ value: Double) {
        kernel[(channel / lanes * rows + row) * lanes + channel % lanes] = Float(value)
      }
      for (index, slope) in grid.values[1].enumerated() {
        let u = slope * distance(row)
        let value = grid.function.standardValue(u)
        let complement = grid.function.standardComplement(u)
        for (inner, end) in ends.enumerated() {
          let range = 1 - end.guess - end.lapse
          put(
            index * ends.count + inner, Entropy.binary(end.guess + range * value, end.lapse + range * complement))
        }
        put(grid.values[1].count * ends.count + index, value - 0.5)
      }
    }
    return kernel
  }

  /// What an answer at each level is expected to tell, in nats, and how wrong that may be.
  private struct Gain {
    var value: Double
    var error: Double
  }

  /// The levels, by their places in the list and in its order, of which one is the most informative or within
  /// `tolerance` of it.
  func candidates(_ weights: UnsafePointer<Double>, total: Double, tolerance: Double) -> [Int] {
    let lanes = Int(GRID_LANES)
    return withUnsafeTemporaryAllocation(of: Float.self, capacity: groups * thresholds * lanes) { packed in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * paddedLevels * lanes) { sums in
        guard let packed = packed.baseAddress, let sums = sums.baseAddress else { return [] }
        packed.initialize(repeating: 0, count: groups * thresholds * lanes)
        var totals = (0.0, 0.0)
        withUnsafeMutablePointer(to: &totals) {
          $0.withMemoryRebound(to: Double.self, capacity: 2) {
            grid_pack(weights, thresholds, channels, range.count, range, guess, 1 / total, packed, $0)
          }
        }
        let halves = sums + paddedLevels * lanes
        grid_correlate(packed, kernel, groups, paddedLevels, thresholds, channels, sums, halves)
        return choose(sums, halves, middle: totals.1 + totals.0 / 2, span: totals.0, tolerance: tolerance)
      }
    }
  }

  private func choose(
    _ uncertainties: UnsafePointer<Float>, _ halves: UnsafePointer<Float>, middle: Double, span: Double,
    tolerance: Double
  ) -> [Int] {
    // Each term has two rounded factors and is rounded in at most so many sums; 2⁻²⁴ is the unit roundoff.
    let rounding = Double(thresholds + groups + 6) * 0x1p-24
    let margin = 1e-10
    var best = -Double.infinity
    var gains: [Gain] = []
    gains.reserveCapacity(listIndex.count)
    for level in listIndex.indices {
      let uncertainty = sum(uncertainties + level * Int(GRID_LANES))
      let probability = middle + sum(halves + level * Int(GRID_LANES))
      let error = rounding * span / 2 + margin
      let value = Entropy.binary(probability, 1 - probability) - uncertainty
      let slope = max(Lattice.slope(at: probability - error), Lattice.slope(at: probability + error))
      gains.append(Gain(value: value, error: rounding * uncertainty + error * slope + margin))
      best = max(best, value - gains[level].error)
    }
    return gains.indices.filter { gains[$0].value + gains[$0].error >= best - tolerance }.map { listIndex[$0] }.sorted()
  }

  private func sum(_ lanes: UnsafePointer<Float>) -> Double {
    var sum = 0.0
    for lane in 0..<Int(GRID_LANES) { sum += Double(lanes[lane]) }
    return sum
  }

  /// How steep the entropy of an event is at a probability; infinite outside 0…1.
  private static func slope(at probability: Double) -> Double {
    probability > 0 && probability < 1 ? abs(log((1 - probability) / probability)) : .infinity
  }
}
