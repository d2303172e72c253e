import PeachConformance
import PeachSimulation
import PeachStrategies
import PeachSupport
import PeachTrials
import Testing

@Suite struct InterleavedTests {
  private static let low = "{name: low, kind: transformed-up-down, start: 3, down: 1, step: {linear: 1}}"
  private static let high = "{name: high, kind: transformed-up-down, start: 50, down: 2, step: {linear: 10}}"

  private func follow(_ tracks: [String], _ rest: String, _ responses: String) throws -> Followed {
    try Tracks.follow("kind: interleaved, tracks: [\(tracks.joined(separator: ", "))], \(rest)", responses)
  }

  /// The track with one more parameter.
  private func with(_ parameter: String, _ track: String) -> String { "\(track.dropLast()), \(parameter)}" }

  private func problems(_ tracks: String, _ rest: String = "stop: {trials: 9}") throws -> [String] {
    try Tracks.problems("kind: interleaved, tracks: \(tracks), \(rest)", task: Tracks.comparison)
  }

  @Test func `an answer moves the track that asked and no other`() throws {
    let track = try follow([Self.low, Self.high], "order: alternating, stop: {trials: 8}", "11101100")
    #expect(track.levels == [3, 50, 2, 50, 1, 60, 0, 60])
    #expect(track.rows.map(\.track) == ["low", "high", "low", "high", "low", "high", "low", "high"])
    #expect(track.status == .finished(.trials))
  }

  @Test func `the estimate of a trial belongs to its track`() throws {
    let last = "estimator: {kind: last}"
    let track = try follow(
      [with(last, Self.low), with(last, Self.high)], "order: alternating, stop: {trials: 6}", "111111")
    #expect(track.rows.map { $0.estimate?.threshold } == track.levels)
    #expect(track.rows.map { $0.estimate?.name } == track.rows.map(\.track))
  }

  @Test func `each track runs as it would without the others`() throws {
    let responses = "110100111010110100101101001011010010110100"
    let both = try follow([Self.low, Self.high], "stop: {trials: 42}", responses)
    for (name, text) in [("low", Self.low), ("high", Self.high)] {
      let own = both.rows.filter { $0.track == name }
      let alone = try Tracks.follow(
        String(text.dropFirst("{name: \(name), ".count).dropLast()) + ", stop: {trials: 60}",
        own.map { $0.isPositive ? "1" : "0" }.joined())
      #expect(own.count > 10)
      #expect(own.map(\.comparison.level.value) == alone.levels)
      #expect(own.map(\.isReversal) == alone.rows.map(\.isReversal))
    }
  }

  /// n = 10 000; refused under one seed in ten million. A share of 0.37 in place of a third would be refused in 99
  /// samples of a hundred.
  @Test func `tracks drawn at random get balanced trials`() throws {
    let tracks = ["a", "b", "c"].map { "{name: \($0), kind: random, level: 7}" }
    let track = try follow(tracks, "stop: {trials: 10000}", String(repeating: "1", count: 10_000))
    for name in ["a", "b", "c"] {
      let count = track.rows.count { $0.track == name }
      #expect(Binomial.accepts(count, of: 10_000, probability: 1 / 3.0, falseAlarm: 1e-7), "\(name) \(count)")
    }
  }

  @Test(arguments: [1, 2, 5]) func `no track is further ahead than the largest lag`(lag: Int) throws {
    let tracks = ["a", "b", "c"].map { "{name: \($0), kind: random, level: 7}" }
    let track = try follow(tracks, "max-lag: \(lag), stop: {trials: 600}", String(repeating: "1", count: 600))
    var counts = ["a": 0, "b": 0, "c": 0]
    var widest = 0
    for row in track.rows {
      counts[row.track, default: 0] += 1
      widest = max(widest, (counts.values.max() ?? 0) - (counts.values.min() ?? 0))
    }
    #expect(widest == lag)
    // Drawn, not in turn.
    #expect(track.rows.prefix(30).map(\.track) != (0..<30).map { ["a", "b", "c"][$0 % 3] })
  }

