import Foundation

/// One Markdown page, split into the parts that the tests of documents look at.
///
/// Line numbers count from 1, as editors do.
struct DocumentPage {
  /// A fenced block, such as ```` ```console exit=65 ````.
  struct Block {
    /// The first word after the fence: `console`, `yaml`, `python`, `swift`, or nothing.
    var language: String
    /// The words behind the language: `file=thresholds.yaml` names the file that the block is, `exit=65` the exit code.
    var attributes: [String: String]
    /// The line of the opening fence.
    var line: Int
    var lines: [String]
  }

  /// Lines that belong together: a paragraph, an item of a list, a cell of a table, or a heading.
  struct Passage {
    var isHeading: Bool
    var lines: [(number: Int, text: String)]
  }

  struct Link {
    var target: String
    var line: Int
  }

  /// Path from the top folder of the project.
  var path: String
  var lines: [String]
  private(set) var blocks: [Block] = []
  private(set) var passages: [Passage] = []

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    parse()
  }

  private mutating func parse() {
    var block: Block?
    var passage = Passage(isHeading: false, lines: [])
    func close(_ passage: inout Passage, into passages: inout [Passage]) {
      if !passage.lines.isEmpty { passages.append(passage) }
      passage = Passage(isHeading: false, lines: [])
    }
    for (index, line) in lines.enumerated() {
      let number = index + 1
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if var open = block {
        if trimmed == "```" {
          blocks.append(open)
          block = nil
        } else {
          open.lines.append(line)
          block = open
        }
        continue
      }
      if trimmed.hasPrefix("```") {
        close(&passage, into: &passages)
        block = Self.block(opening: trimmed, line: number)
      } else if trimmed.isEmpty || trimmed.hasPrefix("<!--") || trimmed.hasPrefix("![") || trimmed.hasPrefix("<") {
        close(&passage, into: &passages)
      } else if trimmed.hasPrefix("#") {
        close(&passage, into: &passages)
        let text = trimmed.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces)
        passages.append(Passage(isHeading: true, lines: [(number, text)]))
      } else if trimmed.hasPrefix("|") {
        close(&passage, into: &passages)
        for cell in trimmed.replacing("\\|", with: " ").split(separator: "|") where cell.contains(where: \.isLetter) {
          passages.append(Passage(isHeading: false, lines: [(number, String(cell))]))
        }
      } else {
        if let item = trimmed.firstMatch(of: /^(?:[-*]|[0-9]+\.)\s+/) {
          close(&passage, into: &passages)
          passage.lines.append((number, String(trimmed[item.range.upperBound...])))
        } else {
          passage.lines.append((number, trimmed))
        }
      }
    }
    close(&passage, into: &passages)
  }

  private static func block(opening: String, line: Int) -> Block {
    let words = opening.drop { $0 == "`" }.split(separator: " ").map(String.init)
    var attributes: [String: String] = [:]
    for word in words.dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      attributes[parts[0]] = parts.count == 2 ? parts[1] : ""
    }
    return Block(language: words.first ?? "", attributes: attributes, line: line, lines: [])
  }

  // MARK: Links

  /// The targets of the links and pictures outside code.
  var links: [Link] {
    var links: [Link] = []
    var isCode = false
    for (index, line) in lines.enumerated() {
      if line.trimmingCharacters(in: .whitespaces).hasPrefix("```") { isCode.toggle() }
      if isCode { continue }
      let text = line.replacing(/`[^`]*`/, with: "")
      for match in text.matches(of: /\]\((?<target>[^)\s]+)\)|(?:src|href)="(?<other>[^"]+)"/) {
        let target = match.output.target ?? match.output.other ?? ""
        links.append(Link(target: String(target), line: index + 1))
      }
    }
    return links
  }

  /// The anchors of the headings, as forges make them: lower case, blanks as hyphens, without punctuation.
  var anchors: Set<String> {
    var anchors: Set<String> = []
    for passage in passages where passage.isHeading {
      let kept = passage.lines[0].text.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
      let anchor = kept.replacing(" ", with: "-")
      var name = anchor
      var count = 0
      while !anchors.insert(name).inserted {
        count += 1
        name = "\(anchor)-\(count)"
      }
    }
    return anchors
  }

  // MARK: Counts

  /// The number of words outside code blocks.
  var wordCount: Int { passages.reduce(0) { $0 + $1.words.count } }
}

extension DocumentPage.Passage {
  /// One word with the line where it stands. A piece of code counts as one word, "`".
  struct Word {
    var text: String
    var line: Int
    /// Whether it is the first word of a link.
    var isLink = false
  }

  /// The words, without marks of emphasis and the targets of links.
  var words: [Word] {
    var words: [Word] = []
    var word = ""
    var line = lines.first?.number ?? 0
    var isCode = false
    var isLink = false
    func finish() {
      if word.contains(where: { $0.isLetter || $0.isNumber || $0 == "`" }) {
        words.append(Word(text: word, line: line, isLink: isLink))
      } else if let mark = word.last, ".!?".contains(mark), let last = words.indices.last {
        // A sentence may end with a sign, such as "5 %.".
        words[last].text.append(mark)
      }
      word = ""
      isLink = false
    }
    for (number, text) in lines {
      line = number
      let plain = text.replacing(/\]\([^)\s]*\)/, with: "").replacing(/<[^>\s]+>/, with: "")
      for character in plain {
        if character == "`" {
          if !isCode { word += "`" }
          isCode.toggle()
        } else if isCode {
          continue
        } else if character.isWhitespace {
          finish()
        } else if character == "[" {
          isLink = true
        } else if !"*]!".contains(character) || (character == "!" && !word.isEmpty) {
          word.append(character)
        }
      }
      if !isCode { finish() }
    }
    finish()
    return words
  }

  /// The sentences, each as its words.
  var sentences: [[Word]] {
    let words = words
    var sentences: [[Word]] = []
    var sentence: [Word] = []
    for (index, word) in words.enumerated() {
      sentence.append(word)
      let end = word.text.trimmingCharacters(in: CharacterSet(charactersIn: "\"”’')"))
      guard let mark = end.last, ".!?".contains(mark), !Self.abbreviations.contains(end.lowercased()) else { continue }
      let next = index + 1 < words.count ? words[index + 1].text.first : nil
      if let next, next.isLowercase { continue }
      sentences.append(sentence)
      sentence = []
    }
    if !sentence.isEmpty { sentences.append(sentence) }
    return sentences
  }

  private static let abbreviations: Set<String> = ["e.g.", "i.e.", "al.", "vs.", "cf.", "etc.", "(e.g.", "(i.e."]
}
