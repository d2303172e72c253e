import Foundation

/// Looks for words to avoid in source files: in comments, and in string literals, which are messages, help and labels.
enum MessageCheck {
  /// The Swift files of all modules, as paths from the top folder.
  static let files: [String] = {
    let sources = DocumentPages.top.appending(path: "Sources").path
    let all = FileManager.default.enumerator(atPath: sources)
    var paths: [String] = []
    while let file = all?.nextObject() as? String {
      if file.hasSuffix(".swift") { paths.append("Sources/\(file)") }
    }
    return paths.sorted()
  }()

  /// Phrases that no message needs, each with the phrase to write instead.
  static let avoided: [(words: String, instead: String)] =
    ProseCheck.avoided + [
      ("what is no", "what is not a"), ("is no folder", "is not a folder"), ("is no file", "is not a file"),
      ("goes on with", "continues with"), ("to go on", "to continue"),
      ("nil where", "nil if"),
      ("is there already", "exists already"), ("in the place of", "instead of"), ("taken in again", "included again"),
    ]

  /// Phrases that contain one of these, and are usual.
  private static let usual = ["there is none", "there are none", "is none of"]

  static func findings(in text: String, of path: String) -> [ProseFinding] {
    var findings: [ProseFinding] = []
    var isInside = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      let togglesBlock = trimmed.hasSuffix("\"\"\"") || trimmed.hasPrefix("\"\"\"")
      defer { if togglesBlock { isInside.toggle() } }
      if togglesBlock { continue }
      let literals =
        isInside
        ? [trimmed] : trimmed.hasPrefix("//") ? [Self.withoutCode(trimmed)] : Self.literals(in: trimmed)
      for literal in literals {
        let words = literal.lowercased().split { !$0.isLetter && $0 != "\'" && $0 != "’" }.joined(separator: " ")
        guard words.split(separator: " ").count >= 3 else { continue }
        let text = usual.reduce(" \(words) ") { $0.replacing(" \($1) ", with: " ") }
        for avoided in avoided where text.contains(" \(avoided.words) ") {
          findings.append(
            ProseFinding(
              path: path, line: index + 1,
              problem: "\"\(avoided.words)\" is avoided; write \"\(avoided.instead)\""))
        }
      }
    }
    return findings
  }

  /// A comment without its code, apart from `nil`.
  private static func withoutCode(_ comment: String) -> String {
    comment.replacing("`nil`", with: "nil").replacing(/`[^`]*`/, with: "code")
  }

  /// Words that begin no comment: the comment says what a thing is or does, not what there is about it.
  private static let openings: Set<Substring> = ["What", "Who", "Where", "Of", "As", "Those", "Likewise", "Which"]

  /// Doc comments with a forbidden first word.
  static func openings(in text: String, of path: String) -> [ProseFinding] {
    var findings: [ProseFinding] = []
    var isInside = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let trimmed = line.drop { $0 == " " }
      defer { isInside = trimmed.hasPrefix("///") }
      guard !isInside, trimmed.hasPrefix("/// ") else { continue }
      let first = trimmed.dropFirst(4).prefix { $0.isLetter }
      if openings.contains(first) {
        findings.append(
          ProseFinding(
            path: path, line: index + 1,
            problem: "the comment begins with \"\(first)\"; begin with what the thing is or does"))
      }
    }
    return findings
  }

  /// The contents of the literals of one line; an interpolation separates two pieces.
  private static func literals(in line: String) -> [String] {
    var literals: [String] = []
    var current: String?
    var isEscaped = false
    for character in line {
      if isEscaped {
        isEscaped = false
        current?.append(" ")
      } else if character == "\\", current != nil {
        isEscaped = true
      } else if character == "\"" {
        if let text = current { literals.append(text) }
        current = current == nil ? "" : nil
      } else {
        current?.append(character)
      }
    }
    return literals
  }
}
