import PeachMath
package import PeachStorage
import PeachTrials

/// All pairs of the strategies that meet one listener under the same conditions, by one estimator: the statements about them
/// is corrected for their number.
///
/// The family of tests is three for each pair: of root mean square errors, of mean errors, and of which run is closer to
/// the truth. No figure depends on where the axis has its origin.
package struct PairedFamily: Sendable {
  package var estimator: String
  /// In file order.
  package var rows: [SummaryRow]
  /// The differences of each cell with all later ones.
  package var differences: [PairedDifference]

  /// - Parameters:
  ///   - rows: The rows to compare; `nil` for all of the summary.
  ///   - estimators: Those to compare by, in this order; `nil` for all that two strategies have (`compares`).
  ///   - most: Families of more strategies are left out.
  /// - Complexity: O(runs × strategies of a listener) time; memory for the errors of a listener's runs.
  package static func all(
    in summary: SimulationSummary, _ rows: [SummaryRow]? = nil, estimators: [String]? = nil, most: Int = .max
  ) throws(RecordsError) -> [PairedFamily] {
    if summary.isOfMatchings { return [] }
    var conditions: [[String]] = []
    var cells: [[String]: [SummaryRow]] = [:]
    for row in rows ?? summary.rows {
      let condition = condition(of: row.cell, summary.simulation.varied)
      if cells[condition] == nil { conditions.append(condition) }
      cells[condition, default: []].append(row)
    }
    var families: [PairedFamily] = []
    for condition in conditions {
      let rows = cells[condition] ?? []
      var names: [String] = []
      for row in rows where compares(row.estimator.name) && !names.contains(row.estimator.name) {
        names.append(row.estimator.name)
      }
      // The common fits, by which strategies are compared, stand first.
      names = estimators ?? names.filter { $0 != "own" } + names.filter { $0 == "own" }
      for name in names {
        let members = rows.filter { $0.estimator.name == name }
        guard members.count > 1, members.count <= most else { continue }
        let runs = try members.map { row throws(RecordsError) in
          try summary.errors(of: row.cell, name)
        }
        families.append(PairedFamily(estimator: name, cells: members.map(\.cell), runs, rows: members))
      }
    }
    return families
  }

  /// Whether strategies are compared by this estimator: all but those of interleaved tracks.
  static func compares(_ estimator: String) -> Bool { !estimator.hasPrefix("own:") }

  /// - Parameters:
  ///   - cells: The cells to compare; at least one.
  ///   - runs: The runs of the cells, in their order.
  package init(estimator: String, cells: [CellRecord], _ runs: [PairedRuns], rows: [SummaryRow] = []) {
    self.estimator = estimator
    self.rows = rows
    differences = cells.indices.flatMap { first in
      cells.indices.dropFirst(first + 1).map { second in
        PairedDifference(cells[first], runs[first], cells[second], runs[second], estimator: estimator)
      }
    }
    let corrected = HolmCorrection.corrected(
      differences.flatMap { [$0.rootMeanSquareError.p, $0.bias.p, $0.closer.p] })
    for place in differences.indices {
      differences[place].rootMeanSquareError.p = corrected[3 * place]
      differences[place].bias.p = corrected[3 * place + 1]
      differences[place].closer.p = corrected[3 * place + 2]
    }
  }

  /// A strategy that fails in more than this share of its runs is never called the best.
  package static let mostFailures = 0.1

  /// Whether a strategy failed in so many of its runs that its errors say little of it.
  package static func failsOften(_ row: SummaryRow) -> Bool {
    (row.failed.value ?? 0) > mostFailures * Double(row.replicates)
  }

  /// Rows by a key, by default their root mean square error. Rows that fail often come last, and equal keys stay in order.
  package static func ordered(
    _ rows: [SummaryRow], by key: (SummaryRow) -> Double = { $0.rootMeanSquareError.value ?? .infinity }
  ) -> [SummaryRow] {
    let keys = rows.map { (failsOften($0), key($0)) }
    return rows.indices.sorted { first, second in
      if keys[first].0 != keys[second].0 { return keys[second].0 }
      return keys[first].1 == keys[second].1 ? first < second : keys[first].1 < keys[second].1
    }.map { rows[$0] }
  }

  /// The strategy with the smallest root mean square error among those that seldom failed; `nil` if all failed often.
  package var best: SummaryRow? {
    rows.filter { !Self.failsOften($0) && $0.rootMeanSquareError.value != nil }.min {
      ($0.rootMeanSquareError.value ?? 0) < ($1.rootMeanSquareError.value ?? 0)
    }
  }

  /// The distance within which the root mean square errors of a pair lie. Of all such distances of the family, any is too
  /// small with a probability of at most 5 %. Each is the farther end of a two-sided interval: errors have heavy tails, of
  /// which one-sided ends would be too near.
  package func margin(of pair: PairedDifference) -> Double? {
    let tested = differences.count { $0.rootMeanSquareError.p != nil }
    return pair.rootMeanSquareError.margin(error: 0.025 / Double(max(1, tested)), pairs: pair.pairs)
  }

  /// Every other one with the difference that it has from the best; nil without a best.
  package var againstBest: [(row: SummaryRow, difference: PairedDifference)]? {
    guard let best else { return nil }
    return rows.compactMap { row in
      let pair = [row.cell.id, best.cell.id].sorted()
      return differences.first { [$0.first.id, $0.second.id].sorted() == pair && row.cell.id != best.cell.id }.map {
        (row, $0)
      }
    }
  }

  /// How one strategy compares with the best.
  package struct Finding: Sendable {
    package var row: SummaryRow
    /// Whether its root mean square error is larger than that of the best; `nil` if no difference is beyond chance.
    package var hasLargerError: Bool?
    /// Whether its runs are farther from the truth more often than closer; `nil` if no difference is beyond chance.
    package var isFartherMoreOften: Bool?
    /// How far its root mean square error is from that of the best at most; `nil` if too few pairs determine it.
    package var margin: Double?

    package var isTold: Bool { hasLargerError != nil || isFartherMoreOften != nil }
  }

  /// The strategies by rank: the best, the others that seldom failed, and those that failed often.
  package struct Verdict: Sendable {
    /// `nil` if every strategy failed often.
    package var best: SummaryRow?
    package var others: [Finding]
    package var failing: [SummaryRow]
  }

  /// `nil` if too few runs are paired for a test.
  package var verdict: Verdict? {
    guard tests > 0 else { return nil }
    let others = (againstBest ?? []).filter { !Self.failsOften($0.row) && $0.row.rootMeanSquareError.value != nil }
    return Verdict(
      best: best, others: others.map { finding($0.row, $0.difference) }, failing: rows.filter(Self.failsOften))
  }

  private func finding(_ row: SummaryRow, _ pair: PairedDifference) -> Finding {
    let sign = pair.first.id == row.cell.id ? 1.0 : -1
    func isAbove(_ figure: PairedDifference.Figure) -> Bool? {
      figure.isTold ? figure.difference.value.map { sign * $0 > 0 } : nil
    }
    return Finding(
      row: row, hasLargerError: isAbove(pair.rootMeanSquareError),
      isFartherMoreOften: isAbove(pair.closer).map { !$0 }, margin: margin(of: pair))
  }

  /// How many tests the correction is for.
  package var tests: Int {
    differences.reduce(0) { count, pair in
      count + [pair.rootMeanSquareError.p, pair.bias.p, pair.closer.p].count { $0 != nil }
    }
  }

  /// The condition under which a cell's strategy is compared with others: the listener and its varied values.
  ///
  /// - Parameter varied: The paths of all varied values.
  package static func condition(of cell: CellRecord, _ varied: [String]) -> [String] {
    [cell.listener] + zip(varied, cell.varied).filter { path, _ in !VariedColumn.isOfStrategy(path) }.map(\.1)
  }
}
