import Configuration
public import Experiments
public import Records
import Sessions
public import Simulation
public import Trials

/// A stored session, ready to be followed by its strategy from the same experiment, profile and seed.
public struct StoredSession {
  public let cell: Cell
  public let factory: StrategyFactory
  public let streams: Streams
  public let trials: [CompletedComparison]
  /// The version that made it, where it is another.
  public let otherVersion: String?
  /// For messages: `session 3 of P07`.
  public let name: String

  /// - Throws: `SittingError` when there is no such session, or its records are not what they were; `RecordsError`.
  public init(_ number: Int, of listener: String, in database: LiveDatabase, kinds: Experiment.Kinds) throws {
    let name = "session \(number) of \(listener)"
    self.name = name
    guard let record = try database.session(number, of: listener) else {
      let count = try database.sessions(of: listener).count
      let there = count == 1 ? "is 1 session" : "are \(count) sessions"
      throw SittingError(
        .request, of: .session, "listener '\(listener)' has no session \(number)\n  hint: there \(there)")
    }
    guard record.kind == .comparison else {
      throw SittingError(.request, of: .session, "\(name) is of pitch matchings, which no strategy chooses")
    }
    if record.importedFrom != nil, record.experiment.isEmpty {
      throw SittingError(
        .request, of: .session,
        "\(name) was imported, without the experiment that chose its trials\n  hint: peach fit --listener \(listener) fits it"
      )
    }
    guard let seed = UInt64(record.seed, radix: 16), let profile = PerceptualProfile(json: record.profile) else {
      throw SittingError(.content, "\(name): its seed or profile is damaged")
    }
    let plan = try Experiment.parse(
      record.experiment, file: name, kinds: kinds, overrides: Experiment.Overrides(profile: profile)
    ).plan
    cell = try plan.cell(of: record.strategy, in: name)
    guard let factory = cell.factory else {
      throw SittingError(.content, "\(name): its experiment is of pitch matchings, and its trials are comparisons")
    }
    self.factory = factory
    streams = StreamNames(seed: seed, listener: listener, strategy: record.strategy).streams(replicate: number)
    otherVersion = record.version == Program.version ? nil : record.version
    trials = try StoredSession.trials(of: record, tracks: factory.facts.tracks, name, database)
  }

  private static func trials(
    of record: SessionRecord, tracks: [NamedTrack], _ name: String, _ database: LiveDatabase
  ) throws -> [CompletedComparison] {
    var problem: String?
    var trials: [CompletedComparison] = []
    try database.forEachComparison(of: record) { trial in
      let track = tracks.firstIndex { $0.name == trial.track }
      let isOfNone = trial.track.isEmpty && (tracks.isEmpty || trial.kind.isInterjected)
      if problem == nil, track == nil, !isOfNone {
        problem = "trial \(trial.trial) is of track \(Shown.quoted(trial.track)), which the strategy has not"
      }
      do {
        if let done = try trial.completed(track: track ?? 0) { trials.append(done) }
      } catch {
        problem = problem ?? "trial \(trial.trial): \(error)"
      }
    }
    if let problem { throw SittingError(.content, "\(name): \(problem)") }
    return trials
  }
}
