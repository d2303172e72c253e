package import PeachExperiments
import PeachPitch
package import PeachSimulation
package import PeachStorage
package import PeachSupport
package import PeachTrials

/// A stored session, ready to be followed from the same experiment, profile and seed.
package struct StoredSession {
  package let cell: Cell
  package let kind: SessionKind
  /// The version that made it, where it is another.
  package let otherVersion: String?
  /// For messages: `session 3 of P07`.
  package let name: String
  /// The resolved experiment.
  package let experiment: Value
  let record: SessionRecord
  let names: StreamNames
  private let profile: PerceptualProfile
  /// The cells that chose later trials, after changes of the study's file.
  private let laterStages: [(firstTrial: Int, cell: Cell)]
  /// Changes of the experiment during the session, one line each.
  package let changes: [String]

  /// - Throws: `LiveSessionError` if there is no such session, or its records are not what they were; `RecordsError`.
  package init(_ number: Int, of listener: String, in database: LiveDatabase, kinds: Experiment.Kinds) throws {
    name = "session \(number) of \(listener)"
    let record = try StoredSession.record(number, of: listener, in: database)
    guard let seed = UInt64(record.seed, radix: 16), let profile = PerceptualProfile(json: record.profile) else {
      throw LiveSessionError(
        .content, "\(name): its stored seed or profile is damaged; restore a copy with peach restore")
    }
    let plan = try Experiment.parse(
      record.experiment, file: name, kinds: kinds, overrides: Experiment.Overrides(isHeard: true, profile: profile)
    ).plan
    self.record = record
    self.profile = profile
    kind = record.kind
    experiment = plan.resolved
    cell = try plan.cell(of: record.strategy, in: name)
    names = StreamNames(seed: seed, listener: listener, strategy: record.strategy)
    otherVersion = record.version == BuildInfo.version ? nil : record.version
    var stages: [(Int, Cell)] = []
    var changes: [String] = []
    var before = record.experiment
    for continuation in try database.continuations(of: record) {
      let plan = try Experiment.parse(
        continuation.experiment, file: name, kinds: kinds,
        overrides: Experiment.Overrides(isHeard: true, profile: profile)
      ).plan
      stages.append((continuation.firstTrial, try plan.cell(of: record.strategy, in: name)))
      let changed = CourseChanges.between(stored: before, new: continuation.experiment) ?? []
      let words = changed.map { StudyChange(path: $0.path, old: $0.stored, new: $0.new).text }
      changes.append("from trial \(continuation.firstTrial) on: " + words.joined(separator: "; "))
      before = continuation.experiment
    }
    laterStages = stages
    self.changes = changes
  }

  /// The stages of the strategy: one, and one more for each change of limits or stop rule while the session ran.
  package var stages: [Replay.Stage] {
    ([(1, cell)] + laterStages).compactMap { first, cell in
      cell.factory.map { Replay.Stage(firstTrial: first, $0) }
    }
  }

  /// The experiment of a session and what was done of it, to be done by others. Training, which ends when its listener
  /// leaves, has as many trials as there were.
  ///
  /// - Throws: `LiveSessionError` if there is no such session, or its records are not what they were; `RecordsError`.
  package static func plan(
    of number: Int, listener: String, in database: LiveDatabase, kinds: Experiment.Kinds
  ) throws -> (plan: Plan, cell: Cell) {
    let record = try record(number, of: listener, in: database)
    let name = "session \(number) of \(listener)"
    guard let profile = PerceptualProfile(json: record.profile) else {
      throw LiveSessionError(.content, "\(name): its stored profile is damaged; restore a copy with peach restore")
    }
    let isTraining = record.name == TrainingExperiment.name
    let last = try database.continuations(of: record).last?.experiment
    let plan = try Experiment.parse(
      last ?? record.experiment, file: name, kinds: kinds,
      overrides: Experiment.Overrides(
        trials: isTraining ? max(1, record.trials) : nil, isHeard: true, profile: profile)
    ).plan
    return (plan, try plan.cell(of: record.strategy, in: name))
  }

  private static func record(
    _ number: Int, of listener: String, in database: LiveDatabase
  ) throws -> SessionRecord {
    let name = "session \(number) of \(listener)"
    guard let record = try database.session(number, of: listener) else {
      let count = try database.sessions(of: listener).count
      let there = count == 1 ? "is 1 session" : "are \(count) sessions"
      throw LiveSessionError(
        .request, of: .session, "listener '\(listener)' has no session \(number)\n  hint: there \(there)")
    }
    if record.importedFrom != nil, record.profile.isEmpty {
      let hint =
        record.kind == .comparison
        ? "peach fit --listener \(listener) fits its trials" : "peach report --listener \(listener) shows the session"
      throw LiveSessionError(
        .request, of: .session,
        "\(name) was imported without the settings that chose its trials\n  hint: \(hint)")
    }
    return record
  }

  /// The streams from which the strategy drew.
  package var streams: Streams { names.streams(replicate: record.number) }

  /// Whether the rules of a session skip trials without an answer in time.
  private static func skipsMissing(_ record: SessionRecord) throws -> Bool {
    guard let rules = record.responses else { return false }
    guard let responses = Value(storedJSON: rules) else {
      throw LiveSessionError(
        .content, "session \(record.number): its stored response rules are damaged; restore a copy with peach restore")
    }
    return responses["deadline"]?["then"]?.word == ResponseDeadline.Consequence.skip.rawValue
  }

  /// The comparisons, as the strategy was told of them.
  package func comparisons(
    in database: LiveDatabase
  ) throws -> (factory: StrategyFactory, trials: [CompletedComparison]) {
    guard let factory = cell.factory else {
      throw LiveSessionError(
        .content,
        "\(name): its records are damaged: the experiment has pitch matchings, but the trials are comparisons"
          + "\n  hint: restore a copy with peach restore")
    }
    let tracks = factory.facts.tracks
    let skipsMissing = try StoredSession.skipsMissing(record)
    var problem: String?
    var trials: [CompletedComparison] = []
    try database.forEachComparison(of: record) { trial in
      let track = tracks.firstIndex { $0.name == trial.track }
      let isOfNone = trial.track.isEmpty && (tracks.isEmpty || trial.kind.isInserted)
      if problem == nil, track == nil, !isOfNone {
        problem = "trial \(trial.trial) is of track \(SafeText.quoted(trial.track)), which the strategy does not have"
      }
      do {
        let done = try trial.completed(track: track ?? 0, in: cell.task, skipsMissing: skipsMissing)
        if let done { trials.append(done) }
      } catch {
        problem = problem ?? "trial \(trial.trial): \(error)"
      }
    }
    if let problem { throw LiveSessionError(.content, "\(name): \(problem)") }
    return (factory, trials)
  }

  /// The pitch matchings, each the one that the session drew.
  ///
  /// - Throws: `Replay.Difference` at the first that is another; `LiveSessionError`, `RecordsError`.
  package func matchings(in database: LiveDatabase) throws -> [MatchingRecord] {
    guard cell.task.kind == .matching else {
      throw LiveSessionError(
        .content,
        "\(name): its records are damaged: the experiment has comparisons, but the trials are pitch matchings"
          + "\n  hint: restore a copy with peach restore")
    }
    var draws = MatchingDraws(cell.task, profile, using: streams.task)
    var difference: Replay.Difference?
    var trials: [MatchingRecord] = []
    try database.forEachMatching(of: record) { trial in
      let asked = draws.next()
      draws.heard(asked.reference)
      let isSame =
        trial.reference == asked.reference.number && trial.interval == asked.interval.name
        && trial.initialOffset == asked.initialOffset.value
      if !isSame {
        difference =
          difference
          ?? Replay.Difference(
            trial: trial.trial,
            stored: Self.text("note \(trial.reference)", trial.interval, trial.initialOffset),
            asked: Self.text("note \(asked.reference.number)", asked.interval.name, asked.initialOffset.value)
              + " was asked for")
      }
      trials.append(trial)
    }
    if let difference { throw difference }
    return trials
  }

  /// Runs what follows the session.
  ///
  /// - Throws: `LiveSessionError` instead of a `Replay.Difference`, and what `follow` throws.
  func checkingReplay(_ follow: () throws -> Void) throws {
    do {
      try follow()
    } catch let error as Replay.Difference {
      let other = otherVersion.map { "\n  hint: peach \($0) made the session; use that version" } ?? ""
      throw LiveSessionError(.content, "\(name): \(error)\(other)")
    }
  }

  private static func text(_ note: String, _ interval: String, _ offset: Double) -> String {
    "\(note) \(interval) from \(offset.shortest) cents"
  }
}
