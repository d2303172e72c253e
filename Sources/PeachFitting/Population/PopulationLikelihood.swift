import PeachMath
import PeachSupport

/// The likelihood of a population: each listener's answers, with the listener's random effects integrated out by adaptive
/// Gauss–Hermite quadrature. The points lie around the mean of the integrand and as far apart as its covariance says, which
/// begin as its highest point and curvature. With one point that is Laplace's approximation.
///
/// The random effects are independent standard normals z, from which a listener's coordinates follow:
/// first = mean + σ₁z₀ + σ₃zⱼ, second = mean + σ₂(z₀ sin a + z₁ cos a), so that the correlation is sin a. A covariance
/// that is singular is then a point like any other.
///
/// The curvature is the expected information, as in lme4.
///
/// Source: Naylor & Smith (1982), Appl. Stat. 31:214–225, doi:10.2307/2347995; Pinheiro & Bates (1995), J. Comput. Graph. Stat. 4:12–35, doi:10.1080/10618600.1995.10474663; Bates et al.
/// (2015), J. Stat. Softw. 67(1), doi:10.18637/jss.v067.i01.
final class PopulationLikelihood {
  /// A listener's own coordinates given the answers: mean and variance of each coordinate in each of the listener's cells.
  typealias Conditional = [(first: Double, second: Double, firstVariance: Double, secondVariance: Double)]

  let model: PopulationModel
  let layout: PopulationLayout
  private let listeners: [PopulationListener]
  /// The levels of each listener's cells for vector arithmetic; `nil` if it cannot be used.
  private let lanes: [[LevelLanes?]]
  /// The range of the levels, on the fit's scale: the scale of the penalty on standard deviations.
  private let range: Double
  /// How many groups of listeners have means of their own.
  private let groups: Int
  /// The error variance of a typical listener's own coordinates; infinite until it is found.
  private var errorVariances = [Double.infinity, .infinity]
  private let rule: GaussHermite
  /// The rule that finds where the points go.
  private let coarse = GaussHermite(5)
  /// The highest point of each listener's integrand, where the next search begins.
  private var modes: [[Double]]
  /// The points of each listener's rule and the log of each one's weight. Empty for a listener whose rule is placed again at
  /// every point: of one point, or of an integrand so narrow that a small step would leave it.
  private var placements: [[(z: [Double], weight: Double)]] = []

  init(_ model: PopulationModel, _ listeners: [PopulationListener], cells: Int, groups: Int, range: Double) {
    self.groups = groups
    self.model = model
    self.listeners = listeners
    self.range = range
    lanes = listeners.map { $0.cells.map { LevelLanes($0.counts, model.settings.function.vectorShape) } }
    layout = PopulationLayout(model, cells: cells)
    rule = GaussHermite(model.usedPoints)
    modes = listeners.map { [Double](repeating: 0, count: 2 + (model.hasVaryingEffects ? $0.cells.count : 0)) }
    placements = listeners.map { _ in [] }
  }

  /// The parameters as the integrand takes them.
  private struct Parameters {
    let values: [Double]
    let layout: PopulationLayout
    let curve: PopulationCurve
    let deviations: (first: Double, second: Double)
    let sine: Double
    let cosine: Double
    let effect: Double

    init?(_ values: [Double], _ layout: PopulationLayout, _ model: PopulationModel) {
      self.values = values
      self.layout = layout
      guard values.allSatisfy(\.isFinite),
        let curve = PopulationCurve(model, values, layout)
      else { return nil }
      self.curve = curve
      deviations = (values[layout.deviation(0)], values[layout.deviation(1)])
      (sine, cosine) = (sin(values[layout.angle]), cos(values[layout.angle]))
      effect = layout.effect.map { values[$0] } ?? 0
    }

    func first(_ cell: Int, _ z: [Double], _ place: Int) -> Double {
      values[layout.mean(0, cell)] + deviations.first * z[0] + (layout.effect == nil ? 0 : effect * z[2 + place])
    }

    func second(_ cell: Int, _ z: [Double]) -> Double {
      values[layout.mean(1, cell)] + deviations.second * (sine * z[0] + cosine * z[1])
    }
  }

  /// The rates at a point; `nil` if it is outside the model.
  func curve(at point: [Double]) -> PopulationCurve? { Parameters(point, layout, model)?.curve }

