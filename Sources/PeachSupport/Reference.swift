/// A publication for lists of references and BibTeX. Strategies and listeners state it in `references`.
///
/// ```swift
/// let levitt = Reference(
///   ["Levitt, H."], 1971, "Transformed up-down methods in psychoacoustics",
///   "Journal of the Acoustical Society of America", "49(2B)", "467–477", doi: "10.1121/1.1912375")
/// ```
public struct Reference: Hashable, Sendable {
  /// The kind of a publication: an article in a journal, a book, a paper at a conference (`inproceedings`), or
  /// software. The raw value is the type of its entry in BibTeX.
  public enum Kind: String, Sendable {
    case article, book, inproceedings, software
  }

  package var kind: Kind
  /// The authors in order: `Levitt, H.`
  package var authors: [String]
  package var year: Int
  /// The letter that distinguishes publications of the same authors and year: `a`; empty if there is only one.
  package var letter: String
  package var title: String
  /// The journal, the publisher or the conference; empty for software.
  package var container: String
  /// The volume: `49(2B)`; `nil` if there is none.
  package var volume: String?
  /// Pages, or the number of the article.
  package var pages: String?
  package var doi: String?
  /// The version of software.
  package var version: String?

  /// A publication in full. A reference without authors stops the program.
  ///
  /// - Parameters:
  ///   - authors: The authors in order, as `Levitt, H.`; at least one.
  ///   - year: The year of publication.
  ///   - title: The title without a full stop.
  ///   - container: The journal, the publisher or the conference, according to `kind`; empty for software.
  ///   - volume: The volume, with the issue in brackets: `49(2B)`; `nil` if there is none.
  ///   - pages: Pages with an en dash, `467–477`, or the number of the article; `nil` if there are none.
  ///   - doi: The DOI without the address of a server: `10.1121/1.1912375`; `nil` if there is none.
  ///   - kind: The kind of publication, which decides about its entry in BibTeX.
  ///   - letter: The letter after the year if the same authors published twice in it: `a`; empty if they did not.
  public init(
    _ authors: [String], _ year: Int, _ title: String, _ container: String, _ volume: String? = nil,
    _ pages: String? = nil, doi: String? = nil, kind: Kind = .article, letter: String = ""
  ) {
    precondition(!authors.isEmpty, "the reference '\(title)' has no author")
    self.kind = kind
    self.authors = authors
    self.year = year
    self.letter = letter
    self.title = title
    self.container = container
    self.volume = volume
    self.pages = pages
    self.doi = doi
  }

  /// Whether this is the publication of a part of a declaration's source: it has the same DOI, or no DOI and the first
  /// author's surname and the year.
  ///
  /// - Parameter part: A source, or what stands between two semicolons of it: `Levitt (1971), doi:10.1121/1.1912375`.
  package func isNamed(in part: Substring) -> Bool {
    if let doi, part.lowercased().contains(doi.lowercased()) { return true }
    let surname = authors[0].prefix { $0 != "," }
    return !part.contains("doi:") && part.drop { $0 == " " }.hasPrefix(surname) && part.contains("(\(year))")
  }
}
