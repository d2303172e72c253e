public import Configuration
public import Simulation
public import Trials

/// Trials that were followed, as `peach trace` prints them.
public protocol PrintedTrace {
  var columns: [String] { get }
  var fields: [[Value?]] { get }
  func text(in page: PageWidth) -> String
}

/// A strategy followed through given answers.
public struct TraceText: PrintedTrace {
  private let table: TraceTable
  private let heading: String
  private let next: String
  /// How many answers the track took; fewer than there were when it stopped before.
  public let trials: Int
  /// Why the strategy could not go on, where that is an error.
  public let fault: String?

  public init(_ cell: Cell, seed: UInt64, answers: [Trace.Answer]) {
    self.init(cell, Trace.follow(cell, seed: seed, answers: answers))
  }

  /// A live session, as its strategy asked for it.
  ///
  /// - Parameter stages: The strategy of the cell, and as it was after each change of limits or stop rule.
  public init(
    _ cell: Cell, _ stages: [Replay.Stage], streams: Streams, trials: [CompletedComparison]
  ) throws(Replay.Difference) {
    let (rows, next) = try Replay.follow(stages, streams: streams, trials: trials)
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

  public var columns: [String] { table.columns }
  public var fields: [[Value?]] { table.fields }

  public func text(in page: PageWidth) -> String {
    TextTable.paragraph(heading, to: page.text()) + "\n" + table.text(in: page) + "\nnext: \(next)\n"
  }

  /// With four decimals at most, as the table has them.
  private static func rounded(_ level: Double) -> String {
    let rounded = (level * 1e4).rounded() / 1e4
    return (rounded.isFinite ? rounded : level).shortest
  }
}
