import PeachExperiments
import PeachSimulation
import PeachSupport
import PeachTrials
import Testing

/// The section `lab`: what is wrong with it, and the experiments that its blocks are.
@Suite struct LabFileTests {
  private static let file = """
    name: t
    seed: 1
    task: {kind: comparison, gap: 0.2, notes: [C3, C4]}
    listeners:
      - {name: ann, kind: gaussian, jnd: 5}
    strategies:
      - {name: s, kind: transformed-up-down, start: 100, down: 2, step: {factor: 2}}
      - {name: k, kind: kazez, stop: {trials: 7}}
    stop: {trials: 60}
    replicates: 10
    lab:
      consent: {en: yes?, de: ja?}
      practice: {strategy: s, trials: 5}
      blocks:
        - {name: one, strategy: s}
        - {name: two, strategy: k, trials: 12, feedback: false, task: {gap: 1}}
      order: williams

    """

  @Test(
    arguments: [
      (
        "strategy: s}", "strategy: x}",
        "15:29: lab.blocks[1].strategy: expected one of s, k, got 'x'\n  hint: did you mean 's'?"
      ),
      (
        "{name: one, strategy: s}", "{name: one}",
        "15:7: lab.blocks[1].strategy: missing; expected one of s, k"
      ),
      (
        "name: two", "name: one",
        "16:7: lab.blocks.one: expected each name once, got 'one' twice\n  hint: the name tells blocks apart in the column block"
      ),
      (
        "name: two", "name: practice",
        "16:7: lab.blocks.practice: expected another name, because the practice block is called practice\n"
          + "  hint: the name tells blocks apart in the column block"
      ),
      (
        "order: williams", "order: wiliams",
        "17:10: lab.order: expected one of stated, latin-square, williams, random, got 'wiliams'\n"
          + "  hint: did you mean 'williams'?"
      ),
      (", de: ja?", "", "12:12: lab.consent.de: missing; expected the text in German"),
      (
        "consent: {en: yes?, de: ja?}", "consent: []",
        "12:12: lab.consent: expected a text, a text per language {en: …, de: …}, or a list of these, one for each page, got an "
          + "empty list"
      ),
      (
        "order: williams", "break: {seconds: -1}",
        "17:20: lab.break.seconds: expected a number (s) in [0, 3600], got '-1'"
      ),
      (
        "task: {gap: 1}", "task: {gab: 1}",
        "16:73: task.gab: unknown key\n  hint: did you mean 'gap'?"
      ),
      (
        "trials: 12", "trials: 0",
        "16:40: lab.blocks[2].trials: expected a whole number (trials) from 1 to 1000000, got '0'"
      ),
    ])
  func `all errors in a lab are in one message`(old: String, new: String, message: String) {
    #expect(Files.problems(Files.changed(Self.file, [(old, new)])) == "x.yaml:" + message)
  }

  @Test func `a lab needs blocks`() {
    let lines = Self.file.split(separator: "\n").filter { !$0.contains("blocks:") && !$0.contains("{name: one") }
    let file = lines.filter { !$0.contains("{name: two") }.joined(separator: "\n")
    #expect(Files.problems(file) == "x.yaml:12:3: lab.blocks: missing; expected a mapping")
  }

  @Test func `each block is an experiment of its strategy, its task and its trials`() throws {
    let experiment = try Experiment.parse(Self.file, file: "x.yaml")
    let lab = try #require(experiment.lab)
    #expect(lab.day.blocks.map(\.givesFeedback) == [true, false])
    #expect(lab.day.all.map(\.name) == ["practice", "one", "two"])
    let plans = try lab.day.all.map { try #require(lab.plans[LabPart(block: $0.name)]) }
    #expect(plans.map { $0.cells.map(\.strategy) } == [["s"], ["s"], ["k"]])
    #expect(plans.map { $0.cells[0].task.gap } == [0.2, 0.2, 1])
    #expect(
      plans.map { $0.resolved["strategies"]?.items[0]["stop"]?.json() } == [
        "{\"trials\": 5, \"maximum\": 10000}", nil, "{\"trials\": 12, \"maximum\": 10000}",
      ])
    #expect(plans.allSatisfy { $0.resolved[LabDay.key] == nil && $0.name == "t" && $0.seed == 1 })
    // The notes are those of the file.
    #expect(plans[2].resolved["task"]?["notes"] == plans[0].resolved["task"]?["notes"])
  }

  @Test func `a resolved lab is read again as it was, and decides the digest`() throws {
    let experiment = try Experiment.parse(Self.file, file: "x.yaml")
    let again = try Experiment.parse(experiment.plan.resolved.json(), file: "again")
    #expect(again.plan.resolved == experiment.plan.resolved)
    #expect(again.lab?.day.order == .williams && again.lab?.day.consent.first?.german == "ja?")
    let other = try Experiment.parse(Self.file.replacing("ja?", with: "nein?"), file: "x.yaml")
    #expect(other.plan.digest != experiment.plan.digest)
    let without = try Experiment.parse(Files.comparison, file: "x.yaml")
    #expect(without.lab == nil && without.plan.resolved[LabDay.key] == nil)
  }
}
