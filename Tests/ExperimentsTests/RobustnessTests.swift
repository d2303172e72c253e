import PeachExperiments
import PeachSimulation
import PeachSupport
import PeachTrials
import Testing

/// Whatever a file says, it is read or refused: nothing crashes.
@Suite struct RobustnessTests {
  /// Pieces that a slip of the hand or a wrong file could put anywhere.
  private static let pieces = [
    "", " ", "\n", "\t", ":", ": ", "-", "- ", ",", "[", "]", "{", "}", "\"", "'", "#", "&a ", "*a", "!x ", "<<", "|",
    ">",
    "?", "%", "@", "---\n", "...\n", "~", "null", "true", "nan", ".inf", "-1", "0", "1e400", "-0", "1e308", "5e-324",
    "18446744073709551616", "\"5\"", "{vary: [1, 2]}", "{vary: {from: 1, to: 2, count: 3, spacing: log}}",
    "{vary: []}", "{vary: [{vary: [1]}]}", "[]", "{}", "kind: forced-choice, unit: dB, ", "name", "kind", "\u{0}",
    "\u{85}",
    "\u{2028}", "é", "🎵", "{all: [{}]}", "up: {factor: 2}", "after-reversals: {2: 0}", "jnd: 5",
  ]

  /// The text with a few characters, words or lines deleted, doubled, swapped or replaced.
  private func mutated(_ text: String, using random: inout RandomStream) -> String {
    var result = text
    for _ in 0...random.index(below: 3) {
      let separators: [Character?] = [nil, " ", "\n", ","]
      let separator = separators[random.index(below: separators.count)]
      var parts =
        separator.map { result.split(separator: $0, omittingEmptySubsequences: false).map(String.init) }
        ?? result.map { String($0) }
      guard !parts.isEmpty else { continue }
      let place = random.index(below: parts.count)
      switch random.index(below: 5) {
      case 0: parts.remove(at: place)
      case 1: parts.insert(parts[place], at: place)
      case 2: parts.swapAt(place, random.index(below: parts.count))
      case 3: parts[place] = Self.pieces[random.index(below: Self.pieces.count)]
      default: parts.insert(Self.pieces[random.index(below: Self.pieces.count)], at: place)
      }
      result = parts.joined(separator: separator.map { String($0) } ?? "")
    }
    return result
  }

  @Test(.timeLimit(.minutes(30)), arguments: [Files.comparison, Files.level, nil])
  func `a file changed at random is read or refused with the place of every problem`(file: String?) throws {
    let file = try file ?? TextFile.read(Files.example)
    var random = RandomStream(seed: 20_260_211)
    var refused = 0
    for _ in 0..<1500 {
      let text = mutated(file, using: &random)
      do {
        let plan = try Experiment.parse(text, file: "x.yaml").plan
        #expect(!plan.cells.isEmpty)
      } catch {
        refused += 1
        let isPlaced = error.problems.allSatisfy { problem in
          problem.place.file == "x.yaml" && problem.place.line >= 1 && problem.place.column >= 1
            && !problem.message.isEmpty
        }
        #expect(isPlaced && !error.problems.isEmpty, "\(error)\n\(text)")
      }
    }
    // Most changes break the file, but not all: both ways are met.
    #expect((500..<1500).contains(refused))
  }

  @Test func `each parameter of the example is refused as a mapping, a list and an empty text`() throws {
    let lines = try TextFile.read(Files.example).split(separator: "\n", omittingEmptySubsequences: false)
    var count = 0
    for (index, line) in lines.enumerated() where line.first?.isLetter == true && line.contains(": ") {
      let key = line.prefix { $0 != ":" }
      for value in ["{x: 1}", "[[]]", "[{}]", "\"\""] where key != "question" || value != "\"\"" {
        var changed = lines
        changed[index] = "\(key): \(value)"
        let text = changed.joined(separator: "\n")
        #expect(throws: ConfigurationError.self, "\(key): \(value)") { try Experiment.parse(text, file: "x.yaml") }
        count += 1
      }
    }
    #expect(count == 35)
  }
}
