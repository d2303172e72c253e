package import PeachSimulation
package import PeachSupport
package import PeachTrials

/// Trials in order, as `peach trace` prints them.
package protocol PrintedTrace {
  var columns: [String] { get }
  var fields: [[Value?]] { get }
  func text(in page: PageWidth) -> String
}

/// The trials of a strategy with given answers.
package struct TraceText: PrintedTrace {
  private let table: TraceTable
  private let heading: String
  private let next: String
  /// The number of answers that the track used; fewer than given if it stopped early.
  package let trials: Int
  /// The error that stopped the strategy; `nil` if there was none.
  package let fault: String?

  package init(_ cell: Cell, seed: UInt64, answers: [Trace.Answer]) {
    self.init(cell, Trace.follow(cell, seed: seed, answers: answers))
  }

  /// The trials of a live session.
  ///
  /// - Parameter stages: The strategy at the start, and after each change of limits or stop rule.
  package init(
    _ cell: Cell, _ stages: [Replay.Stage], streams: Streams, trials: [CompletedComparison]
  ) throws(Replay.Difference) {
    let (rows, next) = try Replay.follow(stages, of: cell.task, streams: streams, trials: trials)
    self.init(cell, (rows, next, nil))
  }

  private init(_ cell: Cell, _ trace: (rows: [Trace.Row], next: Comparison?, fault: String?)) {
    fault = trace.fault
    let unit = cell.task.axis.unit
    table = TraceTable(rows: trace.rows, axis: cell.task.axis)
    trials = trace.rows.count
    next = trace.next.map { "\(TraceText.rounded($0.level.value)) \(unit)" } ?? "stopped"
    heading = "\(cell.strategy): \(cell.targetText)"
  }

  package var columns: [String] { table.columns }
  package var fields: [[Value?]] { table.fields }

  package func text(in page: PageWidth) -> String {
    TextTable.paragraph(heading, to: page.text()) + "\n" + table.text(in: page) + "\nnext: \(next)\n"
  }

  /// A level with at most four decimals, as in the table.
  private static func rounded(_ level: Double) -> String {
    let rounded = (level * 1e4).rounded() / 1e4
    return (rounded.isFinite ? rounded : level).shortest
  }
}
