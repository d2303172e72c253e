import PeachConformance
import PeachPitch
import PeachSimulation
import PeachStrategies
import PeachTrials
import Testing

/// How strategies go on if they ask for levels that cannot sound.
@Suite struct SoundLimitTests {
  private static let notes = "{kind: comparison, notes: [C3, C5]}"
  private static let steps = "kind: weighted-up-down, start: 100, step: {factor: 1.68}"
  private static let wrong = String(repeating: "0", count: 60)

  private func limit(_ comparison: Comparison, in task: TrialTask) -> Double {
    SoundLimits(of: task).limit(
      of: comparison.interval, above: comparison.reference, isSharp: comparison.offset > 0)
  }

  @Test func `wrong answers lead to the largest level that can sound, and there to ceiling`() throws {
    let track = try Tracks.follow("\(Self.steps), stop: {trials: 60}", task: Self.notes, Self.wrong)
    #expect(track.status == .ceiling)
    #expect(track.rows.count == 11)
    let task = try comparisonTask(notes: 48...72)
    for row in track.rows.suffix(8) {
      #expect(row.comparison.level.value == limit(row.comparison, in: task))
      #expect(abs(row.comparison.offset) == row.comparison.level.value)
    }
    #expect(track.next == nil)
    #expect(track.estimate == Estimate(status: .ceiling, threshold: nil))
  }

  @Test func `a step starts from the level that sounded`() throws {
    for from in ["presented", "recommended"] {
      let track = try Tracks.follow(
        "\(Self.steps), step-from: \(from), stop: {trials: 60}", task: Self.notes, "00000" + "1")
      let last = try #require(track.levels.last)
      #expect(track.levels[3] < 8000)
      let next = try #require(track.next?.level.value)
      #expect(agrees(next, last / 1.68), "\(from): \(next) after \(last)")
    }
  }

  @Test func `at-limit counts trials at the largest level that can sound`() throws {
    let three = try Tracks.follow("\(Self.steps), at-limit: 3, stop: {trials: 60}", task: Self.notes, Self.wrong)
    #expect(three.rows.count == 6)
    #expect(three.status == .ceiling)
    let off = try Tracks.follow("\(Self.steps), at-limit: off, stop: {trials: 60}", task: Self.notes, Self.wrong)
    #expect(off.status == .finished(.trials))
    #expect(off.levels.allSatisfy { $0 <= 7950 })
    let right = try Tracks.follow("\(Self.steps), stop: {trials: 60}", task: Self.notes, "0000000" + "11" + Self.wrong)
    #expect(right.rows.count > 13)
    #expect(right.status == .ceiling)
  }

  @Test func `limits that cannot sound end a track in the same way`() throws {
    let track = try Tracks.follow(
      "\(Self.steps), limits: [0.1, 20000], stop: {trials: 60}", task: Self.notes, Self.wrong)
    #expect(track.status == .ceiling)
    #expect(track.rows.count == 11)
  }

  @Test func `signed levels have an end on either side`() throws {
    let signed = "kind: weighted-up-down, signed: true, start: 0, step: {linear: 1000}, stop: {trials: 60}"
    let up = try Tracks.follow(signed, task: Self.notes, Self.wrong)
    #expect(up.status == .ceiling)
    #expect(up.levels.allSatisfy { $0 <= 7950 })
    let down = try Tracks.follow(signed, task: Self.notes, String(repeating: "1", count: 60))
    #expect(down.status == .floor)
    #expect(down.levels.allSatisfy { $0 >= -7250 })
  }

  @Test func `each of several tracks ends by itself`() throws {
    let track = try Tracks.follow(
      "kind: interleaved, order: alternating, tracks: [{name: one, \(Self.steps)}, {name: two, kind: random, level: 5}], "
        + "stop: {trials: 60}", task: Self.notes, Self.wrong)
    let levels = track.rows.filter { $0.track == "one" }.map(\.comparison.level.value)
    #expect(levels.count == 11)
    #expect(track.status == .finished(.trials))
    let sequence = try Tracks.follow(
      "kind: sequence, parts: [{strategy: {\(Self.steps)}}], stop: {trials: 60}", task: Self.notes, Self.wrong)
    #expect(sequence.status == .ceiling)
  }

  @Test func `catch and comfort trials sound too`() throws {
    let track = try Tracks.follow(
      "kind: random, level: 5, catch: {every: 2, level: 9000}, stop: {trials: 60}", task: Self.notes, Self.wrong)
    let task = try comparisonTask(notes: 48...72)
    let catches = track.rows.filter { $0.comparison.level.kind == .catch }
    #expect(catches.count == 30)
    #expect(catches.allSatisfy { $0.comparison.level.value == limit($0.comparison, in: task) })
  }

