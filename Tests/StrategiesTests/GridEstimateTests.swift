import Glibc
import PeachSimulation
import PeachTrials
import Testing

/// What procedures on a grid report of the threshold, and when they end.
@Suite struct GridEstimateTests {
  private static let integers = (0...40).map { Double($0 - 40) }
  private static let text =
    "kind: quest-plus, function: gumbel, threshold: {from: -40, to: 0, count: 41}, slope: 0.175, lapse: 0.02"
  private static let responses = "11110011111111011011011111111111"

  /// The point below which a share of the mass lies, a mass spread from half a step below its value to half above.
  private static func quantile(_ share: Double, _ masses: [(value: Double, mass: Double)], step: Double) -> Double {
    var below = 0.0
    for (value, mass) in masses {
      if below + mass >= share { return value - step / 2 + step * (share - below) / mass }
      below += mass
    }
    return .nan
  }

  // MARK: Estimates

  @Test(arguments: ["mean", "median", "mode"]) func `the estimate is the number of the posterior that was asked for`(
    summary: String
  ) throws {
    let track = try Tracks.follow("\(Self.text), estimate: \(summary), stop: {trials: 33}", Self.responses)
    var plain = PlainBelief(threshold: Self.integers, slope: [0.175], function: PlainBelief.gumbel)
    for row in track.rows {
      plain.update(row.comparison.level.value, row.isPositive)
      let masses = plain.distribution(\.threshold)
      let expected =
        switch summary {
        case "mean": plain.mean(\.threshold)
        case "median": Self.quantile(0.5, masses, step: 1)
        default: try #require(masses.max { $0.mass < $1.mass }).value
        }
      let estimate = try #require(row.estimate)
      #expect(abs(try #require(estimate.threshold) - expected) < 1e-9, "trial \(row.trial)")
      let low = min(expected, Self.quantile(0.025, masses, step: 1))
      let high = max(expected, Self.quantile(0.975, masses, step: 1))
      #expect(abs(try #require(estimate.low) - low) < 1e-9, "trial \(row.trial)")
      #expect(abs(try #require(estimate.high) - high) < 1e-9, "trial \(row.trial)")
      #expect(abs(try #require(estimate.entropy) - plain.entropy) < 1e-9, "trial \(row.trial)")
    }
  }

  /// A mode at an end of the grid is where a central interval is not.
  @Test(arguments: ["mean", "median", "mode"], ["1", "0", "10", "1101"])
  func `the interval holds the estimate after every trial`(summary: String, pattern: String) throws {
    let track = try Tracks.follow(
      "\(Self.text), estimate: \(summary), stop: {trials: 41}", String(repeating: pattern, count: 40 / pattern.count))
    #expect(track.rows.count == 40)
    for row in track.rows {
      let estimate = try #require(row.estimate)
      let threshold = try #require(estimate.threshold)
      #expect(try #require(estimate.low) <= threshold, "trial \(row.trial)")
      #expect(try #require(estimate.high) >= threshold, "trial \(row.trial)")
    }
  }

  @Test func `a prior weighs the values of its parameter`() throws {
    let track = try Tracks.follow(
      "\(Self.text), prior: {threshold: {normal: {mean: -12.3, sd: 4.1}}}, stop: {trials: 33}", Self.responses)
    let flat = try Tracks.follow("\(Self.text), stop: {trials: 33}", Self.responses)
    var plain = PlainBelief(
      threshold: Self.integers, slope: [0.175],
      prior: { exp(-pow($0.threshold + 12.3, 2) / (2 * 4.1 * 4.1)) }, function: PlainBelief.gumbel)
    for (row, other) in zip(track.rows, flat.rows) {
      #expect(row.comparison.level.value == plain.best(Self.integers), "trial \(row.trial)")
      plain.update(row.comparison.level.value, row.isPositive)
      let threshold = try #require(row.estimate?.threshold)
      #expect(abs(threshold - plain.mean(\.threshold)) < 1e-9, "trial \(row.trial)")
      #expect(threshold > (try #require(other.estimate?.threshold)), "trial \(row.trial)")
    }
  }

  // MARK: Log axes

