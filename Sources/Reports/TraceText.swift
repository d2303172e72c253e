import Configuration
public import Simulation
public import Trials

/// A strategy followed through given answers, as `peach trace` prints it.
public struct TraceText {
  public let table: TraceTable
  public let text: String
  /// How many answers the track took; fewer than there were when it stopped before.
  public let trials: Int

  public init(_ cell: Cell, seed: UInt64, answers: [Trace.Answer]) {
    self.init(cell, Trace.follow(cell, seed: seed, answers: answers))
  }

  /// A live session, as its strategy asked for it.
  public init(_ cell: Cell, streams: Streams, trials: [CompletedComparison]) throws(Replay.Difference) {
    self.init(cell, try Replay.follow(cell, streams: streams, trials: trials))
  }

  private init(_ cell: Cell, _ trace: (rows: [Trace.Row], next: Comparison?)) {
    let unit = cell.task.axis.unit
    table = TraceTable(rows: trace.rows, axis: cell.task.axis)
    trials = trace.rows.count
    let next = trace.next.map { "\(TraceText.rounded($0.level.value)) \(unit)" } ?? "stopped"
    text = "\(cell.strategy): \(cell.factory.facts.targetText)\n\n\(table.text)\nnext: \(next)\n"
  }

  /// With four decimals at most, as the table has them.
  private static func rounded(_ level: Double) -> String {
    let rounded = (level * 1e4).rounded() / 1e4
    return (rounded.isFinite ? rounded : level).shortest
  }
}
