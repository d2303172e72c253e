import PeachSimulation
import PeachSupport
import PeachTrials

/// Draws the estimates of each row as bars on one scale around the truth.
struct AnswerShapes {
  private let axis: Axis
  private let bars: Int
  private let isPlain: Bool
  /// The reach of the scale on either side of the truth, in units of errors.
  private let reach: Double

  static let fewest = 15
  static let most = 25
  /// An arrow shows that more than this share of the runs lies beyond the scale.
  private static let beyond = 0.025

  /// - Parameters:
  ///   - rows: All rows that share the scale.
  ///   - bars: An odd number.
  ///   - isPlain: Whether only ASCII can be shown.
  init(_ rows: [SummaryRow], on axis: Axis, bars: Int, isPlain: Bool) {
    self.axis = axis
    self.bars = bars
    self.isPlain = isPlain
    let sound = rows.filter { !PairedFamily.failsOften($0) }
    // Half of the rows show 95 % of their estimates or more; the others have arrows.
    let reaches = (sound.isEmpty ? rows : sound).compactMap { AnswerShapes.reach(of: $0) }.sorted()
    reach = AnswerShapes.rounded(reaches.isEmpty ? 1 : reaches[reaches.count / 2], on: axis)
  }

  private static func reach(of row: SummaryRow) -> Double? {
    let sizes = row.errorQuantiles.map { abs($0) }.sorted()
    return sizes.isEmpty ? nil : sizes[min(sizes.count - 1, sizes.count * 95 / 100)]
  }

  /// The next larger round number: a factor on a log axis.
  private static func rounded(_ reach: Double, on axis: Axis) -> Double {
    guard reach.isFinite else { return 1 }
    if axis.scale == .log {
      let factors = [1.1, 1.2, 1.5, 2, 3, 4, 8, 16, 32, 64, 128, 256, 512, 1024]
      return (factors.map { log2($0) }.first { $0 >= reach }) ?? reach
    }
    guard reach > 0 else { return 1 }
    let unit = pow(10, floor(log10(reach)))
    return ([1, 2, 5, 10].map { $0 * unit }.first { $0 >= reach }) ?? reach
  }

  /// The two ends of the scale with the truth between them.
  var heading: String {
    let size = axis.scale == .log ? exp2(reach) : reach
    let text = Precision(of: size, digits: 2).text(size)
    let (low, high) =
      axis.scale == .log ? ("÷\(short(text))", "×\(short(text))") : ("−\(short(text))", "+\(short(text))")
    let free = bars - low.count - high.count - "truth".count
    guard free >= 2 else { return low + String(repeating: " ", count: max(1, free + 5)) + high }
    let left = max(1, min(free - 1, (bars - "truth".count) / 2 - low.count))
    return low + String(repeating: " ", count: left) + "truth" + String(repeating: " ", count: free - left) + high
  }

  /// A number without zeros at its end.
  private func short(_ text: String) -> String {
    guard text.contains("."), !text.contains("e") else { return text }
    let digits = text.reversed().drop { $0 == "0" }.drop { $0 == "." }
    return String(digits.reversed())
  }

  /// The shares of all runs in each bar, and beyond both ends.
  private func shares(_ row: SummaryRow) -> (bars: [Double], low: Double, high: Double) {
    var shares = (bars: [Double](repeating: 0, count: bars), low: 0.0, high: 0.0)
    guard !row.errorQuantiles.isEmpty, row.replicates > 0 else { return shares }
    let found = 1 - (row.failed.value ?? 0) / Double(row.replicates)
    let each = found / Double(row.errorQuantiles.count)
    for error in row.errorQuantiles {
      let place = (error + reach) / (2 * reach) * Double(bars)
      if place < 0 {
        shares.low += each
      } else if place > Double(bars) {
        shares.high += each
      } else {
        shares.bars[min(Int(place), bars - 1)] += each
      }
    }
    return shares
  }

  /// The bars of rows in one table. The highest bar of the trusted rows fills the line.
  func texts(_ rows: [SummaryRow]) -> [String] {
    let all = rows.map { shares($0) }
    let sound = zip(rows, all).filter { !PairedFamily.failsOften($0.0) }.map(\.1)
    let most = (sound.isEmpty ? all : sound).flatMap(\.bars).max() ?? 0
    return all.map { shares in
      guard most > 0 else { return "" }
      var text = shares.bars.map { Sparkline.bar(Int((min($0 / most, 1) * 8).rounded()), isPlain: isPlain) }
      if shares.low > AnswerShapes.beyond { text[0] = isPlain ? "<" : "‹" }
      if shares.high > AnswerShapes.beyond { text[bars - 1] = isPlain ? ">" : "›" }
      return String(text)
    }
  }

  /// Explains the arrows at the ends of bars; `nil` if no row has any.
  func legend(_ rows: [SummaryRow]) -> String? {
    let hasArrows = rows.contains { row in
      let shares = shares(row)
      return max(shares.low, shares.high) > AnswerShapes.beyond
    }
    return hasArrows ? "\(isPlain ? "< >" : "‹ ›"): off the scale" : nil
  }
}
