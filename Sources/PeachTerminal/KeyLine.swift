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
}
