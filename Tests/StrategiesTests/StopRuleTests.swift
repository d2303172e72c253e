import PeachSimulation
import PeachStrategies
import PeachTrials
import Testing

@Suite struct StopRuleTests {
  /// Correct and wrong in turn: a one-down-one-up track turns on every trial but the first.
  private static let turning = String(repeating: "10", count: 50)
  /// Three trials to each turn.
  private static let slow = String(repeating: "111000", count: 20)

  private func track(_ stop: String, _ responses: String) throws -> Followed {
    try Tracks.follow(
      "kind: transformed-up-down, start: 0, down: 1, step: {linear: 1}, stop: \(stop)", responses)
  }

  private func expectEnd(
    _ stop: String, _ responses: String, after trials: Int, _ reason: StopReason,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let track = try track(stop, responses)
    #expect(track.rows.count == trials, sourceLocation: sourceLocation)
    #expect(track.status == .finished(reason), sourceLocation: sourceLocation)
    #expect(track.next == nil, sourceLocation: sourceLocation)
    #expect(track.rows.dropLast().allSatisfy { $0.status == .running }, sourceLocation: sourceLocation)
  }

  @Test func `one condition ends the track`() throws {
    try expectEnd("{trials: 17}", Self.turning, after: 17, .trials)
    try expectEnd("{reversals: 6}", Self.turning, after: 7, .reversals)
    try expectEnd("{reversals: 6}", Self.slow, after: 19, .reversals)
  }

  @Test func `any ends at the first condition that holds, all at the last`() throws {
    try expectEnd("{any: [{trials: 17}, {reversals: 6}]}", Self.turning, after: 7, .reversals)
    try expectEnd("{any: [{trials: 17}, {reversals: 6}]}", Self.slow, after: 17, .trials)
    try expectEnd("{all: [{trials: 17}, {reversals: 6}]}", Self.turning, after: 17, .trials)
    try expectEnd("{all: [{trials: 17}, {reversals: 6}]}", Self.slow, after: 19, .trials)
  }

  @Test func `the reason is the first one in the list if several apply`() throws {
    // The sixth reversal is at trial 7.
    try expectEnd("{any: [{trials: 7}, {reversals: 6}]}", Self.turning, after: 7, .trials)
    try expectEnd("{any: [{reversals: 6}, {trials: 7}]}", Self.turning, after: 7, .reversals)
    try expectEnd("{all: [{reversals: 6}, {trials: 17}]}", Self.turning, after: 17, .reversals)
  }

  @Test func `the maximum ends tracks that no condition ends, and a condition at the same trial comes first`() throws {
    try expectEnd("{reversals: 60, maximum: 23}", Self.turning, after: 23, .maximum)
    try expectEnd("{any: [{trials: 23}], maximum: 23}", Self.turning, after: 23, .trials)
    try expectEnd("{trials: 60, maximum: 23}", Self.turning, after: 23, .maximum)
  }

  @Test func `any and all nest once`() throws {
    let stop = "{any: [{all: [{trials: 11}, {reversals: 6}]}, {trials: 31}]}"
    try expectEnd(stop, Self.turning, after: 11, .trials)
    try expectEnd(stop, Self.slow, after: 19, .trials)
    try expectEnd(stop, String(repeating: "1", count: 40), after: 31, .trials)
    let inner = "{all: [{any: [{reversals: 6}, {trials: 13}]}, {trials: 9}]}"
    try expectEnd(inner, Self.turning, after: 9, .reversals)
    try expectEnd(inner, Self.slow, after: 13, .trials)
  }

  /// A second of each note, 0.2 s to answer and 0.4 s of feedback: 2.6 s a trial, and 3.35 s with a gap of 0.75 s.
  @Test func `simulated minutes include notes, gap, answer and feedback`() throws {
    for (task, trials) in [("{kind: comparison}", 24), ("{kind: comparison, gap: 0.75}", 18)] {
      let track = try Tracks.follow(
        "kind: random, level: 7, stop: {minutes: 1}", task: task, String(repeating: "1", count: 99))
      #expect(track.rows.count == trials)
      #expect(track.status == .finished(.minutes))
    }
    // A task without notes has no notes: 0.6 s a trial.
    try expectEnd("{minutes: 0.105}", Self.slow, after: 11, .minutes)
    try expectEnd("{all: [{minutes: 0.105}, {reversals: 6}]}", Self.slow, after: 19, .minutes)
    try expectEnd("{any: [{minutes: 0.105}, {reversals: 6}]}", Self.turning, after: 7, .reversals)
    try expectEnd("{minutes: 1, maximum: 23}", Self.slow, after: 23, .maximum)
  }

  @Test func `a measured answer takes its own time`() throws {
    var course = Course(StopRule(.any, [StopRule.Group(.any, [.minutes(0.1)])]), pace: try comparisonTask().pace)
    // 1.4 and 0.7 s a trial: 6.3 s after three.
    for trial in 1...3 {
      #expect(course.isRunning, "\(trial)")
      course.count(Response(isPositive: true, seconds: 0.7))
    }
    #expect(course.status == .finished(.minutes))
  }

