import PeachMath
import PeachSupport

/// Draws from the posterior of a population, chain by chain. A chain depends only on the data, the model and its random
/// stream.
package struct PopulationSampler: Sendable {
  package struct Lengths: Hashable, Sendable {
    package var warmUp: Int
    package var draws: Int

    package static let usualDraws = 1000

    /// - Precondition: At least 100 transitions to warm up, and 4 draws.
    package init(warmUp: Int = 400, draws: Int = Self.usualDraws) {
      precondition(warmUp >= 100 && draws >= 4, "chain too short")
      (self.warmUp, self.draws) = (warmUp, draws)
    }
  }

  private let density: PopulationDensity
  private let units: PopulationUnits
  /// The centre and spread of the chains' starts: unbounded parameters, and a factor of their covariance, row by row.
  private let centre: [Double]
  private let spread: [Double]

  package var prior: PopulationPrior { density.prior }

  /// - Parameters:
  ///   - fit: A fit with estimates, even if it did not converge, of threshold and width. The chains begin around it.
  ///   - prior: `nil` for the usual one.
  package init(_ fit: PopulationFit, prior: PopulationPrior? = nil) {
    let model = fit.model
    units = fit.units
    let standard = PopulationFitter.standard(fit.listeners, model, fit.units)
    // A rate without a penalty may be so close to 0 that its logit tells nothing of it.
    var origin = fit.point
    for place in [fit.layout.lapse, fit.layout.guess].compactMap(\.self) { origin[place] = max(origin[place], -6) }
    density = PopulationDensity(
      model, standard, cells: fit.design.cells.count, prior: prior ?? PopulationPrior(range: fit.units.range),
      origin: origin)
    centre = density.unbounded(origin)
    spread = Self.factor(of: fit, density.stretch(origin))
  }

  /// The factor of the covariance of the unbounded parameters; of independent ones if the fit has none.
  private static func factor(of fit: PopulationFit, _ stretch: [Double]) -> [Double] {
    let count = fit.point.count
    var rows = [Double](repeating: 0, count: count * count)
    for i in 0..<count {
      for j in 0..<count where !fit.covariance.isEmpty {
        rows[i * count + j] = fit.covariance[i * count + j] * stretch[i] * stretch[j]
      }
    }
    let isUsual = (0..<count).map { rows[$0 * count + $0] > 1e-8 && rows[$0 * count + $0] < 4 }
    for i in 0..<count {
      for j in 0..<count where !isUsual[i] || !isUsual[j] { rows[i * count + j] = i == j ? 0.1 : 0 }
    }
    return Cholesky.lower(rows, count) ?? (0..<count * count).map { $0 % (count + 1) == 0 ? 0.3 : 0 }
  }

  /// Whether the density is above 0 at the fit. If not, the chains cannot start.
  package var canStart: Bool {
    slope(at: centre + [Double](repeating: 0, count: density.count - centre.count)).value.isFinite
  }

  /// The log of the posterior density at unbounded parameters and standardised random effects, with its gradient.
  package func slope(at position: [Double]) -> (value: Double, gradient: [Double]) {
    var gradient = [Double](repeating: 0, count: position.count)
    let value = density.value(at: position, &gradient)
    return (value, gradient)
  }

  /// A position at random, from which a chain may begin.
  package func start(using random: inout some UniformSource) -> [Double] {
    let count = density.layout.count
    // Wider than the posterior, so that chains that agree have forgotten where they began.
    for width in [2.0, 1, 0.5, 0.1] {
      let normal = (0..<density.count).map { _ in random.normal() }
      var position = normal
      for i in 0..<count {
        position[i] = centre[i] + width * (0...i).reduce(0) { $0 + spread[i * count + $1] * normal[$1] }
      }
      if slope(at: position).value.isFinite { return position }
    }
    return centre + [Double](repeating: 0, count: density.count - count)
  }

  /// The target of the mean acceptance probability.
  private static let acceptance = 0.9

  /// One chain.
  package func chain(_ lengths: Lengths, using random: inout some UniformSource) -> PopulationChain {
    let count = density.layout.count
    var shape = SamplingShape(centre: centre, factor: spread, count: density.count)
    func target(_ shape: SamplingShape) -> NoUTurnSampler.Density {
      { position, gradient in
        var own = [Double](repeating: 0, count: position.count)
        let value = density.value(at: shape.position(position), &own)
        shape.pull(own, into: &gradient)
        return value
      }
    }
    var sampler = NoUTurnSampler(stepSize: 0.5, target: Self.acceptance)
    var position = start(using: &random)
    var current = target(shape)
    var point = NoUTurnSampler.Point(at: shape.inverse(position), current)
    var chain = PopulationChain(parameters: count)
    var window: [[Double]] = []
    let ends = Self.windows(lengths.warmUp)
    for step in 0..<lengths.warmUp + lengths.draws {
      let transition = sampler.move(&point, current, using: &random)
      position = shape.position(point.position)
      if step >= lengths.warmUp {
        chain.add(transition)
        chain.add(density.bounded(position), density.coordinates(at: position), units, density.layout)
        continue
      }
      sampler.adapt(to: transition)
      if let first = ends.first, step >= first, step < ends[ends.count - 1] { window.append(position) }
      if ends.dropFirst().contains(step + 1) {
        if let adapted = SamplingShape(window, count: count) {
          shape = adapted
          current = target(shape)
          point = NoUTurnSampler.Point(at: shape.inverse(position), current)
          sampler.restart()
        }
        window = []
      }
      if step == lengths.warmUp - 1 { sampler.settle() }
    }
    chain.stepSize = sampler.stepSize
    return chain
  }

  /// The ends of the windows whose draws shape the next one. Before the first and after the last, only the step size adapts.
  private static func windows(_ warmUp: Int) -> [Int] {
    let (first, last) = (warmUp / 8, warmUp - warmUp / 6)
    var ends = [first]
    var length = max(25, (last - first) / 7)
    while let end = ends.last, end < last {
      // The next window would be the last: it takes what is left.
      let next = end + length + 2 * length > last ? last : end + length
      ends.append(next)
      length *= 2
    }
    return ends
  }
}

