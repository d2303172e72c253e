import PeachExperiments
import PeachSimulation
import PeachSupport
import Testing

/// Values that a file names once and repeats: `&grid` and `*grid`.
@Suite struct AliasTests {
  @Test func `an alias is read as its anchor`() throws {
    let shared = Files.changed(
      Files.comparison,
      [
        ("step: {factor: 2}}", "step: &step {factor: 2, after-reversals: {2: 1.4}}}"),
        ("stop: {", "  - {name: t, kind: weighted-up-down, start: 100, step: *step}\nstop: &stop {"),
      ])
    let written = Files.changed(
      Files.comparison,
      [
        ("step: {factor: 2}}", "step: {factor: 2, after-reversals: {2: 1.4}}}"),
        (
          "stop: {",
          "  - {name: t, kind: weighted-up-down, start: 100, step: {factor: 2, after-reversals: {2: 1.4}}}\nstop: {"
        ),
      ])
    #expect(try Files.plan(shared).resolved == Files.plan(written).resolved)
    #expect(try Files.plan(shared).digest == Files.plan(written).digest)
  }

  @Test func `keys, scalars, lists and nodes with aliases can be shared`() throws {
    let plan = try Files.plan(
      Files.changed(
        Files.level,
        [
          (
            "- {name: s, kind: transformed-up-down, start: 20, down: 2, step: {linear: 2}}",
            """
            - {name: a, kind: psi, &key threshold: &grid [&low 0, 5, 10], slope: [0.5, 1], limits: &limits [*low, 30]}
              - {name: b, kind: psi, *key : *grid, slope: &slopes [0.5, 1], limits: *limits}
              - {name: c, kind: psi, threshold: *grid, slope: *slopes}
            """
          )
        ]))
    #expect(plan.cells.map(\.strategy) == ["a", "b", "c"])
    guard case .list(let strategies)? = plan.resolved["strategies"] else {
      Issue.record("no strategies")
      return
    }
    #expect(strategies.map { $0["threshold"]?.json() } == ["[0, 5, 10]", "[0, 5, 10]", "[0, 5, 10]"])
    #expect(strategies.map { $0["limits"]?.json() } == ["[0, 30]", "[0, 30]", nil])
  }

  @Test func `an error in a shared value is reported once, at its place`() {
    #expect(
      Files.problems(
        "step: {factor: 2}}",
        "step: &step {factor: 0.5}}\n  - {name: t, kind: transformed-up-down, start: 100, down: 3, step: *step}")
        == "x.yaml:7:84: strategies.s.step.factor: expected a number > 1, got '0.5'")
    // Two keys of one mapping are two problems still.
    #expect(
      Files.problems(Files.level, "step: {linear: 2}", "step: {linear: 2}, stop: &stop {trials: 0, reversals: 0}")
        == """
        x.yaml:7:87: strategies.s.stop: expected one of trials, reversals, width, entropy, precision, minutes, any, all, got \
        trials and reversals
          hint: to join several conditions, write any: [{trials: 60}, {reversals: 10}]
        x.yaml:7:102: strategies.s.stop.trials: expected a whole number (trials) from 1 to 1000000, got '0'
        x.yaml:7:116: strategies.s.stop.reversals: expected a whole number from 1 to 1000000, got '0'
        """)
  }

  @Test(
    arguments: [
      ("jnd: 5", "jnd: *five", "5:38", "five"), ("kind: comparison", "&t kind: comparison, gap: *T", "3:34", "T"),
      ("down: 2, step: {factor: 2}", "down: 2, step: &a {factor: *a}", "7:81", "a"),
    ])
  func `an alias without a value before it is refused`(old: String, new: String, place: String, name: String) {
    #expect(
      Files.problems(old, new) == """
        x.yaml:\(place): *\(name) refers to a name that no earlier value has
          hint: name a value before the alias, and outside of it: &\(name) {…}
        """)
  }

  @Test func `merge keys are not allowed`() {
    #expect(
      Files.problems("{name: ann,", "{<<: &more {jnd: 6}, name: ann,")
        == "x.yaml:5:6: merge keys are not allowed\n  hint: write the keys out; single values can be shared: key: *name"
    )
  }

  @Test func `a tag is not read behind an anchor either`() {
    #expect(
      Files.problems("jnd: 5", "jnd: &a !!float 5")
        == "x.yaml:5:38: tags are not allowed\n  hint: write the value without its tag")
  }

  /// Nine lists, each nine times the one before.
  private func bomb(_ first: String, key: Bool) -> String {
    let letters = Array("abcdefghi")
    var text = "a: &a [\(first), x, x, x, x, x, x, x, x]\n"
    for (before, letter) in zip(letters, letters.dropFirst()) {
      let items = [first] + Array(repeating: "*\(before)", count: 9)
      text += "\(letter): &\(letter) [\(items.joined(separator: ", "))]\n"
    }
    return text + (key ? "? *e\n: x\n" : "")
  }

  @Test(.timeLimit(.minutes(5)), arguments: ["x", "\" #\"", "' #'"])
  func `a bomb of aliases is refused before it goes off`(first: String) throws {
    #expect(
      Files.problems(bomb(first, key: false)) == """
        x.yaml:6:\(10 + first.count): expected at most 100000 values in a file
          hint: an alias (*name) counts as all the values that it stands for
        """)
  }

  @Test(.timeLimit(.minutes(5))) func `so it is as a key`() {
    let lists = bomb("x", key: true).split(separator: "\n").map(String.init)
    let text = (lists[0..<5] + ["? *e", ": x", "? *e", ": x", "? [*d, *d]", ": x"]).joined(separator: "\n")
    #expect(
      Files.problems(text) == """
        x.yaml:6:3: expected at most 100000 values in a file
          hint: an alias (*name) counts as all the values that it stands for
        """)
  }

  @Test func `nesting through aliases counts like nesting in full`() {
    var text = "a0: &a0 [x]\n"
    for index in 1...120 { text += "a\(index): &a\(index) [*a\(index - 1)]\n" }
    #expect(Files.problems(text) == "x.yaml:100:12: expected at most 100 mappings and lists inside each other")
  }
}
