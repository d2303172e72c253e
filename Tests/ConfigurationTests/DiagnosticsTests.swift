import PeachSupport
import Testing

@Suite struct DiagnosticsTests {
  private func problem(_ line: Int, _ column: Int, _ message: String) -> Problem {
    Problem(place: Place(file: "f.yaml", line: line, column: column), path: "", message: message)
  }

  @Test func `problems come in the order of their places, each once`() {
    let diagnostics = Diagnostics()
    #expect(diagnostics.isEmpty)
    for problem in [
      problem(10, 1, "d"), problem(2, 9, "c"), problem(2, 1, "a"), problem(10, 1, "d"), problem(2, 1, "b"),
    ] {
      diagnostics.report(problem)
    }
    #expect(!diagnostics.isEmpty)
    let error = #expect(throws: ConfigurationError.self) { try diagnostics.check() }
    #expect(
      error?.description == """
        f.yaml:2:1: a
        f.yaml:2:1: b
        f.yaml:2:9: c
        f.yaml:10:1: d
        """)
  }

  @Test func `problems past the limit are counted, the same one once`() {
    let diagnostics = Diagnostics(limit: 2)
    for line in [1, 2, 2, 3, 1] { diagnostics.report(problem(line, 1, "a")) }
    var error = #expect(throws: ConfigurationError.self) { try diagnostics.check() }
    #expect(error?.omitted == 1)
    #expect(error?.description == "f.yaml:1:1: a\nf.yaml:2:1: a\nand 1 more problem")
    diagnostics.report(problem(4, 1, "a"))
    error = #expect(throws: ConfigurationError.self) { try diagnostics.check() }
    #expect(error?.description == "f.yaml:1:1: a\nf.yaml:2:1: a\nand 2 more problems")
  }

  @Test func `a problem has its place, the path of the value, the error and a hint`() {
    let place = Place(file: "a b.yaml", line: 3, column: 14)
    #expect(
      Problem(place: place, path: "ann.jnd", message: "expected a number, got 'x'", hint: "such as 5").description
        == """
        a b.yaml:3:14: ann.jnd: expected a number, got 'x'
          hint: such as 5
        """)
    #expect(Problem(place: place, path: "", message: "no file").description == "a b.yaml:3:14: no file")
  }
}