  @Test(arguments: [
    (StopRule.Condition.width(0.3), StopReason.width), (.entropy(0.3), .entropy), (.precision(0.3), .precision),
  ])
  func `width, entropy and precision end a track that reaches them, and never a track without them`(
    condition: StopRule.Condition, reason: StopReason
  ) throws {
    let pace = try comparisonTask().pace
    let response = Response(isPositive: true, seconds: 0)
    var course = Course(StopRule(.any, [StopRule.Group(.any, [condition])], maximum: 9), pace: pace)
    for belief in [0.7, 0.31, 0.3] {
      #expect(course.isRunning)
      course.count(response) { PosteriorSpread(width: belief, entropy: belief, precision: belief) }
    }
    #expect(course.status == .finished(reason))
    var without = Course(StopRule(.any, [StopRule.Group(.any, [condition])], maximum: 9), pace: pace)
    for _ in 1...9 { without.count(response) }
    #expect(without.status == .finished(.maximum))
  }

  @Test func `the estimate is computed only if a condition needs it`() throws {
    var course = Course(.trials(3), pace: try comparisonTask().pace)
    for _ in 1...3 {
      course.count(Response(isPositive: true, seconds: 0)) {
        Issue.record("asked for")
        return PosteriorSpread()
      }
    }
    #expect(course.status == .finished(.trials))
  }

  @Test func `several kinds join by any and by all`() {
    let conditions: [StopRule.Condition] = [
      .trials(20), .reversals(8), .width(0.1), .entropy(0.5), .precision(0.25), .minutes(2),
    ]
    func rule(_ join: StopRule.Join) -> StopRule {
      StopRule(join, conditions.map { StopRule.Group(.any, [$0]) }, maximum: 50)
    }
    let none = TrackProgress(trials: 19, reversals: 7, seconds: 119, width: 0.11, entropy: 0.51, precision: 0.26)
    let every = TrackProgress(trials: 20, reversals: 8, seconds: 120, width: 0.1, entropy: 0.5, precision: 0.25)
    #expect(rule(.any).reason(none) == nil)
    #expect(rule(.all).reason(every) == .trials)
    let one: [(StopReason, WritableKeyPath<TrackProgress, Double?>)] = [
      (.width, \.width), (.entropy, \.entropy), (.precision, \.precision),
    ]
    for (reason, path) in one {
      var progress = none
      progress[keyPath: path] = every[keyPath: path]
      #expect(rule(.any).reason(progress) == reason)
      progress = every
      progress[keyPath: path] = nil
      #expect(rule(.all).reason(progress) == nil)
      progress.trials = 50
      #expect(rule(.all).reason(progress) == .maximum)
    }
  }

  @Test func `a nested all holds only when each of its conditions does`() {
    let rule = StopRule(
      .any, [StopRule.Group(.all, [.reversals(4), .trials(30)]), StopRule.Group(.any, [.trials(50)])], maximum: 70)
    #expect(rule.reason(TrackProgress(trials: 29, reversals: 9)) == nil)
    #expect(rule.reason(TrackProgress(trials: 30, reversals: 3)) == nil)
    #expect(rule.reason(TrackProgress(trials: 30, reversals: 4)) == .reversals)
    #expect(rule.reason(TrackProgress(trials: 50, reversals: 0)) == .trials)
    let never = StopRule(.all, [StopRule.Group(.any, [.reversals(4)])], maximum: 70)
    #expect(never.reason(TrackProgress(trials: 69, reversals: 3)) == nil)
    #expect(never.reason(TrackProgress(trials: 70, reversals: 3)) == .maximum)
  }

  /// A stop of 10 000 trials where the file states none.
  @Test func `a track that turns too rarely ends at the default maximum`() throws {
    let track = try Tracks.follow(
      "kind: transformed-up-down, start: 0, down: 1, step: {linear: 1}, stop: {reversals: 6}",
      String(repeating: "1", count: 10_001))
    #expect(track.rows.count == 10_000)
    #expect(track.status == .finished(.maximum))
  }

  @Test func `a stop at more trials than the default maximum is kept`() throws {
    let track = try Tracks.follow(
      "kind: kazez, at-limit: off, stop: {any: [{reversals: 30000}, {trials: 12007}]}",
      String(repeating: "10", count: 6010))
    #expect(track.rows.count == 12_007)
    #expect(track.status == .finished(.trials))
  }

  @Test func `a strategy's own stop replaces the file's whole`() throws {
    #expect(
      try Tracks.problems("kind: transformed-up-down, start: 0, down: 1, step: {linear: 1}")
        == ["strategies.track.stop: missing; expected a stop for this strategy or for the whole file"])
    #expect(
      try Tracks.problems("kind: random, level: 3, stop: {trials: 7, reversals: 3}")
        == [
          "strategies.track.stop: expected one of trials, reversals, width, entropy, precision, minutes, any, all, got trials and reversals"
        ])
    #expect(
      try Tracks.problems("kind: random, level: 3, stop: {maximum: 7}")
        == [
          "strategies.track.stop: expected one of trials, reversals, width, entropy, precision, minutes, any, all, got none"
        ])
  }
}
