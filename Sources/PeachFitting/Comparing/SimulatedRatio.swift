import PeachTrials

/// The likelihood ratios of data drawn from a joint fit: by how many the one found is reached by chance.
///
/// Source: Davison & Hinkley (1997), Bootstrap Methods and their Application, ch. 4.
package struct SimulatedRatio: Hashable, Sendable {
  package var simulations: Int
  /// How many ratios were the one found or more, those of failed fits among them.
  package var reached: Int
  /// How many fits did not converge. They count as reaching the ratio, so that p errs to the safe side.
  package var failed: Int

  /// (1 + reached) / (simulations + 1).
  package var p: Double { Double(1 + reached) / Double(simulations + 1) }
}

extension Fitter {
  /// Draws the answers of all groups from a joint fit and compares the models again, many times.
  ///
  /// - Parameter count: At least 1.
  /// - Returns: `nil` if the joint fit has no curves to draw from.
  package func simulate(
    _ found: LikelihoodRatio, _ groups: [Counts], count: Int, using random: inout some UniformSource
  ) -> SimulatedRatio? {
    guard let ratio = found.ratio else { return nil }
    var probabilities: [[Double]] = []
    for (group, result) in zip(groups, found.shared.groups) {
      guard let own = self.probabilities(at: group.bins.map(\.level), of: result) else { return nil }
      probabilities.append(own)
    }
    var result = SimulatedRatio(simulations: count, reached: 0, failed: 0)
    for _ in 0..<count {
      let drawn = zip(groups, probabilities).map { Resample.counts(like: $0, $1, using: &random) }
      var simulated = likelihoodRatio(drawn, near: found)
      // A peak nearby may not be the highest; the ratio can only be smaller than it says.
      if simulated.hasReached(ratio) { simulated = likelihoodRatio(drawn, sharing: found.sharing) }
      if simulated.hasFailed { result.failed += 1 }
      if simulated.hasFailed || simulated.hasReached(ratio) { result.reached += 1 }
    }
    return result
  }
}

extension LikelihoodRatio {
  fileprivate var hasFailed: Bool {
    ratio == nil || shared.status == .notConverged || free.contains { $0.status == .notConverged }
  }

  /// Equal data give equal ratios but for rounding.
  fileprivate func hasReached(_ other: Double) -> Bool { (ratio ?? .infinity) >= other - 1e-9 }
}
