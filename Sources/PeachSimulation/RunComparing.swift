import PeachStorage
import PeachSupport
import PeachTrials

/// Collects what is not the same in records as they are stored and as they were made again.
struct RunComparing {
  private let axis: Axis
  private var cell: CellRecord?
  /// The first of them.
  private(set) var differences: [Verifier.Difference] = []
  private(set) var replicates: Set<Int> = []
  private var replicate: Int?

  init(_ axis: Axis, cell: CellRecord?) {
    self.axis = axis
    self.cell = cell
  }

  mutating func compare(_ what: String, _ stored: String, _ again: String) {
    guard stored != again else { return }
    if let replicate { replicates.insert(replicate) }
    guard differences.count < Verifier.mostTold else { return }
    differences.append(
      Verifier.Difference(cell: cell?.id, replicate: replicate, what: what, stored: stored, again: again))
  }

  private mutating func compare(_ what: String, _ stored: Double?, _ again: Double?) {
    compare(what, stored?.shortest ?? "", again?.shortest ?? "")
  }

  private mutating func compare(_ what: String, _ stored: Int, _ again: Int) {
    compare(what, String(stored), String(again))
  }

  mutating func compare(_ stored: SimulationRecord, _ again: SimulationRecord) {
    compare("name", stored.name, again.name)
    compare("question", stored.question ?? "", again.question ?? "")
    compare("digest", stored.digest, again.digest)
    compare("seed", stored.seed, again.seed)
    compare("task", stored.task, again.task)
    compare("unit", stored.unit, again.unit)
    compare("scale", stored.scale.rawValue, again.scale.rawValue)
    compare("alternatives", stored.alternatives, again.alternatives)
    compare("varied", stored.varied.joined(separator: ", "), again.varied.joined(separator: ", "))
  }

  mutating func compare(_ stored: CellRecord, _ again: CellRecord) {
    if stored == again { return }
    cell = stored
    defer { cell = nil }
    compare("strategy", stored.strategy, again.strategy)
    compare("listener", stored.listener, again.listener)
    compare("varied values", stored.varied.joined(separator: ", "), again.varied.joined(separator: ", "))
    compare("alternatives", stored.alternatives, again.alternatives)
    compare("tuning", stored.heard.tuning ?? "", again.heard.tuning ?? "")
    compare("reference_pitch_hz", stored.heard.referencePitch, again.heard.referencePitch)
    compare("note_duration_s", stored.heard.noteDuration, again.heard.noteDuration)
    compare("gap_s", stored.heard.gap, again.heard.gap)
    compare("estimators", names(stored), names(again))
    for (stored, again) in zip(stored.estimators, again.estimators) where stored != again {
      compare("\(stored.name) target", stored.target, again.target)
      compare("\(stored.name) true_threshold_\(axis.unit)", stored.truth, again.truth)
      compare("\(stored.name) error of the truth", stored.truthError, again.truthError)
      compare("\(stored.name) true_lapse", stored.trueLapse, again.trueLapse)
      compare("\(stored.name) ideal sweat factor", stored.idealSweat, again.idealSweat)
      // Files made before it was kept have none.
      if stored.trueSlope != nil { compare("\(stored.name) true_slope", stored.trueSlope, again.trueSlope) }
    }
  }

  private func names(_ cell: CellRecord) -> String { cell.estimators.map(\.name).joined(separator: ", ") }

  mutating func compare(_ stored: RunRecord, _ again: RunRecord) {
    if stored == again { return }
    replicate = stored.replicate
    compare("trials", stored.trials, again.trials)
    compare("reversals", stored.reversals, again.reversals)
    compare("correct answers", stored.correct, again.correct)
    compare("judged answers", stored.judged, again.judged)
    compare("stop_reason", stored.stopReason, again.stopReason)
    compare("error", stored.failure ?? "", again.failure ?? "")
  }

  mutating func compare(_ stored: CheckpointRecord, _ again: CheckpointRecord) {
    compare("trials of a checkpoint", stored.trials, again.trials)
    compare(stored.estimate, again.estimate, after: " after \(stored.trials) trials")
  }

  /// - Parameter when: The checkpoint of the estimate; empty for the final one.
  mutating func compare(_ stored: EstimateRecord, _ again: EstimateRecord, after when: String = "") {
    if stored == again { return }
    replicate = stored.replicate
    let name = (cell?.estimators[stored.estimator].name ?? "") + when
    compare("\(name) status", stored.status.rawValue, again.status.rawValue)
    compare("\(name) threshold_\(axis.unit)", stored.threshold, again.threshold)
    compare("\(name) threshold_low_\(axis.unit)", stored.low, again.low)
    compare("\(name) threshold_high_\(axis.unit)", stored.high, again.high)
    compare("\(name) slope", stored.slope, again.slope)
    compare("\(name) lapse", stored.lapse, again.lapse)
    compare("\(name) response_bias_\(axis.unit)", stored.bias, again.bias)
    compare("\(name) true_threshold_\(axis.unit)", stored.met?.threshold, again.met?.threshold)
    compare("\(name) true_lapse", stored.met?.lapse, again.met?.lapse)
    compare("\(name) true_slope", stored.met?.slope, again.met?.slope)
  }

  mutating func compare(_ stored: RunTrial, _ again: RunTrial) {
    var again = again
    // What is heard is the cell's, which was compared.
    again.trial.heard = stored.trial.heard
    if stored == again { return }
    replicate = stored.replicate
    for column in TrialColumns.all {
      let what = "trial \(stored.trial.trial) \(column.column.name(unit: axis.unit, error: axis.errorUnit))"
      compare(what, text(column.value(stored.trial)), text(column.value(again.trial)))
    }
  }

  mutating func compare(_ stored: RunMatching, _ again: RunMatching) {
    if stored == again { return }
    replicate = stored.replicate
    for column in MatchingColumns.all {
      compare(
        "trial \(stored.matching.trial) \(column.column.name)", text(column.value(stored.matching)),
        text(column.value(again.matching)))
    }
  }

  private func text(_ value: Value?) -> String {
    if case .text(let text) = value { text } else { value?.json() ?? "" }
  }
}
