import PeachAnalysis
import PeachPitch
import PeachSupport
import PeachTrials

/// The profile above a keyboard of characters. Each key has a column as high as its smoothed threshold. A long keyboard
/// continues below, from one C to the next.
struct KeyboardBand {
  /// In cents, by note; notes without a threshold are not there.
  private let thresholds: [Int: Double]
  private let keys: ClosedRange<Int>
  private let isPlain: Bool
  private let most: Double

  private let rows: Int
  /// The width of the numbers at the left.
  private static let margin = 5

  /// - Parameters:
  ///   - thresholds: `ListenerProfile.smoothedThresholds`.
  ///   - isPlain: Whether only ASCII can be shown.
  ///   - rows: The height of the columns, at least 2.
  init(_ thresholds: [SmoothedThreshold], keys: ClosedRange<Int>, isPlain: Bool, rows: Int = 4) {
    self.rows = rows
    self.thresholds = thresholds.reduce(into: [:]) { $0[$1.note] = $1.threshold }
    self.keys = keys
    self.isPlain = isPlain
    let highest = self.thresholds.values.max() ?? 0
    most = highest > 0 ? [2, 5, 10, 20, 50, 100, 200, 500].first { $0 >= highest } ?? highest.rounded(.up) : 100
  }

  /// - Parameters:
  ///   - empty: The message if there are no thresholds.
  ///   - width: The length of the longest line.
  func text(empty: String, to width: Int) -> String {
    let octaves = max(1, (width - KeyboardBand.margin) / 12)
    var parts: [ClosedRange<Int>] = []
    var start = keys.lowerBound
    if keys.count <= width - KeyboardBand.margin {
      parts = [keys]
    } else {
      while start <= keys.upperBound {
        let end = min(keys.upperBound, start / 12 * 12 + 12 * octaves - 1)
        parts.append(start...end)
        start = end + 1
      }
    }
    let said = hasData ? "" : TextTable.wrapped(empty, to: width).map { $0 + "\n" }.joined()
    return said + parts.map { part(of: $0, to: width) }.joined(separator: "\n")
  }

  private var hasData: Bool { !thresholds.isEmpty }

  private func part(of notes: ClosedRange<Int>, to width: Int) -> String {
    var lines: [String] = []
    for row in 0..<rows {
      let top = row == 0 ? label(most) : row == rows - 1 ? label(0) : label(nil)
      lines.append(top + (hasData ? String(notes.map { cell($0, row) }) : faint(notes.count, row)))
    }
    lines.append(label(nil) + String(notes.map(key)))
    // The last name may stand beyond the last key.
    lines.append(String((label(nil) + names(notes)).prefix(width)))
    return lines.map { line in String(line.reversed().drop { $0 == " " }.reversed()) + "\n" }.joined()
  }

  /// A number at the left end of a row, as wide as the margin.
  private func label(_ cents: Double?) -> String {
    let text = cents.map { TextTable.fixed($0, 0) } ?? ""
    return String(repeating: " ", count: max(0, KeyboardBand.margin - 1 - text.count)) + text + " "
  }

  private func faint(_ count: Int, _ row: Int) -> String {
    row == 0 ? String(repeating: isPlain ? "." : "░", count: count) : ""
  }

  /// The character of a column in a row, counted from the top.
  private func cell(_ note: Int, _ row: Int) -> Character {
    guard let threshold = thresholds[note] else { return " " }
    // The smallest threshold shows at least a trace.
    let height = max(threshold / most * Double(rows), 0.125)
    let part = min(max(height - Double(rows - 1 - row), 0), 1)
    if isPlain { return part > 0.5 ? "#" : part > 0 ? ":" : " " }
    return Sparkline.bar(Int((part * 8).rounded(.up)))
  }

  private func key(_ note: Int) -> Character {
    let isWhite = [0, 2, 4, 5, 7, 9, 11].contains(note % 12)
    return isPlain ? (isWhite ? "_" : "#") : (isWhite ? "▁" : "█")
  }

  /// The names of each C.
  private func names(_ notes: ClosedRange<Int>) -> String {
    var line = ""
    for note in notes where note % 12 == 0 {
      let place = note - notes.lowerBound
      line += String(repeating: " ", count: max(0, place - line.count)) + MIDINote(unchecked: note).name
    }
    return line
  }
}
