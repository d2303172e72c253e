import Foundation
package import PeachSupport

extension Reference {
  private var surnames: [String] { authors.map { String($0.prefix { $0 != "," }) } }

  /// The citation in brackets: `Levitt, 1971`.
  package var short: String { "\(named), \(year)\(letter)" }

  /// The citation in a sentence: `Levitt (1971)`.
  package var narrative: String { "\(named) (\(year)\(letter))" }

  /// The references with the letters after their years only if two of them have the same authors and year.
  static func lettered(_ references: [Reference]) -> [Reference] {
    references.map { reference in
      let isAmbiguous = references.contains {
        $0.letter != reference.letter && $0.named == reference.named && $0.year == reference.year
      }
      var copy = reference
      if !isAmbiguous { copy.letter = "" }
      return copy
    }
  }

  private var named: String {
    switch surnames.count {
    case 1: surnames[0]
    case 2: "\(surnames[0]) & \(surnames[1])"
    default: "\(surnames[0]) et al."
    }
  }

  /// The BibTeX key in ASCII letters and digits: `levitt1971`.
  package var key: String {
    let plain = surnames[0].lowercased().decomposedStringWithCanonicalMapping
    let letters = plain.unicodeScalars.filter { $0.isASCII && $0.properties.isAlphabetic }
    return String(String.UnicodeScalarView(letters)) + String(year) + letter
  }

  /// The entry in a list of references, in the style of the APA without italics.
  package var text: String {
    let names =
      authors.count == 1 ? authors[0] : authors.dropLast().joined(separator: ", ") + ", & " + (authors.last ?? "")
    // A journal without page numbers numbers its articles.
    let pages = pages.map { $0.contains("–") ? $0 : "Article \($0)" }
    let place = [container, volume, pages].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
    let stop = title.hasSuffix("?") && kind != .inproceedings ? "" : "."
    let form = kind == .software ? " [Computer software]" : kind == .inproceedings ? " [Paper presentation]" : ""
    let title = title + (version.map { " (Version \($0))" } ?? "") + form
    return "\(names)\(names.hasSuffix(".") ? "" : ".") (\(year)\(letter)). \(title)\(stop)"
      + (place.isEmpty ? "" : " \(place).")
      + (doi.map { " https://doi.org/\($0)" } ?? "")
  }

  /// One entry, lines ended by line feeds.
  package var bibTeX: String {
    var fields = [("author", authors.joined(separator: " and ")), ("title", title), ("year", String(year))]
    switch kind {
    case .article: fields.append(("journal", container))
    case .book: fields.append(("publisher", container))
    case .inproceedings: fields.append(("booktitle", container))
    case .software: if let version { fields.append(("version", version)) }
    }
    if let volume {
      let parts = volume.split(separator: "(")
      fields.append(("volume", String(parts[0])))
      if parts.count > 1 { fields.append(("number", String(parts[1].filter { $0 != ")" }))) }
    }
    if let pages { fields.append(("pages", pages)) }
    if let doi { fields.append(("doi", doi)) }
    let lines = fields.map { name, text in
      let value = Escaping.bibTeX(text, isRange: name == "pages")
      // Braces around a title keep its capitals.
      return "  \(name) = {\(name == "title" ? "{\(value)}" : value)}"
    }
    return "@\(kind.rawValue){\(key),\n\(lines.joined(separator: ",\n"))\n}\n"
  }
}
