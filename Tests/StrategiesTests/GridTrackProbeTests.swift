import Glibc
import PeachSimulation
import PeachTrials
import Testing

/// What other toolboxes got wrong, asked of every procedure that keeps a posterior of the threshold.
@Suite struct GridTrackProbeTests {
  /// Settings without lapses, thresholds from −8 to 8.
  static let kinds: [String: String] = [
    "quest": "kind: quest, prior: {mean: 0, sd: 3}, slope: 1, guess: 0.5, delta: 0, grain: 0.1, range: 16",
    "zest": "kind: zest, \(grid)",
    "best-pest": "kind: best-pest, \(grid)",
    "mlp": "kind: mlp, \(grid)",
    "uml": "kind: uml, sweet-points: [threshold], \(grid)",
  ]
  private static let grid =
    "function: logistic, threshold: {from: -8, to: 8, count: 65}, slope: 1, guess: 0, lapse: 0"

  static let names = kinds.keys.sorted()

  private func settings(_ name: String, trials: Int) throws -> String {
    try #require(Self.kinds[name]) + ", stop: {trials: \(trials)}"
  }

  @Test(arguments: names) func `an answer that is impossible everywhere changes nothing`(name: String) throws {
    let before: [Trace.Answer] = [.positive(true, at: 2.3), .positive(false, at: -1.7), .positive(true, at: 1.1)]
    let settings = try settings(name, trials: 60)
    let track = try Tracks.follow(settings, before)
    let after = try Tracks.follow(settings, before + [.positive(false, at: 1e6), .positive(false, at: 1e7)])
    #expect(agrees(try #require(after.next).level.value, try #require(track.next).level.value, scale: 1))
    let (one, other) = (try #require(track.estimate), try #require(after.estimate))
    #expect(agrees(try #require(other.threshold), try #require(one.threshold), scale: 1))
    #expect(agrees(try #require(other.entropy), try #require(one.entropy), scale: 1))
  }

  @Test(arguments: names) func `the level presented counts, on the grid or not`(name: String) throws {
    let settings = try settings(name, trials: 60)
    let given: [Trace.Answer] = [.positive(true, at: 3.137), .positive(false, at: -2.219), .positive(true, at: 0.777)]
    let track = try Tracks.follow(settings, given)
    #expect(track.levels == [3.137, -2.219, 0.777])
    let same = try Tracks.follow(settings, given)
    #expect(same.next == track.next)
    let asked = try Tracks.follow(settings, "101")
    #expect(asked.estimate?.threshold != track.estimate?.threshold || asked.next != track.next)
    let estimate = try #require(track.estimate)
    #expect(estimate.isFinite && estimate.status == .ok)
  }

  @Test(arguments: names) func `after ten thousand trials the posterior is finite`(name: String) throws {
    var streams = Streams(task: RandomStream(seed: 1), strategy: RandomStream(seed: 2))
    var strategy = try #require(try Tracks.cell(settings(name, trials: 10_000)).factory).make(using: &streams)
    var random = RandomStream(seed: 3)
    var trials = 0
    while let asked = strategy.next {
      #expect(asked.level.value.isFinite)
      let isPositive = random.unit() < 1 / (1 + exp(-asked.level.value))
      strategy.update(CompletedComparison(asked, isHigher: isPositive, seconds: 0), using: &streams)
      trials += 1
    }
    #expect(trials == 10_000)
    let estimate = try #require(strategy.estimates.first)
    #expect(estimate.isFinite && estimate.entropy.map { $0 >= 0 } == true)
  }

  @Test(arguments: names) func `an always right and an always wrong listener end with a status`(name: String) throws {
    for (response, status) in [("1", EstimateStatus.floor), ("0", .ceiling)] {
      let track = try Tracks.follow(settings(name, trials: 400), String(repeating: response, count: 400))
      #expect(track.status == .finished(.trials))
      #expect(track.estimate == Estimate(status: status, threshold: nil))
      #expect(track.levels.allSatisfy { $0.isFinite })
      let middle = try #require(track.rows.dropLast().last?.estimate)
      #expect(middle.status == .ok && middle.threshold != nil)
    }
  }

  @Test(arguments: names) func `the interval holds the estimate`(name: String) throws {
    let track = try Tracks.follow(settings(name, trials: 60), "111111011001110110")
    for row in track.rows {
      let estimate = try #require(row.estimate)
      let (low, high) = (try #require(estimate.low), try #require(estimate.high))
      let threshold = try #require(estimate.threshold)
      #expect(low < high && low <= threshold && threshold <= high, "trial \(row.trial)")
    }
  }

  @Test(arguments: names) func `a track ends at a width and at an entropy`(name: String) throws {
    let responses = String(repeating: "1101", count: 100)
    for (stop, reason) in [("width: 3", StopReason.width), ("entropy: 2.5", .entropy)] {
      let track = try Tracks.follow(
        try #require(Self.kinds[name]) + ", stop: {any: [{\(stop)}, {trials: 400}]}", responses)
      #expect(track.status == .finished(reason))
      #expect((2..<400).contains(track.rows.count))
    }
  }
}
