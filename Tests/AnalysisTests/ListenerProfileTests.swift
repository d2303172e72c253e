import Foundation
import PeachAnalysis
import PeachFitting
import PeachPitch
import PeachSessions
import PeachStorage
import PeachTrials
import Testing

@Suite struct ListenerProfileTests {
  /// Answers of a listener with σ 14 cents to levels that fall from 40 cents, over sessions of 50 on notes a few
  /// semitones apart.
  static func trials(
    _ count: Int, notes: [Int] = [55, 57, 60, 61, 64], sigma: (Int) -> Double = { _ in 14 }
  ) -> [ProfiledComparison] {
    var random = RandomStream(seed: 4711)
    return (0..<count).map { place in
      let size = 3 + 37 * exp(-Double(place) / 60) + Double(place % 7)
      let offset = random.unit() < 0.5 ? size : -size
      let heard = erfc(-offset / (sigma(place) * 2.0.squareRoot())) / 2
      let note = notes[place * 3 % notes.count]
      let time = "2026-11-\(String(format: "%02d", 1 + place / 50 % 28))T10:00:00Z"
      return ProfiledComparison(
        session: 1 + place / 50, reference: note, target: note + 7, offset: offset, isHigher: random.unit() < heard,
        sessionTimestamp: time)
    }
  }

  @Test func `an empty profile makes no claims`() async {
    let profile = await ListenerProfile(of: "me", [], jobs: 1)
    #expect(profile.statistics == PerceptualProfile())
    #expect(profile.overall == nil)
    #expect(profile.notes.allSatisfy { $0 == nil })
    #expect(profile.timeline.isEmpty)
    #expect(profile.trend == nil)
    #expect(profile.originalTrend == nil)
    #expect(profile.keys(over: 36...84) == 36...84)
  }

  @Test func `one answer is a note's mean and no threshold`() async throws {
    let trial = ProfiledComparison(
      session: 3, reference: 91, target: 91, offset: -12.5, isHigher: false, sessionTimestamp: nil)
    let profile = await ListenerProfile(of: "me", [trial], jobs: 1)
    #expect(profile.statistics.notes[91].mean == 12.5)
    #expect(profile.notes[91]?.trials == 1)
    #expect(profile.notes[91]?.threshold == nil)
    #expect(profile.timeline.map(\.sessions) == [3...3])
    #expect(profile.overall?.shown == nil)
    #expect(profile.keys(over: 36...84) == 36...91)
    #expect(profile.weakSpots(in: 90...92) == [90, 92])
  }

