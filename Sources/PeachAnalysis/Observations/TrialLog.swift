import PeachFitting
import PeachSupport

/// One trial of a group, in its place.
package struct ObservedTrial: Hashable, Sendable {
  /// The fitted level, signed in the direction reading.
  package var level: Double
  /// Correct or yes; in the direction reading higher.
  package var isPositive: Bool
  /// The run it belongs to; empty if the data do not tell runs.
  package var run: String
  /// The session it belongs to; empty if the data do not tell sessions.
  package var session: String
  /// The MIDI number of its reference note; `nil` if the data do not say.
  package var reference: Double?
  package var isReversal: Bool
  /// The strategy's estimate after the trial; `nil` if unknown.
  package var estimate: Double?
  package var low: Double?
  package var high: Double?

  package init(
    level: Double, isPositive: Bool, run: String = "", session: String = "", reference: Double? = nil,
    isReversal: Bool = false,
    estimate: Double? = nil,
    low: Double? = nil, high: Double? = nil
  ) {
    self.level = level
    self.isPositive = isPositive
    self.run = run
    self.session = session
    self.reference = reference
    self.isReversal = isReversal
    self.estimate = estimate
    self.low = low
    self.high = high
  }
}

/// Trials in their order, for what a fit does not see: runs, reversals, what the procedure believed, and catch trials.
struct TrialLog {
  /// The largest number of trials in all groups.
  static let mostTrials = 100_000

  private(set) var groups: [[ObservedTrial]] = []
  private(set) var catchTrials: Observations.CatchTrials?
  private var count = 0
  private let run: Int?
  private let session: Int?
  private let reference: Int?
  private let reversal: Int?
  private let estimate: Int?
  private let low: Int?
  private let high: Int?
  private let correct: Int?

  /// - Returns: `nil` if rows are counts, which have no order.
  init?(_ source: any ObservationSource, _ roles: ColumnRoles) {
    if roles.isCounts { return nil }
    run = source.index(of: "run")
    session = source.index(of: "session")
    reference = source.index(of: "reference_note")
    reversal = source.index(of: "reversal")
    estimate = source.index(of: "estimate")
    low = source.index(of: "estimate_low")
    high = source.index(of: "estimate_high")
    correct = roles.correct ?? source.index(of: "correct")
  }

  mutating func add(_ bin: Counts.Bin, from row: Int, of table: any ObservationTable, to group: Int) {
    count += 1
    guard count <= TrialLog.mostTrials else { return }
    func number(_ column: Int?) -> Double? { column.flatMap { NumberGrammar.double(table.trimmed(row, $0)) } }
    while groups.count <= group { groups.append([]) }
    groups[group].append(
      ObservedTrial(
        level: bin.level, isPositive: bin.positives > 0, run: run.map { table.trimmed(row, $0) } ?? "",
        session: session.map { table.trimmed(row, $0) } ?? "", reference: number(reference),
        isReversal: reversal.map { table.trimmed(row, $0) == "1" } ?? false, estimate: number(estimate),
        low: number(low), high: number(high)))
  }

  mutating func addCatch(_ row: Int, of table: any ObservationTable) {
    var tally = catchTrials ?? Observations.CatchTrials()
    tally.trials += 1
    if let correct, table.trimmed(row, correct) == "0" { tally.wrong += 1 }
    catchTrials = tally
  }

  /// Whether every trial was kept.
  var isWhole: Bool { count <= TrialLog.mostTrials }
}
