import PeachMath
import PeachSupport

/// The posterior of a population, as chains of draws.
package struct PopulationPosterior: Sendable {
  /// A number's distribution.
  package struct Summary: Sendable {
    package var mean: Double
    package var median: Double
    package var deviation: Double
    package var interval: ConfidenceInterval
    /// `nil` if all draws are the same.
    package var diagnostics: ChainDiagnostics?

    init(_ chains: [[Double]], confidence: Double) {
      let sorted = chains.flatMap(\.self).sorted()
      let mean = sorted.reduce(0, +) / Double(sorted.count)
      self.mean = mean
      median = ChainDiagnostics.quantile(0.5, of: sorted)
      deviation = (sorted.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(sorted.count - 1)).squareRoot()
      interval = ConfidenceInterval(
        low: ChainDiagnostics.quantile((1 - confidence) / 2, of: sorted),
        high: ChainDiagnostics.quantile((1 + confidence) / 2, of: sorted))
      diagnostics = ChainDiagnostics(chains)
    }
  }

  /// The fit around which the chains began.
  package let fit: PopulationFit
  package let prior: PopulationPrior
  package let chains: [PopulationChain]
  /// The worst diagnostics of the population's terms and the listeners' coordinates.
  package private(set) var worst: ChainDiagnostics?

  package init(_ fit: PopulationFit, _ prior: PopulationPrior, _ chains: [PopulationChain]) {
    (self.fit, self.prior, self.chains) = (fit, prior, chains)
    worst = worstDiagnostics
  }

  /// R̂ must not be larger, and the effective sample sizes not be smaller.
  ///
  /// Source: Vehtari et al. (2021), doi:10.1214/20-BA1221, sections 4.1 and 4.2.
  package static let greatestRHat = 1.01
  package static let leastSize = 400.0
  /// The largest share of divergent transitions.
  package static let greatestDivergence = 0.01

  /// The status of the posterior: of its chains first, then of the data.
  package var status: PopulationStatus {
    guard let worst, worst.rHat <= Self.greatestRHat, min(worst.bulk, worst.tail) >= Self.leastSize else {
      return .chainsDisagree
    }
    if Double(divergences) > Self.greatestDivergence * Double(draws) { return .divergent }
    if !fit.duplicates.isEmpty { return .duplicates }
    return fit.design.emptyCells.isEmpty ? .ok : .missingCondition
  }

  /// The prior in the units of the fit's scale instead of standard units.
  package var scaledPrior: PopulationPrior {
    let units = fit.units
    var scaled = prior
    for coordinate in 0...1 {
      scaled.means[coordinate].mean = units.shift[coordinate] + units.scale[coordinate] * prior.means[coordinate].mean
      scaled.means[coordinate].deviation *= units.scale[coordinate]
      scaled.deviations[coordinate] *= units.scale[coordinate]
    }
    scaled.effect *= units.scale[0]
    return scaled
  }

  package var draws: Int { chains.reduce(0) { $0 + $1.draws } }
  package var divergences: Int { chains.reduce(0) { $0 + $1.divergences } }
  package var longest: Int { chains.reduce(0) { $0 + $1.longest } }
  package var steps: Int { chains.reduce(0) { $0 + $1.steps } }

  private func draws(_ value: ([Double]) -> Double) -> [[Double]] {
    chains.map { chain in (0..<chain.draws).map { value(chain.point($0)) } }
  }

  /// A term over the draws of each chain.
  package func draws(of term: PopulationTerm) -> [[Double]] {
    let weights = fit.weights(of: term)
    return draws { fit.natural(term, PopulationFit.product(weights, $0)) }
  }

  package func summary(of term: PopulationTerm, confidence: Double) -> Summary {
    Summary(draws(of: term), confidence: confidence)
  }

  /// A difference of a coordinate in units of its standard deviation over listeners within a condition. Its median is the
  /// estimate: the mean of a ratio with a small divisor says little.
  package func effectSize(of term: PopulationTerm, confidence: Double) -> Summary? {
    guard case .contrast(let coordinate, _) = term else { return nil }
    let layout = fit.layout
    let places = [layout.deviation(coordinate)] + (coordinate == 0 ? [layout.effect].compactMap(\.self) : [])
    let weights = fit.weights(of: term)
    let sign = fit.units.scale[coordinate] < 0 ? -1.0 : 1
    return Summary(
      draws { point in
        sign * PopulationFit.product(weights, point)
          / places.reduce(0) { $0 + point[$1] * point[$1] }.squareRoot()
      }, confidence: confidence)
  }

  /// A coordinate of a new listener of a cell: one listener for each draw.
  package func newListener(
    _ coordinate: Int, cell: Int, confidence: Double, using random: inout some UniformSource
  ) -> Summary {
    let layout = fit.layout
    let term = PopulationTerm.mean(coordinate, cell: cell)
    let chains = chains.map { chain in
      (0..<chain.draws).map { draw in
        let point = chain.point(draw)
        var value = point[layout.mean(coordinate, cell)]
        value += point[layout.deviation(coordinate)] * random.normal()
        if coordinate == 0, let effect = layout.effect { value += point[effect] * random.normal() }
        return fit.natural(term, value)
      }
    }
    return Summary(chains, confidence: confidence)
  }

  /// A listener's coordinate in one of the listener's cells, on the fit's scale.
  ///
  /// - Parameter place: Counts the cells of all listeners, in their order.
  package func member(_ place: Int, _ coordinate: Int, confidence: Double) -> Summary {
    Summary(chains.map { $0.member(place, coordinate) }, confidence: confidence)
  }

  private var worstDiagnostics: ChainDiagnostics? {
    let places = fit.listeners.reduce(0) { $0 + $1.cells.count }
    let all =
      fit.terms.compactMap { ChainDiagnostics(draws(of: $0)) }
      + (0..<places).flatMap { place in
        (0...1).compactMap { coordinate in ChainDiagnostics(chains.map { $0.member(place, coordinate) }) }
      }
    guard var worst = all.first else { return nil }
    for other in all {
      worst.rHat = max(worst.rHat, other.rHat)
      worst.bulk = min(worst.bulk, other.bulk)
      worst.tail = min(worst.tail, other.tail)
    }
    return worst
  }
}
