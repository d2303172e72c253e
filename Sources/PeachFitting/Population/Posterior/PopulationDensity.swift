import PeachMath
import PeachSupport

/// The log of the joint posterior density of the population and its listeners, with its gradient.
///
/// The unknowns are those of the population, then the random effects of each listener. Instead of the random effects z the
/// position holds u: z = m + L⁻ᵀu, where m and (L Lᵀ)⁻¹ are mean and covariance of z if the listener's log-likelihood were a
/// quadratic function of the coordinates. Then u is roughly a standard normal vector whatever the population is, so that
/// the density has neither the funnel of centred random effects nor the ridges of standardised ones. The quadratic
/// function is fixed and need not be exact: the density of u accounts for the change of variables.
///
/// Source: Papaspiliopoulos, Roberts & Sköld (2007), Stat. Sci. 22:59–73, doi:10.1214/088342307000000014, for
/// parametrisations that the data inform; Lewandowski, Kurowicka & Joe (2009) for the density of the correlation.
struct PopulationDensity {
  /// A listener's log-likelihood in one cell, and what is quadratic about it: precision, and precision times centre, which
  /// follows the logits of the rates.
  private struct Cell {
    let cell: Int
    let counts: Counts
    let lanes: LevelLanes?
    var precision = (first: 0.0, mixed: 0.0, second: 0.0)
    var pull = (first: 0.0, second: 0.0)
    var pullByLapse = (first: 0.0, second: 0.0)
    var pullByGuess = (first: 0.0, second: 0.0)
  }

  private struct Listener {
    var cells: [Cell]
    /// The place of the listener's first random effect.
    let place: Int
    let size: Int
  }

  let model: PopulationModel
  let layout: PopulationLayout
  let prior: PopulationPrior
  let count: Int
  private var listeners: [Listener] = []
  private let rates: (lapse: Double, guess: Double)

  /// - Parameters:
  ///   - listeners: In standard units.
  ///   - origin: The parameters at which listeners' log-likelihoods are taken as quadratic, in the layout of the fit.
  init(
    _ model: PopulationModel, _ listeners: [PopulationListener], cells: Int, prior: PopulationPrior, origin: [Double]
  ) {
    self.model = model
    self.prior = prior
    let layout = PopulationLayout(model, cells: cells)
    self.layout = layout
    rates = (layout.lapse.map { origin[$0] } ?? 0, layout.guess.map { origin[$0] } ?? 0)
    var next = layout.count
    for listener in listeners {
      let size = 2 + (model.hasVaryingEffects ? listener.cells.count : 0)
      let cells = listener.cells.map {
        Cell(cell: $0.cell, counts: $0.counts, lanes: LevelLanes($0.counts, model.settings.function.vectorShape))
      }
      self.listeners.append(Listener(cells: cells, place: next, size: size))
      next += size
    }
    count = next
    for index in self.listeners.indices { approximate(index, at: origin) }
  }

  // MARK: The population's parameters

  /// The population's part of a position, without bounds, for parameters in the layout of a fit.
  func unbounded(_ point: [Double]) -> [Double] {
    var values = point
    for place in deviations { values[place] = log(max(abs(point[place]), 1e-4)) }
    values[layout.angle] = atanh(min(max(sin(point[layout.angle]), -0.99), 0.99))
    return values
  }

  /// How fast the unbounded parameters change with those of a fit.
  func stretch(_ point: [Double]) -> [Double] {
    var values = [Double](repeating: 1, count: point.count)
    for place in deviations { values[place] = 1 / max(abs(point[place]), 1e-4) }
    values[layout.angle] = 1 / max(abs(cos(point[layout.angle])), 0.14)
    return values
  }

  /// The parameters in the layout of a fit.
  func bounded(_ values: [Double]) -> [Double] {
    var point = Array(values.prefix(layout.count))
    for place in deviations { point[place] = exp(values[place]) }
    point[layout.angle] = asin(tanh(values[layout.angle]))
    return point
  }

  private var deviations: [Int] { [layout.deviation(0), layout.deviation(1)] + [layout.effect].compactMap(\.self) }

  private struct Parameters {
    let first, second, effect, correlation, rest: Double
    let curve: PopulationCurve

