import Glibc
import PeachExperiments
import PeachMath
import PeachSimulation
import PeachStrategies
import PeachTrials
import Testing

/// QUEST+ as an experiment file sets it: Watson's published examples, and the choice of levels against a plain
/// computation.
///
/// Source: Watson (2017), J. Vision 17(3):10, doi:10.1167/17.3.10.
@Suite struct QuestPlusTests {
  private static let thresholds = "levels: {from: -40, to: 0, count: 41}, threshold: {from: -40, to: 0, count: 41}"
  private static let weibull = "kind: quest-plus, function: gumbel, \(thresholds), guess: 0.5, lapse: 0.02"
  private static let integers = (0...40).map { Double($0 - 40) }

  // MARK: Watson's examples

  private static let first = "11110011111111011011011111111111"
  private static let firstLevels: [Double] = [
    -18, -22, -25, -28, -30, -22, -13, -15, -16, -18, -19, -20, -21, -22, -23, -19, -20, -20, -18, -18, -19, -17, -17,
    -18, -18, -18, -19, -19, -19, -19, -19, -19,
  ]
  private static let second = "1011111111111011011101111011111111111011001111010111011111111111"
  private static let secondLevels: [Double] = [
    -18, -22, -12, -13, -15, -16, -17, -18, -19, -21, -24, -25, -26, -27, -21, -22, -23, -20, -20, -20, -21, -19, -19,
    -20, -20, -20, -19, -19, -19, -19, -19, -20, -20, -20, -20, -20, -21, -21, -20, -20, -20, -19, -18, -18, -19, -19,
    -19, -18, -18, -17, -18, -18, -18, -17, -17, -17, -17, -17, -17, -17, -18, -18, -18, -18,
  ]

  @Test func `the threshold example is Watson's, stimulus by stimulus`() throws {
    for (summary, published) in [("mean", -20.3936), ("mode", -20)] {
      let track = try Tracks.follow(
        "\(Self.weibull), slope: 0.175, estimate: \(summary), stop: {trials: 32}", Self.first)
      #expect(track.levels == Self.firstLevels)
      #expect(track.status == .finished(.trials))
      #expect(abs(try #require(track.estimate?.threshold) - published) < 5e-5)
    }
  }

  @Test func `the first trial's entropies are Watson's`() throws {
    let grid = ParameterGrid(
      function: GumbelFunction.self, threshold: Self.integers, slope: [0.175], guess: [0.5], lapse: [0.02])
    let model = GridModel(grid, levels: Self.integers)
    var posterior = GridPosterior(model)
    let information = LevelSelector(model).information(&posterior)
    #expect(abs(posterior.entropy - 3.71357) < 5e-6)
    let level = try #require(model.levels.firstIndex(of: -18))
    #expect(information.indices.max { information[$0] < information[$1] } == level)
    #expect(abs(posterior.entropy - information[level] - 3.56273) < 5e-6)
    let probabilities = grid.values[0].indices.map { place in
      PsychometricCurve(
        function: grid.function, threshold: grid.parameters(at: place).threshold, slope: 0.175, guess: 0.5,
        lapse: 0.02, isLogLevel: false
      ).probability(at: -18)
    }
    #expect(abs(posterior.mean(of: probabilities) - 0.78017) < 5e-6)
  }

  @Test func `the example of threshold and slope is Watson's, stimulus by stimulus`() throws {
    let slopes = [2.0, 3, 4, 5].map { $0 / 20 }
    let text = "\(Self.weibull), slope: \(slopes), stop: {trials: 64}"
    let track = try Tracks.follow(text, Self.second)
    #expect(track.levels == Self.secondLevels)
    try expect(track.estimate, threshold: -19.5824, slope: 3.3075)
    // The most probable pair, not the most probable threshold, which is −19.
    try expect(Tracks.follow(text + ", estimate: mode", Self.second).estimate, threshold: -20, slope: 3)
  }

  /// - Parameter slope: Watson's β, on dB; dψ/dx at the threshold is (1 − γ − λ)·(ln 10/e)·β/20.
  private func expect(_ estimate: Estimate?, threshold: Double, slope: Double) throws {
    #expect(abs(try #require(estimate?.threshold) - threshold) < 5e-5)
    let perWatson = 0.48 * log(10) / exp(1) / 20
    let found = try #require(estimate?.slope) / perWatson
    #expect(abs(found - slope) < 5e-5)
  }

  // MARK: The choice of a level

