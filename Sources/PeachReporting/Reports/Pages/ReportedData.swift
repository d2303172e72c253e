import Foundation
package import PeachStorage
package import PeachSupport

/// The data for programs in a stored report: its numbers and their origin.
package struct ReportedData: Sendable {
  package let value: Value
  /// The whole file.
  package let bytes: [UInt8]

  /// - Throws: `RecordsError` if the file cannot be read, or is not a report of Peach.
  package init(of path: String) throws(RecordsError) {
    let file: Data
    do {
      file = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw RecordsError(.inaccessible, path: path, reason: "cannot be read: \(error.localizedDescription)")
    }
    let text = String(decoding: file, as: UTF8.self)
    guard let start = text.firstRange(of: PageTemplates.dataStart)?.upperBound,
      let end = text[start...].firstRange(of: "</script>")?.lowerBound,
      let value = try? JSONDecoder().decode(Value.self, from: Data(text[start..<end].utf8))
    else {
      throw RecordsError(
        .wrongContent, path: path,
        reason: "is no report of peach, or its data were changed so that they cannot be read",
        hint: "peach report RESULTS.sqlite and peach fit TRIALS.csv --report REPORT.html write them")
    }
    self.value = value
    bytes = Array(file)
  }
}

/// A value that differs if it is computed again.
package struct ValueDifference: Hashable, Sendable {
  /// The place of the value: `summary, row 3: bias_log2`.
  package var what: String
  /// The stored text; empty if there is none.
  package var stored: String
  package var again: String

  package init(what: String, stored: String, again: String) {
    self.what = what
    self.stored = stored
    self.again = again
  }

  /// All differences, in the order of the stored values.
  package static func all(_ what: String, _ stored: Value?, _ again: Value?) -> [ValueDifference] {
    switch (stored, again) {
    case (.list(let stored), .list(let again)):
      return (0..<max(stored.count, again.count)).flatMap { index in
        all(
          "\(what), row \(index + 1)", stored.indices.contains(index) ? stored[index] : nil,
          again.indices.contains(index) ? again[index] : nil)
      }
    case (.mapping(let stored), .mapping(let again)):
      let names = Set(stored.map(\.key) + again.map(\.key)).sorted()
      let storedValues = Dictionary(stored.map { ($0.key, $0.value) }) { first, _ in first }
      let againValues = Dictionary(again.map { ($0.key, $0.value) }) { first, _ in first }
      return names.flatMap { all("\(what): \($0)", storedValues[$0], againValues[$0]) }
    default:
      let (stored, again) = (CSV.text(stored), CSV.text(again))
      return stored == again ? [] : [ValueDifference(what: what, stored: stored, again: again)]
    }
  }
}