  @Test func `fixed levels, limits and random ones are never ended by it`() throws {
    for strategy in [
      "kind: constant-stimuli, levels: [9000, 10000], repetitions: 30", "kind: random, level: 9000, stop: {trials: 60}",
    ] {
      let track = try Tracks.follow(strategy, task: Self.notes, Self.wrong)
      #expect(track.rows.count == 60)
      #expect(track.levels.allSatisfy { (4850...7950).contains($0) })
    }
  }

  @Test func `a strategy that chooses notes itself stays within what can sound`() throws {
    let track = try Tracks.follow(
      "kind: adaptive, stop: {trials: 60}", task: "{kind: comparison, notes: [C9, G9]}", Self.wrong)
    let task = try comparisonTask(notes: 120...127)
    #expect(track.rows.contains { $0.comparison.level.value == 50 })
    #expect(track.rows.allSatisfy { $0.comparison.level.value <= limit($0.comparison, in: task) })
  }

  @Test func `a strategy that chooses notes steps from the level that sounded`() throws {
    let track = try Tracks.follow(
      "kind: adaptive, limits: [0.1, 177], step-from: recommended, at-limit: off, stop: {trials: 60}",
      task: "{kind: comparison, notes: [G9, G9]}", Self.wrong)
    // 50 cents above the highest note sounds end. Below it they do not, so the next level shows what was stepped from.
    let cut = zip(track.rows, track.rows.dropFirst()).filter {
      $0.comparison.offset == 50 && $1.comparison.offset < 0
    }
    #expect(cut.count > 3)
    for (_, next) in cut { #expect(agrees(next.comparison.level.value, 50 * (1 + 0.09 * 50.0.squareRoot()))) }
  }

  @Test func `a comparison keeps the end of its level`() throws {
    for (value, end) in [(50.0, SoundLimits.End.highest), (-50, .lowest), (50, .none)] {
      var level = Level(value, kind: .catch, track: 3)
      level.end = end
      let comparison = Comparison(reference: try MIDINote(127), interval: .prime, offset: value, level: level)
      #expect(comparison.level == level)
      #expect(comparison.reference.number == 127)
    }
  }

  @Test(arguments: ["oddity", "axb", "same-different"]) func `choices among notes have the same end`(
    kind: String
  ) throws {
    let track = try Tracks.follow(
      "\(Self.steps), stop: {trials: 60}", task: "{kind: \(kind), notes: [C3, C5]}", Self.wrong)
    #expect(track.status == .ceiling)
    #expect(track.levels.allSatisfy { $0 <= 7950 })
  }

  @Test func `levels without notes have no such end`() throws {
    let track = try Tracks.follow("\(Self.steps), stop: {trials: 12}", task: Tracks.log, Self.wrong)
    #expect(track.levels.last.map { $0 > 1e8 } == true)
  }

  @Test func `a right choice at a negative level is followed as a right one`() throws {
    let steps = "kind: transformed-up-down, start: -6, down: 2, step: {linear: 4}, stop: {trials: 20}"
    let cell = try Tracks.cell(steps, task: "{kind: forced-choice, unit: dB, scale: linear, alternatives: 3}")
    let factory = try #require(cell.factory)
    let streams = StreamNames(seed: 3, listener: "ann", strategy: "steps").streams(replicate: 1)
    var own = streams
    var strategy = factory.make(using: &own)
    var stored: [CompletedComparison] = []
    for trial in 0..<8 {
      let done = CompletedComparison(try #require(strategy.next), isHigher: trial % 3 != 2, seconds: 0)
      stored.append(done)
      strategy.update(done, using: &own)
    }
    #expect(stored.allSatisfy { $0.comparison.offset < 0 })
    let rows = try Replay.follow(factory, of: cell.task, streams: streams, trials: stored).rows
    #expect(rows.map(\.isPositive) == [true, true, false, true, true, false, true, true])
  }

  @Test func `a stored trial beyond what can sound is followed as it was asked for`() throws {
    let cell = try Tracks.cell("\(Self.steps), stop: {trials: 60}", task: Self.notes)
    let factory = try #require(cell.factory)
    let streams = StreamNames(seed: 3, listener: "ann", strategy: "steps").streams(replicate: 1)
    var own = streams
    var strategy = factory.make(using: &own)
    var stored: [CompletedComparison] = []
    for _ in 0..<4 {
      let asked = try #require(strategy.unlimitedNext)
      let done = CompletedComparison(asked, isHigher: asked.offset < 0, seconds: 0)
      stored.append(done)
      strategy.update(done, using: &own)
    }
    #expect(stored[3].comparison.level.value > 10_000)
    let (rows, next) = try Replay.follow(factory, of: cell.task, streams: streams, trials: stored)
    #expect(rows.map(\.comparison) == stored.map(\.comparison))
    let asked = try #require(next)
    #expect(asked.level.value == limit(asked, in: cell.task))
    stored[3].comparison.level.value *= 1.1
    #expect(throws: Replay.Difference.self) {
      try Replay.follow(factory, of: cell.task, streams: streams, trials: stored)
    }
  }
}
