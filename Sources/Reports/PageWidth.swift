/// The width of texts for people.
public struct PageWidth: Hashable, Sendable {
  /// The columns of the terminal. No line is longer.
  public var columns: Int
  /// Whether tables show all their columns, however wide.
  public var isWide: Bool

  public init(columns: Int, isWide: Bool = false) {
    self.columns = columns
    self.isWide = isWide
  }

  /// The width if neither the terminal nor the environment states one.
  public static let usual = 100

  /// Tables with all their columns at full width, for documents.
  public static let whole = PageWidth(columns: usual, isWide: true)

  /// The width of running text, which has at most `most` columns.
  public func text(atMost most: Int = usual) -> Int { min(columns, most) }
}
