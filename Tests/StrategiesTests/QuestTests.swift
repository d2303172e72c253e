import Glibc
import PeachMath
import PeachSimulation
import PeachStrategies
import PeachTrials
import Testing

/// QUEST against PsychoPy's QuestHandler and the published test of Psychtoolbox's rules.
@Suite struct QuestTests {
  @Test(arguments: ["quantile", "mean", "mode"]) func `levels are QuestHandler's`(method: String) throws {
    let golden = try GoldenQuest.track(method)
    let track = try Tracks.follow(golden.strategy, golden.letters)
    #expect(track.rows.count == golden.levels.count)
    for (row, level) in zip(track.rows, golden.levels) {
      #expect(agrees(row.comparison.level.value, level, scale: 1), "trial \(row.trial)")
    }
    let after = ["quantile": golden.quantileAfter, "mean": golden.meanAfter, "mode": golden.modeAfter]
    #expect(agrees(try #require(track.next).level.value, try #require(after[method]?.last), scale: 1))
  }

  @Test(arguments: ["quantile", "mean", "mode"]) func `estimates are QuestHandler's mean and mode`(
    method: String
  ) throws {
    let golden = try GoldenQuest.track(method)
    for (summary, expected) in [("mean", golden.meanAfter), ("mode", golden.modeAfter)] {
      let track = try Tracks.follow(golden.strategy + ", estimate: \(summary)", golden.letters)
      for (row, value) in zip(track.rows, expected) {
        #expect(agrees(try #require(row.estimate?.threshold), value, scale: 1), "\(summary) after trial \(row.trial)")
      }
    }
  }

  /// The responses of the published test, then nine more that its levels imply.
  private static let published =
    "prior: {mean: -1, sd: 2}, slope: 3.5, grain: 0.01, range: 5, guess: 0.5, stop: {trials: 60}"
  private static let responses = "1110110011" + "111010111"
  private static let levels = [
    -0.6477, -1.1066, -1.4745, -1.7768, -1.0430, -1.2410, -1.3599, -0.9591, 0.0259, -0.2701, -0.4766, -0.6096, -0.6948,
    -0.7543, -0.5399, -0.5998, -0.3718, -0.4512, -0.4977, -0.5293,
  ]

