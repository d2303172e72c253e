package import PeachSupport

/// A text for the listener, in both languages.
package struct PageText: Hashable, Sendable {
  package var english: String
  package var german: String
  /// A sound that the page can play; `nil` for none.
  package var example: SoundExample?

  package init(english: String, german: String, example: SoundExample? = nil) {
    self.english = english
    self.german = german
    self.example = example
  }
}

extension PageText {
  private static let single = "a text, or a text per language {en: …, de: …}"
  private static let form = "a text, a text per language {en: …, de: …}, or a list of these, one for each page"

  /// The only text under a key; `nil` if it is left out, or after a problem.
  package static func readOne(_ reader: Reader, _ name: String, _ meaning: String) -> PageText? {
    let parameter = Parameter(name: name, kind: .form(single), fallback: "none", meaning: meaning)
    guard let node = reader.node(parameter, required: false) else { return nil }
    if case .sequence = node {
      reader.report("expected \(single), got a list", at: name)
      return nil
    }
    let text = page(node, reader, name, mayPlay: false)
    if let text { reader.resolve(name, text.value) }
    return text
  }

  var value: Value {
    .mapping(
      [.init("en", .text(english)), .init("de", .text(german))] + (example.map { [.init("play", $0.value)] } ?? []))
  }

  /// The pages under a key; empty if it is left out.
  ///
  /// - Parameter mayPlay: Whether a page can play a sound: {en: …, de: …, play: {level: 50}}.
  static func read(_ reader: Reader, _ name: String, _ meaning: String, mayPlay: Bool = false) -> [PageText] {
    let parameter = Parameter(name: name, kind: .form(form), fallback: "none", meaning: meaning)
    guard let node = reader.node(parameter, required: false) else { return [] }
    let items: [Node]
    if case .sequence(let list, _) = node { items = list } else { items = [node] }
    if items.isEmpty { reader.report("expected \(form), got an empty list", at: name) }
    let pages = items.compactMap { page($0, reader, name, mayPlay: mayPlay) }
    reader.resolve(name, .list(pages.map(\.value)))
    return pages
  }

  private static func page(_ node: Node, _ reader: Reader, _ name: String, mayPlay: Bool) -> PageText? {
    if let text = node.text {
      if text.isEmpty { reader.report("expected a text, got nothing", at: name) }
      return PageText(english: text, german: text)
    }
    return Reader.read(node, path: "\(reader.path).\(name)", diagnostics: reader.diagnostics) { inner in
      func text(_ key: String, _ language: String) -> String {
        let text = inner.optionalText(key, "The text in \(language)")
        if !inner.has(key) { inner.reportMissing(key, expected: "the text in \(language)") }
        return text ?? ""
      }
      return PageText(
        english: text("en", "English"), german: text("de", "German"),
        example: mayPlay
          ? inner.section("play", "A sound that the listener can play on this page", SoundExample.read) : nil)
    }
  }
}

/// A language in which a listener reads the pages of a study.
package enum PageLanguage: String, CaseIterable, Hashable, Sendable {
  case english = "en"
  case german = "de"
}

extension PageText {
  package func text(in language: PageLanguage) -> String { language == .german ? german : english }
}
