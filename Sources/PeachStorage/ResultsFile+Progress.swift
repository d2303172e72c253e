package import Foundation

/// How much a results file holds of what it is to hold.
package struct ResultsProgress: Sendable {
  package var path: String
  package var simulation: SimulationRecord
  /// How many strategies there are with each listener and set of varied values.
  package var cells: Int
  /// Runs that are stored.
  package var stored: Int
  /// The number of these runs that an error stopped.
  package var failed: Int
  /// The duration of their batches, in seconds.
  package var seconds: Double
  /// When the file was last written; `nil` if that is not known.
  package var written: Date?

  /// Runs that the file is to hold.
  package var wanted: Int { simulation.shard.runs(cells: cells, replicates: simulation.replicates) }
  package var isComplete: Bool { stored >= wanted }
}

extension ResultsFile {
  /// - Complexity: O(batches).
  /// - Throws: `RecordsError` also where it holds runs of another part than it says.
  package func progress() throws(RecordsError) -> ResultsProgress {
    let simulation = try simulation()
    let cells = try cells().count
    let batches = try batches()
    for batch in batches {
      let own = simulation.shard.replicates(ofCell: batch.cell, cells: cells, replicates: simulation.replicates)
      guard let own, own.contains(batch.replicates.lowerBound), own.contains(batch.replicates.upperBound) else {
        throw RecordsError(
          .wrongContent, path: path,
          reason:
            "damaged: table batch, cell \(batch.cell), first \(batch.replicates.lowerBound): belongs to no run of "
            + "shard \(simulation.shard)", hint: FileRole.results.remedy)
      }
    }
    return ResultsProgress(
      path: path, simulation: simulation, cells: cells,
      stored: batches.reduce(0) { $0 + $1.replicates.count }, failed: try failedRuns(),
      seconds: batches.reduce(0) { $0 + $1.seconds },
      written: (try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate]) as? Date)
  }
}

extension ResultsFile {
  /// Walks all rows.
  ///
  /// - Throws: `RecordsError` if runs, estimates or trials are not those that its batches say.
  package func checkRuns() throws(RecordsError) {
    for cell in try cells() {
      try forEachRun(of: cell.id) { _, _ in }
      try forEachCheckpoint(of: cell.id) { _, _ in }
      try forEachTrial(of: cell) { _ in }
      try forEachMatching(of: cell) { _ in }
    }
  }
}
