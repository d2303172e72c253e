import Foundation
import PeachSupport
import Testing

/// The committed summary of an experiment.
struct ExperimentResults {
  let table: DelimitedText

  init(_ name: String) throws {
    let path = Paths.folder.appending(path: "results/\(name).csv")
    table = try DelimitedText(String(contentsOf: path, encoding: .utf8), file: path.lastPathComponent)
  }

  /// One figure of a cell's estimator.
  subscript(column: String, strategy: String, listener: String, estimator: String) -> Double {
    get throws {
      func place(_ name: String) throws -> Int { try #require(table.index(of: name), "no column \(name)") }
      let keys = try [("strategy", strategy), ("listener", listener), ("estimator", estimator)].map {
        (try place($0.0), $0.1)
      }
      let row = try #require(
        table.rows.first { row in keys.allSatisfy { row.fields[$0.0] == $0.1 } },
        "no \(strategy), \(listener), \(estimator) in \(table.file)")
      return try #require(Double(row.fields[place(column)]), "\(column) of \(strategy), \(listener), \(estimator)")
    }
  }
}
