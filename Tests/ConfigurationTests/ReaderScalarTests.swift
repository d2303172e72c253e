import PeachSupport
import Testing

@Suite struct ReaderScalarTests {
  private typealias R = Reading

  private enum Mean: String, CaseIterable { case arithmetic, geometric }

  private func jnd(_ reader: Reader) -> Double { reader.number("jnd", unit: "cents", in: .positive, "JND") }

  @Test func `a required number is read and resolved`() throws {
    #expect(try R.of([("jnd", R.plain("5.0"))], jnd) == 5)
    #expect(try R.resolved([("jnd", R.plain("5.0"))], jnd) == #"{"jnd": 5}"#)
  }

  @Test func `a required number that is left out is missing at the place of its mapping`() {
    #expect(R.problems([], path: "ann", jnd) == "f.yaml:1:1: ann.jnd: missing; expected a number (cents) > 0")
  }

  @Test(arguments: ["-5", "0", "nan", ".nan", "five", "1e999", "0x10"])
  func `a number outside its bounds, or a missing one, is rejected`(text: String) {
    #expect(
      R.problems([("jnd", R.plain(text))], path: "ann", jnd)
        == "f.yaml:1:10: ann.jnd: expected a number (cents) > 0, got '\(text)'")
  }

  @Test func `nothing, a list and a mapping are no numbers`() {
    for (node, shown) in [(R.plain(""), "nothing"), (R.list([]), "a list"), (R.mapping([]), "a mapping")] {
      #expect(
        R.problems([("jnd", node)], jnd)
          == "f.yaml:1:\(node.place.column): jnd: expected a number (cents) > 0, got \(shown)")
    }
  }

  @Test func `a quoted number is text, with a hint`() {
    #expect(
      R.problems([("jnd", R.quoted("5"))], jnd) == """
        f.yaml:1:10: jnd: expected a number (cents) > 0, got '5'
          hint: write jnd: 5 (without quotes)
        """)
    #expect(
      R.problems([("jnd", R.quoted("five"))], jnd) == "f.yaml:1:10: jnd: expected a number (cents) > 0, got 'five'")
  }

  @Test func `a number with a default is resolved to it`() throws {
    func lapse(_ reader: Reader) -> Double { reader.number("lapse", unit: "1", in: .within(0..<1), default: 0.02, "") }
    #expect(try R.of([], lapse) == 0.02)
    #expect(try R.resolved([], lapse) == #"{"lapse": 0.02}"#)
    #expect(try R.of([("lapse", R.plain("0"))], lapse) == 0)
    #expect(
      R.problems([("lapse", R.plain("1"))], lapse) == "f.yaml:1:10: lapse: expected a number in [0, 1), got '1'")
  }

  @Test func `an optional number is nil and is not resolved where it is left out`() throws {
    func sigma(_ reader: Reader) -> Double? { reader.optionalNumber("sigma", unit: "cents", in: .positive, "") }
    #expect(try R.of([], sigma) == .some(nil))
    #expect(try R.resolved([], sigma) == "{}")
    #expect(try R.of([("sigma", R.plain("7"))], sigma) == 7)
  }

  @Test func `a whole number may be written with an exponent`() throws {
    func down(_ reader: Reader) -> Int { reader.integer("down", in: 1...20, "Down") }
    #expect(try R.of([("down", R.plain("1e1"))], down) == 10)
    #expect(try R.resolved([("down", R.plain("2.0"))], down) == #"{"down": 2}"#)
    for text in ["0", "21", "1.5", "99999999999999999999", "two"] {
      #expect(
        R.problems([("down", R.plain(text))], down)
          == "f.yaml:1:10: down: expected a whole number from 1 to 20, got '\(text)'")
    }
  }

  @Test func `a whole number without an upper bound shows its lower bound`() {
    func count(_ reader: Reader) -> Int { reader.integer("count", unit: "trials", in: 3...Int.max, default: 4, "") }
    #expect(
      R.problems([("count", R.plain("2"))], count)
        == "f.yaml:1:10: count: expected a whole number (trials) ≥ 3, got '2'")
  }

  @Test func `a seed takes all of its 64 bits`() throws {
    func seed(_ reader: Reader) -> UInt64 { reader.seed("seed", "Seed") }
    #expect(try R.of([("seed", R.plain("18446744073709551615"))], seed) == .max)
    #expect(try R.resolved([("seed", R.plain("007"))], seed) == #"{"seed": 7}"#)
    for text in ["-1", "18446744073709551616", "1.0", "1e3"] {
      #expect(
        R.problems([("seed", R.plain(text))], seed)
          == "f.yaml:1:10: seed: expected a whole number from 0 to 18446744073709551615, got '\(text)'")
    }
  }

  @Test func `a word is one of those there are`() throws {
    func mean(_ reader: Reader) -> Mean { reader.choice("mean", default: .geometric, "Mean") }
    #expect(try R.of([], mean) == .geometric)
    #expect(try R.resolved([], mean) == #"{"mean": "geometric"}"#)
    #expect(try R.of([("mean", R.quoted("arithmetic"))], mean) == .arithmetic)
    #expect(
      R.problems([("mean", R.plain("arithmetik"))], mean) == """
        f.yaml:1:10: mean: expected one of arithmetic, geometric, got 'arithmetik'
          hint: did you mean 'arithmetic'?
        """)
    #expect(
      R.problems([("mean", R.plain("median"))], mean)
        == "f.yaml:1:10: mean: expected one of arithmetic, geometric, got 'median'")
  }

  @Test func `a word on which other keys depend is nil after a problem`() {
    func kind(_ reader: Reader) -> String? { reader.requiredChoice("kind", from: ["a1", "b1"], "Kind") }
    #expect(R.problems([], kind) == "f.yaml:1:1: kind: missing; expected one of a1, b1")
    let diagnostics = Diagnostics()
    let read = Reader.read(R.mapping([("kind", R.plain("zz"))]), path: "", diagnostics: diagnostics, kind)
    #expect(read == .some(nil))
    #expect(!diagnostics.isEmpty)
  }

  @Test func `a flag is only true or false`() throws {
    func flag(_ reader: Reader) -> Bool { reader.flag("initial-rule", default: false, "") }
    #expect(try R.of([("initial-rule", R.plain("true"))], flag) == true)
    #expect(try R.of([], flag) == false)
    #expect(try R.resolved([], flag) == #"{"initial-rule": false}"#)
    for text in ["yes", "1", "True", ""] {
      let shown = text.isEmpty ? "nothing" : "'\(text)'"
      let hint = text.isEmpty ? "" : "\n  hint: write initial-rule: true"
      #expect(
        R.problems([("initial-rule", R.plain(text))], flag)
          == "f.yaml:1:10: initial-rule: expected true or false, got \(shown)\(hint)")
    }
    #expect(
      R.problems([("initial-rule", R.quoted("true"))], flag) == """
        f.yaml:1:10: initial-rule: expected true or false, got 'true'
          hint: write initial-rule: true
        """)
  }

  @Test func `free text may be anything that is no list or mapping`() throws {
    func question(_ reader: Reader) -> String? { reader.optionalText("question", "") }
    #expect(try R.of([("question", R.quoted("Why? \"so\""))], question) == "Why? \"so\"")
    #expect(try R.of([], question) == .some(nil))
    #expect(R.problems([("question", R.list([]))], question) == "f.yaml:1:10: question: expected text, got a list")
  }

  @Test(arguments: ["a", "2-down-1-up", "A+b._-", "0"]) func `a name is letters, digits and four signs`(
    name: String
  ) throws {
    #expect(try R.of([("name", R.plain(name))]) { $0.name("name", "") } == name)
    #expect(Reader.isName(name))
  }

  @Test(arguments: ["-a", "_a", ".a", "a/b", "a b", "é", "a\n", "../x"]) func `an invalid name is rejected`(
    name: String
  ) {
    #expect(!Reader.isName(name))
    #expect(
      R.problems([("name", R.quoted(name))]) { $0.name("name", "") } == """
        f.yaml:1:10: name: expected a name, got \(SafeText.quoted(name))
          hint: a name starts with a letter or digit and continues with letters, digits, '+', '.', '_', '-'
        """)
  }

  @Test func `a name that is left out is missing`() {
    #expect(R.problems([]) { $0.name("name", "") } == "f.yaml:1:1: name: missing; expected a name")
    #expect(!Reader.isName(""))
  }
}
