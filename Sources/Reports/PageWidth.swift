/// How wide what people read may be.
public struct PageWidth: Hashable, Sendable {
  /// Of a terminal, or what stands for one: no line is longer.
  public var columns: Int
  /// Whether tables show all their columns, however wide.
  public var isWide: Bool

  public init(columns: Int, isWide: Bool = false) {
    self.columns = columns
    self.isWide = isWide
  }

  /// Where no terminal and no environment says another.
  public static let usual = 100

  /// Tables with all their columns, each as wide as it gets: for documents.
  public static let whole = PageWidth(columns: usual, isWide: true)

  /// Of text, which nobody reads in lines longer than `most`.
  public func text(atMost most: Int = usual) -> Int { min(columns, most) }
}
