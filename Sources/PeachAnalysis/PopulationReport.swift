package import PeachFitting
import PeachMath
import PeachSupport
import PeachTrials

/// A population fit of a table: the population, its contrasts, and each listener's separate and shrunken estimates.
package struct PopulationReport: Sendable {
  package struct Request: Sendable {
    package var fit: FitRequest
    /// The column that names listeners.
    package var participant: String
    /// The columns that name conditions within listeners.
    package var within: [String] = []
    /// The columns that name groups of listeners.
    package var between: [String] = []
    package var coordinates = PopulationModel.Coordinates.thresholdAndWidth
    /// Whether the effects of conditions vary over listeners.
    package var hasVaryingEffects = true
    package var points: Int?
    package var interval = IntervalKind.wald
    package var resamples = 0
    /// The lengths of the chains of a posterior.
    package var lengths = PopulationSampler.Lengths()
    package var seed: UInt64

    package init(_ fit: FitRequest, participant: String, seed: UInt64) {
      (self.fit, self.participant, self.seed) = (fit, participant, seed)
    }

    /// The columns that tell fits apart.
    package var by: [String] { [participant] + within + between }

    /// The model of these conditions.
    package func model(conditions: Int) -> PopulationModel {
      var model = PopulationModel(fit.settings)
      model.coordinates = coordinates
      model.hasVaryingEffects = hasVaryingEffects && conditions > 1
      model.isPenalised = fit.method != .ml
      model.points = points
      return model
    }
  }

  /// One number with its interval, in the units in which people read it.
  package struct Row: Sendable {
    package enum Kind: String, CaseIterable, Sendable {
      case mean, sd, correlation, rate, contrast
      case newListener = "new-listener"
      case separate, shrunken
    }

    package var kind: Kind
    package var quantity: String
    package var listener: String?
    package var group: String?
    package var condition: String?
    package var estimate: Double?
    package var error: Double?
    package var interval: ConfidenceInterval?
    package var effect: Double?
    package var effectInterval: ConfidenceInterval?
    package var p: Double?
    package var unit: String
    package var trials: Int
    package var status: String
    /// How well the chains of a posterior determine the estimate.
    package var diagnostics: ChainDiagnostics?
  }

  package let request: Request
  package let source: String
  package let unit: String?
  package let design: PopulationDesign
  package let model: PopulationModel
  package private(set) var fit: PopulationFit
  /// `nil` unless the method is bayes and the data determine a population.
  package private(set) var posterior: PopulationPosterior?
  package private(set) var rows: [Row] = []
  /// Remarks on the data, in words.
  package private(set) var notes: [String]
  /// How many of the resamples have no fit.
  package private(set) var failed = 0
  private let separate: [FitRow]

  package static let confidence = 0.95

  /// Sorts the groups of observations into listeners, conditions and groups.
  ///
  /// - Throws: `DesignError` if a listener is in two groups.
  package static func sorted(
    _ observations: Observations, _ request: Request
  ) throws(DesignError) -> (design: PopulationDesign, listeners: [PopulationListener]) {
    var design = PopulationDesign(groups: [], conditions: [], cells: [])
    var places: [String: Int] = [:]
    var groups: [Int] = []
    var listeners: [PopulationListener] = []
    func place(_ name: String, in names: inout [String]) -> Int {
      if let known = names.firstIndex(of: name) { return known }
      names.append(name)
      return names.count - 1
    }
    for part in observations.groups where part.counts.total > 0 {
      let name = FitRow.name(of: Array(part.key.prefix(1)))
      let condition = place(
        FitRow.name(of: Array(part.key.dropFirst().prefix(request.within.count))), in: &design.conditions)
      let group = place(FitRow.name(of: Array(part.key.dropFirst(1 + request.within.count))), in: &design.groups)
      let cell = PopulationDesign.Cell(group: group, condition: condition)
      let index: Int
      if let known = places[name] {
        index = known
        if groups[known] != group {
          throw DesignError(listener: name, groups: [design.groups[groups[known]], design.groups[group]])
        }
      } else {
        index = listeners.count
        places[name] = index
        listeners.append(PopulationListener(name: name, cells: []))
        groups.append(group)
      }
      if !design.cells.contains(cell) { design.cells.append(cell) }
      listeners[index].cells.append((design.cells.firstIndex(of: cell) ?? 0, part.counts))
    }
    return (design, listeners)
  }

  /// A listener in two groups.
  package struct DesignError: Error, Sendable {
    package var listener: String
    package var groups: [String]
  }

  /// Fits the population.
  ///
  /// - Parameters:
  ///   - separate: The fits of each listener in each condition, in the order of the observations' groups.
  ///   - jobs: How many resamples are fitted at once; at least 1.
  ///   - progress: Receives how many resamples are done.
  /// - Throws: `DesignError` if a listener is in two groups.
  package init(
    _ observations: Observations, separate: [FitRow], source: String, _ request: Request, jobs: Int,
    progress: (Int) -> Void = { _ in }
  ) async throws(DesignError) {
    let (design, listeners) = try Self.sorted(observations, request)
    self.request = request
    self.source = source
    self.design = design
    self.separate = separate
    unit = observations.unit
    notes = observations.notes
    model = request.model(conditions: design.conditions.count)
    let fitter = PopulationFitter(model, design, listeners)
    fit = fitter.fit()
    if request.fit.method == .bayes, fit.status.hasEstimates {
      posterior = await sampled(jobs: jobs, progress: progress)
    }
    var resampled: [[Double?]] = []
    if request.resamples > 0, fit.status.hasEstimates, fit.status != .notConverged {
      resampled = await resamples(jobs: jobs, progress: progress)
      failed = resampled.count { $0.isEmpty }
    }
    addPopulation(fitter, resampled.filter { !$0.isEmpty })
    addListeners()
    addNotes()
  }

  /// How many chains a posterior has.
  package static let chains = 4

  /// - Returns: `nil` if the density is 0 at the fit.
  private func sampled(jobs: Int, progress: (Int) -> Void) async -> PopulationPosterior? {
    let (sampler, seed) = (PopulationSampler(fit), request.seed)
    guard sampler.canStart else { return nil }
    let lengths = request.lengths
    let chains = await Parallel.map(Array(1...Self.chains), jobs: jobs, progress: progress) { chain in
      var random = StreamFamily(seed: seed, path: ["population", "posterior"]).stream(replicate: chain)
      return sampler.chain(lengths, using: &random)
    }
    return PopulationPosterior(fit, sampler.prior, chains)
  }

  /// The status of the posterior, or of the fit without one. A posterior whose chains cannot start did not converge.
  package var status: PopulationStatus { posterior?.status ?? (lacksPosterior ? .notConverged : fit.status) }

  /// Whether a posterior was asked for, and the density is 0 at the fit.
  package var lacksPosterior: Bool {
    request.fit.method == .bayes && posterior == nil && fit.status.hasEstimates
  }

  /// The terms of the fits of data sets drawn from the fit; an empty list if a fit failed.
  private func resamples(jobs: Int, progress: (Int) -> Void) async -> [[Double?]] {
    let (fit, design, model, seed) = (fit, design, model, request.seed)
    return await Parallel.map(Array(1...request.resamples), jobs: jobs, progress: progress) { replicate in
      var random = StreamFamily(seed: seed, path: ["population"]).stream(replicate: replicate)
      let drawn = PopulationFitter(model, design, fit.drawn(using: &random)).fit(near: fit)
      guard drawn.status.hasEstimates, drawn.status != .notConverged else { return [] }
      return drawn.terms.map { drawn.value(of: $0) }
    }
  }

  // MARK: Criticism

  /// Draws of the population, from which curves and predictions follow; `nil` without estimates. They take time, so a page
  /// makes them once.
  package var draws: PopulationDraws? {
    guard fit.status.hasEstimates else { return nil }
    if let posterior { return PopulationDraws(posterior) }
    var random = StreamFamily(seed: request.seed, path: ["population", "draws"]).stream(replicate: 1)
    return PopulationDraws(fit, using: &random)
  }

  /// Predictive checks.
  package func checks(_ draws: PopulationDraws) -> PopulationChecks {
    var random = StreamFamily(seed: request.seed, path: ["population", "checks"]).stream(replicate: 1)
    return PopulationChecks(draws, using: &random)
  }

  /// The curve of the median listener of each cell, with its interval and the range of listeners.
  package func curves(_ draws: PopulationDraws) -> [[PopulationDraws.CurvePoint]] {
    design.cells.indices.map { cell in
      let levels = fit.listeners.flatMap { $0.cells.filter { $0.cell == cell }.flatMap { $0.counts.bins.map(\.level) } }
      guard let low = levels.min(), let high = levels.max(), low < high else { return [] }
      let (from, to) = (scale.place(of: low), scale.place(of: high))
      let drawn = (0...60).map { scale.level(at: from + (to - from) * Double($0) / 60) }
      var random = StreamFamily(seed: request.seed, path: ["population", "curves"]).stream(replicate: cell + 1)
      return draws.curve(of: cell, at: drawn, using: &random)
    }
  }

  // MARK: Rows

  private var isThreshold: Bool { model.coordinates == .thresholdAndWidth }
  private var scale: LevelScale { model.settings.scale }

  /// The name of a coordinate.
  package func name(of coordinate: Int) -> String {
    guard isThreshold else { return coordinate == 0 ? "intercept" : "slope" }
    return coordinate == 0 ? model.settings.mainQuantity == .pse ? "pse" : "threshold" : "width"
  }

  private var levelUnit: String { unit ?? "level" }
  /// The unit of places on the fit's scale.
  private var placeUnit: String { scale == .linear ? levelUnit : "\(scale.rawValue) \(levelUnit)" }

  /// A number of a coordinate as people read it: a level, or a width.
  private func shown(_ coordinate: Int, _ value: Double) -> Double {
    guard isThreshold else { return value }
    return coordinate == 0 ? scale.level(at: value) : exp(value)
  }

  private func stretch(_ coordinate: Int, _ value: Double) -> Double {
    guard isThreshold else { return 1 }
    return coordinate == 0 ? scale.stretch(at: value) : exp(value)
  }

  private func shown(_ coordinate: Int, _ interval: ConfidenceInterval?) -> ConfidenceInterval? {
    interval.map {
      ConfidenceInterval(low: $0.low.map { shown(coordinate, $0) }, high: $0.high.map { shown(coordinate, $0) })
    }
  }

  private func unit(of coordinate: Int) -> String {
    guard isThreshold else { return coordinate == 0 ? "u" : "u/\(placeUnit)" }
    return coordinate == 0 ? levelUnit : placeUnit
  }

  private func label(_ name: String) -> String? { name.isEmpty ? nil : name }

  /// The names of a cell's group and condition; `nil` if the design has only one.
  package func names(of cell: Int) -> (group: String?, condition: String?) {
    let place = design.cells[cell]
    return (label(design.groups[place.group]), label(design.conditions[place.condition]))
  }

  /// Group and condition of a cell in words; `nil` if the design has one cell.
  package func title(of cell: Int) -> String? {
    let (group, condition) = names(of: cell)
    let parts = [group, condition].compactMap(\.self)
    return parts.isEmpty ? nil : parts.map(SafeText.cut).joined(separator: ", ")
  }

  private func row(_ kind: Row.Kind, _ quantity: String, cell: Int? = nil) -> Row {
    let place = cell.map { design.cells[$0] }
    let trials = fit.listeners.reduce(0.0) { sum, listener in
      sum + listener.cells.filter { cell == nil || $0.cell == cell }.reduce(0) { $0 + $1.counts.total }
    }
    return Row(
      kind: kind, quantity: quantity, group: place.flatMap { label(design.groups[$0.group]) },
      condition: place.flatMap { label(design.conditions[$0.condition]) }, unit: "", trials: Int(trials.rounded()),
      status: status.name)
  }

  private mutating func addPopulation(_ fitter: PopulationFitter, _ resampled: [[Double?]]) {
    if let posterior { return addPopulation(posterior) }
    for (index, term) in fit.terms.enumerated() {
      let value = fit.value(of: term)
      let interval: ConfidenceInterval? =
        switch request.interval {
        case .profile: fitter.profileInterval(of: term, fit, confidence: Self.confidence)
        case .percentile: Self.percentiles(resampled.compactMap { $0[index] })
        default: fit.waldInterval(of: term, confidence: Self.confidence)
        }
      rows.append(row(term, value, interval, error: fit.error(of: term)))
    }
    guard fit.status.hasEstimates else { return }
    for cell in design.cells.indices {
      for coordinate in 0...1 {
        var row = self.row(.newListener, name(of: coordinate), cell: cell)
        let mean = fit.value(of: .mean(coordinate, cell: cell))
        row.estimate = shown(coordinate, mean)
        row.interval = shown(coordinate, fit.newListener(coordinate, cell: cell, confidence: Self.confidence))
        row.unit = unit(of: coordinate)
        rows.append(row)
      }
    }
  }

  private mutating func addPopulation(_ posterior: PopulationPosterior) {
    let confidence = Self.confidence
    for term in fit.terms {
      let summary = posterior.summary(of: term, confidence: confidence)
      var row = self.row(term, summary.mean, summary.interval, error: summary.deviation)
      let effect = posterior.effectSize(of: term, confidence: confidence)
      (row.effect, row.effectInterval, row.p) = (effect?.median, effect?.interval, nil)
      row.diagnostics = summary.diagnostics
      rows.append(row)
    }
    var random = StreamFamily(seed: request.seed, path: ["population", "new-listener"]).stream(replicate: 1)
    for cell in design.cells.indices {
      for coordinate in 0...1 {
        var row = self.row(.newListener, name(of: coordinate), cell: cell)
        let summary = posterior.newListener(coordinate, cell: cell, confidence: confidence, using: &random)
        row.estimate = shown(
          coordinate, posterior.summary(of: .mean(coordinate, cell: cell), confidence: confidence).mean)
        row.interval = shown(coordinate, summary.interval)
        row.unit = unit(of: coordinate)
        rows.append(row)
      }
    }
  }

  private func row(
    _ term: PopulationTerm, _ value: Double, _ interval: ConfidenceInterval?, error: Double?
  ) -> Row {
    var row: Row
    switch term {
    case .mean(let coordinate, let cell):
      row = self.row(.mean, name(of: coordinate), cell: cell)
      row.estimate = shown(coordinate, value)
      row.error = error.map { $0 * stretch(coordinate, value) }
      row.interval = shown(coordinate, interval)
      row.unit = unit(of: coordinate)
      return row
    case .contrast(let coordinate, let contrast):
      row = self.row(.contrast, name(of: coordinate))
      row.condition = contrast.conditions.isEmpty ? nil : difference(contrast.conditions, design.conditions)
      row.group = contrast.groups.isEmpty ? nil : difference(contrast.groups, design.groups)
      let isRatio = isThreshold && (coordinate == 1 || scale != .linear)
      let base = coordinate == 0 && scale == .log10 ? 10.0 : M_E
      func natural(_ value: Double) -> Double { isRatio ? pow(base, value) : value }
      row.estimate = natural(value)
      row.error = error.map { isRatio ? $0 * natural(value) * log(base) : $0 }
      row.interval = interval.map { ConfidenceInterval(low: $0.low.map(natural), high: $0.high.map(natural)) }
      row.unit = isRatio ? "ratio" : unit(of: coordinate)
      if let size = fit.effectSize(of: term, confidence: Self.confidence) {
        (row.effect, row.effectInterval) = (size.value, size.interval)
      }
      if let error, error > 0 {
        row.p =
          fit.degreesOfFreedom(of: term).map { StudentT.bothTails(value / error, degreesOfFreedom: $0) }
          ?? 2 * NormalDistribution.cumulative(-abs(value / error))
      }
      return row
    case .deviation(let coordinate):
      row = self.row(.sd, name(of: coordinate))
      row.unit = isThreshold ? (coordinate == 0 ? placeUnit : "ln \(placeUnit)") : unit(of: coordinate)
    case .effectDeviation:
      row = self.row(.sd, "\(name(of: 0)) by condition")
      row.unit = isThreshold ? placeUnit : unit(of: 0)
    case .correlation: row = self.row(.correlation, "\(name(of: 0)), \(name(of: 1))")
    case .lapse: row = self.row(.rate, "lapse")
    case .guess: row = self.row(.rate, "guess")
    }
    (row.estimate, row.error, row.interval) = (value, error, interval)
    return row
  }

  private func difference(_ places: [Int], _ names: [String]) -> String { "\(names[places[1]]) − \(names[places[0]])" }

  private static func percentiles(_ values: [Double]) -> ConfidenceInterval? {
    guard values.count >= 20 else { return nil }
    let sorted = values.sorted()
    func quantile(_ share: Double) -> Double {
      let place = min(max(share * Double(sorted.count + 1) - 1, 0), Double(sorted.count - 1))
      let low = Int(place)
      return sorted[low] + (place - Double(low)) * (sorted[min(low + 1, sorted.count - 1)] - sorted[low])
    }
    return ConfidenceInterval(low: quantile((1 - confidence) / 2), high: quantile((1 + confidence) / 2))
  }

  private mutating func addListeners() {
    var fits: [String: FitRow] = [:]
    for row in separate {
      fits[
        FitRow.name(of: Array(row.key.prefix(1))) + "\u{1f}"
          + FitRow.name(of: Array(row.key.dropFirst().prefix(request.within.count)))] = row
    }
    var place = 0
    for (index, listener) in fit.listeners.enumerated() {
      for (cell, counts) in listener.cells {
        defer { place += 1 }
        let condition = design.conditions[design.cells[cell].condition]
        let own = fits[listener.name + "\u{1f}" + condition]
        let member = fit.members.first { $0.listener == index && $0.cell == cell }
        for coordinate in 0...1 {
          func listed(_ kind: Row.Kind) -> Row {
            var row = self.row(kind, name(of: coordinate), cell: cell)
            row.listener = listener.name
            row.trials = Int(counts.total.rounded())
            row.unit = unit(of: coordinate)
            return row
          }
          if isThreshold, let own {
            let quantity = coordinate == 0 ? model.settings.mainQuantity : .width
            var row = listed(.separate)
            row.status = own.result.status.rawValue
            row.estimate = own.result.value(of: quantity)
            row.error = own.errors[quantity]
            row.interval = own.intervals[quantity]
            // The width of a Weibull function is that of its levels, which the population does not have.
            if coordinate == 0 || scale != .ln { rows.append(row) }
          }
          var row = listed(.shrunken)
          if let posterior {
            let summary = posterior.member(place, coordinate, confidence: Self.confidence)
            row.estimate = shown(coordinate, summary.mean)
            row.error = summary.deviation * stretch(coordinate, summary.mean)
            row.interval = shown(coordinate, summary.interval)
            row.diagnostics = summary.diagnostics
            rows.append(row)
            continue
          }
          guard let member else { continue }
          let (value, error) = (member.values[coordinate], member.errors[coordinate])
          row.estimate = shown(coordinate, value)
          row.error = error * stretch(coordinate, value)
          row.interval = shown(coordinate, .wald(value, error: error, confidence: Self.confidence))
          rows.append(row)
        }
      }
    }
  }

  /// A group with fewer listeners has intervals that simulations found too short.
  private static let enoughListeners = 10

  /// The coverage that simulations found, where it was not 93 to 97 %.
  private var caution: String? {
    guard posterior == nil, fit.status.hasEstimates else { return nil }
    let sizes = design.groups.indices.map { group in
      fit.listeners.count { $0.cells.first.map { design.cells[$0.cell].group } == group }
    }
    guard let least = sizes.min(), least < Self.enoughListeners else { return nil }
    return sizes.count > 1
      ? "a group has only \(least) listeners: in simulated studies with two groups of five, 95 % intervals of contrasts "
        + "between groups contained the truth in 93 % of studies, and intervals of the SD of widths in 89 % of them"
      : "there are only \(least) listeners: in simulated studies with five or ten, 95 % intervals of means and SDs of "
        + "thresholds contained the truth in 92 to 97 % of studies, and intervals of the SD of widths in 87 to 94 % of them"
  }

  private mutating func addNotes() {
    if let caution { notes.append(caution) }
    for (a, b) in fit.duplicates {
      notes.append(
        "\(fit.listeners[a].name) and \(fit.listeners[b].name) have the same answers at the same levels; they may be one "
          + "listener")
    }
    for cell in design.emptyCells {
      notes.append("group \(design.groups[cell.group]) has no trials in condition \(design.conditions[cell.condition])")
    }
    for (index, listener) in fit.listeners.enumerated() {
      let group = listener.cells.first.map { design.cells[$0.cell].group } ?? 0
      let missing = design.cells.indices.filter { place in
        design.cells[place].group == group && !listener.cells.contains { $0.cell == place }
      }
      guard !missing.isEmpty else { continue }
      let names = missing.map { design.conditions[design.cells[$0].condition] }.joined(separator: ", ")
      notes.append("\(fit.listeners[index].name) has no trials in condition \(names)")
    }
    if lacksPosterior {
      notes.append(
        "there is no posterior, because its density is 0 at the fit, where chains begin; the numbers are those of the "
          + "likelihood. Look for levels or counts that are far from all others")
    }
    if let posterior, posterior.divergences > 0 {
      notes.append(
        "\(posterior.divergences) of \(posterior.draws) transitions diverged: the posterior has a region that the chains "
          + "explore badly, often that of steep curves between two levels. Compare with a larger --draws")
    }
    if let posterior, posterior.longest > 0 {
      notes.append("\(posterior.longest) of \(posterior.draws) paths of the chains were cut at their greatest length")
    }
    if failed > 0 {
      notes.append(
        "\(failed) of \(request.resamples) bootstrap data sets could not be fitted; the intervals leave them out")
    }
  }
}
