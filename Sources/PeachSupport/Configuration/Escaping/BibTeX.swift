extension Escaping {
  /// The value of a field between braces. Braces in it are commands, because BibTeX counts even those behind a backslash.
  ///
  /// - Parameter isRange: Whether an en dash stands between numbers, as in pages.
  package static func bibTeX(_ text: String, isRange: Bool = false) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&", "%", "$", "#", "_": result += "\\" + String(scalar)
      case "\\": result += "\\textbackslash{}"
      case "{": result += "\\textbraceleft{}"
      case "}": result += "\\textbraceright{}"
      case "~": result += "\\textasciitilde{}"
      case "^": result += "\\textasciicircum{}"
      case "–" where isRange: result += "--"
      case _ where scalar.isRefusedByMarkup: result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
