import Foundation

/// Runs the examples of a page: writes the blocks that are files, and runs the blocks marked `console`.
///
/// In a console block each line that starts with `$ ` is a command for the shell; a `\` at its end continues it. The
/// lines behind it are its output. A command without output only has to end with exit code 0. A last line `…` means that
/// the page shows the first lines only, and `…` within a line stands for any text. A block `console exit=65` shows a
/// command that ends with 65, and what it writes on standard error.
struct PageRun {
  /// What a command left behind.
  struct Outcome {
    var status: Int32
    var output: String
    var error: String
  }

  /// Runs a line of shell in the folder of the page.
  var shell: (String) throws -> Outcome
  /// Writes a file into the folder of the page.
  var write: (String, String) throws -> Void

  /// The first difference of each block, and the page with the outputs that the program printed.
  func run(_ page: DocumentPage) throws -> (findings: [ProseFinding], recorded: [String]) {
    var findings: [ProseFinding] = []
    var recorded = page.lines
    var shift = 0
    for block in page.blocks {
      if let file = block.attributes["file"] { try write(file, block.lines.joined(separator: "\n") + "\n") }
      guard block.language == "console" else { continue }
      var lines: [String] = []
      var line = block.line + 1
      for command in Self.commands(of: block.lines) {
        let result = try check(command, exit: block.attributes["exit"].flatMap { Int32($0) } ?? 0)
        if let problem = result.problem { findings.append(ProseFinding(path: page.path, line: line, problem: problem)) }
        lines += command.lines + result.lines
        line += command.lines.count + command.output.count
      }
      let start = block.line + shift
      recorded.replaceSubrange(start..<start + block.lines.count, with: lines)
      shift += lines.count - block.lines.count
    }
    return (findings, recorded)
  }

  // MARK: Commands

  struct Command {
    /// As they stand on the page, with `$ `.
    var lines: [String]
    var output: [String]

    var text: String {
      lines.map { String($0.hasPrefix("$ ") ? $0.dropFirst(2) : Substring($0)) }.joined(separator: "\n")
    }
  }

  static func commands(of lines: [String]) -> [Command] {
    var commands: [Command] = []
    for line in lines {
      if line.hasPrefix("$ ") {
        commands.append(Command(lines: [line], output: []))
      } else if let last = commands.indices.last {
        if commands[last].output.isEmpty, commands[last].lines.last?.hasSuffix("\\") == true {
          commands[last].lines.append(line)
        } else {
          commands[last].output.append(line)
        }
      }
    }
    return commands
  }

  private func check(_ command: Command, exit: Int32) throws -> (problem: String?, lines: [String]) {
    let outcome = try shell(command.text)
    if outcome.status != exit {
      return ("\(command.text): ends with \(outcome.status) instead of \(exit): \(outcome.error)", command.output)
    }
    if command.output.isEmpty { return (nil, []) }
    var actual = (exit == 0 ? outcome.output : outcome.error + outcome.output)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while actual.last?.isEmpty == true { actual.removeLast() }
    var expected = command.output
    // A blank line before the next command is no output.
    var blank: [String] = []
    while expected.last?.isEmpty == true { blank.append(expected.removeLast()) }
    let isStart = expected.last == "…"
    if isStart {
      expected.removeLast()
      actual = Array(actual.prefix(expected.count))
    }
    let kept = actual.enumerated().map { index, line in
      index < expected.count && Self.matches(line, expected[index]) ? expected[index] : line
    }
    let difference = kept.indices.first { $0 >= expected.count || kept[$0] != expected[$0] }
    let lines = kept + (isStart ? ["…"] : []) + blank
    guard difference != nil || kept.count != expected.count else { return (nil, lines) }
    let index = difference ?? kept.count
    let here = index < expected.count ? expected[index] : "the end"
    let there = index < kept.count ? kept[index] : "the end"
    return ("\(command.text): output line \(index + 1) is \"\(there)\", the page shows \"\(here)\"", lines)
  }

  /// Whether a line is the one expected, in which `…` may stand for any text.
  private static func matches(_ line: String, _ expected: String) -> Bool {
    if line == expected { return true }
    let parts = expected.components(separatedBy: "…")
    guard parts.count > 1, line.hasPrefix(parts[0]) else { return false }
    var rest = line.dropFirst(parts[0].count)
    for part in parts.dropFirst().dropLast() {
      guard let range = rest.range(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(parts[parts.count - 1])
  }
}
