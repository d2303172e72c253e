package import PeachSupport

/// Writes comma-separated values (RFC 4180) with line feeds. A missing value is empty. A text that a spreadsheet would
/// run begins with an apostrophe (`SpreadsheetText`).
package enum CSV {
  package static func line(_ fields: [Value?]) -> String {
    fields.map { field in
      if case .text(let text) = field { Escaping.csv(text) } else { text(field) }
    }.joined(separator: ",") + "\n"
  }

  /// The text of a field without quotes.
  static func text(_ field: Value?) -> String {
    switch field {
    case nil: ""
    case .text(let text): text
    case .some(let value): value.json()
    }
  }

  package static func header(_ columns: [String]) -> String {
    columns.map(Escaping.csv).joined(separator: ",") + "\n"
  }
}
