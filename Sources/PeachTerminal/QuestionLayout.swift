import PeachSupport
package import PeachTrials

/// The lines of a question on a screen of any size. A text that is too long for one screen comes on several before the answer
/// is asked for.
package struct QuestionLayout {
  private let page: QuestionPage
  private let words: Words
  private let listener: String
  private let abilities: TerminalScreen.Abilities
  private let columns: Int
  private let rows: Int

  package init(
    _ page: QuestionPage, words: Words, listener: String, _ abilities: TerminalScreen.Abilities, columns: Int, rows: Int
  ) {
    self.page = page
    self.words = words
    self.listener = listener
    self.abilities = abilities
    self.columns = columns
    self.rows = rows
  }

  /// Rows for the title, and for the space between text and answer.
  private static let (top, gap) = (3, 1)
  /// Rows for the keys with the notice above them, which needs two lines on a narrow screen.
  private var bottom: Int { columns < 60 ? 4 : 3 }
  /// The fewest rows that an answer gets, if it needs as many.
  private static let fewest = 5

  private var width: Int { max(1, min(columns - 4, 76)) }
  private var text: [String] { Paragraphs.lines(of: words.text(page.text), to: width) }
  /// Rows for the text, the answer, and the space between.
  private var room: Int { max(2, rows - Self.top - bottom - 1) }

  /// The parts of the text, of which the last is shown with the answer.
  private func parts(with entry: QuestionEntry) -> [[String]] {
    let text = text
    let answer = min(answer(entry).count, max(1, min(Self.fewest, room - 2)))
    let last = max(1, room - Self.gap - answer)
    let before = max(0, text.count - last)
    let size = max(1, room + bottom - 2)
    return stride(from: 0, to: before, by: size).map { Array(text[$0..<min($0 + size, before)]) } + [
      Array(text[before...])
    ]
  }

  /// The number of screens before the one with the answer.
  package func textPages(_ entry: QuestionEntry) -> Int { parts(with: entry).count - 1 }

  /// - Parameter part: The screen of the text, from 0; `textPages` or more for the one with the answer.
  package func lines(_ entry: QuestionEntry, part: Int) -> [String] {
    let parts = parts(with: entry)
    let isLast = part >= parts.count - 1
    let shown = parts[min(part, parts.count - 1)].map { $0.isEmpty ? "" : "  \($0)" }
    guard isLast else {
      return filled([heading, shown, [], []], words.keys(leaving: "q", arrows: nil, columns: columns))
    }
    let arrows = entry.isTyped ? nil : abilities.isUnicode ? "↑ ↓" : words.arrows
    return filled(
      [heading, shown + [""], window(answer(entry), room - Self.gap - shown.count), notice(entry)],
      words.keys(leaving: entry.isText ? "Esc" : "q", arrows: arrows, columns: columns))
  }

  private var heading: [String] {
    let listener = "\(words.listener) \(SafeText.cut(listener))"
    let title = words.title(of: page)
    let gap = String(repeating: " ", count: max(1, columns - 4 - title.count - listener.count))
    return ["", "  \(title)\(gap)\(listener)", ""]
  }

  private func notice(_ entry: QuestionEntry) -> [String] {
    let isHinting = entry.notice.isEmpty && entry.isTyped && entry.typed.isEmpty && entry.question.isOptional
    let text = isHinting ? words.questions.leaveEmpty : entry.notice
    return text.isEmpty ? [] : Paragraphs.lines(of: text, to: width).map { "  " + $0 }
  }

  /// The keys stand near the lower edge, and the notice one row above them.
  private func filled(_ parts: [[String]], _ keys: String) -> [String] {
    let content = Array(parts.dropLast().joined())
    let notice = parts.last ?? []
    let space = max(0, min(21, rows - 2) - content.count - notice.count - 1)
    return content + Array(repeating: "", count: space) + notice + ["", "  " + keys]
  }

  // MARK: The answer

  /// A line of the answer, and whether it belongs to what is chosen or to the cursor.
  private typealias Line = (text: String, isCurrent: Bool)

  private func answer(_ entry: QuestionEntry) -> [Line] { entry.isTyped ? typed(entry) : items(entry) }

  private func items(_ entry: QuestionEntry) -> [Line] {
    let labels = entry.items.map(\.label.count).max() ?? 1
    return entry.items.enumerated().flatMap { place, item -> [Line] in
      let isChosen = place == entry.selected
      let label = String(repeating: " ", count: labels - item.label.count) + item.label
      let margin = String(repeating: " ", count: labels + 6)
      let text = Paragraphs.lines(of: item.text, to: max(1, width - labels - 4))
      return text.enumerated().map { number, line in
        let start = number > 0 ? margin : "  \(isChosen ? ">" : " ") \(label)  "
        let all = start + line
        return (String(all.reversed().drop { $0 == " " }.reversed()), isChosen)
      }
    }
  }

  /// The typed text, broken at the width, with the cursor in it.
  private func typed(_ entry: QuestionEntry) -> [Line] {
    let size = max(1, width - 3)
    let shown = entry.typed.map { SafeText.line(String($0)) } + [" "]
    return stride(from: 0, to: shown.count, by: size).map { start in
      let end = min(start + size, shown.count)
      let isCurrent = (start..<end).contains(entry.cursor)
      let pieces = (start..<end).map { place in
        guard place == entry.cursor else { return shown[place] }
        if abilities.hasColour { return "\u{1b}[7m\(shown[place])\u{1b}[0m" }
        return place + 1 == shown.count ? "_" : "_" + shown[place]
      }
      return ((start == 0 ? "  > " : "    ") + pieces.joined(), isCurrent)
    }
  }

  /// The lines about the current one that fit. A mark shows that there are more.
  private func window(_ lines: [Line], _ size: Int) -> [String] {
    let size = max(1, size)
    guard lines.count > size else { return lines.map(\.text) }
    let first = lines.firstIndex(where: \.isCurrent) ?? 0
    let last = lines.lastIndex(where: \.isCurrent) ?? 0
    let start = min(max(0, min(first, (first + last - size) / 2 + 1)), lines.count - size)
    let mark = abilities.isUnicode ? "⋮" : ":"
    return (start..<start + size).map { place in
      let isMore = place == start && start > 0 || place == start + size - 1 && start + size < lines.count
      return isMore ? mark + lines[place].text.dropFirst() : lines[place].text
    }
  }
}
