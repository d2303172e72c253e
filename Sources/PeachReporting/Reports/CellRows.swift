import PeachSimulation
import PeachStorage
import PeachSupport

/// Groups the rows of a summary by their cells.
enum CellRows {
  /// The rows of each cell, the common fit first. Cells that often have no threshold come last.
  ///
  /// - Parameter isRanked: Whether the smallest error of the common fit comes first; otherwise cells stay in file order.
  static func grouped(_ rows: [SummaryRow], isRanked: Bool) -> [[SummaryRow]] {
    let cells = Dictionary(grouping: rows) { $0.cell.id }.mapValues { own in
      own.filter(isFit) + own.filter { !isFit($0) }
    }
    let first = rows.map(\.cell.id).distinct.compactMap { cells[$0]?.first }
    let ordered = PairedFamily.ordered(first) { row in
      guard isRanked else { return 0 }
      return isFit(row) ? row.rootMeanSquareError.value ?? .infinity : .infinity
    }
    return ordered.compactMap { cells[$0.cell.id] }
  }

  private static func isFit(_ row: SummaryRow) -> Bool { row.estimator.name == "fit" }
}
