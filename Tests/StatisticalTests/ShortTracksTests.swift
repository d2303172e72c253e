import Foundation
import Glibc
import PeachSupport
import Testing

/// The tables of short tracks in the README of the experiments are those of the committed results.
@Suite struct ShortTracksTests {
  /// The file, the unit of its errors, and what is left out of its table.
  private static let experiments = [
    ("short-tracks", "log2", ["adaptive/musician"]), ("short-tracks-level", "db", []),
    ("short-tracks-free-lapse", "log2", ["adaptive/musician"]),
  ]
  private static let names = [("fit", "reduced"), ("fit:ml", "maximum likelihood"), ("fit:bayes", "posterior")]

  private func rows(_ file: String) throws -> [[String: String]] {
    let url = Paths.folder.appending(path: "results/\(file).csv")
    let table = try DelimitedText(String(contentsOf: url, encoding: .utf8), file: file)
    return table.rows.map { row in Dictionary(uniqueKeysWithValues: zip(table.columns, row.fields)) }
  }

  /// From the least to the largest, with a true minus.
  private func range(_ values: [Double], _ decimals: Int) -> String {
    let scale = pow(10, Double(decimals))
    return [values.min(), values.max()].map { end in
      // What rounds to 0 has no sign.
      let rounded = ((end ?? .nan) * scale).rounded() / scale + 0
      return String(format: "%.\(decimals)f", rounded).replacingOccurrences(of: "-", with: "−")
    }.joined(separator: " to ")
  }

  @Test(arguments: experiments) func `the table equals the results`(name: String, unit: String, without: [String])
    throws
  {
    let text = try String(contentsOf: Paths.folder.appending(path: "README.md"), encoding: .utf8)
    var runs = try rows("\(name)-checkpoints")
    runs += try rows(name).map { $0.merging(["trials": "400"]) { $1 } }
    let told = runs.filter { row in
      !without.contains("\(row["strategy"] ?? "")/\(row["listener"] ?? "")")
        && row["estimator"]?.hasPrefix("fit") == true
    }
    for trials in ["20", "40", "60", "120", "400"] {
      for (estimator, words) in Self.names {
        let group = told.filter { $0["trials"] == trials && $0["estimator"] == estimator }
        if group.isEmpty { continue }
        func figures(_ column: String) -> [Double] { group.compactMap { $0[column].flatMap(Double.init) } }
        let failed = zip(figures("failed"), figures("replicates")).map { 100 * $0 / $1 }
        let line =
          "| \(trials) | \(words) | \(range(failed, 1)) | \(range(figures("bias_\(unit)"), 2)) | "
          + "\(range(figures("rmse_\(unit)"), 2)) | \(range(figures("coverage").map { 100 * $0 }, 1)) |"
        #expect(text.contains(line), "\(name): \(line)")
      }
    }
  }
}
