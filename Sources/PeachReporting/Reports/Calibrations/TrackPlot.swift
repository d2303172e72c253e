import PeachSupport
package import PeachTrials

/// Draws the levels of a track by trial with characters: ● right, ○ wrong.
package struct TrackPlot {
  private let levels: [(level: Double, isRight: Bool)]
  private let middle: Double
  private let unit: Double

  private static let rows = 11

  /// - Parameters:
  ///   - middle: The level of the line in the middle, in cents.
  ///   - unit: The distance from the middle, in cents, at which the scale changes from linear to logarithmic.
  package init(_ trials: [TrialRecord], middle: Double, unit: Double) {
    levels = trials.compactMap { trial in
      trial.kind == .test ? trial.offset.map { ($0, trial.isCorrect ?? true) } : nil
    }
    self.middle = middle
    self.unit = unit
  }

  private func place(_ level: Double) -> Double { asinh((level - middle) / unit) }
  private func level(at place: Double) -> Double { middle + unit * sinh(place) }

  package func text(to width: Int) -> String {
    let most = levels.reduce(0) { max($0, abs(place($1.level))) }
    guard most > 0, width > 24 else { return "" }
    let columns = min(width - 12, levels.count)
    let half = TrackPlot.rows / 2
    var rows = [[Character]](repeating: [Character](repeating: " ", count: columns), count: TrackPlot.rows)
    rows[half] = [Character](repeating: "·", count: columns)
    for (index, trial) in levels.enumerated() {
      let column = index * columns / levels.count
      let row = half - Int((place(trial.level) / most * Double(half)).rounded())
      // A wrong answer stays visible if several answers share a place.
      if rows[row][column] != "○" { rows[row][column] = trial.isRight ? "●" : "○" }
    }
    let lines = rows.enumerated().map { row, characters in
      let place = Double(half - row) / Double(half) * most
      let label = row % half == 0 || row == half ? TextTable.fixed(level(at: place), 1, signed: true) : ""
      let shown = String(repeating: " ", count: max(0, 9 - label.count)) + label + "  "
      return TrackPlot.trimmed(shown + String(characters)) + "\n"
    }
    let last = "\(levels.count) trials"
    let gap = String(repeating: " ", count: max(1, columns - 1 - last.count))
    return "  cents\n" + lines.joined() + "           1\(gap)\(last)\n"
  }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }
}
