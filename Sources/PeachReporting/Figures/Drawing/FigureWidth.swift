/// The width of a figure in print: one column of a journal, or two.
package enum FigureWidth: String, CaseIterable, Sendable {
  case single, double

  /// Source: the guides for authors of Nature and of Elsevier's journals.
  package var millimetres: Double { self == .single ? 89 : 183 }

  /// The width in points of 1/72 inch, the unit of drawings.
  var points: Double { (millimetres / 25.4 * 72).rounded() }
}