  @Test func `levels of the published test come out`() throws {
    let track = try Tracks.follow("kind: quest, " + Self.published, Self.responses)
    let visited = track.levels + [try #require(track.next).level.value]
    #expect(visited.count == Self.levels.count)
    for (trial, (level, expected)) in zip(visited, Self.levels).enumerated() {
      #expect(abs(level - expected) <= 0.5e-4 + 1e-12, "trial \(trial + 1)")
    }
  }

  @Test func `the mean of the published test comes out`() throws {
    let track = try Tracks.follow("kind: quest, " + Self.published, String(Self.responses.prefix(10)))
    #expect(abs(try #require(track.estimate?.threshold) + 0.4149) <= 0.5e-4)
  }

  /// The standard deviation of the posterior after answers at levels rounded to a hundredth.
  private func deviation(centre: Double, sd: Double, _ levels: [Double], _ responses: String) -> Double {
    let offsets = (-250...250).map { Double($0) / 100 }
    let grid = ParameterGrid(
      function: GumbelFunction.self, threshold: offsets.map { centre + $0 - 0.004_843_543_473_864_818_5 }, slope: [3.5],
      guess: [0.5], lapse: [0.005], priors: [.threshold: offsets.map { exp(-0.5 * ($0 / sd) * ($0 / sd)) }])
    var posterior = GridPosterior(GridModel(grid, levels: []))
    for (level, response) in zip(levels, responses) {
      let rounded = centre + ((level - centre) * 100).rounded() / 100
      posterior.update(rounded, isPositive: response == "1")
    }
    let mean = posterior.mean(of: offsets)
    return (posterior.mean(of: offsets.map { $0 * $0 }) - mean * mean).squareRoot()
  }

  @Test func `standard deviations are the published one and QuestHandler's`() throws {
    let published = deviation(centre: -1, sd: 2, Self.levels, String(Self.responses.prefix(10)))
    #expect(abs(published - 0.5802) <= 0.5e-4)
    for golden in try GoldenQuest.read() {
      let found = deviation(centre: -1, sd: 1, golden.levels, golden.letters)
      #expect(abs(found - golden.sdFinal) <= 1e-12)
    }
  }

  @Test func `on a log axis all is as on a linear axis of log10`() throws {
    let linear = try Tracks.follow("kind: quest, " + Self.published, Self.responses)
    let log = try Tracks.follow(
      "kind: quest, prior: {mean: 0.1, sd: 2}, guess: 0.5, stop: {trials: 60}", task: Tracks.log, Self.responses)
    for (one, other) in zip(linear.levels, log.levels) { #expect(agrees(log10(other), one, scale: 1)) }
    let (one, other) = (try #require(linear.estimate), try #require(log.estimate))
    #expect(agrees(log10(try #require(other.threshold)), try #require(one.threshold), scale: 1))
    #expect(agrees(log10(try #require(other.low)), try #require(one.low), scale: 1))
    #expect(agrees(log10(try #require(other.high)), try #require(one.high), scale: 1))
    #expect(agrees(try #require(other.entropy), try #require(one.entropy)))
  }

  @Test func `a level counts as the nearest on the grid`() throws {
    let settings = "kind: quest, " + Self.published
    let rounded = try Tracks.follow(settings, [.positive(true, at: -0.65), .positive(false, at: -1.11)])
    let other = try Tracks.follow(settings, [.positive(true, at: -0.6477), .positive(false, at: -1.1066)])
    #expect(agrees(try #require(rounded.next).level.value, try #require(other.next).level.value))
    let off = try Tracks.follow(settings, [.positive(true, at: -0.66), .positive(false, at: -1.11)])
    #expect(!agrees(try #require(off.next).level.value, try #require(other.next).level.value))
  }

  @Test func `the quantile has the stated order`() throws {
    let half = try Tracks.follow(
      "kind: quest, prior: {mean: 3.7, sd: 0.8}, slope: 3.5, grain: 0.01, range: 5, quantile: 0.5, stop: {trials: 60}",
      "1011")
    // The prior is symmetric: its cumulative sum is ½ half a grain below the centre.
    #expect(abs(half.levels[0] - (3.7 - 0.005)) <= 1e-12)
  }

  @Test func `a track ends when the threshold is known well enough`() throws {
    let settings =
      "kind: quest, prior: {mean: -1, sd: 2}, slope: 3.5, grain: 0.01, range: 5, guess: 0.5, "
      + "stop: {any: [{width: 0.9}, {trials: 200}]}"
    let track = try Tracks.follow(settings, String(repeating: "1110", count: 50))
    #expect(track.status == .finished(.width))
    let rows = try track.rows.map { row in try #require(row.estimate?.high) - (try #require(row.estimate?.low)) }
    #expect(try #require(rows.last) <= 0.9)
    #expect(rows.dropLast().allSatisfy { $0 > 0.9 })
  }

  @Test func `impossible settings are rejected in words`() throws {
    let quest = "kind: quest, prior: {mean: -1, sd: 2}, slope: 3.5, range: 5, stop: {trials: 60}, grain: "
    #expect(
      try Tracks.problems(quest + "0.01, target: 0.4").first?.hasPrefix(
        "strategies.track.target: expected a target that the function can reach, between 0.5") == true)
    #expect(
      try Tracks.problems(quest + "0.0001")
        == ["strategies.track.range: expected at most 10001 thresholds, got range/grain of 50000"])
    #expect(
      try Tracks.problems(quest + "0.01, limits: [-2, 3], start: 4")
        == ["strategies.track.start: expected a start inside the limits [-2, 3], got 4"])
  }

  /// The source's numbers are log10 units: 3.5 per dB would be a function twenty times as steep.
  @Test func `on a linear axis slope, grain and range have no default`() throws {
    #expect(
      try Tracks.problems("kind: quest, prior: {mean: 20, sd: 10}, stop: {trials: 60}").map {
        $0.split(separator: ":")[0]
      } == ["strategies.track.slope", "strategies.track.grain", "strategies.track.range"])
  }

  @Test func `signed levels are refused: a threshold there would be the slope assumed`() throws {
    let problems = try Tracks.problems(
      "kind: quest, signed: true, prior: {mean: 2, sd: 10}, slope: 0.1, grain: 0.1, range: 50, stop: {trials: 60}",
      task: Tracks.comparison)
    #expect(
      problems == [
        "strategies.track.kind: expected another kind for signed levels: quest has no bias parameter and assumes the slope"
      ])
    let zest = try Tracks.problems(
      "kind: zest, signed: true, threshold: [-3, 4, 11], slope: 0.1, stop: {trials: 60}", task: Tracks.comparison)
    #expect(zest == ["strategies.track.slope: expected several values, got 0.1"])
  }
}
