public import Configuration
public import Records

/// One row for each answered comparison, with the columns of a results file's trials. The replicate is the session's
/// number.
public enum LiveTrialsTable: ListenerTable {
  public static let name = "trials"
  public static let summary = "one row for each answered comparison"

  public static let columns = [
    "experiment", "run", "session", "task", "listener", "strategy", "replicate", "trial", "reference_note",
    "target_note", "interval", "tuning", "offset_cents", "level_cents", "answer", "correct", "reversal", "estimate",
    "estimate_low", "estimate_high", "reference_pitch_hz", "note_duration_s", "gap_s", "sound", "reference_level_db",
    "target_level_db", "device", "response_time_s", "timestamp", "trial_kind", "track",
  ]

  public static func forEachRow(
    of session: SessionRecord, in live: LiveDatabase, _ body: ([Value?]) -> Void
  ) throws(RecordsError) {
    guard session.kind == .comparison else { return }
    let which: [Value?] = [
      .text(session.name), .text(session.run), .integer(session.number), .text("comparison"), .text(session.listener),
      .text(session.strategy), .integer(session.number),
    ]
    try live.forEachComparison(of: session) { trial in
      let asked: [Value?] = [
        .integer(trial.trial), .integer(trial.reference), .integer(trial.target), .text(trial.interval),
        .text(trial.heard.tuning), .number(trial.offset), .number(trial.level),
      ]
      let answered: [Value?] = [
        .text(trial.answer), trial.isCorrect.map { .integer($0 ? 1 : 0) }, .integer(trial.isReversal ? 1 : 0),
        trial.estimate.field, trial.low.field, trial.high.field,
      ]
      let heard = trial.heard
      let sound: [Value?] = [
        .number(heard.referencePitch), .number(heard.noteDuration), .number(heard.gap), heard.sound.map(Value.text),
        heard.referenceLevel.field, heard.targetLevel.field, heard.device.map(Value.text),
      ]
      let rest: [Value?] = [
        heard.responseTime.field, heard.timestamp.map(Value.text), .text(trial.kind),
        trial.track.isEmpty ? nil : .text(trial.track),
      ]
      body(which + asked + answered + sound + rest)
    }
  }
}
