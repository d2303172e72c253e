public import Configuration
import Foundation
public import Records

/// What programs read of a report that was written: the numbers that it shows, and what made them.
public struct ReportedData: Sendable {
  public let value: Value
  /// The whole file.
  public let bytes: [UInt8]

  /// - Throws: `RecordsError` where the file cannot be read, or is no report of ours.
  public init(of path: String) throws(RecordsError) {
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

/// A value that is another when it is made again.
public struct ValueDifference: Hashable, Sendable {
  /// Such as `summary, row 3: bias_log2`.
  public var what: String
  /// Empty where there is none.
  public var stored: String
  public var again: String

  public init(what: String, stored: String, again: String) {
    self.what = what
    self.stored = stored
    self.again = again
  }

  /// In the order of what is stored.
  public static func all(_ what: String, _ stored: Value?, _ again: Value?) -> [ValueDifference] {
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
