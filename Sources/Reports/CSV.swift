public import Configuration

/// Comma-separated values as RFC 4180 has them, lines ended by a line feed. Missing is empty. A text that a spreadsheet
/// would run has an apostrophe before it (`SpreadsheetText`).
public enum CSV {
  public static func line(_ fields: [Value?]) -> String {
    fields.map { field in
      if case .text(let text) = field { Escaping.csv(text) } else { text(field) }
    }.joined(separator: ",") + "\n"
  }

  /// What a field says, without quotes.
  static func text(_ field: Value?) -> String {
    switch field {
    case nil: ""
    case .text(let text): text
    case .some(let value): value.json()
    }
  }

  public static func header(_ columns: [String]) -> String {
    columns.map(Escaping.csv).joined(separator: ",") + "\n"
  }
}