  /// What is fitted together is so by the house's own settings, whichever way it is asked.
  @Test func `thresholds and intervals equal those of a fit of the same trials`() async throws {
    let trials = Self.trials(300)
    let profile = await ListenerProfile(of: "me", trials, jobs: 2)
    func expected(_ part: [ProfiledComparison]) -> (trials: Int, fit: FitResult, interval: ConfidenceInterval) {
      let fitter = ListenerSummary.request.settings.makeFitter()
      var counts = Counts()
      counts.add(part.map { (level: $0.offset, isPositive: $0.isHigher) })
      let fit = fitter.fit(counts)
      return (part.count, fit, fitter.profileInterval(.threshold, fit, counts, confidence: 0.95))
    }
    func isNear(_ a: ProfileThreshold?, _ b: (trials: Int, fit: FitResult, interval: ConfidenceInterval)) throws {
      let a = try #require(a)
      #expect(a.trials == b.trials && a.status == b.fit.status)
      for (x, y) in [
        (a.threshold, b.fit.threshold), (a.interval.low, b.interval.low), (a.interval.high, b.interval.high),
      ] {
        #expect((x == nil) == (y == nil))
        if let x, let y { #expect(abs(x / y - 1) < 5e-3) }
      }
    }
    try isNear(profile.overall, expected(trials))
    try isNear(profile.notes[60], expected(trials.filter { $0.reference == 60 }))
    try isNear(profile.timeline[2].threshold, expected(trials.filter { $0.session == 3 }))
    #expect(profile.timeline.map(\.sessions) == [1...1, 2...2, 3...3, 4...4, 5...5, 6...6])
    #expect(profile.timeline[1].startedAt == "2026-11-02T10:00:00Z")
  }

  @Test func `many sessions share the stretches of a timeline`() async {
    let profile = await ListenerProfile(of: "me", Self.trials(4150), jobs: 2)
    #expect(profile.timeline.count == 28)
    #expect(profile.timeline.first?.sessions == 1...3)
    #expect(profile.timeline.last?.sessions == 82...83)
    #expect(profile.timeline.reduce(0) { $0 + $1.threshold.trials } == 4150)
  }

  @Test func `a trend has its sign, and needs trials and a change`() throws {
    let halved = try #require(Trend(of: Self.trials(1500) { $0 < 750 ? 20 : 8 }))
    #expect(halved.direction == .improving && halved.score > Trend.critical)
    let doubled = try #require(Trend(of: Self.trials(1500) { $0 < 750 ? 8 : 20 }))
    #expect(doubled.direction == .declining && doubled.score < -Trend.critical)
    let steady = try #require(Trend(of: Self.trials(1500)))
    #expect(steady.direction == .stable && abs(steady.score) < Trend.critical)
    #expect(Trend(of: Self.trials(Trend.leastTrials - 1)) == nil)
    #expect(Trend(of: Self.trials(120)) != nil)
    let right = Self.trials(400).map { trial in
      var trial = trial
      trial.isHigher = trial.offset > 0
      return trial
    }
    #expect(Trend(of: right) == nil)
  }

  /// A listener whose low note is four times harder, who turns to it later on: one curve for all would say declining.
  @Test func `turning to a harder note is no decline`() throws {
    var random = RandomStream(seed: 99)
    let trials = (0..<1600).map { place in
      let isHard = random.unit() < (place < 800 ? 0.2 : 0.8)
      let offset = (random.unit() < 0.5 ? 1.0 : -1) * (4 + 20 * random.unit())
      let heard = erfc(-offset / ((isHard ? 40 : 10) * 2.0.squareRoot())) / 2
      return ProfiledComparison(
        session: 1, reference: isHard ? 40 : 70, target: isHard ? 40 : 70, offset: offset,
        isHigher: random.unit() < heard, sessionTimestamp: nil)
    }
    #expect(try #require(Trend(of: trials)).direction == .stable)
    let asOne = trials.map { trial in
      var trial = trial
      (trial.reference, trial.target) = (60, 60)
      return trial
    }
    #expect(try #require(Trend(of: asOne)).direction == .declining)
  }

  /// Halves by whole numbers: the later one has the odd trial. 4 % less is stable, 6 % less improving.
  @Test func `the original rule compares the means of two halves`() throws {
    func trend(_ early: Double, _ late: Double, count: Int = 21) -> OriginalTrend? {
      OriginalTrend((0..<count).map { $0 < count / 2 ? early : late })
    }
    #expect(trend(10, 9, count: 19) == nil)
    #expect(try #require(trend(10, 9.4)).direction == .improving)
    #expect(try #require(trend(10, 9.6)).direction == .stable)
    #expect(try #require(trend(10, 10.6)).direction == .declining)
    #expect(try #require(trend(0, 3)).direction == .stable)
    #expect(abs(try #require(trend(8, 6)).change + 0.25) < 1e-12)
  }

  @Test func `a profile from records equals that from the answers, and a reset keeps the other kind`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let live = try LiveDatabase.open(at: folder.appending(path: "peach.sqlite").path)
    let heard = Presentation(tuning: "equal-temperament", referencePitch: 440, noteDuration: 1, gap: 0)
    func session(_ kind: SessionKind) throws -> SessionRecord {
      try live.beginSession(
        SessionRecord(
          listener: "me", kind: kind, name: "training", strategy: "kazez", experiment: "{}", profile: "{}",
          seed: "00000000000000ff", responder: nil, scale: "log", version: "1", build: "b"))
    }
    let trials = Self.trials(120).map { trial in
      var trial = trial
      trial.sessionTimestamp = nil
      return trial
    }
    var current = try session(.comparison)
    for (place, trial) in trials.enumerated() {
      if place > 0, place % 50 == 0 { current = try session(.comparison) }
      var record = TrialRecord(trial: place % 50 + 1, level: abs(trial.offset), heard: heard)
      (record.reference, record.target, record.interval) = (trial.reference, trial.target, "perfect-fifth-up")
      (record.offset, record.answer) = (trial.offset, trial.isHigher ? "higher" : "lower")
      record.isCorrect = (trial.offset > 0) == trial.isHigher
      try live.append(record, to: current)
    }
    let matchings = try session(.matching)
    for (place, error) in [3.5, -8.25, 1].enumerated() {
      try live.append(
        MatchingRecord(
          trial: place + 1, reference: 60, target: 60, interval: "prime", initialOffset: 50, error: error,
          adjustments: 2, heard: heard), to: matchings)
    }
    var stored: [ProfiledComparison] = []
    try live.forEachProfiledComparison(of: "me") { stored.append($0) }
    #expect(stored == trials)
    let profile = try await ListenerProfile(of: "me", in: live, jobs: 1)
    #expect(profile.statistics == (try live.profile(of: "me")))
    #expect(profile.overall?.trials == 120)
    #expect(profile.statistics.matching.count == 3)
    try live.reset("me", [.comparison])
    let after = try await ListenerProfile(of: "me", in: live, jobs: 1)
    #expect(after.overall == nil && after.statistics.matching == profile.statistics.matching)
    try live.reset("me", [.matching])
    #expect(try await ListenerProfile(of: "me", in: live, jobs: 1).statistics == PerceptualProfile())
  }
}
