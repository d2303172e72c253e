/// Draws bars in one line of text, each a character wide.
enum Sparkline {
  private static let blocks: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  private static let ascii: [Character] = [" ", ".", ":", "-", "=", "+", "*", "#", "@"]

  /// A bar of so many eighths of a line, from 0 to 8.
  ///
  /// - Parameter isPlain: Whether only ASCII can be shown.
  static func bar(_ eighths: Int, isPlain: Bool = false) -> Character {
    (isPlain ? ascii : blocks)[min(max(eighths, 0), 8)]
  }

  /// A bar for each value. The largest fills the line, even a small value has a bar, and `nil` has none.
  static func text(_ values: [Double?], most: Double? = nil, isPlain: Bool) -> String {
    let most = most ?? values.compactMap(\.self).max() ?? 0
    return String(
      values.map { value in
        guard let value, value.isFinite else { return " " }
        return bar(most > 0 ? max(1, Int((min(value / most, 1) * 8).rounded())) : 1, isPlain: isPlain)
      })
  }
}
