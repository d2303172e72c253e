public import Configuration
public import Records

/// One row for each session: what was run, on what, and how it ended.
public enum SessionsTable: ListenerTable {
  public static let name = "sessions"
  public static let summary = "one row for each session, also those without a trial"

  public static let columns = [
    "experiment", "run", "session", "task", "listener", "strategy", "responder", "trials", "seed", "device",
    "sample_rate_hz", "level_scale", "version", "build", "started_at", "ended_at", "end_reason", "in_profile",
  ]

  public static func forEachRow(
    of session: SessionRecord, in live: LiveDatabase, _ body: ([Value?]) -> Void
  ) throws(RecordsError) {
    body([
      .text(session.name), .text(session.run), .integer(session.number), .text(session.kind.rawValue),
      .text(session.listener), .text(session.strategy), session.responder.map(Value.text), .integer(session.trials),
      .text(session.seed), session.device.map(Value.text), session.sampleRate.map(Value.integer),
      session.levelScale.map(Value.text), .text(session.version), .text(session.build),
      session.startedAt.map(Value.text), session.endedAt.map(Value.text), session.endReason.map(Value.text),
      .integer(session.isInProfile ? 1 : 0),
    ])
  }
}
