import PeachMath
import PeachSupport
package import PeachTrials

/// The outcome of a population fit. Any status but `ok` gives the reason why the numbers must not be taken at face value.
package enum PopulationStatus: Hashable, Sendable {
  case ok
  /// Fewer than three listeners have data.
  case tooFewListeners
  /// No listener has five trials.
  case tooFewTrials
  /// The answers of all listeners together determine no curve.
  case data(EstimateStatus)
  /// A standard deviation of listeners is 0, or their correlation is ±1.
  case singular
  /// A shared rate is 0.
  case noLapses
  case noGuesses
  /// Some listeners have the same answers at the same levels.
  case duplicates
  /// A group has no trials in a condition.
  case missingCondition
  case notConverged
  /// The chains of a posterior disagree, or have too few effective draws.
  case chainsDisagree
  /// Many transitions of the chains diverge.
  case divergent

  package var name: String {
    switch self {
    case .ok: "ok"
    case .tooFewListeners: "too-few-listeners"
    case .tooFewTrials: "too-few-trials"
    case .data(let status): status.rawValue
    case .singular: "singular"
    case .noLapses: "at-bound:lapse"
    case .noGuesses: "at-bound:guess"
    case .duplicates: "duplicate-listeners"
    case .missingCondition: "missing-condition"
    case .notConverged: "not-converged"
    case .chainsDisagree: "chains-disagree"
    case .divergent: "divergent"
    }
  }

  /// Whether the fit has numbers.
  package var hasEstimates: Bool {
    switch self {
    case .tooFewListeners, .tooFewTrials, .data: false
    default: true
    }
  }
}