  /// The log-likelihood with its penalty, and without.
  func value(at point: [Double]) -> (penalised: Double, plain: Double) {
    guard let parameters = Parameters(point, layout, model) else { return (-.infinity, -.infinity) }
    var sum = 0.0
    for index in listeners.indices {
      sum += integral(index, parameters, needsSlopes: false).value
      guard sum.isFinite else { return (-.infinity, -.infinity) }
    }
    return (sum + penalty(at: point).value, sum)
  }

  /// The log-likelihood with its penalty and their gradient, which is the mean over the random effects of the slope of
  /// the integrand's log (Fisher's identity); of Laplace's approximation it comes from differences.
  func slope(at point: [Double]) -> (value: Double, gradient: [Double]) {
    if model.usedPoints < 3 { return differences(at: point) }
    var (value, gradient) = penalty(at: point)
    guard let parameters = Parameters(point, layout, model) else { return (-.infinity, gradient) }
    for index in listeners.indices {
      let part = integral(index, parameters, needsSlopes: true)
      // Without a finite value there is no gradient, and NaN makes a curvature unusable.
      guard part.value.isFinite else { return (-.infinity, gradient.map { _ in .nan }) }
      value += part.value
      for place in gradient.indices { gradient[place] += part.gradient[place] }
    }
    return value.isFinite ? (value, gradient) : (-.infinity, gradient)
  }

  private func differences(at point: [Double]) -> (value: Double, gradient: [Double]) {
    let centre = value(at: point).penalised
    let gradient = point.indices.map { place in
      let step = 1e-4 * max(1, abs(point[place]))
      var (up, down) = (point, point)
      up[place] += step
      down[place] -= step
      return (value(at: up).penalised - value(at: down).penalised) / (2 * step)
    }
    return (centre, gradient)
  }

  /// Every listener's coordinates at a point, given the answers.
  func conditionals(at point: [Double]) -> [Conditional] {
    guard let parameters = Parameters(point, layout, model) else { return [] }
    return listeners.indices.map { integral($0, parameters, needsSlopes: true).conditional }
  }

  // MARK: Penalties

  /// Half the log determinant of the covariance, and a normal density of each standard deviation that is as wide as the
  /// range of the levels, or 1 for the log width. Logits of free rates have normal densities.
  ///
  /// Each mean after the first adds ½ ln(σ² + v), where v is the error variance of a listener's own coordinate. So σ² is what
  /// restricted maximum likelihood finds if the answers determine each listener well, and is not raised if they do not.
  ///
  /// Source: Chung, Gelman, Rabe-Hesketh, Liu & Dorie (2015), J. Educ. Behav. Stat. 40:136–157,
  /// doi:10.3102/1076998615570945; Patterson & Thompson (1971), Biometrika 58:545–554, doi:10.1093/biomet/58.3.545.
  private func penalty(at point: [Double]) -> (value: Double, gradient: [Double]) {
    var value = 0.0
    var gradient = [Double](repeating: 0, count: layout.count)
    guard model.isPenalised else { return (value, gradient) }
    func keepApart(_ place: Int, means: Int, coordinate: Int, scale: Double) {
      let size = point[place]
      value += log(abs(size))
      gradient[place] += 1 / size
      if means > 1, errorVariances[coordinate].isFinite {
        let (others, total) = (Double(means - 1), size * size + errorVariances[coordinate])
        value += others / 2 * log(total)
        gradient[place] += others * size / total
      }
      if model.coordinates == .thresholdAndWidth {
        value -= size * size / (2 * scale * scale)
        gradient[place] -= size / (scale * scale)
      }
    }
    keepApart(layout.deviation(0), means: groups, coordinate: 0, scale: range)
    keepApart(layout.deviation(1), means: groups, coordinate: 1, scale: 1)
    if let effect = layout.effect { keepApart(effect, means: layout.cells - groups, coordinate: 0, scale: range) }
    let angle = point[layout.angle]
    value += log(abs(cos(angle)))
    gradient[layout.angle] -= tan(angle)
    for (place, prior) in [(layout.lapse, Self.lapsePrior), (layout.guess, Self.guessPrior)] {
      guard let place else { continue }
      let distance = (point[place] - prior.mean) / prior.deviation
      value -= distance * distance / 2
      gradient[place] -= distance / prior.deviation
    }
    return (value, gradient)
  }

