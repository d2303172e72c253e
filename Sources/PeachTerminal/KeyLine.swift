/// Keys with their meanings in as few lines as they fit in.
package enum KeyLine {
  /// - Parameter columns: The width of the screen; two columns at each side stay free.
  package static func lines(_ keys: [(key: String, meaning: String)], columns: Int) -> [String] {
    let parts = keys.map { "\($0.key)  \($0.meaning)" }
    for gap in [5, 3, 2] {
      let line = parts.joined(separator: String(repeating: " ", count: gap))
      if line.count <= columns - 4 { return ["  " + line] }
    }
    var lines: [String] = []
    for part in parts {
      if let last = lines.last, last.count + 3 + part.count <= columns - 2 {
        lines[lines.count - 1] = last + "   " + part
      } else {
        lines.append("  " + part)
      }
    }
    return lines
  }

  /// Keys in one line with the widest gap that fits, or else spread evenly over lines. The caller centres them.
  ///
  /// - Parameters:
  ///   - parts: Keys with their meanings.
  ///   - gaps: Spaces between two parts, from the widest.
  static func centred(_ parts: [String], gaps: [Int], columns: Int) -> [String] {
    func line(_ parts: some Sequence<String>, _ gap: Int) -> String {
      parts.joined(separator: String(repeating: " ", count: gap))
    }
    if let whole = gaps.lazy.map({ line(parts, $0) }).first(where: { $0.count <= columns - 4 }) { return [whole] }
    for count in 2...max(2, parts.count) {
      let size = (parts.count + count - 1) / count
      let lines = stride(from: 0, to: parts.count, by: size).map { line(parts[$0..<min($0 + size, parts.count)], 4) }
      if lines.allSatisfy({ $0.count <= columns - 4 }) { return lines }
    }
    return parts
  }
}
