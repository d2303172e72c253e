import PeachMath
import PeachSupport

/// Populations that the data leave possible: draws of a posterior, or of the normal approximation to a likelihood fit.
package struct PopulationDraws: Sendable {
  package let fit: PopulationFit
  /// Parameters in the layout and standard units of the fit.
  let points: [[Double]]
  /// For each draw, both coordinates of every listener's cells in standard units.
  let members: [[Double]]

  /// The usual number of draws.
  package static let usualCount = 400

  /// Takes draws of a posterior, evenly spread over its chains.
  package init(_ posterior: PopulationPosterior, count: Int = usualCount) {
    fit = posterior.fit
    let (units, all) = (fit.units, posterior.draws)
    let taken = (0..<min(count, all)).map { $0 * all / min(count, all) }
    let places = posterior.chains.flatMap { chain in (0..<chain.draws).map { (chain, $0) } }
    points = taken.map { places[$0].0.point(places[$0].1) }
    members = taken.map { draw in
      places[draw].0.members(places[draw].1).enumerated().map { place, value in
        (value - units.shift[place % 2]) / units.scale[place % 2]
      }
    }
  }

  /// Draws around a fit: its parameters from their covariance, and each listener's coordinates from their errors.
  package init(_ fit: PopulationFit, count: Int = usualCount, using random: inout some UniformSource) {
    self.fit = fit
    let free = fit.point.indices.filter { !fit.held.contains($0) }
    let size = fit.point.count
    let rows = free.flatMap { row in free.map { fit.covariance[row * size + $0] } }
    let lower = free.isEmpty ? nil : Cholesky.lower(rows, free.count)
    let units = fit.units
    var (points, members): ([[Double]], [[Double]]) = ([], [])
    for _ in 0..<count {
      var point = fit.point
      let z = free.map { _ in random.normal() }
      if let lower {
        for (i, place) in free.enumerated() {
          for j in 0...i { point[place] += lower[i * free.count + j] * z[j] }
        }
      }
      points.append(point)
      members.append(
        fit.members.flatMap { member in
          (0...1).map { coordinate in
            (member.values[coordinate] + member.errors[coordinate] * random.normal() - units.shift[coordinate])
              / units.scale[coordinate]
          }
        })
    }
    (self.points, self.members) = (points, members)
  }

  func curve(_ draw: Int) -> PopulationCurve? {
    let (point, layout, model) = (points[draw], fit.layout, fit.model)
    return PopulationCurve(model, point, layout)
  }

  /// The probabilities of a positive answer at levels, by the parameters and coordinates of a draw.
  func probabilities(at levels: [Double], _ curve: PopulationCurve, first: Double, second: Double) -> [Double] {
    let settings = fit.model.settings
    return levels.map {
      curve.probability(
        at: fit.units.standard(settings.scale.place(of: $0)), settings.function, first: first, second: second)
    }
  }

  /// A point of the curve of a cell: the median listener's, its 95 % interval, and the range of 95 % of listeners.
  package struct CurvePoint: Hashable, Sendable {
    package var level: Double
    package var value: Double
    package var low: Double
    package var high: Double
    package var listenersLow: Double
    package var listenersHigh: Double
  }

  /// The curve of the median listener of a cell, with a range for other listeners.
  package func curve(of cell: Int, at levels: [Double], using random: inout some UniformSource) -> [CurvePoint] {
    let layout = fit.layout
    var (medians, others): ([[Double]], [[Double]]) = ([], [])
    for (draw, point) in points.enumerated() {
      guard let curve = curve(draw) else { continue }
      let (first, second) = (point[layout.mean(0, cell)], point[layout.mean(1, cell)])
      medians.append(probabilities(at: levels, curve, first: first, second: second))
      let z = (0..<3).map { _ in random.normal() }
      let angle = point[layout.angle]
      var own = first + point[layout.deviation(0)] * z[0]
      if let effect = layout.effect { own += point[effect] * z[2] }
      let other = second + point[layout.deviation(1)] * (sin(angle) * z[0] + cos(angle) * z[1])
      others.append(probabilities(at: levels, curve, first: own, second: other))
    }
    guard !medians.isEmpty else { return [] }
    return levels.indices.map { place in
      let (a, b) = (medians.map { $0[place] }.sorted(), others.map { $0[place] }.sorted())
      func end(_ values: [Double], _ share: Double) -> Double { ChainDiagnostics.quantile(share, of: values) }
      return CurvePoint(
        level: levels[place], value: end(a, 0.5), low: end(a, 0.025), high: end(a, 0.975),
        listenersLow: end(b, 0.025), listenersHigh: end(b, 0.975))
    }
  }
}
