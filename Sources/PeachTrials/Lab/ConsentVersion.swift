import PeachSupport

/// The version of a consent text: the text that a listener read, and its language.
package struct ConsentVersion: Hashable, Sendable {
  /// The first 16 hexadecimal digits of the SHA-256 digest of the pages, each followed by a form feed.
  package var digest: String
  package var language: PageLanguage

  package init(digest: String, language: PageLanguage) {
    self.digest = digest
    self.language = language
  }

  /// The version of these pages in a language; `nil` without pages.
  package init?(of pages: [PageText], in language: PageLanguage) {
    if pages.isEmpty { return nil }
    var hash = SHA256()
    for page in pages { hash.add((page.text(in: language) + "\u{0c}").utf8) }
    self.init(digest: String(hash.finish().prefix(16)), language: language)
  }
}
