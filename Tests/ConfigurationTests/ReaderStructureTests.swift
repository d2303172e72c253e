import PeachSupport
import Testing

@Suite struct ReaderStructureTests {
  private typealias R = Reading

  @Test func `a list of numbers has as many as stated, all inside the bounds`() throws {
    func limits(_ reader: Reader) -> [Double]? {
      reader.numbers("limits", unit: "cents", in: .positive, count: 2, "Limits")
    }
    #expect(try R.of([("limits", R.texts(["0.1", "1e2"]))], limits) == [0.1, 100])
    #expect(try R.resolved([("limits", R.texts(["0.1", "1e2"]))], limits) == #"{"limits": [0.1, 100]}"#)
    #expect(try R.of([], limits) == .some(nil))
    #expect(
      R.problems([("limits", R.texts(["1"]))], limits) == "f.yaml:1:10: limits: expected 2 numbers in a list, got 1")
    #expect(
      R.problems([("limits", R.plain("7"))], limits) == "f.yaml:1:10: limits: expected 2 numbers in a list, got '7'")
    #expect(
      R.problems([("limits", R.list([R.plain("0"), R.quoted("1")]))], limits) == """
        f.yaml:1:10: limits: expected a number (cents) > 0, got '0'
        f.yaml:1:10: limits: expected a number (cents) > 0, got '1'
          hint: write 1 (without quotes)
        """)
  }

  @Test func `a list of numbers of any length has at least one`() {
    func levels(_ reader: Reader) -> [Double]? { reader.numbers("levels", unit: "dB", required: true, "Levels") }
    #expect(
      R.problems([("levels", R.list([]))], levels)
        == "f.yaml:1:10: levels: expected a list of at least one number, got an empty list")
    #expect(R.problems([], levels) == "f.yaml:1:1: levels: missing; expected a list of numbers (dB)")
  }

  @Test func `words come with their places`() throws {
    func notes(_ reader: Reader) -> [String]? { reader.words("notes", required: false, "")?.map(\.text) }
    #expect(try R.of([("notes", R.texts(["C2", "60"]))], notes) == ["C2", "60"])
    #expect(try R.of([], notes) == .some(nil))
    #expect(
      R.problems([("notes", R.list([]))], notes)
        == "f.yaml:1:10: notes: expected a list of at least one item, got an empty list")
    #expect(
      R.problems([("notes", R.list([R.list([])]))], notes) == "f.yaml:1:10: notes: expected text, got a list")
  }

  private func step(_ reader: Reader) -> Double? {
    reader.section("step", "A step") { $0.number("factor", unit: "1", in: .above(1), "Factor") }
  }

  @Test func `a section is read with its path, and resolved in its place`() throws {
    #expect(try R.of([("step", R.mapping([("factor", R.plain("2"))]))], step) == 2)
    #expect(try R.resolved([("step", R.mapping([("factor", R.plain("2"))]))], step) == #"{"step": {"factor": 2}}"#)
    #expect(try R.of([], step) == .some(nil))
    #expect(
      R.problems([("step", R.mapping([("factor", R.plain("1"))]))], path: "up-down", step)
        == "f.yaml:1:10: up-down.step.factor: expected a number > 1, got '1'")
    #expect(R.problems([("step", R.plain("2"))], step) == "f.yaml:1:10: step: expected a mapping, got '2'")
  }

  @Test func `each mapping of a list is read with its position`() throws {
    func list(_ reader: Reader) -> [Int]? { reader.list("all", "") { $0.integer("trials", in: 1...9, "") } }
    let two = R.list([R.mapping([("trials", R.plain("1"))]), R.mapping([("trials", R.plain("2"))])])
    #expect(try R.of([("all", two)], list) == [1, 2])
    #expect(try R.resolved([("all", two)], list) == #"{"all": [{"trials": 1}, {"trials": 2}]}"#)
    #expect(
      R.problems([("all", R.list([R.plain("3"), R.mapping([("trials", R.plain("0"))])]))], list) == """
        f.yaml:1:10: all[1]: expected a mapping, got '3'
        f.yaml:1:10: all[2].trials: expected a whole number from 1 to 9, got '0'
        """)
    #expect(
      R.problems([("all", R.list([]))], list)
        == "f.yaml:1:10: all: expected a list with at least one entry such as {name: a, kind: b}, got an empty list")
    #expect(
      R.problems([("all", R.plain("x"))], list)
        == "f.yaml:1:10: all: expected a list with at least one entry such as {name: a, kind: b}, got 'x'")
  }

  private func jnd(_ reader: Reader) -> Double { reader.number("jnd", unit: "cents", in: .positive, "JND") }

  @Test func `a key nobody reads is unknown, with the name that was meant or all there are`() {
    let five = ("jnd", R.plain("5"))
    #expect(
      R.problems([five, ("jnds", R.plain("5"))], path: "ann", jnd) == """
        f.yaml:2:1: ann.jnds: unknown key
          hint: did you mean 'jnd'?
        """)
    #expect(
      R.problems([five, ("colour", R.plain("5"))], jnd) == """
        f.yaml:2:1: colour: unknown key
          hint: keys here: jnd
        """)
    #expect(R.problems([("x", R.plain("5"))]) { _ in } == "f.yaml:1:1: x: unknown key")
  }

  @Test func `a misspelt key is one mistake, not also a missing one`() {
    #expect(
      R.problems([("jdn", R.plain("5"))], jnd) == """
        f.yaml:1:1: jdn: unknown key
          hint: did you mean 'jnd'?
        """)
  }

  @Test func `consequences of a wrong value are not reported`() {
    let message = R.problems([("jnd", R.plain("-5"))]) { reader in
      if jnd(reader) < 10 { reader.report("expected at least 10", at: "jnd") }
    }
    #expect(message == "f.yaml:1:10: jnd: expected a number (cents) > 0, got '-5'")
  }

  @Test func `a check across values is reported at the value, or at the mapping where it is left out`() {
    func check(_ reader: Reader) {
      _ = reader.number("jnd", unit: "cents", default: 5, "JND")
      reader.report("expected more", at: "jnd", hint: "such as 10")
    }
    #expect(R.problems([("jnd", R.plain("5"))], check) == "f.yaml:1:10: jnd: expected more\n  hint: such as 10")
    #expect(R.problems([], check) == "f.yaml:1:1: jnd: expected more\n  hint: such as 10")
  }

  @Test func `a value refused before is silently wrong`() throws {
    let diagnostics = Diagnostics()
    let node = R.mapping([("jnd", .refused(place: R.place(1, 10))), ("step", .refused(place: R.place(2, 10)))])
    Reader.read(node, path: "", diagnostics: diagnostics) { reader in
      _ = (jnd(reader), step(reader))
      reader.report("expected something else", at: "jnd")
    }
    try diagnostics.check()
    #expect(Reader.read(.refused(place: R.place(1)), path: "", diagnostics: diagnostics) { _ in 1 } == nil)
    try diagnostics.check()
  }

  @Test func `exactly one of several keys is required`() throws {
    func one(_ reader: Reader) {
      for name in ["factor", "linear"] { _ = reader.optionalNumber(name, unit: "1", "") }
      reader.requireOne(of: ["factor", "linear"])
    }
    #expect(R.problems([("factor", R.plain("2"))], one) == nil)
    #expect(R.problems([], path: "step", one) == "f.yaml:1:1: step: expected one of factor, linear, got none")
    #expect(
      R.problems([("linear", R.plain("2")), ("factor", R.plain("2"))], path: "step", one)
        == "f.yaml:1:1: step: expected one of factor, linear, got factor and linear")
    #expect(
      R.problems([("faktor", R.plain("2"))], path: "step", one) == """
        f.yaml:1:1: step.faktor: unknown key
          hint: did you mean 'factor'?
        """)
  }

  @Test func `keys that are data are all known`() throws {
    let keys = try R.of([("2", R.plain("1.4")), ("4", R.plain("1.2"))]) { $0.dataKeys().map(\.key) }
    #expect(keys == ["2", "4"])
  }
}
