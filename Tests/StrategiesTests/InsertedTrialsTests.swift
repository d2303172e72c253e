import PeachConformance
import PeachPitch
import PeachSimulation
import PeachStrategies
import PeachSupport
import PeachTrials
import Testing

/// Comfort and catch trials, which any strategy can be told to put between its own.
@Suite struct InsertedTrialsTests {
  private static let staircase = "kind: transformed-up-down, start: 50, down: 1, step: {linear: 1}"

  private func follow(_ rest: String, _ responses: String, task: String = Tracks.linear) throws -> Followed {
    try Tracks.follow("\(Self.staircase), \(rest)", task: task, responses)
  }

  private func kinds(_ track: Followed) -> String {
    track.rows.map { String($0.comparison.level.kind.name.prefix(2)) }.joined(separator: " ")
  }

  @Test func `every fourth trial is a catch trial and tells the strategy nothing`() throws {
    let track = try follow("catch: {every: 4, level: 91}, stop: {trials: 9}", "111011001")
    #expect(kinds(track) == "te te te ca te te te ca te")
    #expect(track.levels == [50, 49, 48, 91, 47, 46, 45, 91, 46])
    #expect(track.status == .finished(.trials))
    #expect(track.reversalTrials == [7, 9])
  }

  @Test func `an easy trial follows so many wrong answers in a row`() throws {
    let track = try follow("comfort: {after-errors: 2, level: 91}, stop: {trials: 12}", "010001001001")
    #expect(kinds(track) == "te te te te co te te te co te te co")
    #expect(track.levels == [50, 51, 50, 51, 91, 52, 51, 52, 91, 53, 54, 91])
  }

