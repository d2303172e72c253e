import Foundation

/// Something that a page should not say, with the place where it stands.
struct ProseFinding: Equatable, CustomStringConvertible {
  var path: String
  var line: Int
  var problem: String

  var description: String { "\(path):\(line): \(problem)" }
}

/// Looks for long sentences and for words that readers stumble over.
enum ProseCheck {
  /// The most words that a sentence may have.
  static let longest = 35

  /// Words to avoid, each with the word to write instead.
  static let avoided: [(words: String, instead: String)] = [
    ("anew", "again"), ("beside", "next to"), ("the very", "exactly the"), ("lest", "so that … not"),
    ("is none", "is not a …"), ("are none", "are not …"), ("that is no", "that is not a"),
    ("is told", "Peach reports"), ("are told", "Peach reports"), ("is said", "Peach reports"),
    ("what is said", "the words"), ("what was taken", "which column Peach read"),
    ("is to be", "must be"), ("are to be", "must be"), ("held against", "compared with"),
    ("tells of", "shows"), ("tell of", "show"), ("makes of", "does with"), ("made of it", "made from it"),
    ("likewise", "also"), ("thereof", "of it"), ("whereof", "of which"),
    ("hitherto", "so far"), ("whence", "from which"), ("to and fro", "in both directions"),
    ("looked at whole", "compared whole"), ("goes on where", "continues where"), ("has not a", "does not have a"),
    ("have not a", "do not have a"), ("for there is", "because there is"), ("for there are", "because there are"),
    ("for it is", "because it is"), ("for they are", "because they are"), ("for no person", "because no person"),
  ]

  /// Sentences that begin with these words lack a subject. A question may, and so may the title of a page in a link.
  static let openings = ["what", "who", "of", "that of", "those", "one that", "as"]

  static func findings(in page: DocumentPage) -> [ProseFinding] {
    page.passages.flatMap { passage in
      words(in: passage, of: page.path) + (passage.isHeading ? [] : sentences(in: passage, of: page.path))
    }
  }

  private static func sentences(in passage: DocumentPage.Passage, of path: String) -> [ProseFinding] {
    passage.sentences.flatMap { sentence -> [ProseFinding] in
      guard let first = sentence.first, let last = sentence.last else { return [] }
      var findings: [ProseFinding] = []
      if sentence.count > longest {
        let start = sentence.prefix(6).map(\.text).joined(separator: " ")
        findings.append(
          ProseFinding(
            path: path, line: first.line,
            problem: "a sentence has \(sentence.count) words, at most \(longest) are allowed: \(start) …"))
      }
      let text = " " + sentence.map { bare($0.text) }.joined(separator: " ") + " "
      if sentence.count > 3, last.text.hasSuffix("."), !first.isLink,
        let opening = openings.first(where: { text.hasPrefix(" \($0) ") })
      {
        findings.append(
          ProseFinding(path: path, line: first.line, problem: "a sentence starts with \"\(opening)\"; name its subject")
        )
      }
      return findings
    }
  }

  private static func words(in passage: DocumentPage.Passage, of path: String) -> [ProseFinding] {
    let words = passage.words
    let bare = words.map { Self.bare($0.text) }
    return avoided.flatMap { avoided -> [ProseFinding] in
      let phrase = avoided.words.split(separator: " ").map(String.init)
      return bare.indices.filter { bare[$0...].starts(with: phrase) }.map {
        ProseFinding(
          path: path, line: words[$0].line, problem: "\"\(avoided.words)\" is avoided; write \"\(avoided.instead)\"")
      }
    }
  }

  private static func bare(_ word: String) -> String {
    word.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: ".,;:!?()\"“”‘’'"))
  }
}