  @Test func `one value is drawn for each trial at random and none in turn`() throws {
    let tracks: Setting = [
      ["name": "a", "kind": "random", "level": 7, "stop": ["trials": 3]], ["name": "b", "kind": "random", "level": 5],
    ]
    for (order, draws) in [("random", 21), ("alternating", 0)] {
      let factory = try (["tracks": tracks, "order": .scalar(order)] as Setting).factory(
        of: Interleaved.self, in: StrategyContext(task: comparisonTask(), stop: .trials(40)))
      var streams = Streams(task: RandomStream(seed: 3), strategy: RandomStream(seed: 7919))
      var expected = streams.strategy
      var strategy: any ComparisonStrategy = factory.make(using: &streams)
      for _ in 0..<20 {
        let asked = try #require(strategy.next)
        strategy.update(CompletedComparison(asked, isHigher: true, seconds: 0), using: &streams)
      }
      for _ in 0..<draws { _ = expected.next() }
      #expect(streams.strategy == expected, "\(order)")
    }
  }

  @Test func `a track with its own stop is left out when it has stopped, and the run ends with the last track`() throws
  {
    let tracks = [
      "{name: a, kind: random, level: 7, stop: {trials: 2}}", "{name: b, kind: random, level: 5, stop: {trials: 5}}",
    ]
    let track = try follow(tracks, "order: alternating", "1111111111")
    #expect(track.rows.map(\.track) == ["a", "b", "a", "b", "b", "b", "b"])
    #expect(track.status == .finished(.finished))
    #expect(track.next == nil)
  }

  @Test func `a track at its floor ends without the others`() throws {
    let track = try follow(
      [with("limits: [1, 60], at-limit: 2", Self.low), Self.high], "order: alternating, stop: {trials: 30}",
      String(repeating: "1", count: 30))
    #expect(track.rows.filter { $0.track == "low" }.map(\.comparison.level.value) == [3, 2, 1, 1])
    #expect(track.rows.last { $0.track == "low" }?.estimate?.status == .floor)
    #expect(track.status == .finished(.trials))
    #expect(track.rows.count == 30)
  }

  @Test func `reversals end the whole when every track has them`() throws {
    // low is right and wrong in turn and turns on each of its trials but the first; high is always right and never turns.
    let turning = (0..<40).map { $0 % 2 == 1 ? "1" : $0 % 4 == 0 ? "1" : "0" }.joined()
    let stop = "order: alternating, stop: {any: [{reversals: 3}, {trials: 30}]}"
    #expect(try follow([Self.low, Self.high], stop, turning).status == .finished(.trials))
    // Both are right and wrong in turn.
    let same = (0..<40).map { $0 % 4 < 2 ? "1" : "0" }.joined()
    let twins = [Self.low, Self.low.replacing("low", with: "twin")]
    let track = try follow(twins, stop, same)
    #expect(track.status == .finished(.reversals))
    #expect(track.rows.count == 8)
    #expect(track.reversalTrials == [3, 4, 5, 6, 7, 8])
  }

  @Test func `each track states its own target`() throws {
    let cell = try Tracks.cell(
      "kind: interleaved, tracks: [\(Self.low), \(Self.high), {name: fixed, kind: random, level: 3}], stop: {trials: 9}"
    )
    #expect(cell.factory?.facts.target == nil)
    #expect(cell.factory?.facts.tracks.map(\.name) == ["low", "high", "fixed"])
    #expect(cell.factory?.facts.tracks.map { $0.target.map { ($0 * 1e4).rounded() } } == [5000, 7071, nil])
    #expect(cell.factory?.facts.estimated.map(\.name) == ["low", "high"])
    #expect(cell.factory?.facts.targetText == "low converges on 50.00 %, high converges on 70.71 %, fixed none")
  }

