package import PeachSessions
package import PeachTrials

/// A page of a study as lines, for a standard input that is not a terminal: an empty line goes on.
package final class PageLines {
  private let lines: LineInput
  private let words: Words
  private let write: (String) -> Void

  package init(_ lines: LineInput, words: Words, write: @escaping (String) -> Void) {
    self.lines = lines
    self.words = words
    self.write = write
  }

  /// - Parameter sound: The sound that the page offers; `nil` if it offers none.
  package func turn(_ page: LabPage, playing sound: PageSound?) -> PageTurn {
    write(PageLines.text(of: page, words, plays: sound != nil))
    let end = lines.clock.now + page.shortest
    while lines.clock.now < end {
      if let turn = turn(by: lines.pause(until: end)) { return turn }
    }
    while true {
      switch lines.next(until: .infinity) {
      case nil: continue
      case .end?: return .left
      case .interruption(let interruption)?: if let turn = turn(by: interruption) { return turn }
      case .line(let line)?:
        if let sound, line.lowercased() == String(words.lab.playKey) {
          if sound.play() { continue }
          return .left
        }
        if let turn = turn(by: line.lowercased(), page) { return turn }
        write(words.keys(of: page, columns: 80, plays: sound != nil) + "\n")
      }
    }
  }

  private func turn(by interruption: SessionInterruption?) -> PageTurn? {
    switch interruption {
    case .signal(let number)?: return .signal(number)
    case .suspend?:
      lines.suspend()
      return nil
    case .leave?: return .left
    case .resumed?, .settings?, .help?, nil: return nil
    }
  }

  private func turn(by line: String, _ page: LabPage) -> PageTurn? {
    if line.isEmpty { return .next }
    if case .comfort(let canRaise) = page.kind {
      if line == "-" { return .softer }
      if line == "+", canRaise { return .louder }
    }
    if page.canGoBack, line == String(words.lab.backKey) { return .back }
    if LineInput.leaves(line) { return .left }
    guard case .consent(isLast: true) = page.kind, let first = line.first else { return nil }
    return first == words.lab.declineKey ? .declined : words.lab.agreeKeys.contains(first) ? .next : nil
  }

  /// The page with its title above and its keys below.
  static func text(of page: LabPage, _ words: Words, plays: Bool) -> String {
    let body = Paragraphs.lines(of: words.text(of: page), to: 80).joined(separator: "\n")
    return "\n\(words.title(of: page))\n\n\(body)\n\n\(words.keys(of: page, columns: 80, plays: plays))\n"
  }
}
