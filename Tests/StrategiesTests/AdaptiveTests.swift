import PeachConformance
import PeachPitch
import PeachStrategies
import PeachTrials
import Testing

/// Levels kept by note, and how the next note is chosen.
@Suite struct AdaptiveTests {
  private func factory(
    _ settings: Setting, notes: ClosedRange<Int>, intervals: [DirectedInterval] = [.prime],
    profile: PerceptualProfile = PerceptualProfile()
  ) throws -> StrategyFactory {
    let context = StrategyContext(
      task: try comparisonTask(intervals, notes: notes), stop: .trials(5000), profile: profile)
    return try settings.factory(of: Adaptive.self, in: context)
  }

  /// Plays so many trials: the answers are correct where `isCorrect` says so for the trial, counted from 0.
  private func play(
    _ factory: StrategyFactory, trials: Int, seed: UInt64 = 7919, isCorrect: (Int) -> Bool = { $0 % 3 != 0 }
  ) -> [CompletedComparison] {
    var streams = Streams(task: RandomStream(seed: seed), strategy: RandomStream(seed: 1))
    var strategy: any ComparisonStrategy = factory.make(using: &streams)
    var answered: [CompletedComparison] = []
    while answered.count < trials, let asked = strategy.next {
      let isHigher = isCorrect(answered.count) == (asked.offset > 0)
      let done = CompletedComparison(asked, isHigher: isHigher, seconds: 0)
      strategy.update(done, using: &streams)
      answered.append(done)
    }
    return answered
  }

  private func profile(_ levels: [Int: Double]) throws -> PerceptualProfile {
    var profile = PerceptualProfile()
    for (note, level) in levels.sorted(by: { $0.key < $1.key }) {
      profile.observe(
        CompletedComparison(
          Comparison(
            reference: try MIDINote(note), interval: .prime, offset: -level, level: Level(level)), isHigher: true,
          seconds: 0))
    }
    return profile
  }

  /// The level of the first trial at each note that may come first.
  private func firstLevels(_ factory: StrategyFactory) -> [Int: Double] {
    var levels: [Int: Double] = [:]
    for seed in 0..<64 {
      for done in play(factory, trials: 1, seed: UInt64(seed)) {
        levels[done.comparison.reference.number] = done.comparison.level.value
      }
    }
    return levels
  }

  /// 20 cents two semitones away and 30 three away: (20/3 + 30/4) / (1/3 + 1/4) for the note itself. With a level of
  /// its own, a note takes that alone.
  @Test func `a note without data takes its neighbours' mean, weighted by 1 over 1 plus the semitones`() throws {
    let profile = try profile([62: 20, 63: 30])
    let levels = firstLevels(try factory(["natural-mechanical": 1], notes: 60...63, profile: profile))
    #expect(Set(levels.keys) == [60, 61])
    #expect(agrees(try #require(levels[60]), (20 / 3.0 + 30 / 4.0) / (1 / 3.0 + 1 / 4.0)))
    #expect(abs(try #require(levels[60]) - 24.2857) <= 0.5e-4)
    #expect(agrees(try #require(levels[61]), (20 / 2.0 + 30 / 3.0) / (1 / 2.0 + 1 / 3.0)))
  }

  @Test func `at most five neighbours a side count, and those outside the range do not`() throws {
    // Note 66 has six neighbours below and one above; 59 and 68 lie outside.
    let profile = try profile([
      59: 90, 60: 80, 61: 11, 62: 13, 63: 17, 64: 19, 65: 23, 67: 29, 68: 90,
    ])
    let levels = firstLevels(try factory(["natural-mechanical": 1], notes: 60...67, profile: profile))
    var (sum, weights) = (0.0, 0.0)
    for (note, level) in [(61, 11.0), (62, 13), (63, 17), (64, 19), (65, 23), (67, 29)] {
      let weight = 1 / Double(1 + abs(note - 66))
      sum += weight * level
      weights += weight
    }
    let mean = sum / weights
    #expect(levels.keys.sorted() == [66])
    #expect(agrees(try #require(levels[66]), mean))
  }

  @Test func `without any data a note starts at the start`() throws {
    #expect(Set(firstLevels(try factory(["start": 43.7], notes: 60...63)).values) == [43.7])
    #expect(Set(firstLevels(try factory([:], notes: 60...63)).values) == [100])
  }

