package import PeachSupport

/// A listener's day in a study: the section `lab` of an experiment file.
package struct LabDay: Sendable {
  /// Pages that have to be agreed to; empty for none.
  package var consent: [PageText]
  package var instructions: [PageText]
  /// Minutes after which the instructions come again to a listener who was away.
  package var instructionsAgainAfter: Double
  /// `nil` if the study screens nobody.
  package var screening: HeadphoneScreening?
  /// `nil` if listeners set no comfortable level.
  package var comfort: LabComfort?
  /// The blocks whose thresholds other blocks need for levels in dB SL. They come first on their days.
  package var thresholdBlocks: [String] = []
  package var practice: LabBlock?
  /// The blocks in the order of the file.
  package var blocks: [LabBlock]
  package var order: BlockOrder
  /// The groups among which the listeners' places alternate; empty if there is one group.
  package var groups: [String]
  /// The days of the study; empty for one day without a name.
  package var days: [LabCalendarDay]
  /// Seconds that a break lasts at least.
  package var shortestBreak: Double
  /// Shown in every break; empty for the usual text.
  package var breakText: [PageText]
  /// Whether the listener sees which block and trial it is.
  package var showsProgress: Bool
  /// Questions to the listener, and facts that the experimenter enters.
  package var questions: [LabQuestion]
  /// The last page; empty for the usual text.
  package var thanks: [PageText]
  /// The folder for a copy of the records after each block, as the file states it; `nil` for none. The resolved
  /// experiment does not have it, because it belongs to the machine.
  package var backup: String?
  /// How listeners answer, in blocks that state nothing else.
  package var responses: ResponseRules

  package static let key = "lab"
  package static let progressKey = "progress"

  /// The practice and the blocks, as they stand in the file.
  package var all: [LabBlock] { (practice.map { [$0] } ?? []) + blocks }

  /// The blocks of the headphone screening, which come first.
  package var screeningBlocks: [LabBlock] { screening.map { $0.tests.map(LabBlock.init) } ?? [] }
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
    let instructions = PageText.read(
      reader, "instructions", "Pages that the listener reads before the first trial", mayPlay: true)
    let again = reader.number(
      "instructions-again-after", unit: "min", in: .within(0...1_000_000), default: 30,
      "Time since the listener was last active in the study, in minutes, after which the listener sees the "
        + "instructions again")
    let feedback = reader.flag(
      "feedback", default: true, "Whether the listener gets feedback in blocks that do not state it themselves")
    let screening = HeadphoneScreening.read(reader)
    let comfort = LabComfort.read(reader)
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
    let groups = groups(reader)
    let days = LabCalendarDay.list(reader)
    for block in (practice.map { [$0] } ?? []) + (blocks ?? []) {
      check(block.groups, among: groups, "groups", of: block, reader.diagnostics)
      check(block.days, among: days.map(\.name), "days", of: block, reader.diagnostics)
    }
    checkExamples(instructions, blocks ?? [], reader)
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
    let questions = LabQuestion.readAll(reader, blocks: (practice.map { [$0] } ?? []) + (blocks ?? []))
    return LabDay(
      consent: consent, instructions: instructions, instructionsAgainAfter: again, screening: screening,
      comfort: comfort, practice: practice,
      blocks: blocks ?? [], order: order, groups: groups, days: days, shortestBreak: rest?.0 ?? 0,
      breakText: rest?.1 ?? [],
      showsProgress: reader.flag(
        progressKey, default: true, "Whether the listener sees the number of the block and of the trial"),
      questions: questions, thanks: PageText.read(reader, "thanks", "Page after the last block"),
      backup: backup(reader),
      responses: ResponseRules.read(reader, isBlock: false))
  }

  /// The rules of answering in a block.
  package func responses(in block: LabBlock) -> ResponseRules { block.responses.over(responses) }

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

  private static func groups(_ reader: Reader) -> [String] {
    let key = "groups"
    let words = reader.words(
      key, required: false, shownAs: "none",
      "Names of the groups of listeners. Listeners get the groups in turn, by their number in the study; the key "
        + "groups of a block says which groups get the block")
    guard let words else { return [] }
    reader.resolve(key, .list(words.map { .text($0.text) }))
    if words.count == 1 { reader.report("expected at least two groups, got 1", at: key, hint: "leave groups out") }
    UniqueNames.check(words.map { ($0.text, $0.place) }, at: "\(reader.path).\(key)", reader.diagnostics)
    return words.map(\.text)
  }

  /// Reports names that the lab does not declare, and names that stand twice.
  private static func check(
    _ names: [String], among declared: [String], _ key: String, of block: LabBlock, _ diagnostics: Diagnostics
  ) {
    let path = "lab.blocks.\(block.name).\(key)"
    UniqueNames.check(names.map { ($0, block.place) }, at: path, diagnostics)
    for name in names where !declared.contains(name) {
      let expected =
        declared.isEmpty ? "no \(key), because lab states none" : "some of \(declared.joined(separator: ", "))"
      diagnostics.report(
        Problem(
          place: block.place, path: path, message: "expected \(expected), got \(SafeText.quoted(name))",
          hint: declared.isEmpty ? "lab.\(key) lists them" : nil))
    }
  }

  private static func checkExamples(_ pages: [PageText], _ blocks: [LabBlock], _ reader: Reader) {
    let known = blocks.map(\.name)
    for name in (pages + blocks.flatMap(\.instructions)).compactMap({ $0.example?.block }) where !known.contains(name) {
      reader.report(
        "the example is of a block that does not exist, \(SafeText.quoted(name)); expected one of "
          + known.joined(separator: ", "), at: "instructions")
    }
  }

  private static func checkNames(_ blocks: [LabBlock], _ diagnostics: Diagnostics) {
    for block in blocks where HeadphoneTest.blockNames.contains(block.name) {
      diagnostics.report(
        Problem(
          place: block.place, path: "lab.blocks.\(block.name)",
          message: "expected another name, because a headphone test has this one"))
    }
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
