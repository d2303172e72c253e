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
  /// ψ, 1 − ψ, and −ψ·ln ψ − (1 − ψ)·ln(1 − ψ), level by level; probabilities not below the least.
  let positive: [Double]
  let negative: [Double]
  let uncertainty: [Double]
  let lattice: Lattice?

  /// - Parameter levels: The levels that may be chosen; none for a strategy that does not choose from a list.
  public init(_ grid: ParameterGrid, levels: [Double]) {
    self.grid = grid
    self.levels = levels
    places = grid.count
    logPrior = grid.logPrior
    prior = logPrior.map { exp($0) }
    var positive: [Double] = []
    var negative: [Double] = []
    var uncertainty: [Double] = []
    positive.reserveCapacity(levels.count * places)
    negative.reserveCapacity(levels.count * places)
    uncertainty.reserveCapacity(levels.count * places)
    for level in levels {
      grid.probabilities(at: level) { _, yes, no in
        positive.append(max(yes, Self.leastProbability))
        negative.append(max(no, Self.leastProbability))
        uncertainty.append(Entropy.binary(yes, no))
      }
    }
    self.positive = positive
    self.negative = negative
    self.uncertainty = uncertainty
    lattice = Lattice(grid, levels: levels)
  }

  /// The place of a level in the list; nil off it.
  func index(of level: Double) -> Int? { levels.firstIndex(of: level) }

  /// The probability of an answer at a level, for every place.
  func likelihood(of isPositive: Bool, at level: Double) -> [Double] {
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
