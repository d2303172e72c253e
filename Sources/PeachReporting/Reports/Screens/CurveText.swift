import PeachAnalysis
import PeachFitting
import PeachSupport

/// The data and the curve of a fit, drawn in eight lines of text.
struct CurveText {
  /// The rows of the drawing, between a line that names the axes and a line of levels.
  private static let rows = 6
  /// Columns of the proportions at the left.
  private static let margin = 5
  private static let narrowest = 30

  private let row: FitRow
  private let unit: String?
  private let isYesNo: Bool
  private let isPlain: Bool

  /// - Parameter isPlain: Whether only ASCII can be shown.
  init(_ row: FitRow, unit: String?, isYesNo: Bool, isPlain: Bool) {
    self.row = row
    self.unit = unit
    self.isYesNo = isYesNo
    self.isPlain = isPlain
  }

  /// - Parameter width: The length of the longest line.
  /// - Returns: Eight lines; empty if there is no curve, or no room for one.
  func text(to width: Int) -> String {
    guard width >= CurveText.narrowest, let scale = LevelColumns(row, columns: width - CurveText.margin - 1),
      let curve = row.settings.makeFitter().probabilities(at: scale.levels, of: row.result),
      curve.allSatisfy(\.isFinite)
    else { return "" }
    let discs = discs(scale)
    let least = (discs.map { $0.proportion } + curve).min() ?? 0
    let isDirection = row.settings.reading == .direction
    let low = isDirection ? 0 : min(0.9, max(0, (least * 10 + 1e-9).rounded(.down) / 10))
    var canvas = Canvas(columns: scale.columns, rows: CurveText.rows, low: low, isPlain: isPlain)
    canvas.draw(curve)
    let mark = mark(scale)
    if let mark { canvas.drop(from: mark.height, at: mark.column) }
    let most = discs.map(\.trials).max() ?? 0
    for disc in discs { canvas.put(at: disc.column, disc.proportion, isLarge: 4 * disc.trials >= most) }
    var labels = [0: "1.0", CurveText.rows - 1: TextTable.fixed(low, 1)]
    if let mark, labels[canvas.row(of: mark.height)] == nil {
      labels[canvas.row(of: mark.height)] = TextTable.fixed(mark.height, 2)
    }
    let lines = canvas.lines.enumerated().map { place, line in CurveText.padded(labels[place] ?? "") + " " + line }
    return (["  " + axes(mark)] + lines + [CurveText.padded("") + " " + levels(scale, mark)]).map {
      CurveText.trimmed($0) + "\n"
    }.joined()
  }

  /// `proportion correct by level; ┊ threshold`.
  private func axes(_ mark: Mark?) -> String {
    let name = row.result.threshold == nil ? "PSE" : "threshold"
    let what =
      row.settings.reading == .direction
      ? "proportion \"higher\" by signed level" : "proportion \(isYesNo ? "yes" : "correct") by level"
    return what
      + (mark == nil ? "" : "; \(isPlain ? "|" : "┊") \(name)")
  }

  private static func padded(_ label: String) -> String {
    String(repeating: " ", count: max(0, margin - label.count)) + label
  }

  private static func trimmed(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }

  // MARK: Data

  private struct Disc {
    var column: Int
    var proportion: Double
    var trials: Double
  }

  /// Levels that fall into one column are pooled.
  private func discs(_ scale: LevelColumns) -> [Disc] {
    var pooled: [Int: (trials: Double, positives: Double)] = [:]
    for bin in row.counts.bins {
      guard let column = scale.column(of: bin.level) else { continue }
      pooled[column, default: (0, 0)].trials += bin.trials
      pooled[column, default: (0, 0)].positives += bin.positives
    }
    return pooled.sorted { $0.key < $1.key }.map {
      Disc(column: $0.key, proportion: $0.value.positives / $0.value.trials, trials: $0.value.trials)
    }
  }

  private struct Mark {
    var column: Int
    var height: Double
    var text: String
  }

  /// The threshold, with a line down to the axis of levels. In the direction reading it is the PSE if there is no
  /// threshold.
  private func mark(_ scale: LevelColumns) -> Mark? {
    let quantity: Quantity =
      row.settings.reading == .direction && row.result.threshold == nil ? .pse : .threshold
    guard let value = row.result.value(of: quantity), let column = scale.column(of: value),
      let height = row.settings.makeFitter().probabilities(at: [value], of: row.result)?.first, height.isFinite
    else { return nil }
    let text = SingleFitText.estimate(row, quantity)?.value ?? ""
    return Mark(column: column, height: height, text: text)
  }