  @Test func `a nuisance is summed out before the entropy is taken`() throws {
    let (levels, thresholds) = (Array(Self.integers.filter { $0 <= -6 }), [-31.0, -24, -19.5, -13, -7])
    let slopes = [0.11, 0.23, 0.4]
    let lapses = [0, 0.03, 0.09]
    let text = "kind: quest-plus, function: gumbel, levels: \(levels), threshold: \(thresholds), slope: \(slopes), "
    let responses = "1101110011101111011101110110"
    var chosen: [[Double]] = []
    for nuisance in [[], ["lapse"], ["lapse", "slope"]] {
      let stated = nuisance.isEmpty ? "" : "nuisance: [\(nuisance.joined(separator: ", "))], "
      let track = try Tracks.follow(text + "lapse: \(lapses), \(stated)stop: {trials: 28}", responses)
      var plain = PlainBelief(threshold: thresholds, slope: slopes, lapse: lapses, function: PlainBelief.gumbel)
      for row in track.rows {
        let best = plain.best(levels) { place in
          [place.threshold] + (nuisance.contains("slope") ? [] : [place.slope])
            + (nuisance.contains("lapse") ? [] : [place.lapse])
        }
        #expect(row.comparison.level.value == best, "\(nuisance), trial \(row.trial)")
        plain.update(best, row.isPositive)
      }
      chosen.append(track.levels)
    }
    #expect(chosen[0] != chosen[1])
    #expect(chosen[1] != chosen[2])
  }

  /// The n-th least expected entropy is that of the plain computation, to within what ties.
  @Test(arguments: [(4, 2), (3, 1), (5, 3)])
  func `one of the n best is drawn, and no level more often in a row than stated`(n: Int, maxRepeats: Int) throws {
    let track = try Tracks.follow(
      "\(Self.weibull), slope: 0.175, select: {n-lowest: {n: \(n), max-repeats: \(maxRepeats)}}, stop: {trials: 200}",
      String(repeating: "1101111", count: 29))
    var plain = PlainBelief(threshold: Self.integers, slope: [0.175], function: PlainBelief.gumbel)
    var ranks: Set<Int> = []
    for row in track.rows {
      let entropies = plain.expectedEntropies(Self.integers)
      let level = row.comparison.level.value
      let own = entropies[try #require(Self.integers.firstIndex(of: level))]
      let rank = entropies.count { $0 < own - 1e-9 }
      #expect(rank < n, "trial \(row.trial)")
      ranks.insert(rank)
      plain.update(level, row.isPositive)
    }
    #expect(ranks == Set(0..<n))
    let levels = track.levels
    let longest = levels.indices.map { first in levels[first...].prefix { $0 == levels[first] }.count }.max()
    #expect(longest == maxRepeats)
  }

  /// A level of 0 is no repetition of a level before the first trial.
  @Test func `the first of the n best may be any`() throws {
    let cell = try Tracks.cell(
      "kind: quest-plus, levels: [-0.7, 0, 0.7], threshold: [-1, 1], slope: 1, lapse: 0.02, "
        + "select: {n-lowest: {n: 3, max-repeats: 1}}, stop: {trials: 5}")
    let first = (1...40).compactMap { Trace.follow(cell, seed: $0, answers: []).next?.level.value }
    #expect(Set(first) == [-0.7, 0, 0.7])
  }

  @Test func `a start is the first level, and the strategy chooses from there`() throws {
    let track = try Tracks.follow("\(Self.weibull), slope: 0.175, start: -3.5, stop: {trials: 20}", Self.first)
    var plain = PlainBelief(threshold: Self.integers, slope: [0.175], function: PlainBelief.gumbel)
    for row in track.rows {
      #expect(row.comparison.level.value == (row.trial == 1 ? -3.5 : plain.best(Self.integers)), "trial \(row.trial)")
      plain.update(row.comparison.level.value, row.isPositive)
    }
  }

  @Test func `limits leave levels out`() throws {
    let track = try Tracks.follow("\(Self.weibull), slope: 0.175, limits: [-23, -17], stop: {trials: 32}", Self.first)
    let inside = Self.integers.filter { -23 <= $0 && $0 <= -17 }
    var plain = PlainBelief(threshold: Self.integers, slope: [0.175], function: PlainBelief.gumbel)
    for row in track.rows {
      #expect(row.comparison.level.value == plain.best(inside), "trial \(row.trial)")
      plain.update(row.comparison.level.value, row.isPositive)
    }
  }

  @Test func `a default that is stated makes no other experiment`() throws {
    func digest(_ stated: String) throws -> String {
      let text = """
        name: test
        seed: 1
        task: {kind: forced-choice, unit: dB}
        listeners: [{name: listener, kind: psychometric, threshold: 1, slope: 1}]
        strategies: [{name: track, kind: quest-plus, threshold: [-1, 0.3, 2], slope: 1, stop: {trials: 5}\(stated)}]
        replicates: 1
        """
      return try Experiment.parse(text, file: "test.yaml").plan.digest
    }
    let plain = try digest("")
    for stated in [
      "select: min-entropy", "levels: [-1, 0.3, 2]", "estimate: mean", "guess: 0.5", "lapse: 0.02",
      "function: normal", "log-level: false",
    ] { #expect(try digest(", " + stated) == plain, "\(stated)") }
    for other in ["select: {n-lowest: {}}", "levels: [2, 0.3, -1]", "estimate: mode", "nuisance: [slope]"] {
      #expect(try digest(", " + other) != plain, "\(other)")
    }
  }
}
