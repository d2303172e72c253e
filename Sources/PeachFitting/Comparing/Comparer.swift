/// Compares groups of answers with each other.
package struct Comparer {
  /// Answers with the name of their group.
  package struct Group: Sendable {
    package var name: String
    package var counts: Counts

    package init(name: String, counts: Counts) {
      self.name = name
      self.counts = counts
    }
  }

  private let fitter: any Fitter
  /// The maximum-likelihood fitter for comparing models, because penalties of different models are not comparable.
  private let judge: any Fitter
  private let shared: SharedParameters
  private let confidence: Double
  private let simulations: Int

  /// - Precondition: `shared.problem(in: fitter.settings)` is nil.
  /// - Parameters:
  ///   - shared: The shared parameters; if empty, only thresholds are compared.
  ///   - confidence: The confidence of the profile intervals of differences, in 0..<1.
  ///   - simulations: The number of simulated data sets for each p value; 0 for none.
  package init(_ fitter: any Fitter, sharing shared: SharedParameters, confidence: Double = 0.95, simulations: Int = 0)
  {
    self.fitter = fitter
    var plain = fitter.settings
    plain.method = .ml
    judge = fitter.settings.method == .ml ? fitter : plain.makeFitter()
    self.shared = shared
    self.confidence = confidence
    self.simulations = simulations
  }

  /// More than two groups all together, then every pair in the order given.
  ///
  /// - Complexity: O(groups²) comparisons.
  package func comparisons(of groups: [Group], using random: inout some UniformSource) -> [GroupComparison] {
    var rows: [GroupComparison] = []
    if groups.count > 2, !shared.isEmpty { rows.append(together(groups, using: &random)) }
    for (index, first) in groups.enumerated() {
      for second in groups[(index + 1)...] { rows.append(pair(first, second, using: &random)) }
    }
    return rows
  }

  /// The models of all groups, in the row `all`.
  package func together(_ groups: [Group], using random: inout some UniformSource) -> GroupComparison {
    row("all", nil, groups.map(\.counts), using: &random).row
  }

  /// Two groups.
  package func pair(_ first: Group, _ second: Group, using random: inout some UniformSource) -> GroupComparison {
    let counts = [first.counts, second.counts]
    var (row, ratio) = row(first.name, second.name, counts, using: &random)
    let separate = fitter.settings.method == .ml ? ratio?.free : nil
    let fits = separate ?? counts.map(fitter.fit)
    guard let threshold = fits[0].threshold, let subtracted = fits[1].threshold else { return row }
    row.difference = threshold - subtracted
    let interval = fitter.differenceInterval((counts[0], counts[1]), (fits[0], fits[1]), confidence: confidence)
    (row.differenceLow, row.differenceHigh) = (interval.low, interval.high)
    row.differenceP = fitter.differenceProbability((counts[0], counts[1]), (fits[0], fits[1]))
    return row
  }

  private func row(
    _ first: String, _ second: String?, _ counts: [Counts], using random: inout some UniformSource
  ) -> (row: GroupComparison, ratio: LikelihoodRatio?) {
    if shared.isEmpty { return (GroupComparison(first, second), nil) }
    let ratio = judge.likelihoodRatio(counts, sharing: shared)
    let simulated = simulations > 0 ? judge.simulate(ratio, counts, count: simulations, using: &random) : nil
    return (GroupComparison(first, second, ratio, simulated), ratio)
  }
}
