import PeachSupport
import Synchronization

/// A parameter grid and the levels that may be chosen. What each level says of each place is shared by all tracks, and made
/// when the first of them begins: a file may name more grids than are ever used.
package final class GridModel: Sendable {
  package let grid: ParameterGrid
  /// In the order in which ties are resolved.
  package let levels: [Double]
  /// The least probability of an answer: one that is impossible everywhere changes nothing.
  package static let leastProbability = 1e-300

  let places: Int
  private let made: LazyValue<GridTables>
  private let combinations = Mutex<[[ParameterGrid.Parameter]: LazyValue<[Int32]>]>([:])
  private let levelsOfPlaces = Mutex<[Double: LazyValue<LevelOfPlace>]>([:])

  /// - Parameter levels: The levels that may be chosen; none for a strategy that does not choose from a list.
  package init(_ grid: ParameterGrid, levels: [Double]) {
    self.grid = grid
    self.levels = levels
    places = grid.count
    made = LazyValue { GridTables(grid, levels: levels) }
  }

  var tables: GridTables { made.value }

  /// About how much memory its tables and a track on it take, in bytes: three numbers and a half for each place and
  /// level, fewer on a lattice, and some for each place.
  package var bytes: Double { 28 * Double(places) * Double(levels.count) + 64 * Double(places) }

  /// For each place the number of its combination of the parameters.
  func combinations(of parameters: [ParameterGrid.Parameter]) -> LazyValue<[Int32]> {
    combinations.withLock { known in
      if let found = known[parameters] { return found }
      let made = LazyValue { [grid] in
        (0..<grid.count).map { place in
          Int32(parameters.reduce(0) { $0 * grid.values[$1.rawValue].count + grid.index(of: $1, at: place) })
        }
      }
      known[parameters] = made
      return made
    }
  }

  /// On a signed axis the level of every place whose sign is judged correctly as often as `target` says.
  package func levelOfPlace(target: Double) -> LazyValue<LevelOfPlace> {
    levelsOfPlaces.withLock { known in
      if let found = known[target] { return found }
      let made = LazyValue { [grid] in LevelOfPlace(grid, target: target) }
      known[target] = made
      return made
    }
  }

  /// The place of a level in the list; nil off it.
  func index(of level: Double) -> Int? { levels.firstIndex(of: level) }

  /// The probability of an answer at a level, for every place.
  package func likelihood(of isPositive: Bool, at level: Double) -> [Double] {
    var likelihood = [Double](repeating: 0, count: places)
    grid.probabilities(at: level) { place, yes, no in
      likelihood[place] = max(isPositive ? yes : no, Self.leastProbability)
    }
    return likelihood
  }
}

/// Entropies in nats.
package enum Entropy {
  /// The entropy of an event, from its probability and its complement.
  package static func binary(_ probability: Double, _ complement: Double) -> Double {
    term(probability) + term(complement)
  }

  /// −p·ln p, 0 at 0.
  package static func term(_ probability: Double) -> Double { probability > 0 ? -probability * log(probability) : 0 }
}