  @Test func `a note met before has its own level, moved by the Kazez rule`() throws {
    let answered = play(try factory(["natural-mechanical": 0.371], notes: 60...71), trials: 600)
    var levels: [Int: Double] = [:]
    var met = 0
    for done in answered {
      let note = done.comparison.reference.number
      let level = done.comparison.level.value
      if let own = levels[note] {
        met += 1
        #expect(level == own)
      }
      let isCorrect = try #require(done.isCorrect as Bool?)
      levels[note] = min(100, max(0.1, KazezRule().next(after: level, isPositive: isCorrect)))
    }
    #expect(met > 500)
  }

  @Test func `natural 0 stays within an octave of the last note`() throws {
    let answered = play(try factory(["natural-mechanical": 0], notes: 24...103), trials: 3000)
    let notes = answered.map(\.comparison.reference.number)
    let leaps = zip(notes, notes.dropFirst()).map { $1 - $0 }
    #expect(leaps.min() == -12)
    #expect(leaps.max() == 12)
    #expect(notes.allSatisfy { 24...103 ~= $0 })
  }

  @Test func `mechanical 1 visits every untrained note before any again`() throws {
    let notes = play(try factory(["natural-mechanical": 1], notes: 41...79), trials: 39)
      .map(\.comparison.reference.number)
    #expect(notes.sorted() == Array(41...79))
    #expect(notes != Array(41...79))
  }

  /// The original ranked all 128 notes: those outside the range have no data, always came first, and were then thrown
  /// away, so that weak spots came to nothing.
  @Test func `once all notes are trained, weak spots are the ten of the range with the largest mean`() throws {
    let answered = play(try factory(["natural-mechanical": 1], notes: 36...84), trials: 1500) { $0 % 7 < 5 }
    var profile = PerceptualProfile()
    var visited: Set<Int> = []
    for (trial, done) in answered.enumerated() {
      let note = done.comparison.reference.number
      if trial >= 49 { #expect(profile.weakSpots(in: 36..<85).contains(note), "trial \(trial + 1)") }
      visited.insert(note)
      profile.observe(done)
    }
    #expect(visited == Set(36...84))
  }

  @Test func `an interval's own range of reference notes holds for both kinds of choice`() throws {
    let intervals = [DirectedInterval(.octave, .up), DirectedInterval(.perfectFifth, .down)]
    for mechanical: Setting in [0.0, 0.5, 1.0] {
      let factory = try factory(["natural-mechanical": mechanical], notes: 2...125, intervals: intervals)
      for done in play(factory, trials: 1000) {
        let target = done.comparison.reference.number + done.comparison.interval.semitones
        #expect(MIDINote.range.contains(target))
        #expect(2...125 ~= done.comparison.reference.number)
      }
    }
  }

  @Test func `the profile that it starts from is its own copy, kept up by its own answers`() throws {
    let profile = try profile([60: 12.5, 61: 40, 62: 7.5])
    let factory = try factory(["natural-mechanical": 1], notes: 60...62, profile: profile)
    let once = play(factory, trials: 40)
    #expect(play(factory, trials: 40) == once)
    for done in once.prefix(1) { #expect([12.5, 40, 7.5].contains(done.comparison.level.value)) }
  }

  @Test func `steps may start from the level recommended`() throws {
    func next(_ stepFrom: Setting) throws -> Double? {
      let factory = try factory(["step-from": stepFrom, "start": 49], notes: 60...60)
      var streams = Streams(task: RandomStream(seed: 3), strategy: RandomStream(seed: 1))
      var strategy: any ComparisonStrategy = factory.make(using: &streams)
      var asked = try #require(strategy.next)
      asked.level.value = 25
      asked.offset = 25
      strategy.update(CompletedComparison(asked, isHigher: true, seconds: 0), using: &streams)
      return strategy.next?.level.value
    }
    // p · (1 − 0.05 · √p)
    #expect(agrees(try #require(try next("presented")), 25 * 0.75))
    #expect(agrees(try #require(try next("recommended")), 49 * 0.65))
  }

  @Test func `it refuses a task without notes`() throws {
    #expect(
      try Tracks.problems("kind: adaptive, stop: {trials: 7}")
        == ["strategies.track.kind: expected a comparison task: adaptive keeps a level for each note"])
  }
}
