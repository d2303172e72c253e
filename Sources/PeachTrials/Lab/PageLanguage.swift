/// A language in which a listener reads the pages of a study.
package enum PageLanguage: String, CaseIterable, Hashable, Sendable {
  case english = "en"
  case german = "de"
}

extension PageText {
  package func text(in language: PageLanguage) -> String { language == .german ? german : english }
}
