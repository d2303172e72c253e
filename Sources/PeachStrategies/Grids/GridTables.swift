import PeachSupport

/// What the tracks on one grid look up: its prior, and what each level says of each place. Large, so that it is made for
/// the first track and shared by all.
final class GridTables: Sendable {
  let logPrior: [Double]
  let prior: [Double]
  let table: LevelTable
  /// Nil where levels and thresholds are on no lattice, or the grid is too large.
  let fast: LazyValue<FastInformation?>

  init(_ grid: ParameterGrid, levels: [Double]) {
    logPrior = grid.logPrior
    prior = logPrior.map { exp($0) }
    let lattice = LatticeShape(grid, levels: levels)
    let table = lattice.map { LevelTable(grid, on: $0) } ?? LevelTable(grid, levels: levels)
    self.table = table
    fast = LazyValue { lattice.flatMap { FastInformation(grid, on: $0, table) } }
  }
}