  /// Finds the error variance of a typical listener's own coordinates, from the expected information at the listener's
  /// mode. Only a design with several means needs it.
  func findErrorVariances(at point: [Double]) {
    guard model.isPenalised, layout.cells > 1, let parameters = Parameters(point, layout, model) else { return }
    var found: [[Double]] = [[], []]
    for (index, listener) in listeners.enumerated() {
      let factor = CholeskyFactor(size: modes[index].count)
      guard climb(index, parameters, factor) != nil else { continue }
      for own in sums(listener, parameters, modes[index], needsSlopes: true) {
        let information = own.information
        let determinant = information.first * information.second - information.mixed * information.mixed
        let isKnown = determinant > 1e-12 * information.first * information.second
        found[0].append(isKnown ? information.second / determinant : .infinity)
        found[1].append(isKnown ? information.first / determinant : .infinity)
      }
    }
    errorVariances = found.map { values in values.isEmpty ? .infinity : values.sorted()[values.count / 2] }
  }

  /// Logits: lapse rates from 0.4 to 18 %, guess rates from 2 to 50 %.
  static let lapsePrior = (mean: -3.5, deviation: 1.0)
  static let guessPrior = (mean: -2.0, deviation: 1.0)

  // MARK: One listener

  private struct Integral {
    /// The log of the integral.
    var value: Double
    var gradient: [Double] = []
    var conditional: Conditional = []
  }

  private func integral(_ index: Int, _ parameters: Parameters, needsSlopes: Bool) -> Integral {
    let listener = listeners[index]
    let size = modes[index].count
    let factor = CholeskyFactor(size: size)
    var placement = placements[index]
    if placement.isEmpty {
      guard let height = climb(index, parameters, factor) else { return Integral(value: -.infinity) }
      if rule.points.count == 1, !needsSlopes { return Integral(value: height - factor.halfLogDeterminant) }
      placement = Self.placement(rule, modes[index], factor)
    }
    let nodes = placement.map { node in
      let sums = quickSums(index, parameters, node.z, needsSlopes: needsSlopes)
      return (z: node.z, log: node.weight + Self.height(node.z, sums), sums: sums)
    }
    let top = nodes.reduce(-.infinity) { max($0, $1.log) }
    guard top.isFinite else { return Integral(value: -.infinity) }
    let total = nodes.reduce(0) { $0 + exp($1.log - top) }
    var result = Integral(value: top + log(total))
    guard needsSlopes else { return result }
    result.gradient = [Double](repeating: 0, count: layout.count)
    result.conditional = listener.cells.map { _ in (0, 0, 0, 0) }
    for node in nodes { add(node.z, node.sums, exp(node.log - top) / total, listener, parameters, to: &result) }
    for place in result.conditional.indices {
      result.conditional[place].firstVariance -= result.conditional[place].first * result.conditional[place].first
      result.conditional[place].secondVariance -= result.conditional[place].second * result.conditional[place].second
    }
    if rule.points.count == 1 { addSpread(factor, listener, parameters, to: &result) }
    // Around the means, for precision.
    for (place, cell) in listener.cells.enumerated() {
      result.conditional[place].first += parameters.values[layout.mean(0, cell.cell)]
      result.conditional[place].second += parameters.values[layout.mean(1, cell.cell)]
    }
    return result
  }

  private typealias Node = (z: [Double], log: Double, sums: [PopulationCurve.Sums])

  /// A variance of random effects below which an integrand is narrow: it moves away from a rule that stays where it is, but is
  /// close to a normal density. Near the highest point parameters hardly move, and a rule that stays has the right gradient.
  private static let narrow = (far: 0.01, near: 1e-4)

  /// How often the rule is moved to the mean and covariance that it finds.
  private static let refinements = 2

  /// Moves every listener's rule to where the integrand is at these parameters.
  ///
  /// The rules then stay until the next call, so that value and gradient belong to one smooth function.
  ///
  /// - Parameter isNear: Whether the search is close to its end.
  func place(at point: [Double], isNear: Bool = true) {
    guard rule.points.count > 1, let parameters = Parameters(point, layout, model) else { return }
    for (index, listener) in listeners.enumerated() {
      let size = modes[index].count
      let factor = CholeskyFactor(size: size)
      guard climb(index, parameters, factor) != nil else { continue }
      var centre = modes[index]
      placements[index] = Self.placement(rule, centre, factor)
      for _ in 0..<Self.refinements {
        let nodes = Self.placement(coarse, centre, factor).map { node in
          let sums = self.sums(listener, parameters, node.z, needsSlopes: false)
          return (z: node.z, log: node.weight + Self.height(node.z, sums), sums: sums)
        }
        guard let moments = Self.moments(of: nodes), let precision = Self.inverse(moments.covariance, size: size),
          factor.factor(precision)
        else { break }
        centre = moments.mean
        placements[index] = Self.placement(rule, centre, factor)
        let variances = (0..<size).map { moments.covariance[$0 * size + $0] }
        let narrow = isNear ? Self.narrow.near : Self.narrow.far
        if variances.contains(where: { $0 < narrow }) { placements[index] = [] }
      }
    }
  }

