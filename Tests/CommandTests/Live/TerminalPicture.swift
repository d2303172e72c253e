/// What a terminal of 80 × 24 shows of what is written to it: enough of ECMA-48 for the screens of Peach.
struct TerminalPicture {
  private static let empty = [[Unicode.Scalar]](repeating: [Unicode.Scalar](repeating: " ", count: 80), count: 24)

  private var rows = empty
  /// The shell's, while the alternate screen is shown.
  private var shell: [[Unicode.Scalar]]?
  private var row = 0
  private var column = 0
  /// The place of the cursor before the alternate screen.
  private var cursor = (row: 0, column: 0)
  private var sequence: String?
  private(set) var isCursorShown = true
  /// How often the lines moved up because there was none below on the alternate screen.
  private(set) var scrolls = 0
  private(set) var bells = 0
  /// What was asked for and is not understood here.
  private(set) var unknown: [String] = []

  var isAlternate: Bool { shell != nil }

  /// The lines, without the space after them.
  var lines: [String] {
    rows.map { row in
      var line = String(String.UnicodeScalarView(row))
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  var text: String { lines.joined(separator: "\n") }

  /// How many bytes a character has that begins with this one.
  static func length(from first: UInt8) -> Int { first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4 }

  mutating func show(_ text: String) {
    for scalar in text.unicodeScalars {
      if sequence != nil {
        sequence?.unicodeScalars.append(scalar)
        if sequence != "[", ("@"..."~").contains(scalar) { obey() }
      } else {
        put(scalar)
      }
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\u{1b}": sequence = ""
    case "\r": column = 0
    case "\n": moveDown()
    case "\u{7}": bells += 1
    default:
      if column == 80 {
        column = 0
        moveDown()
      }
      rows[row][column] = scalar
      column += 1
    }
  }

  private mutating func moveDown() {
    if row < 23 {
      row += 1
      return
    }
    if isAlternate { scrolls += 1 }
    rows.removeFirst()
    rows.append(Self.empty[0])
  }

  private mutating func obey() {
    let asked = sequence ?? ""
    sequence = nil
    switch asked {
    case "[H": (row, column) = (0, 0)
    case "[K": for place in column..<80 { rows[row][place] = " " }
    case "[J":
      for place in min(column, 79)..<80 { rows[row][place] = " " }
      for below in row + 1..<max(24, row + 1) { rows[below] = Self.empty[0] }
    case "[?25l": isCursorShown = false
    case "[?25h": isCursorShown = true
    case "[?1049h":
      if shell == nil { (shell, cursor) = (rows, (row, column)) }
      rows = Self.empty
    case "[?1049l":
      if let shell { (rows, row, column) = (shell, cursor.row, cursor.column) }
      shell = nil
    default: if !asked.hasSuffix("m") { unknown.append(asked) }
    }
  }
}
