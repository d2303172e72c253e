/// How a text separates its fields.
package struct DelimitedFormat: Hashable, Sendable {
  package enum Separator: String, CaseIterable, Sendable {
    case comma = ","
    case semicolon = ";"
    case tab
    /// One or more spaces or tabs.
    case blanks

    /// Separators that occur exactly once between two fields.
    static let single: [Separator] = [.comma, .semicolon, .tab]

    var byte: UInt8 {
      switch self {
      case .comma: UInt8(ascii: ",")
      case .semicolon: UInt8(ascii: ";")
      case .tab: UInt8(ascii: "\t")
      case .blanks: UInt8(ascii: " ")
      }
    }

    /// "comma".
    var word: String {
      switch self {
      case .comma: "comma"
      case .semicolon: "semicolon"
      case .tab: "tab"
      case .blanks: "blank"
      }
    }

    /// "commas".
    package var words: String { word + "s" }
  }

  package var separator: Separator
  /// Whether rows begin with a name that the header has no column for, as R's `write.table` has it.
  package var hasRowNames: Bool

  package init(_ separator: Separator = .comma, hasRowNames: Bool = false) {
    self.separator = separator
    self.hasRowNames = hasRowNames
  }

  /// How many records are looked at.
  private static let looked = 50

  /// Finds it in the first records of a text: the separator that stands in the header and fits the rows.
  ///
  /// - Parameters:
  ///   - beginning: The first records; what is cut off at its end is not looked at.
  ///   - isWhole: Whether it is the whole text.
  ///   - separator: The one that is known; nil to look.
  /// - Throws: `ConfigurationError` if two separators fit.
  package static func find(
    in beginning: [UInt8], isWhole: Bool, separator: Separator? = nil, file: String
  ) throws(ConfigurationError) -> DelimitedFormat {
    let separator = separator ?? said(in: beginning)
    var ways = (separator.map { [$0] } ?? Separator.single).map { Way($0, beginning, isWhole: isWhole, file: file) }
    if separator == nil {
      let found = ways.filter { ($0.fields.first ?? 0) > 1 }
      if found.isEmpty || found.map(\.separator) == [.tab] && !found[0].fits {
        let blanks = Way(.blanks, beginning, isWhole: isWhole, file: file)
        // In blank-separated text, stray tabs divide rows and header differently. Use blanks if every row fits them.
        if found.isEmpty { ways = [blanks].filter(\.mostlyFits) } else if blanks.fits { ways = [blanks] }
      }
    }
    let splitting = ways.filter { ($0.fields.first ?? 0) > 1 }
    let fitting = splitting.count > 1 ? splitting.filter(\.fits) : splitting
    if fitting.count > 1 {
      let names = fitting.map(\.separator.words).joined(separator: " and ")
      let options = fitting.map { "--separator '\($0.separator.rawValue)'" }.joined(separator: " or ")
      throw ConfigurationError([
        Problem(
          place: Place(file: file, line: 1, column: 1), path: "",
          message: "the columns may be separated by \(names): both fit", hint: "choose one: \(options)")
      ])
    }
    guard let way = fitting.first ?? splitting.max(by: { $0.fields[0] < $1.fields[0] }) else {
      return DelimitedFormat(separator ?? .comma)
    }
    return DelimitedFormat(way.separator, hasRowNames: way.hasRowNames(beginning))
  }

  /// The separator that Excel says in a first line of its own, `sep=;`.
  private static func said(in beginning: [UInt8]) -> Separator? {
    guard beginning.starts(with: "sep=".utf8), beginning.count > 4 else { return nil }
    return Separator.single.first { $0.byte == beginning[4] }
  }

  /// The first records as one separator divides them.
  private struct Way {
    let separator: Separator
    /// How many fields each record has, the header first.
    var fields: [Int] = []
    /// Whether some row has something in its last field.
    var isFilled = false

    init(_ separator: Separator, _ beginning: [UInt8], isWhole: Bool, file: String) {
      self.separator = separator
      var records = RecordReader(file, Diagnostics(limit: 0), separator: separator)
      records.take(beginning, isLast: isWhole)
      var table = FieldTable(source: file, columns: [])
      while fields.count < looked, case .record(let count) = records.read(into: &table) {
        if !fields.isEmpty, !table.endsEmpty { isFilled = true }
        fields.append(count)
      }
      if beginning.starts(with: "sep=".utf8), !fields.isEmpty { fields.removeFirst() }
      // A comment mark before the names is not a name.
      if separator == .blanks, beginning.count > 1, FieldTable.commentMarks.contains(beginning[0]), !fields.isEmpty,
        [0x20, 0x09].contains(beginning[1])
      {
        fields[0] -= 1
      }
    }

    /// Whether half of the rows have as many fields as the header, or one more.
    var mostlyFits: Bool {
      let rows = fields.dropFirst()
      return !rows.isEmpty && 2 * rows.count { $0 == fields[0] || $0 == fields[0] + 1 } >= rows.count
    }

    /// Whether every row has as many fields as the header, or every row one more: a name, or nothing after a last
    /// separator.
    var fits: Bool { [fields[0], fields[0] + 1].contains { count in fields.dropFirst().allSatisfy { $0 == count } } }

    /// R quotes names: those of the columns, and those of the rows, which count from 1. A field more that is empty in
    /// every row is behind a last separator.
    func hasRowNames(_ beginning: [UInt8]) -> Bool {
      let rows = fields.dropFirst()
      guard isFilled, !rows.isEmpty, rows.allSatisfy({ $0 == fields[0] + 1 }) else { return false }
      // With blanks as separators, an extra field is never an empty one.
      if separator == .blanks { return true }
      guard beginning.first == UInt8(ascii: "\"") else { return false }
      let lines = beginning.split(maxSplits: 3) { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      return zip(1...2, lines.dropFirst()).allSatisfy { $1.starts(with: "\"\($0)\"".utf8) }
    }
  }
}
