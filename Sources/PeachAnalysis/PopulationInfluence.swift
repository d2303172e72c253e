package import PeachFitting

/// The change of a population's means if a listener is left out.
package struct PopulationInfluence: Sendable {
  package var listener: Int
  /// The largest change of a mean of the first coordinate in units of its standard error, with its sign; `nil` if the
  /// population without the listener cannot be fitted.
  package var change: Double?
  /// The factor by which the standard deviation of the first coordinate changes.
  package var spread: Double?

  /// Fits the population without each listener in turn.
  ///
  /// - Parameter jobs: How many fits run at once; at least 1.
  package static func all(of fit: PopulationFit, jobs: Int) async -> [PopulationInfluence] {
    await Parallel.map(Array(fit.listeners.indices), jobs: jobs) { index in
      var rest = fit.listeners
      rest.remove(at: index)
      let occupied = Set(rest.flatMap { $0.cells.map(\.cell) })
      var influence = PopulationInfluence(listener: index)
      guard occupied.count == fit.design.cells.count, rest.count >= PopulationFitter.leastListeners else {
        return influence
      }
      let without = PopulationFitter(fit.model, fit.design, rest).fit(near: fit)
      guard without.status.hasEstimates, without.status != .notConverged else { return influence }
      let changes = fit.design.cells.indices.compactMap { cell -> Double? in
        let term = PopulationTerm.mean(0, cell: cell)
        return fit.error(of: term).map { (without.value(of: term) - fit.value(of: term)) / $0 }
      }
      influence.change = changes.max { abs($0) < abs($1) }
      let spread = fit.value(of: .deviation(0))
      influence.spread = spread > 0 ? without.value(of: .deviation(0)) / spread : nil
      return influence
    }
  }
}
