import PeachSupport

/// The draws of one chain.
package struct PopulationChain: Sendable {
  /// How many parameters the population has.
  let parameters: Int
  /// The population's parameters of each draw, in the layout and standard units of the fit.
  private var points: [Double] = []
  /// The coordinates of all listeners' cells of each draw, on the fit's scale.
  private var coordinates: [Double] = []
  private var members = 0
  package private(set) var draws = 0
  package private(set) var divergences = 0
  /// How many paths were cut at their greatest length.
  package private(set) var longest = 0
  /// Evaluations of the density.
  package private(set) var steps = 0
  package internal(set) var stepSize = 0.0

  init(parameters: Int) { self.parameters = parameters }

  mutating func add(_ transition: NoUTurnSampler.Transition) {
    steps += transition.steps
    if transition.isDivergent { divergences += 1 }
    if transition.isLongest { longest += 1 }
  }

  mutating func add(_ point: [Double], _ standard: [Double], _ units: PopulationUnits, _ layout: PopulationLayout) {
    draws += 1
    points += point
    members = standard.count
    for (place, value) in standard.enumerated() {
      let coordinate = place % 2
      coordinates.append(units.shift[coordinate] + units.scale[coordinate] * value)
    }
  }

  /// The population's parameters of a draw.
  func point(_ draw: Int) -> [Double] { Array(points[draw * parameters..<(draw + 1) * parameters]) }

  /// Both coordinates of every cell of every listener in a draw.
  func members(_ draw: Int) -> [Double] { Array(coordinates[draw * members..<(draw + 1) * members]) }

  /// One coordinate of one cell of a listener over the draws; cells of listeners are counted through all listeners.
  package func member(_ place: Int, _ coordinate: Int) -> [Double] {
    (0..<draws).map { coordinates[$0 * members + 2 * place + coordinate] }
  }
}
