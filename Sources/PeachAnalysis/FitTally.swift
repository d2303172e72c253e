import PeachFitting
package import PeachTrials

/// Totals over all fits. They are counted during fitting, because there may be too many fits to keep.
package struct FitTally: Sendable {
  package private(set) var fits = 0
  package private(set) var trials = 0
  /// Bootstrap resamples without a threshold or a width.
  package private(set) var failedResamples = 0
  /// In the order in which they first came.
  package private(set) var statuses: [(status: EstimateStatus, count: Int)] = []

  package var areSound: Bool { statuses.allSatisfy { $0.status == .ok } }

  mutating func add(_ row: FitRow) {
    fits += 1
    trials += row.trials
    failedResamples += row.resamples?.failed ?? 0
    if let place = statuses.firstIndex(where: { $0.status == row.result.status }) {
      statuses[place].count += 1
    } else {
      statuses.append((row.result.status, 1))
    }
  }
}