/// The linear map from coordinates in which the posterior is roughly a standard normal density: a full covariance of the
/// population's parameters, and a scale for each random effect.
private struct SamplingShape {
  private let centre: [Double]
  /// A lower triangle, row by row.
  private let factor: [Double]
  private let scales: [Double]

  init(centre: [Double], factor: [Double], count: Int) {
    self.centre = centre
    self.factor = factor
    scales = [Double](repeating: 1, count: count - centre.count)
  }

  /// Takes covariance and scales from draws, regularised as in Stan.
  ///
  /// - Parameter count: The number of the population's parameters.
  init?(_ draws: [[Double]], count: Int) {
    guard draws.count >= 10, let size = draws.first?.count else { return nil }
    let number = Double(draws.count)
    let means = (0..<size).map { place in draws.reduce(0) { $0 + $1[place] } / number }
    let weight = number / (number + 5)
    func covariance(_ i: Int, _ j: Int) -> Double {
      draws.reduce(0) { $0 + ($1[i] - means[i]) * ($1[j] - means[j]) } / (number - 1)
    }
    var rows = [Double](repeating: 0, count: count * count)
    for i in 0..<count {
      for j in 0...i {
        let value = weight * covariance(i, j) + (i == j ? 1e-3 * (1 - weight) : 0)
        (rows[i * count + j], rows[j * count + i]) = (value, value)
      }
    }
    guard let lower = Cholesky.lower(rows, count) else { return nil }
    (centre, factor) = (Array(means.prefix(count)), lower)
    // Random effects are standardised already: their scales are drawn towards 1.
    scales = (count..<size).map { (weight * covariance($0, $0) + (1 - weight)).squareRoot() }
  }

  func position(_ x: [Double]) -> [Double] {
    let count = centre.count
    var position = x
    for i in 0..<count {
      var sum = centre[i]
      for j in 0...i { sum += factor[i * count + j] * x[j] }
      position[i] = sum
    }
    for (place, scale) in scales.enumerated() { position[count + place] *= scale }
    return position
  }

  func inverse(_ position: [Double]) -> [Double] {
    let count = centre.count
    var x = position
    for i in 0..<count {
      var sum = position[i] - centre[i]
      for j in 0..<i { sum -= factor[i * count + j] * x[j] }
      x[i] = sum / factor[i * count + i]
    }
    for (place, scale) in scales.enumerated() { x[count + place] /= scale }
    return x
  }

  /// The gradient by x, from that by the position.
  func pull(_ own: [Double], into gradient: inout [Double]) {
    let count = centre.count
    for j in 0..<count {
      var sum = 0.0
      for i in j..<count { sum += factor[i * count + j] * own[i] }
      gradient[j] = sum
    }
    for (place, scale) in scales.enumerated() { gradient[count + place] = own[count + place] * scale }
  }
}
