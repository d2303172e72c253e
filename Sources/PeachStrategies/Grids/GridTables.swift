import PeachSupport

/// Tables that all tracks on one grid share: its prior, and the likelihood of answers at each level and place. They are
/// large, so the first track makes them for all.
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