  @Test func `an error in a track is reported at its place`() throws {
    #expect(
      try problems("[{name: a, kind: adaptive}]") == [
        "strategies.track.tracks[1].kind: "
          + "expected a strategy that moves one level, got 'adaptive', which chooses notes or tracks itself"
      ])
    #expect(
      try problems("[{name: a, kind: random, level: 2}, {name: a, kind: random, level: -3}]") == [
        "strategies.track.tracks[2].name: expected each name once, got 'a' twice",
        "strategies.track.tracks[2].level: expected a number (cents) > 0, got '-3'",
      ])
    #expect(try problems("[{name: a, kind: interleaved, tracks: []}]").count == 1)
    #expect(
      try problems("[]")
        == [
          "strategies.track.tracks: expected a list with at least one entry such as {name: a, kind: b}, got an empty list"
        ])
    #expect(
      try problems("[{kind: random, level: 2}]") == ["strategies.track.tracks[1].name: missing; expected a name"])
  }

  @Test func `a stop is needed unless each track has its own`() throws {
    let own = "{name: a, kind: random, level: 2, stop: {trials: 3}}"
    #expect(try problems("[\(own)]", "order: random").isEmpty)
    #expect(
      try problems("[\(own), {name: b, kind: random, level: 2}]", "order: random")
        == ["strategies.track.stop: missing; expected a stop for this strategy or for the whole file"])
  }

  /// A track whose interval narrows by a given factor on every trial.
  struct Narrowing: DeclaredLevelStrategy {
    static let kind = "narrowing"
    static let summary = "narrows its interval on every trial"
    static let rule = "The width is multiplied by factor on every trial."
    static let use = "To try stop rules."
    static let source = "none"
    static let convergence = "none"
    static let example = "factor: 0.5"

    let factor: Double
    var width = 1.0
    let reversals = 0

    static func read(_ reader: Reader, in context: StrategyContext) -> Double {
      reader.number("factor", unit: "1", in: .between(0, 1), "How much it narrows")
    }

    static func facts(of factor: Double) -> StrategyFacts { StrategyFacts(target: nil) }

    init(_ factor: Double, using streams: inout Streams) { self.factor = factor }

    var next: Level? { Level(7) }
    mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) { width *= factor }
    var status: Status { .running }
    var estimates: [Estimate] {
      var estimate = Estimate(status: .ok, threshold: 7)
      (estimate.low, estimate.high, estimate.entropy) = (7 - width / 2, 7 + width / 2, width)
      return [estimate]
    }
  }

  /// The slower track, at 0.8 a trial, is at most 0.35 wide after five trials; the faster one after two.
  @Test(arguments: ["width", "entropy"]) func `width and entropy hold when they hold for every track`(
    condition: String
  ) throws {
    let settings: Setting = [
      "tracks": [
        ["name": "fast", "kind": "narrowing", "factor": 0.5], ["name": "slow", "kind": "narrowing", "factor": 0.8],
      ],
      "order": "alternating", "stop": .mapping([Setting.Field(condition, 0.35)]),
    ]
    let task = try TrialTask.level(axis: Axis(unit: "dB", scale: .linear, isSigned: false), alternatives: 2)
    let kinds = BuiltInStrategies.registry.adding(Narrowing.self)
    let factory = try settings.factory(of: Interleaved.self, in: StrategyContext(task: task, stop: nil, kinds: kinds))
    var streams = Streams(task: RandomStream(seed: 3), strategy: RandomStream(seed: 7919))
    var strategy: any ComparisonStrategy = factory.make(using: &streams)
    var trials = 0
    while let asked = strategy.next, trials < 100 {
      strategy.update(CompletedComparison(asked, isHigher: true, seconds: 0), using: &streams)
      trials += 1
    }
    #expect(trials == 10)
    #expect(strategy.status == .finished(condition == "width" ? .width : .entropy))
  }
}