  @Test func `a comfort trial restarts the count after any answer, and a catch trial does not`() throws {
    #expect(
      kinds(try follow("comfort: {after-errors: 2, level: 91}, stop: {trials: 9}", "000000000"))
        == "te te co te te co te te co")
    let both = try follow(
      "comfort: {after-errors: 2, level: 91}, catch: {every: 3, level: 7}, stop: {trials: 8}", "00100000")
    #expect(kinds(both) == "te te ca co te ca te co")
  }

  @Test func `they end a track that counts trials, and the minutes they take count`() throws {
    let full = try follow("catch: {every: 5, level: 91}, stop: {trials: 5}", "1111111")
    #expect(full.rows.count == 5)
    #expect(full.rows.last?.comparison.level.kind == .catch)
    #expect(full.next == nil)
    let timed = try follow(
      "limits: [1, 90], catch: {every: 2, level: 91}, stop: {minutes: 1}", String(repeating: "10", count: 40),
      task: Tracks.comparison)
    #expect(timed.rows.count == 24)
  }

  @Test func `on a signed axis wrong is the other side, and the sign is drawn`() throws {
    let text = "kind: random, level: 30, signed: true, comfort: {after-errors: 2, level: 91}, stop: {trials: 3000}"
    // "Lower" is wrong at +30, and right or wrong at ±91, which starts the count anew all the same.
    let track = try Tracks.follow(text, task: Tracks.comparison, String(repeating: "0", count: 3000))
    #expect(kinds(track).hasPrefix("te te co te te co"))
    let comfort = track.levels.filter { $0 != 30 }
    #expect(comfort.count == 1000)
    #expect(comfort.allSatisfy { abs($0) == 91 })
    // n = 1000; refused under one seed in ten million.
    #expect(Binomial.accepts(comfort.count { $0 > 0 }, of: 1000, probability: 0.5, falseAlarm: 1e-7))
    let right = try Tracks.follow(text, task: Tracks.comparison, String(repeating: "1", count: 50))
    #expect(right.rows.allSatisfy { $0.comparison.level.kind == .test })
    #expect(
      try Tracks.problems(text.replacing("91", with: "-91"), task: Tracks.comparison)
        == ["strategies.track.comfort.level: expected a number (cents) > 0, got '-91'"])
  }

  @Test func `in adaptive the trial takes the note that was due, at the stated level`() throws {
    let plain = "kind: adaptive, natural-mechanical: 1, stop: {trials: 12}"
    let without = try Tracks.follow(plain, task: Tracks.comparison, "111")
    let track = try Tracks.follow(plain + ", catch: {every: 3, level: 7}", task: Tracks.comparison, "111111111111")
    #expect(kinds(track) == "te te ca te te ca te te ca te te ca")
    #expect(track.rows[2].comparison.reference == without.rows[2].comparison.reference)
    #expect(abs(track.rows[2].comparison.offset) == 7)
    #expect(track.status == .finished(.trials))
  }

  /// A wrong comfort answer at 640 cents must not take a staircase there.
  @Test(arguments: [TrialKind.comfort, .catch])
  func `a strategy without them learns nothing from a row that is one`(kind: TrialKind) throws {
    var other = Trace.Answer(.correct(false))
    (other.kind, other.level) = (kind, 640)
    let own = Trace.Answer(.correct(true))
    for settings in [
      "kind: weighted-up-down, start: 50, step: {factor: 2}", "kind: kazez, limits: [0.1, 100]", "kind: adaptive",
      "kind: constant-stimuli, levels: [30, 40], order: listed, repetitions: 9",
      "kind: interleaved, order: alternating, tracks: [{name: a, kind: random, level: 2}, {name: b, kind: random, level: 3}]",
    ] {
      let text = settings + ", stop: {trials: 5}"
      let plain = try Tracks.follow(text, task: Tracks.comparison, [own, own])
      let mixed = try Tracks.follow(text, task: Tracks.comparison, [own, other, other, own])
      #expect(mixed.levels[1...2] == [640, 640])
      #expect(mixed.rows[3].isReversal == plain.rows[1].isReversal)
      if !settings.contains("adaptive") {
        #expect(mixed.levels[3] == plain.levels[1])
        #expect(mixed.next?.level == plain.next?.level)
      }
      // They count towards the stop.
      #expect(try Tracks.follow(text, task: Tracks.comparison, [own, other, other, own, own]).next == nil)
      #expect(mixed.rows[1...2].allSatisfy { !$0.isReversal && $0.track.isEmpty })
    }
  }

  @Test(arguments: [
    "kind: weighted-up-down, start: 50, step: {factor: 2}", "kind: kazez, limits: [0.1, 100]",
    "kind: psi, levels: {from: 1, to: 64, count: 7, spacing: log}, threshold: {from: 1, to: 64, count: 9, spacing: log}, "
      + "slope: [0.05, 0.2], guess: 0.5, lapse: 0.02",
    "kind: constant-stimuli, levels: [30, 40], order: listed, repetitions: 9",
    "kind: interleaved, order: alternating, tracks: [{name: a, kind: random, level: 2}, {name: b, kind: random, level: 3}]",
    "kind: weighted-up-down, start: 50, step: {factor: 2}, comfort: {after-errors: 2, level: 400}",
  ])
  func `a skipped trial counts towards the stop and leaves the level where it was`(strategy: String) throws {
    let cell = try Tracks.cell("\(strategy), stop: {trials: 5}", task: Tracks.comparison)
    let factory = try #require(cell.factory)
    /// The levels asked for, with w for a wrong answer, r for a right one, and s for a skipped trial.
    func levels(_ answers: String) throws -> [Double?] {
      var streams = StreamNames(seed: 5, listener: "m", strategy: "s").streams(replicate: 1)
      var track = factory.make(using: &streams)
      var levels: [Double?] = [track.next?.level.value]
      for answer in answers {
        let asked = try #require(track.next)
        var done = CompletedComparison(asked, isHigher: (asked.offset > 0) == (answer == "r"), seconds: 0.4)
        done.isSkipped = answer == "s"
        #expect(done.comparison == asked && done.isHigher == ((asked.offset > 0) == (answer == "r")))
        let reversals = track.reversals
        track.update(done, using: &streams)
        if answer == "s" { #expect(track.reversals == reversals) }
        levels.append(track.next?.level.value)
      }
      return levels
    }
    let skipped = try levels("wsswr")
    let plain = try levels("wwr")
    #expect(skipped[1] == skipped[2] && skipped[2] == skipped[3])
    #expect([skipped[0], skipped[1], skipped[4]] == [plain[0], plain[1], plain[2]])
    #expect(skipped[5] == nil && plain[3] != nil)
  }

  @Test func `in interleaved tracks extra trials belong to no track`() throws {
    let track = try Tracks.follow(
      """
      kind: interleaved, order: alternating, catch: {every: 3, level: 91}, stop: {trials: 7}, \
      tracks: [{name: a, kind: random, level: 2}, {name: b, kind: random, level: 3}]
      """, "1111111")
    #expect(track.rows.map(\.track) == ["a", "b", "", "a", "b", "", "a"])
    #expect(track.levels == [2, 3, 91, 2, 3, 91, 2])
  }

  @Test func `only the needed columns are required`() throws {
    #expect(
      try Tracks.problems(
        Self.staircase + ", stop: {trials: 9}, catch: {level: 3}, comfort: {after-errors: 0, level: 3}")
        == [
          "strategies.track.catch.every: missing; expected a whole number (trials) from 2 to 10000",
          "strategies.track.comfort.after-errors: expected a whole number (trials) from 1 to 10000, got '0'",
        ])
  }

  @Test func `in yes-no a wrong answer to noise is yes, and a catch trial is not judged`() throws {
    let task = try TrialTask.level(axis: Axis(unit: "dB", scale: .linear, isSigned: false), alternatives: 1)
    var streams = Streams(task: RandomStream(seed: 1), strategy: RandomStream(seed: 2))
    let setting: Setting = ["comfort": ["after-errors": 1, "level": 9]]
    let settings = Reader.read(setting.node, path: "", diagnostics: Diagnostics()) {
      InsertedTrials.Settings.read($0, in: task)
    }
    for (isYes, isPending) in [(true, true), (false, false)] {
      var inserted = InsertedTrials(try #require(settings ?? nil))
      inserted.count(Level(3, kind: .noise), Response(isPositive: isYes, seconds: 0), using: &streams)
      #expect((inserted.pending != nil) == isPending)
    }
    let comparison = Comparison(
      reference: try MIDINote(60), interval: .prime, offset: 3, level: Level(3, kind: .catch))
    #expect(task.isCorrect(CompletedComparison(comparison, isHigher: true, seconds: 0)) == nil)
  }

  @Test(
    arguments: ["kazez", "adaptive", "transformed-up-down", "constant-stimuli", "random", "interleaved", "sequence"])
  func `a strategy keeps its promises with them`(
    name: String
  ) throws {
    let kind = try #require(BuiltInStrategies.registry[name])
    let row = try #require(StrategyConformanceTests.rows[name])
    let settings = row.settings
      .replacing("comfort", with: ["after-errors": 2, "level": 23.7])
      .replacing("catch", with: ["every": 5, "level": 23.7])
    try checkStrategy(kind, settings, in: comparisonTask(), levels: row.limits)
  }
}