  /// A Weibull of the level is a Gumbel of its logarithm to base 10.
  @Test func `a function of the level and one of its logarithm are equivalent`() throws {
    let levels = "levels: {from: 0.01, to: 1, count: 41, spacing: log}, lapse: 0.02, slope: [2, 3.5], "
    let linear = "kind: quest-plus, function: weibull, threshold: {from: 0.01, to: 1, count: 41, spacing: log}, "
    let log = "kind: quest-plus, function: gumbel, log-level: true, threshold: {from: -2, to: 0, count: 41}, "
    for (summary, stop) in [("mean", "{trials: 40}"), ("median", "{width: 0.25}"), ("mode", "{entropy: 2.5}")] {
      let tracks = try [linear, log].map {
        try Tracks.follow($0 + levels + "estimate: \(summary), stop: \(stop)", task: Tracks.log, Self.responses)
      }
      #expect(tracks[0].levels == tracks[1].levels)
      #expect(tracks[0].status == tracks[1].status)
      for (one, other) in zip(tracks[0].rows, tracks[1].rows) {
        let (a, b) = (try #require(one.estimate), try #require(other.estimate))
        for part in [\Estimate.threshold, \.low, \.high, \.slope, \.lapse, \.entropy] {
          #expect(agrees(try #require(a[keyPath: part]), try #require(b[keyPath: part]), scale: 1e3), "\(one.trial)")
        }
      }
    }
  }

  @Test func `on a log axis the estimate is the mean of the logarithm, in units of the level`() throws {
    let thresholds = (0...20).map { 0.1 * Double($0) - 2 }
    let track = try Tracks.follow(
      "kind: quest-plus, function: gumbel, log-level: true, threshold: \(thresholds), slope: 3.5, lapse: 0.02, "
        + "stop: {width: 0.6}", task: Tracks.log, Self.responses)
    var plain = PlainBelief(threshold: thresholds, slope: [3.5], function: PlainBelief.gumbel)
    var widths: [Double] = []
    for row in track.rows {
      plain.update(log10(row.comparison.level.value), row.isPositive)
      let estimate = try #require(row.estimate)
      #expect(abs(log10(try #require(estimate.threshold)) - plain.mean(\.threshold)) < 1e-9)
      let masses = plain.distribution(\.threshold)
      let (low, high) = (Self.quantile(0.025, masses, step: 0.1), Self.quantile(0.975, masses, step: 0.1))
      #expect(abs(log10(try #require(estimate.low)) - low) < 1e-9)
      #expect(abs(log10(try #require(estimate.high)) - high) < 1e-9)
      widths.append(high - low)
    }
    #expect(track.status == .finished(.width))
    #expect(widths.firstIndex { $0 <= 0.6 } == widths.count - 1)
  }

  // MARK: Ends

  private static let many = String(repeating: "1101111", count: 100)

  @Test func `a track ends at the first trial whose interval is so narrow`() throws {
    let track = try Tracks.follow("\(Self.text), stop: {width: 4.7}", Self.many)
    #expect(track.status == .finished(.width))
    let widths = try track.rows.map { row in
      let estimate = try #require(row.estimate)
      return try #require(estimate.high) - (try #require(estimate.low))
    }
    #expect(widths.firstIndex { $0 <= 4.7 } == widths.count - 1)
    #expect(widths.count > 20)
  }

  @Test func `a track ends at the first trial whose entropy is so little`() throws {
    let track = try Tracks.follow("\(Self.text), stop: {entropy: 1.7}", Self.many)
    #expect(track.status == .finished(.entropy))
    let entropies = track.rows.compactMap { $0.estimate?.entropy }
    #expect(entropies.firstIndex { $0 <= 1.7 } == entropies.count - 1)
    #expect(entropies.count == track.rows.count)
  }

  @Test func `a width combines with trials by any and by all, and the maximum ends all other tracks`() throws {
    let narrow = try Tracks.follow("\(Self.text), stop: {width: 4.7}", Self.many).rows.count
    func end(_ stop: String) throws -> (Int, Status?) {
      let track = try Tracks.follow("\(Self.text), stop: \(stop)", Self.many)
      return (track.rows.count, track.status)
    }
    #expect(try end("{any: [{width: 4.7}, {trials: 15}]}") == (15, .finished(.trials)))
    #expect(try end("{any: [{width: 4.7}, {trials: 500}]}") == (narrow, .finished(.width)))
    #expect(try end("{all: [{width: 4.7}, {trials: 15}]}") == (narrow, .finished(.width)))
    #expect(try end("{all: [{trials: 500}, {width: 4.7}]}") == (500, .finished(.trials)))
    #expect(try end("{width: 0.01, maximum: 123}") == (123, .finished(.maximum)))
  }

  @Test(arguments: ["psi", "psi-marginal", "quest-plus"], [("1", EstimateStatus.floor), ("0", .ceiling)])
  func `an always right and an always wrong listener end without a threshold`(
    kind: String, answer: (response: String, status: EstimateStatus)
  ) throws {
    let text = Self.text.replacing("quest-plus", with: kind)
    let track = try Tracks.follow(text + ", stop: {trials: 60}", String(repeating: answer.response, count: 70))
    #expect(track.status == .finished(.trials))
    #expect(track.rows.count == 60)
    #expect(track.estimate == Estimate(status: answer.status, threshold: nil))
    // Until the end it goes on saying what it believes.
    #expect(track.rows[58].estimate?.status == .ok)
  }

  @Test func `the posterior of only a threshold cannot pile up at an end`() throws {
    let track = try Tracks.follow(
      "kind: quest-plus, function: gumbel, levels: [-30, -20, -10], threshold: -20, slope: [0.1, 0.2, 0.4], "
        + "lapse: [0.01, 0.1], stop: {trials: 60}", String(repeating: "1", count: 60))
    #expect(track.estimate?.status == .ok)
    #expect(track.estimate?.threshold == -20)
  }

  @Test func `a wrong word is rejected with the allowed word and mapping`() throws {
    let grid = "threshold: {from: -20, to: 20, count: 9}, slope: [0.1, 0.4], stop: {trials: 9}"
    #expect(
      try Tracks.problems("kind: psi, \(grid), select: best")
        == ["strategies.track.select: expected min-entropy or {n-lowest: {n, max-repeats}}, got 'best'"])
    #expect(
      try Tracks.problems("kind: uml, \(grid), choose: updown")
        == ["strategies.track.choose: expected random or {down, up}, got 'updown'"])
  }
}