  /// The points of a rule around a centre, for a covariance whose inverse is factored, and the logs of their weights.
  private static func placement(
    _ rule: GaussHermite, _ centre: [Double], _ factor: borrowing CholeskyFactor
  ) -> [(z: [Double], weight: Double)] {
    let constant = -factor.halfLogDeterminant - Double(centre.count) / 2 * log(.pi)
    var nodes: [(z: [Double], weight: Double)] = []
    var place = [Int](repeating: 0, count: centre.count)
    while true {
      let offset = factor.solveTransposed(place.map { rule.points[$0] })
      let z = zip(centre, offset).map { $0 + 2.0.squareRoot() * $1 }
      let weight = place.reduce(constant) { $0 + log(rule.weights[$1]) + rule.points[$1] * rule.points[$1] }
      nodes.append((z, weight))
      guard let next = place.firstIndex(where: { $0 + 1 < rule.points.count }) else { return nodes }
      place[next] += 1
      for before in 0..<next { place[before] = 0 }
    }
  }

  /// The log of the integrand.
  private static func height(_ z: [Double], _ sums: [PopulationCurve.Sums]) -> Double {
    sums.reduce(0) { $0 + $1.value } - z.reduce(0) { $0 + $1 * $1 } / 2
  }

  /// The mean and covariance of the random effects, given the answers.
  private static func moments(of nodes: [Node]) -> (mean: [Double], covariance: [Double])? {
    let top = nodes.reduce(-.infinity) { max($0, $1.log) }
    guard top.isFinite, let size = nodes.first?.z.count else { return nil }
    var total = 0.0
    var mean = [Double](repeating: 0, count: size)
    for node in nodes {
      let share = exp(node.log - top)
      total += share
      for i in 0..<size { mean[i] += share * node.z[i] }
    }
    mean = mean.map { $0 / total }
    var covariance = [Double](repeating: 0, count: size * size)
    for node in nodes {
      let share = exp(node.log - top) / total
      for i in 0..<size {
        for j in 0..<size { covariance[i * size + j] += share * (node.z[i] - mean[i]) * (node.z[j] - mean[j]) }
      }
    }
    return (mean, covariance)
  }

  private static func inverse(_ rows: [Double], size: Int) -> [Double]? {
    let factor = CholeskyFactor(size: size)
    return factor.factor(rows) ? factor.inverse : nil
  }

  /// The sums of a listener's cells without the information, by vector arithmetic if it can be used.
  private func quickSums(
    _ index: Int, _ parameters: Parameters, _ z: [Double], needsSlopes: Bool
  ) -> [PopulationCurve.Sums] {
    listeners[index].cells.enumerated().map { place, cell in
      let (first, second) = (parameters.first(cell.cell, z, place), parameters.second(cell.cell, z))
      return lanes[index][place].flatMap {
        parameters.curve.sums($0, first: first, second: second, needsSlopes: needsSlopes)
      }
        ?? parameters.curve.sums(
          cell.counts.bins, model.settings.function, first: first, second: second, needsSlopes: needsSlopes)
    }
  }

  private func sums(
    _ listener: PopulationListener, _ parameters: Parameters, _ z: [Double], needsSlopes: Bool
  ) -> [PopulationCurve.Sums] {
    listener.cells.enumerated().map { place, cell in
      parameters.curve.sums(
        cell.counts.bins, model.settings.function, first: parameters.first(cell.cell, z, place),
        second: parameters.second(cell.cell, z), needsSlopes: needsSlopes)
    }
  }

