import PeachAnalysis
package import PeachExperiments
import PeachSimulation
package import PeachStorage
import PeachSupport
import PeachTrials

/// The source of a data set: the runs of a results file, or the sessions of live listeners.
package struct DataSource {
  /// A name for files: that of the experiment, or the listener's ID.
  var name: String
  var title: String
  /// The description of the data. It says first if they are simulated.
  var description: String
  var isSimulated: Bool
  /// Whether it is of live listeners.
  var isLive: Bool
  package var tables: [SourceTable]
  /// The listeners, and whether each is simulated.
  var listeners: [(id: String, isSimulated: Bool)]
  /// The studies that the listeners take part in.
  var studies: [StudyPeople] = []
  /// The study whose sessions these are; `nil` for all sessions of the listeners.
  var study: String?
  /// The version of Peach that made the data.
  var version: String
  /// Descriptions of the experiments and devices, one JSON file each. An experiment is an experiment file too.
  var sidecars: [(name: String, content: Value)]

  func table(_ name: String) -> SourceTable? { tables.first { $0.name == name } }

  // MARK: A results file

  /// - Throws: `RecordsError`, or `ConfigurationError` where the stored experiment names kinds that are not there.
  package static func results(_ results: ResultsFile, kinds: Experiment.Kinds) throws -> DataSource {
    let simulation = try results.simulation()
    let cells = try results.cells()
    let stored = try results.batches().reduce(0) { $0 + $1.replicates.count }
    let experiment = try Experiment.parse(
      simulation.experiment, file: results.path, kinds: kinds,
      overrides: Experiment.Overrides(replicates: simulation.replicates)
    ).plan.resolved
    func names(_ name: (CellRecord) -> String) -> [String] {
      cells.reduce(into: []) { if !$0.contains(name($1)) { $0.append(name($1)) } }
    }
    let listeners = names(\.listener)
    return DataSource(
      name: simulation.name, title: simulation.name,
      description: "Simulated data: no person listened. "
        + "\(stored) runs of \(count(names(\.strategy).count, "strategy", "strategies")) with "
        + "\(count(listeners.count, "simulated listener", "simulated listeners")), made by peach "
        + "\(simulation.version) from seed \(simulation.seed)."
        + (simulation.question.map { " The question: \($0)" } ?? ""),
      isSimulated: true, isLive: false,
      tables: [
        try .results(RunsTable.self, key: ["run", "estimator"], results),
        try results.isOfMatchings
          ? .results(RunMatchingTable.self, key: ["run", "trial"], results)
          : .results(TrialsTable.self, key: ["run", "trial"], results),
        try .results(SummaryTable.self, key: ["strategy", "listener", "vary", "estimator"], results),
      ], listeners: listeners.map { ($0, true) }, version: simulation.version,
      sidecars: [
        (
          "experiment",
          withProvenance(
            experiment,
            .object([
              "made-by": .text("peach"), "version": .text(simulation.version), "build": .text(simulation.build),
              "digest": .text(simulation.digest), "simulated": .flag(true), "stored-runs": .integer(stored),
            ]))
        )
      ])
  }

  private static func count(_ number: Int, _ one: String, _ several: String) -> String {
    "\(number) \(number == 1 ? one : several)"
  }

  /// The experiment, with a key that experiment files may have and nothing reads.
  private static func withProvenance(_ experiment: Value, _ provenance: Value) -> Value {
    guard case .mapping(let fields) = experiment else { return .object(["provenance": provenance]) }
    return .mapping(fields.filter { $0.key != "provenance" } + [Value.Field("provenance", provenance)])
  }

  // MARK: Live listeners

  /// - Parameter study: Includes only the sessions and people of this study; `nil` for all.
  /// - Throws: `RecordsError`, or `LiveSessionError` if a stored study cannot be read.
  package static func listeners(
    _ ids: [String], study: String? = nil, in live: LiveDatabase, kinds: Experiment.Kinds
  ) throws -> DataSource {
    let isIncluded = { (session: SessionRecord) in study == nil || session.name == study && session.block != nil }
    let sessions = try ids.map { try live.sessions(of: $0).filter(isIncluded) }
    // Refusals belong to no listener: they come with all listeners.
    let hasAll = try Set(live.listeners().map(\.id)).isSubset(of: ids)
    let studies =
      try study.map { name in
        let isWhole = try Set(live.participants(in: name).map(\.listener)).isSubset(of: ids)
        return [try StudyPeople(of: name, among: isWhole ? nil : ids, in: live, kinds: kinds)]
      } ?? StudyPeople.all(of: hasAll ? nil : ids, in: live, kinds: kinds)
    let labels = Dictionary(zip(ids, NameParts.labels(ids)), uniquingKeysWith: { first, _ in first })
    let all = sessions.flatMap(\.self)
    let people = zip(ids, sessions).map { (id: $0, isSimulated: $1.first?.responder != nil) }
    let isSimulated = !all.isEmpty && people.allSatisfy(\.isSimulated)
    let own = ids.count == 1 ? "listener \(ids[0])" : "\(ids.count) listeners"
    let who = own + (study.map { " in the study \($0)" } ?? "")
    return DataSource(
      name: study ?? (ids.count == 1 ? ids[0] : "listeners"), title: "Pitch comparisons and matchings of \(who)",
      description: (isSimulated ? "Simulated data: no person listened. " : "")
        + "\(count(all.count, "session", "sessions")) of \(who), recorded by peach.",
      isSimulated: isSimulated, isLive: true,
      tables: [
        .listeners(LiveTrialsTable.self, key: ["listener", "session", "trial"], ids, live, where: isIncluded),
        .listeners(SessionsTable.self, key: ["listener", "session"], ids, live, where: isIncluded),
        .listeners(MatchingTable.self, key: ["listener", "session", "trial"], ids, live, where: isIncluded),
      ] + (studies.isEmpty ? [] : PeopleTables.all.map { .people($0, studies) }),
      listeners: people, studies: studies, study: study, version: all.last?.version ?? "",
      sidecars: try all.map { session in
        (
          NameParts.joined([
            ("subject", labels[session.listener] ?? session.listener), ("session", String(session.number)),
          ]),
          withProvenance(experiment(of: session, kinds), try provenance(of: session, in: live))
        )
      })
  }

  /// The experiment of a session; nothing where it has none, as one that was imported.
  private static func experiment(of session: SessionRecord, _ kinds: Experiment.Kinds) -> Value {
    let plan = try? Experiment.parse(session.experiment, file: "session", kinds: kinds).plan
    return plan?.resolved ?? .mapping([])
  }

  private static func provenance(of session: SessionRecord, in live: LiveDatabase) throws -> Value {
    var latency: Double?
    func take(_ heard: Double?) { latency = latency ?? heard }
    switch session.kind {
    case .comparison: try live.forEachComparison(of: session) { take($0.heard.onsetLatency) }
    case .matching: try live.forEachMatching(of: session) { take($0.heard.onsetLatency) }
    }
    func text(_ text: String?) -> Value? { text.flatMap { $0.isEmpty ? nil : .text($0) } }
    return .object([
      "made-by": .text(session.origin ?? "peach"), "version": text(session.version), "build": text(session.build),
      "simulated": .flag(session.responder != nil), "responder": text(session.responder),
      "listener": .text(session.listener), "session": .integer(session.number), "strategy": .text(session.strategy),
      "session-seed": text(session.seed), "device": text(session.device),
      "sample-rate-hz": session.sampleRate.map { .integer($0) }, "sample-format": text(session.sampleFormat),
      "channel": text(session.channel), "level-scale": text(session.levelScale),
      "level-offset-db": session.levelOffset.map { .number($0) },
      "onset-latency-s": latency.map { .number($0) }, "started-at": text(session.startedAt),
      "imported-from": text(session.importedFrom),
    ])
  }
}