/// A fitted population. Numbers are on the fit's scale: a threshold is a place, a width is a natural logarithm.
package struct PopulationFit: Sendable {
  /// A listener's own curve in one cell, which is drawn towards the mean of the cell.
  package struct Member: Sendable {
    package var listener: Int
    package var cell: Int
    /// Mean and standard error of each coordinate. The error includes that of the population.
    package var values: [Double]
    package var errors: [Double]
  }

  package let model: PopulationModel
  package let design: PopulationDesign
  package let listeners: [PopulationListener]
  package internal(set) var status: PopulationStatus
  /// The log-likelihood without binomial coefficients; `nil` without estimates.
  package internal(set) var logLikelihood: Double?
  /// The log-likelihood with the penalty.
  package internal(set) var penalised: Double?
  package internal(set) var members: [Member] = []
  /// The parameters, in standard units.
  var point: [Double] = []
  /// Their covariance, row by row. It is 0 for those that are held at a bound.
  var covariance: [Double] = []
  /// The negative of the second derivatives of the log-likelihood, row by row.
  var curvature: [Double] = []
  var held: Set<Int> = []
  var units: PopulationUnits

  var layout: PopulationLayout { PopulationLayout(model, cells: design.cells.count) }

  /// Pairs of listeners with the same answers at the same levels, which chance does not explain with 20 trials or more.
  package var duplicates: [(Int, Int)] {
    var known: [[Int: [Counts.Bin]]: Int] = [:]
    var pairs: [(Int, Int)] = []
    for (index, listener) in listeners.enumerated() where listener.trials >= 20 {
      let answers = Dictionary(uniqueKeysWithValues: listener.cells.map { ($0.cell, $0.counts.bins) })
      if let other = known[answers] { pairs.append((other, index)) } else { known[answers] = index }
    }
    return pairs
  }

  /// How many parameters are free.
  package var parameters: Int { layout.count }

  /// The numbers that the fit estimates.
  package var terms: [PopulationTerm] {
    guard status.hasEstimates else { return [] }
    let layout = layout
    var terms: [PopulationTerm] = [0, 1].flatMap { coordinate in
      design.cells.indices.map { PopulationTerm.mean(coordinate, cell: $0) }
    }
    terms += [.deviation(0), .deviation(1), .correlation]
    if layout.effect != nil { terms.append(.effectDeviation) }
    if layout.lapse != nil { terms.append(.lapse) }
    if layout.guess != nil { terms.append(.guess) }
    return terms + [0, 1].flatMap { coordinate in design.contrasts.map { PopulationTerm.contrast(coordinate, $0) } }
  }

  /// The degrees of freedom of means and contrasts: listeners less groups. `nil` stands for infinitely many, if the
  /// effect of conditions is the same for all listeners.
  package func degreesOfFreedom(of term: PopulationTerm) -> Double? {
    switch term {
    case .mean: break
    case .contrast(let coordinate, let contrast):
      if contrast.kind != .between, coordinate == 1 || !model.hasVaryingEffects { return nil }
    default: return nil
    }
    return max(1, Double(listeners.count - design.groups.count))
  }

  // MARK: Terms in standard units

  /// The weights of the parameters whose sum a term is, in standard units.
  func weights(of term: PopulationTerm) -> [Double] {
    let layout = layout
    var weights = [Double](repeating: 0, count: layout.count)
    switch term {
    case .mean(let coordinate, let cell): weights[layout.mean(coordinate, cell)] = 1
    case .deviation(let coordinate): weights[layout.deviation(coordinate)] = 1
    case .correlation: weights[layout.angle] = 1
    case .effectDeviation: if let effect = layout.effect { weights[effect] = 1 }
    case .lapse: if let lapse = layout.lapse { weights[lapse] = 1 }
    case .guess: if let guess = layout.guess { weights[guess] = 1 }
    case .contrast(let coordinate, let contrast):
      for (cell, weight) in contrast.weights.enumerated() { weights[layout.mean(coordinate, cell)] = weight }
    }
    return weights
  }

  func standard(_ term: PopulationTerm) -> Double { Self.product(weights(of: term), point) }

  /// The standard error in standard units; 0 if the term is held.
  func standardError(_ weights: [Double]) -> Double {
    let count = point.count
    var sum = 0.0
    for row in 0..<count where weights[row] != 0 {
      for column in 0..<count { sum += weights[row] * weights[column] * covariance[row * count + column] }
    }
    return max(0, sum).squareRoot()
  }

  static func product(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }

  /// A term's number, from its standard units.
  func natural(_ term: PopulationTerm, _ value: Double) -> Double {
    switch term {
    case .mean(let coordinate, _): units.shift[coordinate] + units.scale[coordinate] * value
    case .contrast(let coordinate, _): units.scale[coordinate] * value
    case .deviation(let coordinate): units.scale[coordinate] * abs(value)
    case .effectDeviation: units.scale[0] * abs(value)
    case .correlation: sin(value)
    case .lapse, .guess: Logit.inverse(value)
    }
  }

  /// How fast the number changes with its standard units.
  private func stretch(_ term: PopulationTerm, _ value: Double) -> Double {
    switch term {
    case .mean(let coordinate, _), .contrast(let coordinate, _), .deviation(let coordinate):
      abs(units.scale[coordinate])
    case .effectDeviation: abs(units.scale[0])
    case .correlation: abs(cos(value))
    case .lapse, .guess: Logit.inverse(value) * (1 - Logit.inverse(value))
    }
  }

  // MARK: Numbers

  package func value(of term: PopulationTerm) -> Double { natural(term, standard(term)) }

  /// The standard error of a term; `nil` if it is held at a bound.
  package func error(of term: PopulationTerm) -> Double? {
    let error = standardError(weights(of: term)) * stretch(term, standard(term))
    return error > 0 ? error : nil
  }

  /// The interval from the standard error: of standard deviations on a log scale, of the correlation on Fisher's z, of
  /// rates on logits, and of means and contrasts with Student's t.
  package func waldInterval(of term: PopulationTerm, confidence: Double) -> ConfidenceInterval? {
    let error = standardError(weights(of: term))
    guard error > 0 else { return nil }
    let (value, share) = (standard(term), (1 + confidence) / 2)
    let reach = NormalDistribution.quantile(share) * error
    switch term {
    case .mean, .contrast:
      let t = degreesOfFreedom(of: term).map { StudentT.quantile(share, degreesOfFreedom: $0) * error } ?? reach
      return ConfidenceInterval(low: natural(term, value - t), high: natural(term, value + t))
    case .deviation, .effectDeviation:
      let factor = exp(reach / abs(value))
      return ConfidenceInterval(low: natural(term, value / factor), high: natural(term, value * factor))
    case .correlation:
      let z = atanh(sin(value))
      let reach = reach / abs(cos(value))
      return ConfidenceInterval(low: tanh(z - reach), high: tanh(z + reach))
    case .lapse, .guess:
      return ConfidenceInterval(low: natural(term, value - reach), high: natural(term, value + reach))
    }
  }

  /// A difference of first coordinates in units of their standard deviation over listeners within a condition, with an
  /// interval by the delta method; `nil` if listeners do not differ.
  ///
  /// Source: Cohen (1988), Statistical power analysis for the behavioral sciences, 2nd ed., ch. 2.
  package func effectSize(of term: PopulationTerm, confidence: Double) -> (value: Double, interval: ConfidenceInterval)?
  {
    guard case .contrast(let coordinate, _) = term else { return nil }
    let layout = layout
    let places = [layout.deviation(coordinate)] + (coordinate == 0 ? [layout.effect].compactMap(\.self) : [])
    let deviation = places.reduce(0) { $0 + point[$1] * point[$1] }.squareRoot()
    guard deviation > 1e-3, !places.contains(where: held.contains) else { return nil }
    let size = standard(term) / deviation
    var gradient = weights(of: term).map { $0 / deviation }
    for place in places { gradient[place] -= size * point[place] / (deviation * deviation) }
    return (size, .wald(size, error: standardError(gradient), confidence: confidence))
  }

  /// The interval that contains a coordinate of a new listener of a cell, with Student's t for the few listeners.
  package func newListener(_ coordinate: Int, cell: Int, confidence: Double) -> ConfidenceInterval {
    let layout = layout
    let term = PopulationTerm.mean(coordinate, cell: cell)
    var variance = pow(standardError(weights(of: term)), 2) + pow(point[layout.deviation(coordinate)], 2)
    if coordinate == 0, let effect = layout.effect { variance += point[effect] * point[effect] }
    let t = StudentT.quantile((1 + confidence) / 2, degreesOfFreedom: degreesOfFreedom(of: term) ?? 1)
    let (value, reach) = (standard(term), t * variance.squareRoot())
    return ConfidenceInterval(low: natural(term, value - reach), high: natural(term, value + reach))
  }

  /// The rates that all listeners share.
  package var rates: (guess: Double, lapse: Double)? {
    curve.map { ($0.guess, $0.lapse) }
  }

  private var curve: PopulationCurve? {
    let layout = layout
    guard status.hasEstimates else { return nil }
    return PopulationCurve(model, point, layout)
  }

  /// New listeners of the fitted population, with random answers to the same trials.
  package func drawn(using random: inout some UniformSource) -> [PopulationListener] {
    guard let curve else { return listeners }
    let layout = layout
    let (sine, cosine) = (sin(point[layout.angle]), cos(point[layout.angle]))
    return listeners.map { listener in
      let z = [random.normal(), random.normal()]
      var drawn = listener
      for place in drawn.cells.indices {
        let (cell, counts) = drawn.cells[place]
        var first = point[layout.mean(0, cell)] + point[layout.deviation(0)] * z[0]
        if let effect = layout.effect { first += point[effect] * random.normal() }
        let second =
          point[layout.mean(1, cell)] + point[layout.deviation(1)] * (sine * z[0] + cosine * z[1])
        let probabilities = counts.bins.map {
          curve.probability(
            at: units.standard(model.settings.scale.place(of: $0.level)), model.settings.function, first: first,
            second: second)
        }
        drawn.cells[place].counts = Resample.counts(like: counts, probabilities, using: &random)
      }
      return drawn
    }
  }
}

