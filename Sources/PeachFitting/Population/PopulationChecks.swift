import PeachMath
import PeachSupport

/// Compares the answers with answers that the model would give: predictive checks for each listener, for groups of levels,
/// and for the dispersion of all proportions.
///
/// Each draw gives new answers to the same trials. The measure of misfit is Pearson's χ² at the probabilities of that draw,
/// of the answers and of the new ones.
///
/// Source: Gelman, Meng & Stern (1996), Stat. Sinica 6:733–807, for predictive checks by discrepancies.
package struct PopulationChecks: Sendable {
  /// A listener's answers in one cell.
  package struct Listener: Sendable {
    package var listener: Int
    package var cell: Int
    package var trials: Int
    /// χ² of the answers divided by its mean for new answers: 1 if the model is right.
    package var dispersion: Double
    /// The share of draws whose new answers fit worse.
    package var p: Double
  }

  /// Levels with about equally many trials, over all listeners of a cell.
  package struct Level: Sendable {
    package var cell: Int
    package var level: Double
    package var trials: Double
    package var observed: Double
    package var expected: Double
    /// The 95 % interval of the proportion of new answers.
    package var interval: ConfidenceInterval
    package var isInside: Bool { observed >= (interval.low ?? 0) - 1e-12 && observed <= (interval.high ?? 1) + 1e-12 }
  }

  package private(set) var listeners: [Listener] = []
  package private(set) var levels: [Level] = []
  /// The dispersion of all answers, and the share of draws whose new answers are more dispersed.
  package private(set) var dispersion = 1.0
  package private(set) var p = 0.5

  private static let levelGroups = 8.0

  package init(_ draws: PopulationDraws, using random: inout some UniformSource) {
    let fit = draws.fit
    let parts = fit.listeners.enumerated().flatMap { index, listener in
      listener.cells.map { (listener: index, cell: $0.cell, counts: $0.counts) }
    }
    let groups = fit.design.cells.indices.map { cell in
      Self.groups(parts.filter { $0.cell == cell }.flatMap { $0.counts.bins })
    }
    var observed = parts.map { _ in [Double]() }
    var replicated = parts.map { _ in [Double]() }
    var shares = groups.map { $0.map { _ in [Double]() } }
    var expected = groups.map { $0.map { _ in 0.0 } }
    var (total, newTotal): ([Double], [Double]) = ([], [])
    for draw in draws.points.indices {
      guard let curve = draws.curve(draw) else { continue }
      var sums = groups.map { $0.map { _ in 0.0 } }
      var (all, allNew) = (0.0, 0.0)
      for (place, part) in parts.enumerated() {
        let bins = part.counts.bins
        let probabilities = draws.probabilities(
          at: bins.map(\.level), curve, first: draws.members[draw][2 * place],
          second: draws.members[draw][2 * place + 1])
        var (own, new) = (0.0, 0.0)
        for (bin, p) in zip(bins, probabilities) {
          let p = min(max(p, 1e-9), 1 - 1e-9)
          let positives = random.binomial(trials: bin.trials, probability: p)
          let variance = bin.trials * p * (1 - p)
          own += pow(bin.positives - bin.trials * p, 2) / variance
          new += pow(positives - bin.trials * p, 2) / variance
          if let group = groups[part.cell].lastIndex(where: { $0.low <= bin.level }) {
            sums[part.cell][group] += positives
            expected[part.cell][group] += bin.trials * p
          }
        }
        observed[place].append(own)
        replicated[place].append(new)
        all += own
        allNew += new
      }
      total.append(all)
      newTotal.append(allNew)
      for cell in groups.indices {
        for group in groups[cell].indices { shares[cell][group].append(sums[cell][group] / groups[cell][group].trials) }
      }
    }
    guard !total.isEmpty else { return }
    let number = Double(total.count)
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / number }
    func exceed(_ new: [Double], _ old: [Double]) -> Double { Double(zip(new, old).count { $0 >= $1 }) / number }
    listeners = parts.enumerated().map { place, part in
      Listener(
        listener: part.listener, cell: part.cell, trials: Int(part.counts.total.rounded()),
        dispersion: mean(observed[place]) / mean(replicated[place]), p: exceed(replicated[place], observed[place]))
    }
    dispersion = mean(total) / mean(newTotal)
    p = exceed(newTotal, total)
    levels = groups.indices.flatMap { cell in
      groups[cell].indices.map { place in
        let (group, sorted) = (groups[cell][place], shares[cell][place].sorted())
        return Level(
          cell: cell, level: group.mean, trials: group.trials, observed: group.positives / group.trials,
          expected: expected[cell][place] / (number * group.trials),
          interval: ConfidenceInterval(
            low: ChainDiagnostics.quantile(0.025, of: sorted), high: ChainDiagnostics.quantile(0.975, of: sorted)))
      }
    }
  }

  private struct Group {
    var low: Double
    var mean = 0.0
    var trials = 0.0
    var positives = 0.0
  }

  /// Neighbouring levels with about equally many trials.
  private static func groups(_ bins: [Counts.Bin]) -> [Group] {
    let sorted = bins.sorted { $0.level < $1.level }
    let enough = sorted.reduce(0) { $0 + $1.trials } / levelGroups
    var groups: [Group] = []
    var last = -Double.infinity
    for bin in sorted where bin.trials > 0 {
      // A level is in one group.
      if groups.isEmpty || (groups[groups.count - 1].trials >= enough - 1e-9 && bin.level > last) {
        groups.append(Group(low: bin.level))
      }
      let place = groups.count - 1
      groups[place].mean += bin.trials * bin.level
      groups[place].trials += bin.trials
      groups[place].positives += bin.positives
      last = bin.level
    }
    for place in groups.indices { groups[place].mean /= groups[place].trials }
    return groups
  }
}
