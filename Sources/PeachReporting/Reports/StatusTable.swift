import Foundation
package import PeachStorage
package import PeachSupport

/// The progress of results files.
package enum StatusTable {
  private static let declaredColumns: [TableColumn<ResultsProgress>] = [
    .init("file", "Path of the results file", text: { $0.path }),
    .init("experiment", "The experiment's name", text: { $0.simulation.name }),
    .init("shard", "Number of this shard (part of the simulation), from 1", integer: { $0.simulation.shard.number }),
    .init(
      "shards", "Number of parts (shards) into which the simulation was divided; 1 if this file holds all runs",
      integer: { $0.simulation.shard.count }),
    .init("runs", "Number of stored runs", integer: { $0.stored }),
    .init("runs_wanted", "Number of runs that the complete file will hold", integer: { $0.wanted }),
    .init("failed_runs", "Number of stored runs that an error stopped", integer: { $0.failed }),
    .init(
      "wall_s", unit: "s", "Elapsed time in which the stored runs were computed, summed over parallel batches",
      number: { $0.seconds }),
    .init("written", "Time of the last change of the file (UTC)", time: { $0.written.map { $0.formatted(.iso8601) } }),
    .init("complete", "1 if all runs are stored, else 0", flag: { $0.isComplete }),
  ]

  package static let declared = declaredColumns.map(\.column)
  package static let columns = declared.map(\.name)

  package static func row(_ progress: ResultsProgress) -> [Value?] { declaredColumns.map { $0.value(progress) } }

  /// The progress as a table for people.
  package static func text(_ files: [ResultsProgress], in page: PageWidth) -> String {
    var table = TextTable([
      TextColumn("file", .words, rank: 0), TextColumn("shard", .number, rank: 0), TextColumn("runs", .number, rank: 0),
      TextColumn("of", .number, rank: 0), TextColumn("failed", .number, rank: 2),
      TextColumn("time", .number, rank: 3), TextColumn("written", .words, rank: 4),
      TextColumn("", .words, rank: 1),
    ])
    for file in files {
      let shard = file.simulation.shard
      table.add([
        file.path, shard.isWhole ? "all" : shard.description, TextTable.grouped(file.stored),
        TextTable.grouped(file.wanted), TextTable.grouped(file.failed), "\(Int(file.seconds.rounded())) s",
        file.written.map { $0.formatted(.iso8601) } ?? "", file.isComplete ? "complete" : "unfinished",
      ])
    }
    return table.text(in: page)
  }
}