/// The standard units of a fit: levels around their mean, in units of their standard deviation.
struct PopulationUnits: Sendable {
  let centre: Double
  let unit: Double
  /// A coordinate is shift + scale × its number in standard units.
  let shift: [Double]
  let scale: [Double]
  /// The range of the levels in standard units.
  let range: Double

  init(_ listeners: [PopulationListener], _ model: PopulationModel) {
    let levels = listeners.flatMap { $0.cells.flatMap { $0.counts.bins } }.map {
      (place: model.settings.scale.place(of: $0.level), trials: $0.trials)
    }
    let total = levels.reduce(0) { $0 + $1.trials }
    let mean = levels.reduce(0) { $0 + $1.trials * $1.place } / total
    let variance = levels.reduce(0) { $0 + $1.trials * ($1.place - mean) * ($1.place - mean) } / total
    let isLinear = model.coordinates == .interceptAndSlope
    unit = variance > 0 ? variance.squareRoot() : 1
    centre = isLinear || total == 0 ? 0 : mean
    (shift, scale) = isLinear ? ([0, 0], [1, 1 / unit]) : ([centre, log(unit)], [unit, 1])
    let places = levels.map(\.place)
    range = max(1e-9, ((places.max() ?? 0) - (places.min() ?? 0)) / unit)
  }

  func standard(_ place: Double) -> Double { (place - centre) / unit }
}
