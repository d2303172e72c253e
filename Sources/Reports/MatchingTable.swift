public import Configuration
public import Records

/// One row for each finished pitch matching.
public enum MatchingTable: ListenerTable {
  public static let name = "matching"
  public static let summary = "one row for each finished pitch matching"

  public static let columns = [
    "experiment", "run", "session", "listener", "trial", "reference_note", "target_note", "interval", "tuning",
    "reference_pitch_hz", "sound", "initial_offset_cents", "error_cents", "adjustments", "response_time_s",
    "timestamp",
  ]

  public static func forEachRow(
    of session: SessionRecord, in live: LiveDatabase, _ body: ([Value?]) -> Void
  ) throws(RecordsError) {
    guard session.kind == .matching else { return }
    try live.forEachMatching(of: session) { trial in
      body([
        .text(session.name), .text(session.run), .integer(session.number), .text(session.listener),
        .integer(trial.trial), .integer(trial.reference), .integer(trial.target), .text(trial.interval),
        .text(trial.heard.tuning), .number(trial.heard.referencePitch), trial.heard.sound.map(Value.text),
        .number(trial.initialOffset), .number(trial.error), .integer(trial.adjustments),
        trial.heard.responseTime.field, trial.heard.timestamp.map(Value.text),
      ])
    }
  }
}
