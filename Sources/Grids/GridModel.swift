import Glibc

/// A parameter grid, the levels that may be chosen, and what each level says of each place: made once, shared by all
/// tracks.
public final class GridModel: Sendable {
  public let grid: ParameterGrid
  /// In the order in which ties are resolved.
  public let levels: [Double]
  /// The least probability of an answer: one that is impossible everywhere changes nothing.
  public static let leastProbability = 1e-300

  let logPrior: [Double]
  let prior: [Double]
  let places: Int
  let table: LevelTable
  let lattice: LatticeShape?

  /// - Parameter levels: The levels that may be chosen; none for a strategy that does not choose from a list.
  public init(_ grid: ParameterGrid, levels: [Double]) {
    self.grid = grid
    self.levels = levels
    places = grid.count
    logPrior = grid.logPrior
    prior = logPrior.map { exp($0) }
    lattice = LatticeShape(grid, levels: levels)
    table = lattice.map { LevelTable(grid, on: $0) } ?? LevelTable(grid, levels: levels)
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
