import PeachMath
import PeachSupport
import PeachTrials

/// Fits a population by the highest point of its likelihood, penalised or not.
package struct PopulationFitter {
  private let model: PopulationModel
  private let design: PopulationDesign
  private let listeners: [PopulationListener]
  private let units: PopulationUnits
  private let likelihood: PopulationLikelihood
  private var layout: PopulationLayout { likelihood.layout }

  /// - Precondition: Every listener has trials, and every cell of the design has a listener.
  package init(_ model: PopulationModel, _ design: PopulationDesign, _ listeners: [PopulationListener]) {
    self.model = model
    self.design = design
    self.listeners = listeners
    let units = PopulationUnits(listeners, model)
    self.units = units
    let standard = Self.standard(listeners, model, units)
    likelihood = PopulationLikelihood(
      model, standard, cells: design.cells.count, groups: design.groups.count, range: units.range)
  }

  /// The listeners with their levels in standard units.
  static func standard(
    _ listeners: [PopulationListener], _ model: PopulationModel, _ units: PopulationUnits
  ) -> [PopulationListener] {
    listeners.map { listener in
      PopulationListener(
        name: listener.name,
        cells: listener.cells.map { cell, counts in
          (cell, counts.mapLevels { units.standard(model.settings.scale.place(of: $0)) })
        })
    }
  }

  package static let leastListeners = 3
  /// Some listener must have this many trials.
  package static let leastTrials = 5.0

  /// - Parameter known: A fit of the same design, near which the search begins.
  package func fit(near known: PopulationFit? = nil) -> PopulationFit {
    var fit = PopulationFit(model: model, design: design, listeners: listeners, status: .ok, units: units)
    if listeners.count < Self.leastListeners {
      fit.status = .tooFewListeners
      return fit
    }
    if known == nil, let status = statusOfData {
      fit.status = status
      return fit
    }
    var point = known.map { $0.point(in: units) } ?? start
    var (hasConverged, isBelowPeak) = (false, true)
    var curvature: [Double] = []
    for round in 0..<Self.rounds {
      // In the end the rules stay: each place has its own small error, and a search among them would not end.
      if round < Self.placements { likelihood.place(at: point, isNear: round > 1) }
      if round == 2 { likelihood.findErrorVariances(at: point) }
      if round < 2 {
        point = climb(from: point)
        continue
      }
      if round % 3 == 2 || !isBelowPeak { curvature = self.curvature(at: point) }
      // At a bound the curvature in its direction says nothing.
      guard let step = newton(point, curvature, held(at: point)) else {
        point = climb(from: point)
        continue
      }
      isBelowPeak = step.gain.isFinite
      hasConverged = step.gain < Self.tolerance
      if step.gain < Self.gain { break }
      point = step.point
    }
    fit.held = held(at: point)
    var neighbours: [Int: Neighbours] = [:]
    (fit.point, fit.curvature) = (point, self.curvature(at: point) { neighbours[$0] = $1 })
    (fit.penalised, fit.logLikelihood) = likelihood.value(at: point)
    if let covariance = covariance(fit.curvature, fit.held) {
      fit.covariance = covariance
    } else {
      hasConverged = false
    }
    if fit.logLikelihood?.isFinite != true { hasConverged = false }
    if fit.covariance.isEmpty { fit.covariance = [Double](repeating: 0, count: point.count * point.count) }
    fit.status = hasConverged ? status(fit) : .notConverged
    fit.members = members(fit, likelihood.conditionals(at: point), neighbours)
    return fit
  }

  /// The status of a search that ended at its highest point.
  private func status(_ fit: PopulationFit) -> PopulationStatus {
    let spread = [layout.deviation(0), layout.deviation(1), layout.angle] + [layout.effect].compactMap(\.self)
    if spread.contains(where: fit.held.contains) { return .singular }
    if let lapse = layout.lapse, fit.held.contains(lapse) { return .noLapses }
    if let guess = layout.guess, fit.held.contains(guess) { return .noGuesses }
    if !fit.duplicates.isEmpty { return .duplicates }
    return design.emptyCells.isEmpty ? .ok : .missingCondition
  }

  /// The status of all answers together, if they determine no curve.
  private var statusOfData: PopulationStatus? {
    if listeners.allSatisfy({ $0.trials < Self.leastTrials }) { return .tooFewTrials }
    let tracks = listeners.flatMap(\.cells).map(\.counts).filter { $0.total > 0 }
    var settings = model.settings
    settings.at = nil
    settings.method = .ml
    let fitter = settings.makeFitter()
    var status = fitter.fit(Counts(pooling: tracks)).status
    // Adaptive tracks of listeners who differ may fall together although each of them rises.
    if status == .decreasing || status == .constant {
      status = fitter.fit(Counts(pooling: tracks.map(aroundCentre))).status
    }
    return status.isOfData && status != .step ? .data(status) : nil
  }

  /// A track with its mean level moved to the centre of all levels.
  private func aroundCentre(_ track: Counts) -> Counts {
    let scale = model.settings.scale
    let mean = track.bins.reduce(0) { $0 + $1.trials * scale.place(of: $1.level) } / track.total
    return track.mapLevels { scale.level(at: units.centre + scale.place(of: $0) - mean) }
  }

  // MARK: Start

  /// Means and standard deviations of separate fits.
  private var start: [Double] {
    var settings = model.settings
    settings.method = .reduced
    settings.at = nil
    let fitter = settings.makeFitter()
    let function = settings.function
    let (centre, width) = (
      function.standardQuantile(0.5), function.standardQuantile(0.95) - function.standardQuantile(0.05)
    )
    let curve = PopulationCurve(model, lapse: settings.lapse.start, guess: model.fixedGuess)
    let offset = curve?.offset ?? centre
    var pairs: [[(Double, Double)]] = design.cells.map { _ in [] }
    for listener in listeners {
      for (cell, counts) in listener.cells {
        let result = fitter.fit(counts)
        guard let location = result.location, let scale = result.scale else { continue }
        let (place, size) = (units.standard(location), scale / units.unit)
        guard abs(place) < 2 * units.range, size > units.range / 1000, size < 10 * units.range else { continue }
        if model.coordinates == .interceptAndSlope {
          pairs[cell].append((centre - (location - units.centre) / scale, 1 / size))
        } else {
          pairs[cell].append((place + (offset - centre) * size, log(width * size)))
        }
      }
    }
    let all = pairs.flatMap(\.self)
    func mean(_ values: [Double]) -> Double? {
      // The middle half: a few fits of little data may be anywhere.
      let sorted = values.sorted()
      let middle = sorted.dropFirst(sorted.count / 4).dropLast(sorted.count / 4)
      return middle.isEmpty ? nil : middle.reduce(0, +) / Double(middle.count)
    }
    let isLinear = model.coordinates == .interceptAndSlope
    let usual = isLinear ? (0.0, 1.0) : (0.0, log(units.range / 2))
    var point = [Double](repeating: 0, count: layout.count)
    var distances: [[Double]] = [[], []]
    for cell in design.cells.indices {
      let own = pairs[cell].isEmpty ? all : pairs[cell]
      let first = mean(own.map(\.0)) ?? usual.0
      let second = mean(own.map(\.1)) ?? usual.1
      (point[layout.mean(0, cell)], point[layout.mean(1, cell)]) = (first, second)
      distances[0] += pairs[cell].map { abs($0.0 - first) }
      distances[1] += pairs[cell].map { abs($0.1 - second) }
    }
    for coordinate in 0...1 {
      // Half of all values lie within 0.67 standard deviations; part of that is error.
      point[layout.deviation(coordinate)] = min(max(mean(distances[coordinate]) ?? 0.3, 0.1), coordinate == 0 ? 3 : 1)
    }
    if let effect = layout.effect { point[effect] = point[layout.deviation(0)] / 2 }
    if let lapse = layout.lapse { point[lapse] = Logit.of(min(0.02, max(1e-3, settings.lapse.start))) }
    if let guess = layout.guess { point[guess] = Logit.of(0.05) }
    return point
  }

  // MARK: Climbing

  /// The most steps of a search.
  private static let rounds = 24
  /// Before how many of them the quadrature is placed again.
  private static let placements = 5
  /// The search ends if another step gains less, in units of the log-likelihood.
  private static let gain = 1e-8
  /// The gain that may be left in the end: an error of a fourteenth of a standard error.
  private static let tolerance = 5e-3

  /// A typical error of each parameter, in standard units.
  private func errors(at point: [Double]) -> [Double] {
    let root = Double(listeners.count).squareRoot()
    return point.indices.map { place in
      switch place {
      case layout.angle: 0.5
      case layout.lapse, layout.guess: 0.5
      case layout.deviation(0), layout.deviation(1), layout.effect:
        max(0.02, abs(point[place]) / (2 * root).squareRoot())
      default:
        max(0.02, abs(point[layout.deviation(place < design.cells.count ? 0 : 1)]) / root)
      }
    }
  }

  private func climb(from start: [Double]) -> [Double] {
    let errors = errors(at: start)
    func place(_ steps: [Double]) -> [Double] { zip(start, zip(steps, errors)).map { $0 + $1.0 * $1.1 } }
    let found = try? QuasiNewton.minimum(start: start.map { _ in 0 }, step: 0.5, tolerance: 0.01) { steps in
      let slope = likelihood.slope(at: place(steps))
      guard slope.value.isFinite else { return (1e12, steps.map { _ in 0 }) }
      return (-slope.value, zip(slope.gradient, errors).map { -$0 * $1 })
    }
    return tidied(place(found?.point ?? start.map { _ in 0 }))
  }

  /// Returns an equivalent point whose standard deviations are above 0 and whose angle is inside ±π/2.
  private func tidied(_ point: [Double]) -> [Double] {
    var tidy = point
    if tidy[layout.deviation(0)] < 0 {
      tidy[layout.deviation(0)] *= -1
      tidy[layout.angle] *= -1
    }
    if tidy[layout.deviation(1)] < 0 {
      tidy[layout.deviation(1)] *= -1
      tidy[layout.angle] += .pi
    }
    if let effect = layout.effect { tidy[effect] = abs(tidy[effect]) }
    tidy[layout.angle] = asin(sin(tidy[layout.angle]))
    return tidy
  }

  private static let leastDeviation = 2e-3
  private static let leastLogit = -9.0

  /// The parameters that lie at a bound, where only a likelihood without penalties can be highest.
  private func held(at point: [Double]) -> Set<Int> {
    var held: Set<Int> = []
    if abs(cos(point[layout.angle])) < 0.02 { held.insert(layout.angle) }
    for coordinate in 0...1 where abs(point[layout.deviation(coordinate)]) < Self.leastDeviation {
      held.formUnion([layout.deviation(coordinate), layout.angle])
    }
    if let effect = layout.effect, abs(point[effect]) < Self.leastDeviation { held.insert(effect) }
    for place in [layout.lapse, layout.guess].compactMap(\.self) where point[place] < Self.leastLogit {
      held.insert(place)
    }
    return held
  }

  /// The listeners' coordinates a step above and below a point along one parameter.
  private typealias Neighbours = (
    up: [PopulationLikelihood.Conditional], down: [PopulationLikelihood.Conditional], step: Double
  )

  /// The negative of the second derivatives, row by row.
  ///
  /// - Parameter take: Takes the neighbours of the point along each parameter.
  private func curvature(at point: [Double], _ take: ((Int, Neighbours) -> Void)? = nil) -> [Double] {
    let count = point.count
    var rows = [Double](repeating: 0, count: count * count)
    for (place, error) in errors(at: point).enumerated() {
      let step = max(1e-5, error / 20)
      var (up, down) = (point, point)
      up[place] += step
      down[place] -= step
      let (above, below) = (likelihood.slope(at: up).gradient, likelihood.slope(at: down).gradient)
      for column in 0..<count { rows[place * count + column] = -(above[column] - below[column]) / (2 * step) }
      take?(place, (likelihood.conditionals(at: up), likelihood.conditionals(at: down), step))
    }
    for row in 0..<count {
      for column in 0..<row {
        let mean = (rows[row * count + column] + rows[column * count + row]) / 2
        (rows[row * count + column], rows[column * count + row]) = (mean, mean)
      }
    }
    return rows
  }

  /// A step of Newton's method, shortened until it rises. Quadrature gives value and gradient errors of their own, so a step
  /// that halves the promised gain also counts. If the point is not below a peak, the curvature is raised until the step rises.
  ///
  /// Source: Nocedal & Wright (2006), Numerical optimization, 2nd ed., § 3.4, for the raised curvature.
  ///
  /// - Returns: The gain that the step promises is infinite if the curvature was raised. `nil` if there is no step.
  private func newton(_ point: [Double], _ curvature: [Double], _ held: Set<Int>) -> (point: [Double], gain: Double)? {
    let free = point.indices.filter { !held.contains($0) }
    let factor = CholeskyFactor(size: free.count)
    let (rows, errors) = (part(curvature, free, of: point.count), errors(at: point))
    var isPeak = factor.factor(rows)
    let isBelowPeak = isPeak
    for shift in [0.1, 1, 10, 100, 1000] where !isPeak {
      var raised = rows
      for (i, place) in free.enumerated() { raised[i * free.count + i] += shift / (errors[place] * errors[place]) }
      isPeak = factor.factor(raised)
    }
    guard isPeak else { return nil }
    let here = likelihood.slope(at: point)
    guard here.value.isFinite else { return nil }
    let gradient = free.map { here.gradient[$0] }
    let direction = factor.solve(gradient)
    let gain = PopulationFit.product(gradient, direction)
    func moved(_ length: Double) -> [Double] {
      var next = point
      for (place, move) in zip(free, direction) { next[place] += length * move }
      return next
    }
    for halvings in 0..<7 {
      let next = moved(pow(0.5, Double(halvings)))
      if likelihood.value(at: next).penalised >= here.value - 1e-10 { return (next, isBelowPeak ? gain : .infinity) }
    }
    guard isBelowPeak else { return (point, .infinity) }
    for length in [1, 0.5] {
      let next = moved(length)
      let there = likelihood.slope(at: next)
      let left = free.map { there.gradient[$0] }
      if there.value.isFinite, PopulationFit.product(left, factor.solve(left)) < gain / 2 { return (next, gain) }
    }
    return (point, gain)
  }

  private func part(_ rows: [Double], _ free: [Int], of count: Int) -> [Double] {
    free.flatMap { row in free.map { rows[row * count + $0] } }
  }

  private func covariance(_ curvature: [Double], _ held: Set<Int>) -> [Double]? {
    let count = layout.count
    let free = (0..<count).filter { !held.contains($0) }
    let factor = CholeskyFactor(size: free.count)
    guard factor.factor(part(curvature, free, of: count)) else { return nil }
    let inverse = factor.inverse
    var rows = [Double](repeating: 0, count: count * count)
    for (i, row) in free.enumerated() {
      for (j, column) in free.enumerated() { rows[row * count + column] = inverse[i * free.count + j] }
    }
    return rows
  }

  // MARK: Listeners

  /// Each listener's coordinates: the conditional mean, with a variance that adds what the error of the population
  /// contributes.
  ///
  /// Source: Kass & Steffey (1989), J. Am. Stat. Assoc. 84:717–726, doi:10.1080/01621459.1989.10478825, eq. 3.5.
  private func members(
    _ fit: PopulationFit, _ centre: [PopulationLikelihood.Conditional],
    _ neighbours: [Int: Neighbours]
  ) -> [PopulationFit.Member] {
    let count = fit.point.count
    return listeners.indices.flatMap { index in
      listeners[index].cells.indices.compactMap { place in
        guard index < centre.count, place < centre[index].count else { return nil }
        let own = centre[index][place]
        func gradient(_ value: (PopulationLikelihood.Conditional.Element) -> Double) -> [Double] {
          (0..<count).map { parameter in
            guard let near = neighbours[parameter], index < near.up.count, index < near.down.count,
              place < near.up[index].count, place < near.down[index].count
            else { return 0 }
            return (value(near.up[index][place]) - value(near.down[index][place])) / (2 * near.step)
          }
        }
        let errors = [
          max(0, own.firstVariance + pow(fit.standardError(gradient(\.first)), 2)).squareRoot(),
          max(0, own.secondVariance + pow(fit.standardError(gradient(\.second)), 2)).squareRoot(),
        ]
        return PopulationFit.Member(
          listener: index, cell: listeners[index].cells[place].cell,
          values: [
            units.shift[0] + units.scale[0] * own.first, units.shift[1] + units.scale[1] * own.second,
          ],
          errors: [errors[0] * units.scale[0], errors[1] * abs(units.scale[1])])
      }
    }
  }

  // MARK: Profiles

  /// The values of a term whose profile of what the fit maximises lies close enough to its highest point; an end that is
  /// never crossed is `nil`, or the bound of the term.
  ///
  /// The distance is χ²/2. For means and contrasts with few listeners it is ν/2 · ln(1 + t²/ν), with the quantile t
  /// of ν degrees of freedom: if thresholds were known exactly, that would give Student's interval.
  ///
  /// - Parameter fit: This fitter's own fit.
  package func profileInterval(
    of term: PopulationTerm, _ fit: PopulationFit, confidence: Double
  ) -> ConfidenceInterval? {
    guard fit.status != .notConverged, fit.error(of: term) != nil else { return nil }
    let share = (1 + confidence) / 2
    let root =
      fit.degreesOfFreedom(of: term).map { degrees in
        let t = StudentT.quantile(share, degreesOfFreedom: degrees)
        return (degrees * log(1 + t * t / degrees)).squareRoot()
      } ?? NormalDistribution.quantile(share)
    let (low, high) = (end(of: term, fit, root, isUpper: false), end(of: term, fit, root, isUpper: true))
    return ConfidenceInterval(low: low, high: high)
  }

  private func end(of term: PopulationTerm, _ fit: PopulationFit, _ root: Double, isUpper: Bool) -> Double? {
    let weights = fit.weights(of: term)
    let (best, error) = (fit.standard(term), fit.standardError(weights))
    let bounds: (low: Double, high: Double) =
      switch term {
      case .deviation, .effectDeviation: (1e-6, .infinity)
      case .correlation: (-0.4999 * .pi, 0.4999 * .pi)
      case .lapse, .guess: (-14, 0)
      case .mean, .contrast: (-.infinity, .infinity)
      }
    func clamped(_ value: Double) -> Double { min(max(value, bounds.low), bounds.high) }
    var inner = (value: best, root: 0.0)
    var outer: (value: Double, root: Double)?
    var value = clamped(best + (isUpper ? 1 : -1) * root * error)
    for _ in 0..<14 {
      guard let height = profile(weights, value, fit) else { return nil }
      let drop = (2 * max(0, (fit.penalised ?? 0) - height)).squareRoot()
      if abs(drop - root) < 1e-3 { return fit.natural(term, value) }
      if drop < root {
        if value == bounds.low { return bounds.low == 1e-6 ? 0 : fit.natural(term, value) }
        if value == bounds.high { return fit.natural(term, value) }
        if abs(value - best) > 50 * error { return nil }
        inner = (value, drop)
      } else {
        outer = (value, drop)
      }
      if let outer {
        let guess = inner.value + (outer.value - inner.value) * (root - inner.root) / (outer.root - inner.root)
        // Away from the ends, so that both come closer.
        let (a, b) = (
          inner.value + 0.05 * (outer.value - inner.value), outer.value - 0.05 * (outer.value - inner.value)
        )
        value = min(max(guess, min(a, b)), max(a, b))
      } else {
        let growth = drop > 0.1 * root ? min(root / drop * 1.05, 3) : 3
        value = clamped(best + (inner.value - best) * growth)
      }
    }
    return fit.natural(term, value)
  }

  /// The highest point with a weighted sum of the parameters at a value.
  private func profile(_ weights: [Double], _ value: Double, _ fit: PopulationFit) -> Double? {
    let count = weights.count
    guard let pivot = weights.indices.max(by: { abs(weights[$0]) < abs(weights[$1]) }) else { return nil }
    let others = (0..<count).filter { $0 != pivot && !fit.held.contains($0) }
    // Along the covariance, where the quadratic is highest.
    let variance = pow(fit.standardError(weights), 2)
    let move = (value - PopulationFit.product(weights, fit.point)) / variance
    let origin = (0..<count).map { row in
      fit.point[row] + move * (0..<count).reduce(0) { $0 + fit.covariance[row * count + $1] * weights[$1] }
    }
    guard !others.isEmpty else { return likelihood.value(at: origin).penalised }
    // How the pivot follows the others.
    let following = others.map { -weights[$0] / weights[pivot] }
    var restricted: [Double] = []
    for (i, row) in others.enumerated() {
      for (j, column) in others.enumerated() {
        restricted.append(
          fit.curvature[row * count + column] + following[i] * fit.curvature[pivot * count + column]
            + following[j] * fit.curvature[row * count + pivot]
            + following[i] * following[j] * fit.curvature[pivot * count + pivot])
      }
    }
    let factor = CholeskyFactor(size: others.count)
    guard factor.factor(restricted) else { return nil }
    func place(_ steps: [Double]) -> [Double] {
      var point = origin
      for (index, step) in factor.solveTransposed(steps).enumerated() {
        point[others[index]] += step
        point[pivot] += following[index] * step
      }
      return point
    }
    // Newton's steps with the curvature of the fit; the quadrature is placed again before each.
    var point = origin
    likelihood.place(at: point)
    var here = likelihood.slope(at: point)
    guard here.value.isFinite else { return nil }
    for _ in 0..<Self.rounds {
      let pulled = others.enumerated().map { here.gradient[$1] + following[$0] * here.gradient[pivot] }
      let direction = factor.solve(pulled)
      if PopulationFit.product(pulled, direction) < Self.profileGain { break }
      var hasRisen = false
      for length in [1, 0.5, 0.25] where !hasRisen {
        var next = point
        for (index, step) in direction.enumerated() {
          next[others[index]] += length * step
          next[pivot] += following[index] * length * step
        }
        likelihood.place(at: next)
        let there = likelihood.slope(at: next)
        if there.value > here.value { (point, here, hasRisen) = (next, there, true) }
      }
      if !hasRisen { break }
    }
    return here.value
  }

  /// A profile ends if another step gains less.
  private static let profileGain = 1e-3
}

extension PopulationFit {
  /// The point of this fit in other standard units.
  func point(in units: PopulationUnits) -> [Double] {
    let layout = layout
    var moved = point
    for coordinate in 0...1 {
      let ratio = self.units.scale[coordinate] / units.scale[coordinate]
      for cell in design.cells.indices {
        let place = layout.mean(coordinate, cell)
        moved[place] =
          (self.units.shift[coordinate] - units.shift[coordinate]) / units.scale[coordinate] + ratio * moved[place]
      }
      moved[layout.deviation(coordinate)] *= ratio
      if coordinate == 0, let effect = layout.effect { moved[effect] *= ratio }
    }
    return moved
  }
}