  /// Adds one point of the rule, which holds a share of the integral.
  private func add(
    _ z: [Double], _ sums: [PopulationCurve.Sums], _ share: Double, _ listener: PopulationListener,
    _ parameters: Parameters, to result: inout Integral
  ) {
    let (sine, cosine) = (parameters.sine, parameters.cosine)
    for (place, cell) in listener.cells.enumerated() {
      let own = sums[place]
      result.gradient[layout.mean(0, cell.cell)] += share * own.first
      result.gradient[layout.mean(1, cell.cell)] += share * own.second
      result.gradient[layout.deviation(0)] += share * own.first * z[0]
      result.gradient[layout.deviation(1)] += share * own.second * (sine * z[0] + cosine * z[1])
      result.gradient[layout.angle] +=
        share * own.second * parameters.deviations.second * (cosine * z[0] - sine * z[1])
      if let effect = layout.effect { result.gradient[effect] += share * own.first * z[2 + place] }
      if let lapse = layout.lapse {
        result.gradient[lapse] += share * own.lapse * parameters.curve.lapse * (1 - parameters.curve.lapse)
      }
      if let guess = layout.guess {
        result.gradient[guess] += share * own.guess * parameters.curve.guess * (1 - parameters.curve.guess)
      }
      let first = parameters.first(cell.cell, z, place) - parameters.values[layout.mean(0, cell.cell)]
      let second = parameters.second(cell.cell, z) - parameters.values[layout.mean(1, cell.cell)]
      result.conditional[place].first += share * first
      result.conditional[place].second += share * second
      result.conditional[place].firstVariance += share * first * first
      result.conditional[place].secondVariance += share * second * second
    }
  }

  /// Laplace's variances, from the curvature.
  private func addSpread(
    _ factor: borrowing CholeskyFactor, _ listener: PopulationListener, _ parameters: Parameters,
    to result: inout Integral
  ) {
    for place in listener.cells.indices {
      let rows = rows(place, parameters, size: 2 + (layout.effect == nil ? 0 : listener.cells.count))
      result.conditional[place].firstVariance = zip(rows.first, factor.solve(rows.first)).reduce(0) { $0 + $1.0 * $1.1 }
      result.conditional[place].secondVariance = zip(rows.second, factor.solve(rows.second)).reduce(0) {
        $0 + $1.0 * $1.1
      }
    }
  }

  /// The derivatives of a cell's coordinates by the random effects.
  private func rows(_ place: Int, _ parameters: Parameters, size: Int) -> (first: [Double], second: [Double]) {
    var (first, second) = ([Double](repeating: 0, count: size), [Double](repeating: 0, count: size))
    first[0] = parameters.deviations.first
    if layout.effect != nil { first[2 + place] = parameters.effect }
    second[0] = parameters.deviations.second * parameters.sine
    second[1] = parameters.deviations.second * parameters.cosine
    return (first, second)
  }

  private static let climbs = 100

  /// Moves a listener's mode to the highest point of the integrand, by Fisher's scoring.
  ///
  /// - Parameter factor: Holds the factor of the information there afterwards.
  /// - Returns: The log of the integrand; `nil` if it has no finite value.
  private func climb(_ index: Int, _ parameters: Parameters, _ factor: borrowing CholeskyFactor) -> Double? {
    let listener = listeners[index]
    let size = modes[index].count
    let rows = listener.cells.indices.map { self.rows($0, parameters, size: size) }
    var z = modes[index]
    var sums = self.sums(listener, parameters, z, needsSlopes: true)
    var here = Self.height(z, sums)
    if !here.isFinite {
      z = z.map { _ in 0 }
      sums = self.sums(listener, parameters, z, needsSlopes: true)
      here = Self.height(z, sums)
    }
    guard here.isFinite else { return nil }
    for _ in 0..<Self.climbs {
      var information = [Double](repeating: 0, count: size * size)
      var gradient = z.map { -$0 }
      for place in 0..<size { information[place * size + place] = 1 }
      for (own, row) in zip(sums, rows) {
        for i in 0..<size {
          gradient[i] += own.first * row.first[i] + own.second * row.second[i]
          for j in 0...i {
            information[i * size + j] +=
              own.information.first * row.first[i] * row.first[j]
              + own.information.mixed * (row.first[i] * row.second[j] + row.second[i] * row.first[j])
              + own.information.second * row.second[i] * row.second[j]
          }
        }
      }
      guard factor.factor(information) else { return nil }
      let direction = factor.solve(gradient)
      let promise = zip(direction, gradient).reduce(0) { $0 + $1.0 * $1.1 }
      if promise < 1e-13 { break }
      var length = 1.0
      var hasRisen = false
      while length > 1e-6 {
        let next = zip(z, direction).map { $0 + length * $1 }
        let there = self.sums(listener, parameters, next, needsSlopes: true)
        let height = Self.height(next, there)
        if height > here {
          (z, sums, here, hasRisen) = (next, there, height, true)
          break
        }
        length /= 2
      }
      if !hasRisen { break }
    }
    modes[index] = z
    return here
  }
}

extension PopulationModel {
  /// The guess rate, if it is fixed.
  var fixedGuess: Double {
    if case .asymptote(let asymptote) = settings.guess { asymptote.start } else { 0 }
  }
}
