package import PeachExperiments
import PeachSimulation
package import PeachStorage
package import PeachTrials

/// How far a listener is in a study, from the records.
package struct StudyProgress: Sendable {
  package let participant: ParticipantRecord
  package let day: LabDay
  package let progress: DayProgress
  /// The sessions of the blocks' parts, without sessions that a repair set aside.
  package let sessions: [LabPart: SessionRecord]
  /// The blocks that were skipped or restarted, in order of time.
  package let repairs: [BlockRepair]
  /// The headphone screening so far; `nil` if the study screens nobody.
  package let screening: ScreeningResult?
  /// Changes of the study's file after its first session.
  package let changes: [StudyChange]

  /// - Throws: `LiveSessionError` if the stored experiment cannot be read, `RecordsError`.
  package init(of participant: ParticipantRecord, in database: LiveDatabase, kinds: Experiment.Kinds) throws {
    let (day, seed) = try StudyProgress.day(of: participant.study, in: database, kinds: kinds)
    try self.init(of: participant, day, seed: seed, in: database)
  }

  /// The progress of all listeners of a study, by their places; empty if nobody has begun it.
  ///
  /// - Throws: `LiveSessionError` if the stored experiment cannot be read, `RecordsError`.
  package static func all(
    in study: String, _ database: LiveDatabase, kinds: Experiment.Kinds
  ) throws -> [StudyProgress] {
    let participants = try database.participants(in: study).sorted { $0.place < $1.place }
    if participants.isEmpty { return [] }
    let (day, seed) = try day(of: study, in: database, kinds: kinds)
    return try participants.map { try StudyProgress(of: $0, day, seed: seed, in: database) }
  }

  /// The day of a study, and the study's seed, from the stored experiment.
  private static func day(
    of name: String, in database: LiveDatabase, kinds: Experiment.Kinds
  ) throws -> (day: LabDay, seed: UInt64) {
    guard let study = try database.study(name) else {
      throw LiveSessionError(
        .content,
        "study \(name): its records are damaged: there is no experiment\n  hint: restore a copy with peach restore")
    }
    let experiment = try Experiment.parse(study.experiment, file: "study \(name)", kinds: kinds)
    guard let lab = experiment.lab else {
      throw LiveSessionError(
        .content,
        "study \(name): its experiment is damaged: it has no section \(LabDay.key)"
          + "\n  hint: restore a copy with peach restore"
      )
    }
    return (lab.day, experiment.plan.seed)
  }

  /// - Parameter seed: Of the study.
  init(of participant: ParticipantRecord, _ day: LabDay, seed: UInt64, in database: LiveDatabase) throws(RecordsError) {
    self.participant = participant
    self.day = day
    let repairs = try database.repairs(of: participant)
    let setAside = Set(repairs.compactMap(\.session))
    var sessions: [LabPart: SessionRecord] = [:]
    for session in try database.sessions(of: participant.listener) where session.name == participant.study {
      guard let part = session.part, session.importedFrom == nil, !setAside.contains(session.number) else { continue }
      sessions[part] = session
    }
    self.sessions = sessions
    self.repairs = repairs
    changes = try database.changes(of: participant.study)
    var correct: [HeadphoneTest: Int] = [:]
    for test in day.screening?.tests ?? [] {
      let part = LabPart(block: test.blockName, day: day.days.first?.name)
      guard let session = sessions[part], !session.isCutShort else { continue }
      correct[test] = try database.correctAnswers(of: session)
    }
    screening = day.screening.map { ScreeningResult($0, correct: correct) }
    progress = DayProgress(of: day, listener: participant.listener, place: participant.place, seed: seed) { part in
      StudyProgress.state(of: part, sessions, repairs)
    }
  }

  /// Whether the study has ended for the listener, who failed the headphone screening. An experimenter who restarts the
  /// test lets the listener repeat it.
  package var isScreenedOut: Bool { screening?.isExcluded ?? false }

  /// The stored state of one part of a block.
  package func state(of part: LabPart) -> DayProgress.State { StudyProgress.state(of: part, sessions, repairs) }

  private static func state(
    of part: LabPart, _ sessions: [LabPart: SessionRecord], _ repairs: [BlockRepair]
  ) -> DayProgress.State {
    if let last = repairs.last(where: { $0.block == part.block && $0.day == part.day }), last.action == .skipped {
      return .skipped(trials: last.trials)
    }
    guard let session = sessions[part] else { return .open }
    return session.isCutShort ? .begun(trials: session.trials) : .done(trials: session.trials)
  }
}

extension SessionRecord {
  /// Whether it did not come to its end: the listener left, a signal or an error came, or nothing could be said any more.
  package var isCutShort: Bool {
    guard let endReason else { return true }
    return ["quit", "error"].contains(endReason) || endReason.hasPrefix("signal ")
  }
}
