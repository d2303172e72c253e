public import Configuration
public import Records
import Trials

/// One row for each stored trial.
public struct TrialsTable: ResultsTable {
  public static let name = "trials"
  public static let summary = "one row for each stored trial (the first replicates: keep-trials)"

  private let results: ResultsFile
  private let context: TableContext

  public init(_ results: ResultsFile) throws(RecordsError) {
    self.results = results
    context = try TableContext(results)
  }

  public var columns: [String] {
    let unit = context.axis.unit
    return ["experiment", "run", "session", "task", "listener", "strategy", "replicate"] + context.varied + [
      "trial", "reference_note", "target_note", "interval", "tuning", "offset_\(unit)", "level_\(unit)", "answer",
      "correct", "reversal", "estimate", "estimate_low", "estimate_high", "reference_pitch_hz", "note_duration_s",
      "gap_s", "sound", "reference_level_db", "target_level_db", "device", "response_time_s", "timestamp",
      "trial_kind", "track",
    ]
  }

  public func forEachRow(_ body: ([Value?]) -> Void) throws(RecordsError) {
    for cell in context.cells {
      let varied = context.varied(of: cell)
      try results.forEachTrial(of: cell.id) { trial in
        let which: [Value?] = [
          .text(context.simulation.name), context.run(cell, trial.replicate), nil, .text(context.simulation.task),
          .text(cell.listener), .text(cell.strategy), .integer(trial.replicate),
        ]
        let asked: [Value?] = [
          .integer(trial.trial), trial.reference.map(Value.integer), trial.target.map(Value.integer),
          trial.interval.map(Value.text), cell.tuning.map(Value.text), trial.offset.field, .number(trial.level),
        ]
        let answered: [Value?] = [
          trial.answer.map(Value.text), trial.isCorrect.map { .integer($0 ? 1 : 0) },
          .integer(trial.isReversal ? 1 : 0), trial.estimate.field, trial.low.field, trial.high.field,
        ]
        let heard: [Value?] = [cell.referencePitch.field, cell.noteDuration.field, cell.gap.field, nil, nil, nil, nil]
        let rest: [Value?] = [nil, nil, .text(trial.kind), trial.track.isEmpty ? nil : .text(trial.track)]
        body(which + varied + asked + answered + heard + rest)
      }
    }
  }
}
