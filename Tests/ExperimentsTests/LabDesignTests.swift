import PeachExperiments
import PeachSimulation
import PeachSupport
import PeachTrials
import Testing

/// Conditions, groups and days of the section `lab`: what is wrong with them, and who gets which block when.
@Suite struct LabDesignTests {
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
      groups: [trained, control]
      days:
        - {name: before}
        - {name: after, after: {days: 7}}
      practice: {strategy: s, trials: 5}
      blocks:
        - name: mixed
          strategy: s
          conditions:
            - {name: short, task: {gap: 0.1}}
            - {name: long, task: {gap: 1}, strategy: k}
        - {name: tune, task: {kind: matching, notes: [C4, C5]}, trials: 6}
        - {name: drill, strategy: {name: own, kind: kazez, stop: {trials: 9}}, groups: [trained], days: [before]}
      order: williams

    """

  @Test(
    arguments: [
      (
        "groups: [trained, control]", "groups: [trained]",
        "12:11: lab.groups: expected at least two groups, got 1\n  hint: leave groups out"
      ),
      (
        "groups: [trained, control]", "groups: [trained, trained]",
        "12:21: lab.groups.trained: expected each name once, got 'trained' twice"
      ),
      (
        "groups: [trained], days", "groups: [novice], days",
        "24:7: lab.blocks.drill.groups: expected some of trained, control, got 'novice'"
      ),
      (
        "days: [before]", "days: [never]",
        "24:7: lab.blocks.drill.days: expected some of before, after, got 'never'"
      ),
      (
        "{name: before}", "{name: before, after: {days: 2}}",
        "14:29: lab.days[1].after: expected no key after on the first day, because no day comes before it\n  hint: leave after out"
      ),
      (
        "{days: 7}", "{days: 7, hours: 5}",
        "15:28: lab.days[2].after: expected one of days, hours, got days and hours"
      ),
      (
        "\n        - {name: long, task: {gap: 1}, strategy: k}", "",
        "21:9: lab.blocks[1].conditions: expected at least two conditions, got 1\n"
          + "  hint: leave conditions out; the block then has one track"
      ),
      (
        "name: long", "name: short",
        "22:11: lab.blocks[1].conditions.short: expected each name once, got 'short' twice"
      ),
      (
        "task: {gap: 1}, strategy: k", "task: {kind: matching, notes: [C4, C5]}",
        "22:11: lab.blocks.mixed.conditions.long: expected the kind, answers and question of the first condition, comparison, "
          + "got matching\n  hint: the listener must not notice which condition comes; use a block of its own for another task"
      ),
    ])
  func `all errors in a design are in one message`(old: String, new: String, message: String) {
    #expect(Files.problems(Files.changed(Self.file, [(old, new)])) == "x.yaml:" + message)
  }

  @Test func `every condition is an experiment, and a block of another kind has its own task`() throws {
    let lab = try #require(try Experiment.parse(Self.file, file: "x.yaml").lab)
    let parts = lab.day.all.flatMap { $0.parts(on: nil) }
    #expect(parts.map(\.text) == ["practice", "mixed, short", "mixed, long", "tune", "drill"])
    let cells = try parts.map { try #require(lab.plan(of: $0)?.cells.first) }
    #expect(cells.map(\.task.kind) == [.comparison, .comparison, .comparison, .matching, .comparison])
    #expect(cells.map(\.strategy) == ["s", "s", "k", Cell.uniform, "own"])
    #expect(cells.map(\.task.gap).prefix(3) == [0.2, 0.1, 1])
  }

  @Test func `a resolved design is read again as it was, and decides the digest`() throws {
    let experiment = try Experiment.parse(Self.file, file: "x.yaml")
    let again = try Experiment.parse(experiment.plan.resolved.json(), file: "again")
    #expect(again.plan.resolved == experiment.plan.resolved)
    #expect(again.lab?.plans.keys.map(\.text).sorted() == experiment.lab?.plans.keys.map(\.text).sorted())
    for (old, new) in [("days: 7", "days: 8"), ("groups: [trained], ", ""), ("name: after", "name: later")] {
      let other = try Experiment.parse(Files.changed(Self.file, [(old, new)]), file: "x.yaml")
      #expect(other.plan.digest != experiment.plan.digest, "\(new)")
    }
  }

  private func progress(_ day: LabDay, _ place: Int) -> DayProgress {
    DayProgress(of: day, listener: "P\(place)", place: place, seed: 1) { _ in .open }
  }

  @Test func `groups alternate by place, and each gets its own blocks on its own days`() throws {
    let day = try #require(try Experiment.parse(Self.file, file: "x.yaml").lab).day
    #expect((1...4).map { day.group(ofPlace: $0) } == ["trained", "control", "trained", "control"])
    // Three blocks need six orders, two blocks two: the first day of the trained group decides.
    #expect(day.listenersOfDesign == 12)
    for place in 1...12 {
      let steps = progress(day, place).steps
      let before = steps.filter { $0.day == "before" }.map(\.block.name)
      let after = steps.filter { $0.day == "after" }.map(\.block.name)
      #expect(before.first == "practice" && !after.contains("practice"))
      #expect(Set(before) == Set(["practice", "mixed", "tune"] + (place % 2 == 1 ? ["drill"] : [])))
      #expect(Set(after) == ["mixed", "tune"])
      #expect(steps.filter { $0.day == "after" }.map(\.number) == [1, 2])
    }
    // Within each group, every order of the first day comes equally often.
    for group in ["trained", "control"] {
      let orders = (1...12).filter { day.group(ofPlace: $0) == group }.map { place in
        progress(day, place).steps.filter { $0.day == "before" && $0.number != nil }.map(\.block.name)
      }
      let counts = Dictionary(grouping: orders) { $0 }.values.map(\.count)
      #expect(Set(counts).count == 1 && counts.count == (group == "trained" ? 6 : 2))
    }
  }

  @Test func `a block with conditions is done when all of them are`() throws {
    let day = try #require(try Experiment.parse(Self.file, file: "x.yaml").lab).day
    func state(_ short: DayProgress.State, _ long: DayProgress.State) -> DayProgress.State? {
      DayProgress(of: day, listener: "P1", place: 1, seed: 1) {
        $0.condition == "short" ? short : $0.condition == "long" ? long : .open
      }.steps.first { $0.block.name == "mixed" }?.state
    }
    #expect(state(.open, .open) == .open)
    #expect(state(.done(trials: 5), .open) == .begun(trials: 5))
    #expect(state(.begun(trials: 5), .begun(trials: 4)) == .begun(trials: 9))
    #expect(state(.done(trials: 5), .done(trials: 7)) == .done(trials: 12))
    #expect(state(.skipped(trials: 5), .skipped(trials: 7)) == .skipped(trials: 12))
  }
}
