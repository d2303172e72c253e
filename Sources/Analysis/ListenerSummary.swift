import Configuration
import Fitting
public import Inference
import Observations
public import Records
import Simulation
import Trials

/// What the records of one live listener say: sessions, thresholds, answers, response times, pitch matchings.
public struct ListenerSummary: Sendable {
  /// Answers of one session of comparisons.
  public struct Answers: Sendable {
    public var session: Int
    /// Test trials.
    public var trials = 0
    public var higher = 0
    /// How many were correct, of how many that could be.
    public var correct = 0
    public var judged = 0
    public var catchTrials = 0
    public var catchWrong = 0
    /// In seconds, of test trials; rising.
    public var times: [Double] = []

    /// Lower quartile, median and upper quartile of the response times; nil below four.
    public var quartiles: (low: Double, median: Double, high: Double)? {
      guard times.count > 3 else { return nil }
      return (
        Statistics.quantile(0.25, times), Statistics.quantile(0.5, times), Statistics.quantile(0.75, times)
      )
    }
  }

  /// Pitch matchings of one session.
  public struct Matchings: Sendable {
    public var session: Int
    /// In order.
    public var records: [MatchingRecord] = []

    /// Signed, in cents.
    private var errors: [Double] { records.map(\.error) }
    public var meanError: Double { Statistics.mean(errors) }
    /// Nil below two.
    public var deviation: Double? { errors.count > 1 ? Statistics.variance(errors).squareRoot() : nil }
  }

  /// Repairs and changes of a study that the listener takes part in.
  public struct Study: Sendable {
    public var name: String
    public var repairs: [BlockRepair]
    public var changes: [StudyChange]
  }

  public let listener: String
  /// By number; what was excluded of them enters nothing below.
  public let sessions: [SessionRecord]
  public private(set) var answers: [Answers] = []
  public private(set) var matchings: [Matchings] = []
  /// Of all matchings; `nil` if there are none.
  public private(set) var matchingAnalysis: MatchingAnalysis?
  /// The fit of each session and of all together, in the direction reading; `nil` if no comparison can be fitted.
  public private(set) var bySession: FitReport?
  public private(set) var overall: FitReport?
  /// How the trials of all sessions sounded, practice and excluded ones too, in order of their first.
  public private(set) var heard: [HeardSound] = []
  /// By name.
  public private(set) var studies: [Study] = []
  /// The sounds, tunings and intervals of its trials, in order of their first.
  public private(set) var sounds: [String] = []
  public private(set) var tunings: [String] = []
  public private(set) var intervals: [String] = []

  /// The common estimator of simulations: direction, penalised, λ fixed at 0.01, at 75 % correct.
  public static var request: FitRequest {
    var request = FitRequest()
    request.reading = .direction
    request.lapse = .fixed(0.01)
    request.at = 0.75
    request.method = .reduced
    return request
  }

  /// - Throws: `RecordsError` if the records are damaged.
  public init(of listener: String, in live: LiveDatabase, jobs: Int) async throws {
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
    bySession = try await ListenerSummary.fit(listener, live, by: ["session"], jobs)
    overall = try await ListenerSummary.fit(listener, live, by: [], jobs)
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

  private static func fit(
    _ listener: String, _ live: LiveDatabase, by: [String], _ jobs: Int
  ) async throws -> FitReport? {
    let data = try FitData.read(listener, in: live)
    guard let observations = try? Observations.read(data.table, reading: .direction, by: by) else { return nil }
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
