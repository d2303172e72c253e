import PeachSupport

/// The role of a piece of text. A terminal shows it as colour and weight.
package enum TextStyle: Hashable, Sendable {
  case plain
  case heading
  /// Explanations, which a reader may skip.
  case faint
  case best
  /// A result that needs attention or cannot be trusted.
  case warning

  /// The codes that a terminal selects it by (ECMA-48, SGR); `nil` for plain text.
  fileprivate var codes: String? {
    switch self {
    case .plain: nil
    case .heading: "1"
    case .faint: "2"
    case .best: "32;1"
    case .warning: "33"
    }
  }
}

/// Text in pieces, each with a style.
package struct StyledText: Sendable {
  private var pieces: [(text: String, style: TextStyle)] = []

  package init() {}

  package init(_ text: String, _ style: TextStyle = .plain) { add(text, style) }

  package mutating func add(_ text: String, _ style: TextStyle = .plain) {
    if !text.isEmpty { pieces.append((text, style)) }
  }

  package static func += (left: inout StyledText, right: StyledText) { left.pieces += right.pieces }

  /// The words without styles.
  package var plain: String { pieces.map(\.text).joined() }

  /// The text for a terminal, in which only the escape sequences of styles are raw. No style reaches over the end of a line.
  ///
  /// - Parameter hasColour: Whether the terminal shows styles.
  package func text(hasColour: Bool) -> String {
    pieces.map { text, style in
      let shown = SafeText.lines(text)
      guard hasColour, let codes = style.codes else { return shown }
      return shown.split(separator: "\n", omittingEmptySubsequences: false).map {
        $0.isEmpty ? "" : "\u{1b}[\(codes)m\($0)\u{1b}[0m"
      }.joined(separator: "\n")
    }.joined()
  }
}
