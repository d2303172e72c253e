package import PeachFitting
import PeachSimulation
package import PeachStorage
import PeachSupport
import PeachTrials

/// The summary of one live listener: sessions, thresholds, answers, response times, pitch matchings.
package struct ListenerSummary: Sendable {
  /// Answers of one session of comparisons.
  package struct Answers: Sendable {
    package var session: Int
    /// Test trials.
    package var trials = 0
    package var higher = 0
    /// How many were "higher" or "lower".
    package var directed = 0
    /// How many were correct, of how many that could be.
    package var correct = 0
    package var judged = 0
    package var catchTrials = 0
    package var catchWrong = 0
    /// Whether its trials are choices, which are neither higher nor lower.
    package var isChoice = false
    /// In seconds, of test trials; rising.
    package var times: [Double] = []

    /// Lower quartile, median and upper quartile of the response times; nil below four.
    package var quartiles: (low: Double, median: Double, high: Double)? {
      guard times.count > 3 else { return nil }
      return (
        Statistics.quantile(0.25, times), Statistics.quantile(0.5, times), Statistics.quantile(0.75, times)
      )
    }
  }

  /// Pitch matchings of one session.
  package struct Matchings: Sendable {
    package var session: Int
    /// In order.
    package var records: [MatchingRecord] = []

    /// Signed, in cents.
    private var errors: [Double] { records.map(\.error) }
    package var meanError: Double { Statistics.mean(errors) }
    /// Nil below two.
    package var deviation: Double? { errors.count > 1 ? Statistics.variance(errors).squareRoot() : nil }
  }

  /// Repairs and changes of a study that the listener takes part in.
  package struct Study: Sendable {
    package var name: String
    package var repairs: [BlockRepair]
    package var changes: [StudyChange]
  }

  package let listener: String
  /// By number; what was excluded of them enters nothing below.
  package let sessions: [SessionRecord]
  package private(set) var answers: [Answers] = []
  package private(set) var matchings: [Matchings] = []
  /// The analysis of all matchings; `nil` if there are none.
  package private(set) var matchingAnalysis: MatchingAnalysis?
  /// The fit of each session and of all together, in the direction reading; `nil` if no comparison can be fitted.
  package private(set) var bySession: FitReport?
  package private(set) var overall: FitReport?
  /// The fits of sessions of choices, in the accuracy reading: one report for each unit and scale of levels.
  package private(set) var choices: [FitReport] = []
  /// How the trials of all sessions sounded, practice and excluded ones too, in order of their first.
  package private(set) var heard: [HeardSound] = []
  /// By name.
  package private(set) var studies: [Study] = []
  /// Whether some of its trials are of notes, or it has none yet.
  package var hasNotes: Bool { sounds.isEmpty || sounds != [TrialRecord.composed] || !matchings.isEmpty }
  /// The sounds, tunings and intervals of its trials, in order of their first.
  package private(set) var sounds: [String] = []
  package private(set) var tunings: [String] = []
  package private(set) var intervals: [String] = []

  /// The common estimator of simulations: direction, penalised, λ fixed at 0.01, at 75 % correct.
  package static var request: FitRequest {
    var request = FitRequest()
    request.reading = .direction
    request.lapse = .fixed(0.01)
    request.at = 0.75
    request.method = .reduced
    return request
  }

  /// - Throws: `RecordsError` if the records are damaged.
  package init(of listener: String, in live: LiveDatabase, jobs: Int) async throws {
    self.listener = listener
    sessions = try live.sessions(of: listener)
    for participant in try live.participations(of: listener) {
      studies.append(
        Study(
          name: participant.study, repairs: try live.repairs(of: participant),
          changes: try live.changes(of: participant.study)))
    }
    for session in sessions {
      if session.excluded == nil { try take(session, live) } else { try takeSound(of: session, live) }
    }
    let ranges = Dictionary(uniqueKeysWithValues: sessions.map { ($0.number, $0.controlRange) })
    let matched = matchings.flatMap { session in
      session.records.map { MatchedNote($0, range: ranges[session.session] ?? nil) }
    }
    if !matched.isEmpty { matchingAnalysis = MatchingAnalysis(of: matched) }
    guard answers.contains(where: { $0.trials > 0 }) else { return }
    bySession = try await ListenerSummary.fit(listener, live, by: ["session"], ListenerSummary.request, jobs)
    overall = try await ListenerSummary.fit(listener, live, by: [], ListenerSummary.request, jobs)
    choices = try await ListenerSummary.fitChoices(listener, live, sessions, answers, jobs)
  }

  private static func fitChoices(
    _ listener: String, _ live: LiveDatabase, _ sessions: [SessionRecord], _ answers: [Answers], _ jobs: Int
  ) async throws -> [FitReport] {
    let numbers = Set(answers.filter { $0.isChoice && $0.trials > 0 }.map(\.session))
    let all = sessions.filter { numbers.contains($0.number) }
    var reports: [FitReport] = []
    for axis in all.map({ Axis(unit: $0.unit, scale: $0.scale == "log" ? .log : .linear, isSigned: false) }).distinct {
      let own = all.filter { $0.unit == axis.unit && $0.scale == axis.scale.rawValue }
      var request = FitRequest()
      request.at = 0.75
      if let stated = StatedFunction.of(own) { request.function = stated }
      request.isLogLevel = axis.scale == .log && !request.needsPositiveLevels
      request.method = .reduced
      let report = try await fit(listener, live, sessions: Set(own.map(\.number)), by: ["session"], request, jobs)
      if let report { reports.append(report) }
    }
    return reports
  }

  private mutating func take(_ session: SessionRecord, _ live: LiveDatabase) throws(RecordsError) {
    switch session.kind {
    case .comparison:
      var own = Answers(session: session.number)
      var heard: [(sound: String?, tuning: String?, interval: String?)] = []
      try live.forEachComparison(of: session) { trial in
        own.add(trial)
        self.heard.add(trial.heard, in: session)
        let new = (trial.heard.sound, trial.heard.tuning, trial.interval)
        if heard.last.map({ $0 != new }) ?? true { heard.append(new) }
      }
      own.times.sort()
      answers.append(own)
      for new in heard {
        ListenerSummary.note(new.sound, in: &sounds)
        ListenerSummary.note(new.tuning, in: &tunings)
        ListenerSummary.note(new.interval, in: &intervals)
      }
    case .matching:
      var own = Matchings(session: session.number)
      try live.forEachMatching(of: session) { trial in
        own.records.append(trial)
        heard.add(trial.heard, in: session)
      }
      matchings.append(own)
    }
  }

  /// Adds only the sound of a session that is left out of all other results.
  private mutating func takeSound(of session: SessionRecord, _ live: LiveDatabase) throws(RecordsError) {
    switch session.kind {
    case .comparison: try live.forEachComparison(of: session) { heard.add($0.heard, in: session) }
    case .matching: try live.forEachMatching(of: session) { heard.add($0.heard, in: session) }
    }
  }

  private static func note(_ text: String?, in list: inout [String]) {
    if let text, !list.contains(text) { list.append(text) }
  }

  /// - Parameter sessions: The numbers of the sessions; `nil` for all.
  private static func fit(
    _ listener: String, _ live: LiveDatabase, sessions: Set<Int>? = nil, by: [String], _ request: FitRequest,
    _ jobs: Int
  ) async throws -> FitReport? {
    let data = try FitData.read(listener, in: live, sessions: sessions)
    let observations = try? Observations.read(
      data.table, reading: request.reading, by: by, positiveLevelsFor: request.needsPositiveLevels ? "a log axis" : nil)
    guard let observations else { return nil }
    var report = try FitReport(observations, source: "listener \(listener)", by: by, request: request, seed: 1)
    await report.fit(observations.groups, jobs: jobs) { _ in }
    return report
  }
}

extension ListenerSummary.Answers {
  fileprivate mutating func add(_ trial: TrialRecord) {
    switch trial.kind {
    case .test:
      trials += 1
      if trial.answer == "higher" { higher += 1 }
      if ["higher", "lower"].contains(trial.answer) { directed += 1 }
      if trial.order != nil { isChoice = true }
      if let isCorrect = trial.isCorrect {
        judged += 1
        if isCorrect { correct += 1 }
      }
      if let time = trial.heard.responseTime { times.append(time) }
    case .catch:
      catchTrials += 1
      if trial.isCorrect == false { catchWrong += 1 }
    case .noise, .comfort: break
    }
  }
}