    init?(_ q: [Double], _ layout: PopulationLayout, _ model: PopulationModel) {
      (first, second) = (exp(q[layout.deviation(0)]), exp(q[layout.deviation(1)]))
      effect = layout.effect.map { exp(q[$0]) } ?? 0
      correlation = tanh(q[layout.angle])
      rest = 1 / cosh(q[layout.angle])
      guard
        let curve = PopulationCurve(model, q, layout)
      else { return nil }
      self.curve = curve
    }
  }

  // MARK: Density

  func value(at q: [Double], _ gradient: inout [Double]) -> Double {
    for place in gradient.indices { gradient[place] = 0 }
    guard q.allSatisfy(\.isFinite), let parameters = Parameters(q, layout, model) else { return -.infinity }
    var value = addPrior(q, parameters, &gradient)
    let size = listeners.map(\.size).max() ?? 2
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: Work.needed(size)) { memory in
      for listener in listeners {
        guard let part = add(listener, q, parameters, memory, &gradient) else { return -.infinity }
        value += part
      }
      return value
    }
  }

  private func addPrior(_ q: [Double], _ parameters: Parameters, _ gradient: inout [Double]) -> Double {
    var value = 0.0
    func add(_ place: Int, _ prior: PopulationPrior.Normal) {
      let distance = (q[place] - prior.mean) / prior.deviation
      value -= distance * distance / 2
      gradient[place] -= distance / prior.deviation
    }
    func addHalf(_ place: Int, _ size: Double, _ scale: Double) {
      let share = size * size / (scale * scale)
      value += q[place] - share / 2
      gradient[place] += 1 - share
    }
    for coordinate in 0...1 {
      for cell in 0..<layout.cells { add(layout.mean(coordinate, cell), prior.means[coordinate]) }
    }
    addHalf(layout.deviation(0), parameters.first, prior.deviations[0])
    addHalf(layout.deviation(1), parameters.second, prior.deviations[1])
    if let effect = layout.effect { addHalf(effect, parameters.effect, prior.effect) }
    value += 2 * prior.concentration * log(parameters.rest)
    gradient[layout.angle] -= 2 * prior.concentration * parameters.correlation
    if let lapse = layout.lapse { add(lapse, prior.lapse) }
    if let guess = layout.guess { add(guess, prior.guess) }
    return value
  }

  /// The value of one cell and its derivatives by the coordinates and by the rates' logits.
  private typealias Slope = (value: Double, first: Double, second: Double, lapse: Double, guess: Double)

  private func slope(_ cell: Cell, _ curve: PopulationCurve, _ first: Double, _ second: Double) -> Slope {
    let sums =
      cell.lanes.flatMap { curve.sums($0, first: first, second: second) }
      ?? curve.sums(cell.counts.bins, model.settings.function, first: first, second: second)
    return (
      sums.value, sums.first, sums.second, sums.lapse * curve.lapse * (1 - curve.lapse),
      sums.guess * curve.guess * (1 - curve.guess)
    )
  }

  // MARK: One listener

  /// Places of matrices and vectors in the memory of one listener.
  private struct Work {
    static func needed(_ size: Int) -> Int { 3 * size * size + 6 * size }
  }

  /// The quadratic pull at the rates of a point.
  @inline(__always)
  private func pull(_ cell: Cell, _ q: [Double]) -> (first: Double, second: Double) {
    var pull = cell.pull
    if let lapse = layout.lapse {
      let distance = q[lapse] - rates.lapse
      pull.first += cell.pullByLapse.first * distance
      pull.second += cell.pullByLapse.second * distance
    }
    if let guess = layout.guess {
      let distance = q[guess] - rates.guess
      pull.first += cell.pullByGuess.first * distance
      pull.second += cell.pullByGuess.second * distance
    }
    // Relative to the mean of the cell.
    let (a, b) = (q[layout.mean(0, cell.cell)], q[layout.mean(1, cell.cell)])
    pull.first -= cell.precision.first * a + cell.precision.mixed * b
    pull.second -= cell.precision.mixed * a + cell.precision.second * b
    return pull
  }

  /// The random effects of a listener at a position, in `z`; `factor` holds L, and `mean` the mean m. The random effects
  /// are z₀, z₁, and one for each cell if effects vary: first = mean + σ₁z₀ + σ₃zⱼ, second = mean + σ₂(r z₀ + s z₁).
  ///
  /// - Returns: ln det L; `nil` if a number is not finite.
  private func place(
    _ listener: Listener, _ q: [Double], _ parameters: Parameters, factor: UnsafeMutablePointer<Double>,
    mean: UnsafeMutablePointer<Double>, offset: UnsafeMutablePointer<Double>, z: UnsafeMutablePointer<Double>
  ) -> Double? {
    let size = listener.size
    let (a, b, c) = (
      parameters.first, parameters.second * parameters.correlation, parameters.second * parameters.rest
    )
    for i in 0..<size * size { factor[i] = 0 }
    for i in 0..<size {
      factor[i * size + i] = 1
      mean[i] = 0
    }
    for (place, cell) in listener.cells.enumerated() {
      let (p, m, s) = cell.precision
      let pull = pull(cell, q)
      factor[0] += a * a * p + 2 * a * b * m + b * b * s
      factor[size] += c * (a * m + b * s)
      factor[size + 1] += c * c * s
      mean[0] += a * pull.first + b * pull.second
      mean[1] += c * pull.second
      if size > 2 {
        let row = (2 + place) * size
        let e = parameters.effect
        factor[row] += e * (a * p + b * m)
        factor[row + 1] += e * c * m
        factor[row + 2 + place] += e * e * p
        mean[2 + place] += e * pull.first
      }
    }
    guard let logDeterminant = Cholesky.factor(factor, size) else { return nil }
    Cholesky.solveLower(factor, size, mean)
    Cholesky.solveUpper(factor, size, mean)
    for i in 0..<size { offset[i] = q[listener.place + i] }
    Cholesky.solveUpper(factor, size, offset)
    for i in 0..<size { z[i] = mean[i] + offset[i] }
    return logDeterminant
  }

  /// The coordinates of every listener's cells at a position, listener by listener: the first and second of each cell. NaN
  /// where the density is 0.
  func coordinates(at q: [Double]) -> [Double] {
    func unknown() -> [Double] { .init(repeating: .nan, count: 2 * listeners.reduce(0) { $0 + $1.cells.count }) }
    guard let parameters = Parameters(q, layout, model) else { return unknown() }
    let size = listeners.map(\.size).max() ?? 2
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: Work.needed(size)) { memory in
      guard let base = memory.baseAddress else { return unknown() }
      var values: [Double] = []
      for listener in listeners {
        let size = listener.size
        let (factor, vectors) = (base, base + 3 * size * size)
        let z = vectors + 2 * size
        guard
          place(listener, q, parameters, factor: factor, mean: vectors, offset: vectors + size, z: z) != nil
        else { return unknown() }
        for (place, cell) in listener.cells.enumerated() {
          let (first, second) = coordinates(cell, place, z, q, parameters)
          values += [first, second]
        }
      }
      return values
    }
  }

  @inline(__always)
  private func coordinates(
    _ cell: Cell, _ place: Int, _ z: UnsafeMutablePointer<Double>, _ q: [Double], _ parameters: Parameters
  ) -> (first: Double, second: Double) {
    var first = q[layout.mean(0, cell.cell)] + parameters.first * z[0]
    if layout.effect != nil { first += parameters.effect * z[2 + place] }
    let second =
      q[layout.mean(1, cell.cell)] + parameters.second
      * (parameters.correlation * z[0] + parameters.rest * z[1])
    return (first, second)
  }

  /// Adds a listener's part of the gradient and returns the listener's part of the value.
  private func add(
    _ listener: Listener, _ q: [Double], _ parameters: Parameters, _ memory: UnsafeMutableBufferPointer<Double>,
    _ gradient: inout [Double]
  ) -> Double? {
    guard let base = memory.baseAddress else { return nil }
    let size = listener.size
    let (factor, adjoint, scratch) = (base, base + size * size, base + 2 * size * size)
    let vectors = base + 3 * size * size
    let (mean, offset, z) = (vectors, vectors + size, vectors + 2 * size)
    let (pulled, low, weight) = (vectors + 3 * size, vectors + 4 * size, vectors + 5 * size)
    guard
      let logDeterminant = place(listener, q, parameters, factor: factor, mean: mean, offset: offset, z: z)
    else { return nil }
    var value = -logDeterminant
    for i in 0..<size {
      value -= z[i] * z[i] / 2
      pulled[i] = -z[i]
    }
    let (a, r, s) = (parameters.first, parameters.correlation, parameters.rest)
    let (b, c, e) = (parameters.second * r, parameters.second * s, parameters.effect)
    var slopes: [Slope] = []
    slopes.reserveCapacity(listener.cells.count)
    for (place, cell) in listener.cells.enumerated() {
      let (first, second) = coordinates(cell, place, z, q, parameters)
      let own = slope(cell, parameters.curve, first, second)
      guard own.value.isFinite else { return nil }
      value += own.value
      pulled[0] += a * own.first + b * own.second
      pulled[1] += c * own.second
      if size > 2 { pulled[2 + place] += e * own.first }
      if let lapse = layout.lapse { gradient[lapse] += own.lapse }
      if let guess = layout.guess { gradient[guess] += own.guess }
      slopes.append(own)
    }
    // By u: L⁻¹ of the slope by z. The slope by the mean's right side is Q⁻¹ of it.
    for i in 0..<size { low[i] = pulled[i] }
    Cholesky.solveLower(factor, size, low)
    for i in 0..<size {
      gradient[listener.place + i] += low[i]
      weight[i] = low[i]
    }
    Cholesky.solveUpper(factor, size, weight)
    // By Q, through L: adjoint = Φ(Lᵀ L̄) with L̄ = −offset lowᵀ − diag(1/L), then L⁻ᵀ · L⁻¹.
    for i in 0..<size {
      for j in 0..<size {
        var sum = 0.0
        if j <= i {
          // Row i of Lᵀ has entries from k = i on; L̄ is lower, from k = j on.
          for k in i..<size { sum -= factor[k * size + i] * offset[k] * low[j] }
          if i == j { sum = (sum - 1) / 2 }
        }
        adjoint[i * size + j] = sum
      }
    }
    for column in 0..<size { Cholesky.solveUpper(factor, size, adjoint + column, stride: size) }
    // X L⁻¹: each row x solves Lᵀ x = row.
    for row in 0..<size { Cholesky.solveUpper(factor, size, adjoint + row * size) }
    // Symmetric, and the part through the mean: −w mᵀ.
    for i in 0..<size {
      for j in 0..<size {
        scratch[i * size + j] =
          (adjoint[i * size + j] + adjoint[j * size + i] - weight[i] * mean[j] - weight[j] * mean[i]) / 2
      }
    }
    var (byFirst, bySecondA, bySecondB, byEffect) = (0.0, 0.0, 0.0, 0.0)
    for (place, cell) in listener.cells.enumerated() {
      let own = slopes[place]
      let (p, m, t) = cell.precision
      let pull = pull(cell, q)
      let j = 2 + place
      let hasEffect = size > 2
      // A·weight: what the pull's right side does to the coordinates.
      let moved = (first: a * weight[0] + (hasEffect ? e * weight[j] : 0), second: b * weight[0] + c * weight[1])
      let (f, g) = (p * moved.first + m * moved.second, m * moved.first + t * moved.second)
      gradient[layout.mean(0, cell.cell)] += own.first - f
      gradient[layout.mean(1, cell.cell)] += own.second - g
      if let lapse = layout.lapse {
        gradient[lapse] += moved.first * cell.pullByLapse.first + moved.second * cell.pullByLapse.second
      }
      if let guess = layout.guess {
        gradient[guess] += moved.first * cell.pullByGuess.first + moved.second * cell.pullByGuess.second
      }
      // The rows of P A Q̄, at the columns that a row of A has.
      func row(_ column: Int) -> (first: Double, second: Double) {
        let first = a * scratch[column] + (hasEffect ? e * scratch[j * size + column] : 0)
        let second = b * scratch[column] + c * scratch[size + column]
        return (p * first + m * second, m * first + t * second)
      }
      let (zero, one) = (row(0), row(1))
      byFirst += own.first * z[0] + pull.first * weight[0] + 2 * zero.first
      bySecondA += own.second * z[0] + pull.second * weight[0] + 2 * zero.second
      bySecondB += own.second * z[1] + pull.second * weight[1] + 2 * one.second
      if hasEffect { byEffect += own.first * z[j] + pull.first * weight[j] + 2 * row(j).first }
    }
    gradient[layout.deviation(0)] += a * byFirst
    gradient[layout.deviation(1)] += b * bySecondA + c * bySecondB
    gradient[layout.angle] += parameters.second * s * (s * bySecondA - r * bySecondB)
    if let effect = layout.effect { gradient[effect] += e * byEffect }
    return value
  }

  // MARK: Quadratic functions

  private static let climbs = 30

  /// Sets the quadratic functions of a listener from the expected information at the mode of the random effects.
  private mutating func approximate(_ index: Int, at origin: [Double]) {
    let q = unbounded(origin) + [Double](repeating: 0, count: count - layout.count)
    guard let parameters = Parameters(q, layout, model) else { return }
    let size = listeners[index].size
    var z = [Double](repeating: 0, count: size)
    var best = -Double.infinity
    var last = z
    for _ in 0..<Self.climbs {
      let height = expand(index, at: z, q, parameters)
      if height < best || !height.isFinite {
        // Back half the way.
        z = zip(z, last).map { ($0 + $1) / 2 }
        if zip(z, last).allSatisfy({ abs($0 - $1) < 1e-6 }) { break }
        continue
      }
      best = height
      last = z
      var next = z
      next.withUnsafeMutableBufferPointer { next in
        withUnsafeTemporaryAllocation(of: Double.self, capacity: Work.needed(size)) { memory in
          guard let base = memory.baseAddress, let target = next.baseAddress else { return }
          let vectors = base + 3 * size * size
          _ = place(
            listeners[index], q, parameters, factor: base, mean: vectors, offset: vectors + size, z: target)
        }
      }
      guard next.allSatisfy(\.isFinite) else { break }
      z = next
      if zip(z, last).allSatisfy({ abs($0 - $1) < 1e-4 }) { break }
    }
    _ = expand(index, at: last, q, parameters)
  }

  /// Expands the log-likelihood of a listener at random effects.
  ///
  /// - Returns: The log of the integrand there.
  private mutating func expand(_ index: Int, at z: [Double], _ q: [Double], _ parameters: Parameters) -> Double {
    var height = z.reduce(0) { $0 - $1 * $1 / 2 }
    var z = z
    for place in listeners[index].cells.indices {
      var cell = listeners[index].cells[place]
      let (first, second) = z.withUnsafeMutableBufferPointer { z in
        z.baseAddress.map { coordinates(cell, place, $0, q, parameters) } ?? (0, 0)
      }
      func sums(_ curve: PopulationCurve) -> PopulationCurve.Sums {
        curve.sums(cell.counts.bins, model.settings.function, first: first, second: second)
      }
      let own = sums(parameters.curve)
      height += own.value
      cell.precision = own.information
      let (p, m, s) = own.information
      cell.pull = (p * first + m * second + own.first, m * first + s * second + own.second)
      func change(_ logit: Int?, isLapse: Bool) -> (first: Double, second: Double) {
        guard let logit else { return (0, 0) }
        let step = 0.01
        let near = [step, -step].map { step -> PopulationCurve.Sums? in
          let rate = Logit.inverse(q[logit] + step)
          return PopulationCurve(
            model, lapse: isLapse ? rate : parameters.curve.lapse, guess: isLapse ? parameters.curve.guess : rate
          ).map(sums)
        }
        guard let up = near[0], let down = near[1] else { return (0, 0) }
        return ((up.first - down.first) / (2 * step), (up.second - down.second) / (2 * step))
      }
      cell.pullByLapse = change(layout.lapse, isLapse: true)
      cell.pullByGuess = change(layout.guess, isLapse: false)
      listeners[index].cells[place] = cell
    }
    return height
  }
}
