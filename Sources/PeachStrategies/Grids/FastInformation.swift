import CVectors
import PeachMath
import PeachSupport

/// The information expected of an answer at every level at once, in single precision with a bound of its error, where
/// levels and thresholds lie on a lattice.
///
/// The sums over the grid are then correlations whose kernels are small enough for the cache. The mean of ψ needs no axes
/// of guess and lapse, in which ψ is affine: with F a sum over thresholds and slopes alone. Where there is one guess and
/// one lapse, both sums over slopes are made in a basis of a few numbers.
struct FastInformation: Sendable {
  private let order: [Int]
  private let thresholds: Int
  private let channels: Int
  /// The places of one threshold and slope.
  private let inner: Int
  /// 1 − γ − λ and γ of the places of one threshold.
  private let range: [Double]
  private let guess: [Double]
  private let groups: Int
  private let paddedLevels: Int
  private let kernel: AlignedFloats
  /// The lanes of each channel in the basis; `nil` if sums are over the channels themselves.
  private let basis: AlignedFloats?
  private let basisLanes: Int
  /// How many of the lanes belong to the entropies of answers, and the rest to F − ½.
  private let split: Int
  /// At most so large are the sums of the sizes of terms; `nil` if terms are not negative.
  private let sizes: (uncertainty: Double, half: Double)?
  /// How far combinations of the basis are from the kernels.
  private let residual: Double

  /// A vector of weights that are all less is left out; the bound allows for it.
  private static let least = 1e-9

  // The arithmetic keeps its scratch on the stack; larger grids are rare and take the plain way.
  private static let mostLevels = 1024
  private static let mostChannels = 4096

  /// Nil for a grid too large.
  ///
  /// - Parameter table: Of the levels on that lattice.
  init?(_ grid: ParameterGrid, on lattice: LatticeShape, _ table: LevelTable) {
    order = lattice.order
    thresholds = grid.values[0].count
    channels = grid.count / thresholds
    guard order.count <= Self.mostLevels, channels <= Self.mostChannels else { return nil }
    let rates = grid.rates
    inner = rates.count
    range = grid.values[1].flatMap { _ in rates.map { 1 - $0.guess - $0.lapse } }
    guess = grid.values[1].flatMap { _ in rates.map(\.guess) }
    let lanes = Int(GRID_LANES)
    let tile = Int(GRID_TILE)
    paddedLevels = (order.count + tile - 1) / tile * tile
    let rows = paddedLevels + thresholds - 1
    let plainGroups = (channels + grid.values[1].count + lanes - 1) / lanes
    if inner == 1, let reduced = Reduced(grid, lattice, table, rows: rows, mostGroups: plainGroups - 1) {
      groups = 2 * reduced.lanes / lanes
      kernel = AlignedFloats(reduced.kernel)
      basis = AlignedFloats(reduced.basis)
      basisLanes = reduced.lanes
      split = reduced.lanes
      sizes = reduced.sizes
      residual = reduced.residual
    } else {
      groups = plainGroups
      kernel = AlignedFloats(Self.kernel(lattice.halves(grid), table, rows: rows, groups: groups))
      basis = nil
      basisLanes = 0
      split = channels
      sizes = nil
      residual = 0
    }
  }

  /// For each distance and channel the entropy of an answer, and for each slope F − ½.
  private static func kernel(_ halves: [[Double]], _ table: LevelTable, rows: Int, groups: Int) -> [Float] {
    let lanes = Int(GRID_LANES)
    var kernel = [Float](repeating: 0, count: groups * rows * lanes)
    for (row, halves) in halves.enumerated() {
      for (channel, value) in (table.uncertainties(row) + halves).enumerated() {
        kernel[(channel / lanes * rows + row) * lanes + channel % lanes] = Float(value)
      }
    }
    return kernel
  }

