import Glibc
import PeachSimulation
import PeachTrials
import Testing

/// The updated maximum-likelihood procedure: its levels are sweet points, and its rule moves along them.
@Suite struct UpdatedMaximumLikelihoodTests {
  /// One function, so that what is believed stays the same: α 3, β 2, γ ½, λ 0.02, with its sweet points as published.
  private static let known =
    "kind: uml, threshold: 3, slope: 2, guess: 0.5, lapse: 0.02, limits: [-5, 9], stop: {trials: 200}"
  private static let points = [3 - 1.5081 / 2, 3 + 0.4016 / 2, 3 + 2.0812 / 2, 9]

  /// Which sweet point each level is.
  private func visits(_ track: Followed) throws -> [Int] {
    try track.levels.map { level in try #require(Self.points.firstIndex { abs($0 - level) <= 1e-4 }, "\(level)") }
  }

  @Test func `the rule moves along the sweet points from the highest`() throws {
    let settings = Self.known + ", sweet-points: [threshold, slope, lapse]"
    let single = try Tracks.follow(settings + ", choose: {down: 1, up: 1}", "1111100010")
    #expect(try visits(single) == [3, 2, 1, 0, 0, 0, 1, 2, 3, 2])
    let double = try Tracks.follow(settings, "1101110111111")
    #expect(try visits(double) == [3, 3, 2, 3, 3, 2, 2, 3, 3, 2, 2, 1, 1])
    let negatives = try Tracks.follow(settings + ", choose: {down: 1, up: 2}", "11100100")
    #expect(try visits(negatives) == [3, 2, 1, 0, 0, 1, 0, 0])
  }

  @Test func `only the sweet points stated are used`() throws {
    for (words, used) in [
      ("[threshold]", [1]), ("[slope]", [0, 2]), ("[lapse]", [3]), ("[lapse, threshold]", [1, 3]),
    ] {
      let track = try Tracks.follow(
        Self.known + ", sweet-points: \(words), choose: random", String(repeating: "110", count: 60))
      #expect(Set(try visits(track)).sorted() == used)
    }
  }

  /// n = 200 draws of 4; a frequency of a fair draw is off by more than 0.15 once in a million.
  @Test func `drawn at random every sweet point is as frequent`() throws {
    let track = try Tracks.follow(
      Self.known + ", sweet-points: [slope, threshold, lapse], choose: random", String(repeating: "11011", count: 40))
    let visits = try visits(track)
    for point in 0..<4 {
      let share = Double(visits.count { $0 == point }) / 200
      #expect(abs(share - 0.25) < 0.15)
    }
  }

  @Test func `parameters with one value have no sweet point by default`() throws {
    let settings = """
      kind: uml, threshold: {from: -8, to: 8, count: 33}, slope: 2, guess: 0.5, lapse: 0, limits: [-9, 9],
      stop: {trials: 60}
      """
    let track = try Tracks.follow(settings, "1")
    // The prior is centred on 0, the sweet point of α 0.4812/β above.
    #expect(abs(track.levels[0] - 0.4812 / 2) <= 0.5e-4)
    let slopes = try Tracks.follow(
      """
      kind: uml, threshold: {from: -8, to: 8, count: 33}, slope: [1, 3], guess: 0.5, lapse: 0,
      choose: {down: 1, up: 1}, stop: {trials: 60}
      """, "1")
    #expect(abs(slopes.levels[0] - 2.4823 / 2) <= 0.5e-4)
  }

  @Test func `sweet points follow the believed function, its mean or its mode`() throws {
    let settings =
      "kind: uml, threshold: [-2, 5], slope: 1, guess: 0.5, lapse: 0, start: 1.3, stop: {trials: 60}"
    func p(_ threshold: Double) -> Double { 0.5 + 0.5 * LogisticTable.value(1.3 - threshold) }
    let share = p(5) / (p(5) + p(-2))
    let mean = try Tracks.follow(settings, "1")
    #expect(mean.levels == [1.3])
    #expect(abs(try #require(mean.next).level.value - (-2 + 7 * share + 0.4812)) <= 0.5e-4)
    let mode = try Tracks.follow(settings + ", estimate: mode", "1")
    #expect(abs(try #require(mode.next).level.value - (-2 + 0.4812)) <= 0.5e-4)
    #expect(mode.estimate?.threshold == -2)
  }

  @Test func `the sweet point of lapses needs a highest level`() throws {
    let settings = "kind: uml, threshold: [1, 2], slope: 2, lapse: [0, 0.05], stop: {trials: 60}"
    let problem = "expected limits or levels, because the sweet point of the lapse rate is the highest level"
    #expect(try Tracks.problems(settings) == ["strategies.track.lapse: \(problem)"])
    #expect(try Tracks.problems(settings + ", sweet-points: [threshold]").isEmpty)
    #expect(try Tracks.problems(settings + ", levels: [0, 1, 2, 3]").isEmpty)
    #expect(
      try Tracks.problems(settings + ", sweet-points: [alpha]")
        == ["strategies.track.sweet-points: expected some of threshold, slope, lapse, got 'alpha'"])
  }
}

/// The logistic of the tests' own.
private enum LogisticTable {
  static func value(_ u: Double) -> Double { u > 0 ? 1 / (1 + exp(-u)) : exp(u) / (1 + exp(u)) }
}
