import Glibc
import PeachMath
import PeachStrategies
import Testing

/// A posterior stays finite and right whatever it is told.
@Suite struct PosteriorTests {
  private static func model(lapse: [Double] = [0]) -> GridModel {
    GridModel(
      ParameterGrid(
        function: GumbelFunction.self, threshold: (0...40).map { -40 + Double($0) }, slope: [0.13, 0.3], guess: [0.5],
        lapse: lapse), levels: (0...40).map { -40 + Double($0) })
  }

  /// From logarithms alone, the definition.
  private func plainWeights(_ posterior: GridPosterior) -> [Double] {
    let logs = posterior.logWeights
    let highest = logs.max() ?? 0
    let weights = logs.map { exp($0 - highest) }
    let total = weights.reduce(0, +)
    return weights.map { $0 / total }
  }

  @Test func `ten thousand answers leave it finite and where they point`() {
    var posterior = GridPosterior(Self.model(lapse: [0, 0.02]))
    for trial in 0..<10_000 { posterior.update(Double(-30 + trial % 20), isPositive: trial % 5 != 0) }
    let weights = posterior.weights
    #expect(!weights.contains { !$0.isFinite })
    #expect(abs(weights.reduce(0, +) - 1) < 1e-12)
    for (weight, plain) in zip(weights, plainWeights(posterior)) { #expect(abs(weight - plain) < 1e-12) }
  }

  /// At the highest level without lapses a wrong answer has a probability of e^-(10^12): none.
  @Test func `an answer that is impossible everywhere changes nothing`() {
    let model = GridModel(
      ParameterGrid(function: LogisticFunction.self, threshold: [-3, 3.7], slope: [5], guess: [0.5], lapse: [0]),
      levels: [1e9, 0.3])
    var posterior = GridPosterior(model)
    posterior.update(0.3, isPositive: true)
    let before = posterior.weights
    for level in [1e9, 2e9] {
      for _ in 0..<50 { posterior.update(level, isPositive: false) }
    }
    for (after, weight) in zip(posterior.weights, before) { #expect(abs(after - weight) < 1e-12) }
    posterior.update(0.3, isPositive: false)
    #expect(!posterior.weights.contains { !$0.isFinite })
    #expect(posterior.marginal(of: .threshold).mode == 3.7)
  }

  /// 1200 answers in favour of one end and then as many for the other: what products would have lost must come back.
  @Test func `evidence that is outweighed later is not lost`() {
    var posterior = GridPosterior(Self.model(lapse: [0.02]))
    for _ in 0..<1200 { posterior.update(-20, isPositive: true) }
    _ = posterior.weights
    for _ in 0..<1500 {
      posterior.update(-20, isPositive: false)
      _ = posterior.weights
    }
    for (weight, plain) in zip(posterior.weights, plainWeights(posterior)) { #expect(abs(weight - plain) < 1e-11) }
  }

  @Test func `a level off the list is as good as one on it`() {
    var listed = GridPosterior(Self.model())
    let coarse = GridModel(listed.model.grid, levels: [-17])
    var unlisted = GridPosterior(coarse)
    for (level, isPositive) in [(-12.0, true), (-23, false), (-17, true), (-19.5, false)] {
      listed.update(level, isPositive: isPositive)
      unlisted.update(level, isPositive: isPositive)
    }
    for (one, other) in zip(listed.weights, unlisted.weights) { #expect(abs(one - other) < 1e-14) }
  }

  @Test func `a prior of zero stays zero`() {
    let grid = ParameterGrid(
      function: NormalFunction.self, threshold: [1, 2, 3], slope: [1], guess: [0], lapse: [0],
      priors: [.threshold: [0, 0.3, 0.7]])
    var posterior = GridPosterior(GridModel(grid, levels: [0]))
    for _ in 0..<300 { posterior.update(0, isPositive: true) }
    #expect(posterior.marginal(of: .threshold).masses[0] == 0)
    #expect(posterior.marginal(of: .threshold).mode == 2)
  }
}

/// Numbers of a distribution over values.
@Suite struct MarginalTests {
  let marginal = Marginal(values: [1, 2, 4, 8], masses: [0.1, 0.4, 0.4, 0.1])

  @Test func `the marginal mean equals the mean of the values`() { #expect(abs(marginal.mean - 3.3) < 1e-15) }

  /// Cells: 0.5…1.5, 1.5…3, 3…6, 6…10. Half of the mass lies below 3.
  @Test func `the median and the interval spread each mass over its cell`() {
    #expect(abs(marginal.median - 3) < 1e-12)
    let (low, high) = marginal.interval(0.9)
    #expect(abs(low - 1) < 1e-12)
    #expect(abs(high - 8) < 1e-12)
  }

  @Test func `the mode is the first of tied values`() { #expect(marginal.mode == 2) }

  @Test func `a single value is its own interval`() {
    let alone = Marginal(values: [7.3], masses: [1])
    let (low, high) = alone.interval(0.95)
    #expect(low == 7.3)
    #expect(high == 7.3)
    #expect(alone.mean == 7.3)
  }
}
