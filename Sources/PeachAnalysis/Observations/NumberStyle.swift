package import PeachSupport

/// How the numbers of a file are written.
package struct NumberStyle: Hashable, Sendable {
  package var mark = DecimalMark.point
  /// Whether the other mark may stand between thousands: only if the mark was stated.
  package var hasThousands = false

  package init(_ mark: DecimalMark = .point, hasThousands: Bool = false) {
    self.mark = mark
    self.hasThousands = hasThousands
  }

  func double(_ text: String) -> Double? {
    // Most are of this style, and are many.
    mark == .point && !hasThousands ? NumberGrammar.double(text) : mark.double(text, hasThousands: hasThousands)
  }

  /// Whether a text is a number with either mark.
  static func isNumber(_ text: String) -> Bool {
    DecimalMark.allCases.contains { $0.double(text, hasThousands: true) != nil }
  }

  /// The number style that some numbers suggest.
  enum Finding: Equatable {
    case found(DecimalMark)
    /// Some have a point and some a comma.
    case both
    /// The mark may stand between thousands, as in this text.
    case thousands(String)
  }

  /// - Parameter hasCommasBetween: Whether commas separate columns; points are then what they are.
  static func find(in texts: [String], hasCommasBetween: Bool) -> Finding {
    let (commas, points) = (texts.filter { $0.contains(",") }, texts.filter { $0.contains(".") })
    switch (commas.isEmpty, points.isEmpty) {
    case (true, true): return .found(.point)
    case (true, false):
      let isUnclear = !hasCommasBetween && points.allSatisfy(DecimalMark.comma.isGrouped)
      return isUnclear ? .thousands(points[0]) : .found(.point)
    case (false, true):
      return commas.allSatisfy(DecimalMark.point.isGrouped) ? .thousands(commas[0]) : .found(.comma)
    case (false, false): return .both
    }
  }
}
