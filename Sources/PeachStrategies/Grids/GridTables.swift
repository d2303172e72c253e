import PeachSupport
import Synchronization

/// Tables that all tracks on one grid share: its prior, and the likelihood of answers at each level and place. They are
/// large, so the first track makes them for all.
final class GridTables: Sendable {
  let logPrior: [Double]
  let prior: [Double]
  let table: LevelTable
  /// `nil` if levels and thresholds are on no lattice, or the grid is too large.
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

/// A value that is made when it is first asked for, once for all tracks and threads.
///
/// Other threads wait until it is made. Tasks that ask for it therefore run on `WorkerThreads`, as those of a simulation do.
package final class LazyValue<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)
  private let make: @Sendable () -> Value

  package init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  package var value: Value {
    made.withLock { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }
}
