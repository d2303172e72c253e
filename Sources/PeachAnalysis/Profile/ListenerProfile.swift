package import PeachFitting
package import PeachStorage
package import PeachTrials

/// The profile of a listener: Peach's own statistics, and the fitted thresholds, by note, by session and over all, with the
/// trend.
///
/// Made from the records whenever somebody asks for it. `statistics` is the same profile that training follows answer by
/// answer.
package struct ListenerProfile: Sendable {
  /// The thresholds of sessions in a row: of each where they are few, else of so many together.
  package struct Stretch: Hashable, Sendable {
    /// By number.
    package var sessions: ClosedRange<Int>
    /// When the first of them had its first answer, ISO 8601 UTC; `nil` for a virtual clock.
    package var startedAt: String?
    package var threshold: ProfileThreshold
  }

  package let listener: String
  /// How fine presented differences were, by note, and the pitch matchings.
  package private(set) var statistics = PerceptualProfile()
  /// The threshold of all comparisons; `nil` if there is none.
  package private(set) var overall: ProfileThreshold?
  /// By the reference note's number, 0…127; `nil` if it was never asked.
  package private(set) var notes = [ProfileThreshold?](repeating: nil, count: 128)
  /// In the order of the sessions.
  package private(set) var timeline: [Stretch] = []
  /// Nil with too few trials, and where no threshold can be fitted.
  package private(set) var trend: Trend?
  /// The trend by the rule of the original app; `nil` with too few trials.
  package private(set) var originalTrend: OriginalTrend?
  /// The analysis of the pitch matchings, over all and for each note.
  package private(set) var matching = MatchingAnalysis(of: [])

  /// The counts of each note, by its number.
  private var counts = [Counts](repeating: Counts(), count: 128)

  /// How many stretches a timeline has at most.
  package static let mostStretches = 40

  /// - Parameter jobs: How many notes are fitted at once.
  /// - Throws: `RecordsError` if the records are damaged.
  /// - Complexity: One pass over the n records, O(n log n) in all; fits cost no more for more than some hundred trials.
  package init(of listener: String, in live: LiveDatabase, jobs: Int) async throws {
    var trials: [ProfiledComparison] = []
    try live.forEachProfiledComparison(of: listener) { trials.append($0) }
    var matchings = PerceptualProfile()
    try live.forEachProfiledMatching(of: listener) { matchings.observeMatching($0, error: $1) }
    await self.init(of: listener, trials, matchings: matchings, jobs: jobs)
    self.matching = try MatchingAnalysis(of: listener, in: live) { $0.isInProfile }
  }

  /// - Parameters:
  ///   - trials: In their order.
  ///   - matchings: The profile of pitch matchings alone.
  package init(
    of listener: String, _ trials: [ProfiledComparison], matchings: PerceptualProfile = PerceptualProfile(), jobs: Int
  ) async {
    self.listener = listener
    statistics = matchings
    for trial in trials { statistics.observe(trial.reference, offset: trial.offset) }
    guard !trials.isEmpty else { return }
    let parts = ListenerProfile.parts(of: trials)
    let fitted = await Parallel.map(parts.map(\.answers), jobs: jobs) { answers in
      ProfileFitter().threshold(answers)
    }
    for (part, (counts, threshold)) in zip(parts, fitted) {
      switch part.of {
      case .note(let note):
        notes[note] = threshold
        self.counts[note] = counts
      case .sessions(let sessions, let start):
        timeline.append(Stretch(sessions: sessions, startedAt: start, threshold: threshold))
      }
    }
    takeAll(trials)
    originalTrend = OriginalTrend(trials.map { abs($0.offset) })
  }

  /// The threshold of all, and the trend about it.
  private mutating func takeAll(_ trials: [ProfiledComparison]) {
    let fitter = ProfileFitter()
    let (counts, fit) = fitter.fit(trials)
    overall = fitter.threshold(of: fit, counts, trials: trials.count)
    trend = Trend(of: trials, fit)
  }

  /// The thresholds of all notes with trials, each from the notes around it, in the order of the notes.
  ///
  /// - Parameter jobs: How many notes are fitted at once.
  package func smoothedThresholds(jobs: Int) async -> [SmoothedThreshold] {
    let counts = counts
    let asked = counts.indices.filter { counts[$0].total > 0 }
    return await Parallel.map(asked, jobs: jobs) { SmoothedThreshold(at: $0, counts, ProfileFitter()) }
  }

  // MARK: What is fitted together

  private struct Part: Sendable {
    enum Subject: Sendable {
      case note(Int)
      case sessions(ClosedRange<Int>, startedAt: String?)
    }

    var of: Subject
    var answers: [(level: Double, isPositive: Bool)] = []
  }

  private static func parts(of trials: [ProfiledComparison]) -> [Part] {
    var notes = (0..<128).map { Part(of: .note($0)) }
    for trial in trials { notes[trial.reference].answers.append((trial.offset, trial.isHigher)) }
    return notes.filter { !$0.answers.isEmpty } + stretches(of: trials)
  }

  /// Sessions in a row, as many of each to a stretch as keeps the timeline short.
  private static func stretches(of trials: [ProfiledComparison]) -> [Part] {
    var sessions: [(number: Int, start: String?)] = []
    for trial in trials where trial.session != sessions.last?.number {
      sessions.append((trial.session, trial.sessionTimestamp))
    }
    let size = (sessions.count + mostStretches - 1) / mostStretches
    var stretches = stride(from: 0, to: sessions.count, by: size).map { place in
      let last = min(place + size, sessions.count) - 1
      return Part(of: .sessions(sessions[place].number...sessions[last].number, startedAt: sessions[place].start))
    }
    var place = 0
    for trial in trials {
      if case .sessions(let numbers, _) = stretches[place].of, trial.session > numbers.upperBound { place += 1 }
      stretches[place].answers.append((trial.offset, trial.isHigher))
    }
    return stretches
  }

  /// The notes that need work most, of a range of reference notes (`PerceptualProfile.weakSpots`).
  package func weakSpots(in range: ClosedRange<Int>, count: Int = 10) -> [Int] {
    statistics.weakSpots(in: range.lowerBound..<range.upperBound + 1, count: count)
  }

  /// The keys of a picture: a range of reference notes, and those with data next to it.
  package func keys(over range: ClosedRange<Int>) -> ClosedRange<Int> {
    let asked = statistics.notes.indices.filter { statistics.notes[$0].count > 0 }
    return min(
      range.lowerBound, asked.first ?? range.lowerBound)...max(range.upperBound, asked.last ?? range.upperBound)
  }
}
