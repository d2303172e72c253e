import PeachSupport

/// Prepares untrusted text for a page.
enum PageText {
  /// One run of a text: words, or the identifier of a publication.
  struct Run {
    var text: String
    var isIdentifier: Bool
  }

  /// A text on one line. Control characters, direction marks and invalid code points are shown as `\u{1b}`.
  static func shown(_ text: String) -> String {
    let line = SafeText.line(text)
    guard line.unicodeScalars.contains(where: isNoCharacter) else { return line }
    return line.unicodeScalars.reduce(into: "") { result, scalar in
      if isNoCharacter(scalar) {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  private static func isNoCharacter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value & 0xfffe == 0xfffe || 0xfdd0...0xfdef ~= scalar.value
  }

  /// A text in runs, so that `doi:10.3758/BF03194543` becomes a link.
  static func runs(_ text: String) -> [Run] {
    var runs: [Run] = []
    var rest = text[...]
    while let match = rest.firstMatch(of: /doi:(?<name>10\.[0-9]{4,9}\/[A-Za-z0-9.()\/:;_-]*[A-Za-z0-9])/) {
      if match.range.lowerBound > rest.startIndex {
        runs.append(Run(text: String(rest[..<match.range.lowerBound]), isIdentifier: false))
      }
      runs.append(Run(text: String(match.output.name), isIdentifier: true))
      rest = rest[match.range.upperBound...]
    }
    if !rest.isEmpty { runs.append(Run(text: String(rest), isIdentifier: false)) }
    return runs
  }

  /// JSON for a `script` element.
  static func data(_ value: Value) -> String { Escaping.scriptJSON(value.json(indent: 1)) }
}
