/// The width of texts for people.
package struct PageWidth: Hashable, Sendable {
  /// The columns of the terminal. No line is longer.
  package var columns: Int
  /// Whether tables show all their columns, however wide.
  package var isWide: Bool

  package init(columns: Int, isWide: Bool = false) {
    self.columns = columns
    self.isWide = isWide
  }

  /// The width if neither the terminal nor the environment states one.
  package static let usual = 100

  /// Tables with all their columns at full width, for documents.
  package static let whole = PageWidth(columns: usual, isWide: true)

  /// The width of running text, which has at most `most` columns.
  package func text(atMost most: Int = usual) -> Int { min(columns, most) }
}