  /// The first and the last level, with the threshold between them if there is room.
  private func levels(_ scale: LevelColumns, _ mark: Mark?) -> String {
    let first = Precision(of: scale.first, digits: 3).text(scale.first)
    let last = Precision(of: scale.last, digits: 3).text(scale.last) + (unit.map { " " + $0 } ?? "")
    var line = [Character](repeating: " ", count: scale.columns)
    func put(_ text: String, at column: Int) {
      let start = max(0, min(column, line.count - text.count))
      let end = min(line.count, start + text.count)
      guard start < end, line[max(0, start - 1)..<min(line.count, end + 1)].allSatisfy({ $0 == " " }) else { return }
      line.replaceSubrange(start..<end, with: text.prefix(end - start))
    }
    if let mark { put(mark.text, at: mark.column - mark.text.count / 2) }
    put(first, at: scale.column(of: scale.first) ?? 0)
    put(last, at: (scale.column(of: scale.last) ?? 0) - last.count + 1)
    return String(line)
  }

  // MARK: Scales

  /// The columns of levels, on the scale of a fit's figure.
  private struct LevelColumns {
    let columns: Int
    let first: Double
    let last: Double
    private let isLog: Bool
    private let from: Double
    private let step: Double

    /// `nil` if the levels do not span a finite range.
    init?(_ row: FitRow, columns: Int) {
      guard let first = row.counts.bins.first?.level, let last = row.counts.bins.last?.level else { return nil }
      let isLog = row.isLogDrawn
      let (low, high) = isLog ? (log(first), log(last)) : (first, last)
      let margin = low == high ? (low == 0 ? 1 : abs(low) * 0.5) : (high - low) * 0.05
      from = !isLog && first >= 0 ? max(0, low - margin) : low - margin
      step = (high + margin - from) / Double(columns)
      guard step.isFinite, step > 0, columns > 0 else { return nil }
      (self.columns, self.first, self.last, self.isLog) = (columns, first, last, isLog)
    }

    /// Two levels for each column.
    var levels: [Double] {
      (0..<2 * columns).map { from + step * (Double($0) / 2 + 0.25) }.map { isLog ? exp($0) : $0 }
    }

    /// `nil` outside the drawing.
    func column(of level: Double) -> Int? {
      guard !isLog || level > 0 else { return nil }
      let place = ((isLog ? log(level) : level) - from) / step
      return place >= 0 && place < Double(columns) ? Int(place) : nil
    }
  }

  /// The characters of the drawing: a curve of dots, two by four in each character, with discs on it.
  private struct Canvas {
    private let columns: Int
    private let rows: Int
    private let low: Double
    private let isPlain: Bool
    private var dots: [[UInt32]]
    private var marks: [[Character?]]

    init(columns: Int, rows: Int, low: Double, isPlain: Bool) {
      (self.columns, self.rows, self.low, self.isPlain) = (columns, rows, low, isPlain)
      dots = Array(repeating: Array(repeating: 0, count: columns), count: rows)
      marks = Array(repeating: Array(repeating: nil, count: columns), count: rows)
    }

    /// The row of a proportion, counted from the top.
    func row(of proportion: Double) -> Int { dot(of: proportion) / 4 }

    private func dot(of proportion: Double) -> Int {
      let share = (1 - proportion) / (1 - low)
      return min(max(Int((share * Double(4 * rows - 1)).rounded()), 0), 4 * rows - 1)
    }

    /// The bits of a braille character, by column and row.
    private static let bits: [[UInt32]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

    /// - Parameter curve: Two proportions for each column.
    mutating func draw(_ curve: [Double]) {
      var last: Int?
      for (place, value) in curve.enumerated() {
        let dot = dot(of: value)
        // A steep curve stays in one piece.
        let start = last.map { $0 < dot ? $0 + 1 : $0 > dot ? $0 - 1 : dot } ?? dot
        for height in min(start, dot)...max(start, dot) {
          dots[height / 4][place / 2] |= Canvas.bits[place % 2][height % 4]
        }
        last = dot
      }
    }

    /// A line down from a height.
    mutating func drop(from proportion: Double, at column: Int) {
      for row in row(of: proportion)..<rows where dots[row][column] == 0 { marks[row][column] = isPlain ? "|" : "┊" }
    }

    mutating func put(at column: Int, _ proportion: Double, isLarge: Bool) {
      marks[row(of: proportion)][column] = isPlain ? (isLarge ? "O" : "o") : isLarge ? "●" : "•"
    }

    var lines: [String] {
      (0..<rows).map { row in
        String(
          (0..<columns).map { column in
            if let mark = marks[row][column] { return mark }
            let bits = dots[row][column]
            if bits == 0 { return " " }
            return isPlain ? "." : Unicode.Scalar(0x2800 + bits).map(Character.init) ?? " "
          })
      }
    }
  }
}