  /// The levels, by their places in the list and in its order, of which one is the most informative or within
  /// `tolerance` of it.
  func candidates(_ weights: UnsafePointer<Double>, total: Double, tolerance: Double) -> [Int] {
    let size = groups * thresholds
    return withUnsafeTemporaryAllocation(
      byteCount: size * Int(GRID_LANES) * MemoryLayout<Float>.stride, alignment: AlignedFloats.alignment
    ) { floats in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: size) { rows in
        withUnsafeTemporaryAllocation(of: Int.self, capacity: groups) { counts in
          withUnsafeTemporaryAllocation(of: Double.self, capacity: 4 * paddedLevels) { numbers in
            guard let packed = floats.bindMemory(to: Float.self).baseAddress, let rows = rows.baseAddress,
              let counts = counts.baseAddress, let uncertainties = numbers.baseAddress
            else { return [] }
            var totals = [range[0], guess[0], 0]
            if let basis {
              totals[2] = grid_project(
                weights, thresholds, channels, basis.start, basisLanes, 1 / total, Self.least, packed, rows, counts)
            } else {
              grid_pack(
                weights, thresholds, channels, inner, range, guess, 1 / total, Self.least, packed, rows, counts,
                &totals)
            }
            let halves = uncertainties + paddedLevels
            grid_correlate(
              packed, rows, counts, kernel.start, groups, paddedLevels, thresholds, split, uncertainties, halves)
            return choose(uncertainties, halves, totals, tolerance: tolerance)
          }
        }
      }
    }
  }

  /// - Parameters:
  ///   - uncertainties: For each level the mean entropy of an answer.
  ///   - halves: For each level the mean of F − ½; three times as much memory, for the most information and what leads to it.
  ///   - totals: The means of 1 − γ − λ and of γ, and the weights that were left out.
  private func choose(
    _ uncertainties: UnsafeMutablePointer<Double>, _ halves: UnsafeMutablePointer<Double>, _ totals: [Double],
    tolerance: Double
  ) -> [Int] {
    // Each term has two rounded factors and is rounded in at most so many sums; 2⁻²⁴ is the unit roundoff. The
    // margin is far above what double precision and the lattice's tolerance leave.
    let rounding = Double(thresholds + groups + inner + 12 + (basis == nil ? 0 : channels)) * 0x1p-24
    let margin = 1e-10
    let middle = totals[1] + totals[0] / 2
    let error = rounding * (sizes?.half ?? totals[0]) + totals[2] / 2 + residual + margin
    let entropies = halves + paddedLevels
    let slopes = entropies + paddedLevels
    // A probability within its error of 0 or 1 is moved off; its error then covers where it was.
    for level in 0..<paddedLevels { halves[level] = min(max(middle + halves[level], 4 * error), 1 - 4 * error) }
    grid_events(halves, paddedLevels, entropies, slopes)
    var best = -Double.infinity
    for level in order.indices {
      let yes = halves[level]
      // The slope of the entropy of an event, |ln((1 − p)/p)|, changes by at most 1/(p(1 − p)) for each unit of p.
      let moved = yes <= 4 * error || yes >= 1 - 4 * error ? 0.7 : 0
      let slope = slopes[level] + 4 * error / (yes * (1 - yes))
      let rounded = rounding * (sizes?.uncertainty ?? uncertainties[level])
      let wrong = rounded + totals[2] * M_LN2 + residual + error * slope + margin + moved
      let value = entropies[level] - uncertainties[level]
      halves[level] = value + wrong
      best = max(best, value - wrong)
    }
    return order.indices.filter { halves[$0] >= best - tolerance }.map { order[$0] }.sorted()
  }
}

/// The kernels in a basis that both share, for a grid with one guess and one lapse.
private struct Reduced {
  /// A multiple of the lanes of a vector.
  var lanes: Int
  var kernel: [Float]
  var basis: [Float]
  var sizes: (uncertainty: Double, half: Double)
  var residual: Double

  /// The largest error of a basis, about that of single precision.
  private static let tolerance = 2e-6

  /// `nil` if it would not save a group of lanes.
  init?(_ grid: ParameterGrid, _ lattice: LatticeShape, _ table: LevelTable, rows: Int, mostGroups: Int) {
    let width = Int(GRID_LANES)
    let rate = grid.rates[0]
    let range = 1 - rate.guess - rate.lapse
    let uncertainties = (0..<lattice.rows).map { Array(table.uncertainties($0)) }
    let halves = lattice.halves(grid).map { row in row.map { range * $0 } }
    let most = mostGroups / 2 * width
    guard most > 0, let found = KernelBasis(uncertainties + halves, tolerance: Self.tolerance, most: most) else {
      return nil
    }
    lanes = (found.count + width - 1) / width * width
    let groups = lanes / width
    var kernel = [Float](repeating: 0, count: 2 * groups * rows * width)
    for (index, coefficients) in found.coefficients.enumerated() {
      let (half, row) = index.quotientAndRemainder(dividingBy: lattice.rows)
      for (lane, coefficient) in coefficients.enumerated() {
        let group = half * groups + lane / width
        kernel[(group * rows + row) * width + lane % width] = Float(coefficient)
      }
    }
    self.kernel = kernel
    let lanes = lanes
    basis = found.columns.flatMap { column in (0..<lanes).map { $0 < column.count ? Float(column[$0]) : 0 } }
    let rowSizes = found.coefficients.map(found.size)
    sizes = (rowSizes[..<lattice.rows].max() ?? 0, rowSizes[lattice.rows...].max() ?? 0)
    residual = found.error
  }
}
