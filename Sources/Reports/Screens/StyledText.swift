import Configuration
import Terminal

/// The role of a piece of text. A terminal shows it as colour and weight.
public enum TextStyle: Hashable, Sendable {
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
    case .best: "\(TerminalScreen.Colour.green.rawValue);1"
    case .warning: "\(TerminalScreen.Colour.yellow.rawValue)"
    }
  }
}

/// Text in pieces, each with a style.
public struct StyledText: Sendable {
  private var pieces: [(text: String, style: TextStyle)] = []

  public init() {}

  public init(_ text: String, _ style: TextStyle = .plain) { add(text, style) }

  public mutating func add(_ text: String, _ style: TextStyle = .plain) {
    if !text.isEmpty { pieces.append((text, style)) }
  }

  public static func += (left: inout StyledText, right: StyledText) { left.pieces += right.pieces }

  /// The words without styles.
  public var plain: String { pieces.map(\.text).joined() }

  /// The text for a terminal, in which only the escape sequences of styles are raw. No style reaches over the end of a line.
  ///
  /// - Parameter hasColour: Whether the terminal shows styles.
  public func text(hasColour: Bool) -> String {
    pieces.map { text, style in
      let shown = Shown.lines(text)
      guard hasColour, let codes = style.codes else { return shown }
      return shown.split(separator: "\n", omittingEmptySubsequences: false).map {
        $0.isEmpty ? "" : "\u{1b}[\(codes)m\($0)\u{1b}[0m"
      }.joined(separator: "\n")
    }.joined()
  }
}
