import Configuration
import Glibc

/// A table for people: columns lined up, words to the left and numbers to the right.
public struct TextTable {
  private let header: [String]
  private let isNumeric: [Bool]
  private var rows: [[String]] = []

  /// - Parameter columns: Each heading, and whether numbers stand below it.
  public init(_ columns: [(heading: String, isNumeric: Bool)]) {
    header = columns.map { Shown.line($0.heading) }
    isNumeric = columns.map(\.isNumeric)
  }

  /// What a cell holds stands on one line, whoever wrote it.
  public mutating func add(_ row: [String]) { rows.append(row.map(Shown.line)) }

  /// Adds a row whose cells are broken over lines, each to a width of its own.
  public mutating func add(_ row: [String], wrappedTo widths: [Int]) {
    let cells = zip(row, widths).map { TextTable.wrapped($0, to: $1) }
    for line in 0..<(cells.map(\.count).max() ?? 0) { add(cells.map { line < $0.count ? $0[line] : "" }) }
  }

  public var text: String {
    let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
    func line(_ row: [String]) -> String {
      let cells = row.indices.map { column -> String in
        let pad = String(repeating: " ", count: widths[column] - row[column].count)
        return isNumeric[column] ? pad + row[column] : row[column] + pad
      }
      let text = cells.joined(separator: "  ")
      return String(text[..<(text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex)]) + "\n"
    }
    let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "  ") + "\n"
    return line(header) + rule + rows.map(line).joined()
  }

  /// Text in lines broken at spaces; a longer word stands whole.
  public static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// A number with so many decimals, whatever the locale.
  public static func fixed(_ value: Double, _ decimals: Int, signed: Bool = false) -> String {
    let scale = pow(10, Double(decimals))
    let rounded = (abs(value) * scale).rounded()
    guard rounded < 1e15 else { return value.description }
    let digits = String(Int(rounded))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let whole = padded.dropLast(decimals)
    let sign = value < 0 && rounded > 0 ? "−" : signed ? "+" : ""
    return sign + whole + (decimals == 0 ? "" : "." + padded.suffix(decimals))
  }

  /// A whole number in groups of three.
  public static func grouped(_ value: Int) -> String {
    let digits = String(value.magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += " " }
      text.append(digit)
    }
    return (value < 0 ? "−" : "") + text
  }
}
