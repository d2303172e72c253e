import Glibc
import Synchronization

/// A parameter grid and the levels that may be chosen. What each level says of each place is shared by all tracks, and made
/// when the first of them begins: a file may name more grids than are ever used.
public final class GridModel: Sendable {
  public let grid: ParameterGrid
  /// In the order in which ties are resolved.
  public let levels: [Double]
  /// The least probability of an answer: one that is impossible everywhere changes nothing.
  public static let leastProbability = 1e-300

  let places: Int
  private let made: WhenNeeded<GridTables>
  private let combinations = Mutex<[[ParameterGrid.Parameter]: WhenNeeded<[Int32]>]>([:])
  private let levelsOfPlaces = Mutex<[Double: WhenNeeded<LevelOfPlace>]>([:])

  /// - Parameter levels: The levels that may be chosen; none for a strategy that does not choose from a list.
  public init(_ grid: ParameterGrid, levels: [Double]) {
    self.grid = grid
    self.levels = levels
    places = grid.count
    made = WhenNeeded { GridTables(grid, levels: levels) }
  }

  var tables: GridTables { made.value }

  /// About how much memory its tables and a track on it take, in bytes: three numbers and a half for each place and
  /// level, fewer on a lattice, and some for each place.
  package var bytes: Double { 28 * Double(places) * Double(levels.count) + 64 * Double(places) }

  /// For each place the number of its combination of the parameters.
  func combinations(of parameters: [ParameterGrid.Parameter]) -> WhenNeeded<[Int32]> {
    combinations.withLock { known in
      if let found = known[parameters] { return found }
      let made = WhenNeeded { [grid] in
        (0..<grid.count).map { place in
          Int32(parameters.reduce(0) { $0 * grid.values[$1.rawValue].count + grid.index(of: $1, at: place) })
        }
      }
      known[parameters] = made
      return made
    }
  }

  /// On a signed axis the level of every place whose sign is judged correctly as often as `target` says.
  package func levelOfPlace(target: Double) -> WhenNeeded<LevelOfPlace> {
    levelsOfPlaces.withLock { known in
      if let found = known[target] { return found }
      let made = WhenNeeded { [grid] in LevelOfPlace(grid, target: target) }
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
public enum Entropy {
  /// Of an event, from its probability and the complement's.
  public static func binary(_ probability: Double, _ complement: Double) -> Double {
    term(probability) + term(complement)
  }

  /// −p·ln p, 0 at 0.
  public static func term(_ probability: Double) -> Double { probability > 0 ? -probability * log(probability) : 0 }
}
