import Mustache
import PeachSupport

/// HTML that is safe to put into a page.
struct PageHTML {
  let text: String

  /// Untrusted text on one line.
  init(escaping text: String) { self.text = Escaping.html(PageText.shown(text)) }

  /// HTML from templates, figures or this program.
  init(trusted text: String) { self.text = text }
}

/// A template of a page: it takes `PageHTML`, flags and rows of these, so that no text can get in without being escaped.
///
/// The library escapes `Character` by `Character`, which misses a special character with a mark behind it. So no tag
/// leaves that to it: every tag of a text has three braces.
struct PageTemplate {
  enum Slot {
    case html(PageHTML)
    case flag(Bool)
    case rows([[String: Slot]])

    /// Untrusted text.
    static func text(_ text: String) -> Slot { .html(PageHTML(escaping: text)) }

    /// HTML from this program.
    static func trusted(_ text: String) -> Slot { .html(PageHTML(trusted: text)) }
  }

  private let template: MustacheTemplate

  init(_ text: String) {
    precondition(!PageTemplate.hasEscapedTag(text), "a tag of two braces, which the library would escape: \(text)")
    do { template = try MustacheTemplate(string: text) } catch { preconditionFailure("invalid template: \(error)") }
  }

  /// Whether a template has a tag of two braces for a text. Tags of three braces, sections and flags do not count.
  private static func hasEscapedTag(_ text: String) -> Bool {
    var braces = 0
    for scalar in text.unicodeScalars {
      if braces == 2, ("a"..."z").contains(scalar) { return true }
      braces = scalar == "{" ? braces + 1 : 0
    }
    return false
  }

  func render(_ slots: [String: Slot]) -> String { template.render(PageTemplate.context(slots)) }

  private static func context(_ slots: [String: Slot]) -> [String: Any] {
    slots.mapValues { slot in
      switch slot {
      case .html(let html): html.text
      case .flag(let flag): flag
      case .rows(let rows): rows.map(context)
      }
    }
  }
}
