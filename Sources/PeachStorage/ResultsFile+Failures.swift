import GRDB

/// Why some runs were stopped by an error.
package struct RunFailure: Hashable, Sendable {
  package var reason: String
  package var runs: Int
  /// The strategy of the first failed run, by cell and replicate.
  package var strategy: String
  package var listener: String
  package var replicate: Int

  package init(reason: String, runs: Int, strategy: String, listener: String, replicate: Int) {
    self.reason = reason
    self.runs = runs
    self.strategy = strategy
    self.listener = listener
    self.replicate = replicate
  }
}

extension ResultsFile {
  /// The reasons for which runs were stopped by an error, in the order of their first runs.
  ///
  /// - Parameter most: How many of them.
  package func failures(most: Int) throws(RecordsError) -> [RunFailure] {
    try reading { db in
      // Next to a minimum, SQLite gives the columns of its row.
      var row = try BulkStatement(
        db,
        """
        SELECT run.cell, run.replicate, run.failure, COUNT(*), cell.strategy, cell.listener,
          MIN((run.cell << 33) | run.replicate) AS place
        FROM run JOIN cell ON cell.id = run.cell WHERE run.failure IS NOT NULL
        GROUP BY run.failure ORDER BY place LIMIT ?
        """, of: "run", keys: 2)
      try row.bind(most)
      var failures: [RunFailure] = []
      while try row.step() {
        failures.append(
          RunFailure(
            reason: try row.text(2), runs: try row.int(3), strategy: try row.text(4), listener: try row.text(5),
            replicate: try row.int(1)))
      }
      return failures
    }
  }
}
