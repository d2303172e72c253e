package import PeachSupport

/// A listener's day in a study: the section `lab` of an experiment file.
package struct LabDay: Sendable {
  /// Pages that have to be agreed to; empty for none.
  package var consent: [PageText]
  package var instructions: [PageText]
  /// Minutes after which the instructions come again to a listener who was away.
  package var instructionsAgainAfter: Double
  package var practice: LabBlock?
  /// The blocks in the order of the file.
  package var blocks: [LabBlock]
  package var order: BlockOrder
  /// Seconds that a break lasts at least.
  package var shortestBreak: Double
  /// Shown in every break; empty for what is said anyway.
  package var breakText: [PageText]
  /// Whether the listener sees which block and trial it is.
  package var showsProgress: Bool
  /// The last page; empty for what is said anyway.
  package var thanks: [PageText]
  /// The folder for a copy of the records after each block, as the file states it; `nil` for none. The resolved
  /// experiment does not have it, because it belongs to the machine.
  package var backup: String?

  package static let key = "lab"
  package static let progressKey = "progress"

  /// The practice and the blocks, as they stand in the file.
  package var all: [LabBlock] { (practice.map { [$0] } ?? []) + blocks }
}

extension LabDay {
  /// Reads the section; `nil` if the file has none.
  ///
  /// - Parameter strategies: The names of the file's strategies; empty in a task of matchings.
  package static func read(_ root: Reader, strategies: [String]) -> LabDay? {
    root.section(key, "Plan of a session for people (peach live): blocks in an order, with instructions and breaks") {
      read(inside: $0, strategies: strategies)
    }
  }

  private static func read(inside reader: Reader, strategies: [String]) -> LabDay {
    let consent = PageText.read(
      reader, "consent", "Pages that ask for consent; if the listener does not agree, Peach stores nothing")
    let instructions = PageText.read(reader, "instructions", "Pages that the listener reads before the first trial")
    let again = reader.number(
      "instructions-again-after", unit: "min", in: .within(0...1_000_000), default: 30,
      "Time away, in minutes, after which the listener sees the instructions again")
    let feedback = reader.flag(
      "feedback", default: true, "Whether the listener gets feedback in blocks that do not state it themselves")
    let practice = reader.section(
      "practice",
      "Practice trials before the first block; fits and profile leave them "
        + "out"
    ) {
      LabBlock.read($0, isPractice: true, strategies: strategies, givesFeedback: feedback)
    }
    let blocks = reader.list("blocks", required: true, "The blocks, each with a name and its settings") {
      LabBlock.read($0, isPractice: false, strategies: strategies, givesFeedback: feedback)
    }
    checkNames(blocks ?? [], reader.diagnostics)
    let order = reader.choice(
      "order", default: BlockOrder.stated,
      "Order of the blocks: as in the file, or by the listener's number in the study (a row of a Latin square or "
        + "of Williams' squares, or a random order for each)",
      source: "Williams (1949), Aust. J. Sci. Res. A 2:149–168, doi:10.1071/CH9490149")
    let rest = reader.section("break", "Break after each block") { inner in
      (
        inner.number("seconds", unit: "s", in: .within(0...3600), default: 0, "Shortest duration of the break"),
        PageText.read(inner, "text", "Page that the listener sees during the break")
      )
    }
    return LabDay(
      consent: consent, instructions: instructions, instructionsAgainAfter: again, practice: practice,
      blocks: blocks ?? [], order: order, shortestBreak: rest?.0 ?? 0, breakText: rest?.1 ?? [],
      showsProgress: reader.flag(
        progressKey, default: true, "Whether the listener sees the number of the block and of the trial"),
      thanks: PageText.read(reader, "thanks", "Page after the last block"), backup: backup(reader))
  }

  private static func backup(_ reader: Reader) -> String? {
    let expected = "an existing folder, relative to the experiment file"
    let parameter = Parameter(
      name: "backup", kind: .form(expected), fallback: "none",
      meaning: "Folder for a copy of all listeners' records after each block")
    guard let node = reader.node(parameter, required: false) else { return nil }
    guard let folder = node.text, !folder.isEmpty else {
      reader.report("expected \(expected), got \(node.shown)", at: parameter.name)
      return nil
    }
    return folder
  }

  private static func checkNames(_ blocks: [LabBlock], _ diagnostics: Diagnostics) {
    var seen: Set<String> = [LabBlock.practiceName]
    for block in blocks where !block.name.isEmpty && !seen.insert(block.name).inserted {
      let isPractice = block.name == LabBlock.practiceName
      diagnostics.report(
        Problem(
          place: block.place, path: "lab.blocks.\(block.name)",
          message: isPractice
            ? "expected another name, because the practice block is called practice"
            : "expected each name once, got \(SafeText.quoted(block.name)) twice",
          hint: "the name tells blocks apart in the column block"))
    }
  }
}
