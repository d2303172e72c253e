import Foundation
package import PeachStorage
package import PeachSupport

/// The progress of results files.
package enum StatusTable {
  private static let declaredColumns: [TableColumn<ResultsProgress>] = [
    .init("file", "The results file", text: { $0.path }),
    .init("experiment", "The experiment's name", text: { $0.simulation.name }),
    .init("shard", "Number of this shard, from 1", integer: { $0.simulation.shard.number }),
    .init(
      "shards", "Number of shards of the simulation; 1 if this file holds all runs",
      integer: { $0.simulation.shard.count }),
    .init("runs", "Stored runs", integer: { $0.stored }),
    .init("runs_wanted", "Runs that the file is to hold", integer: { $0.wanted }),
    .init("failed_runs", "Stored runs that were stopped by an error", integer: { $0.failed }),
    .init("wall_s", unit: "s", "Time that the batches of stored runs took", number: { $0.seconds }),
    .init("written", "When the file was last written", time: { $0.written.map { $0.formatted(.iso8601) } }),
    .init("complete", "1 where all runs are stored", flag: { $0.isComplete }),
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
