import PeachSupport
import Testing

@Suite struct ValueTests {
  private static let value = Value.mapping([
    .init("b", .number(5)), .init("a", .list([.integer(1), .text("x\"y"), .flag(true), .mapping([])])),
    .init("seed", .unsigned(.max)), .init("in", .mapping([.init("rate", .number(1e-5))])),
  ])

  @Test func `JSON keeps the order of fields on one line`() {
    #expect(
      Self.value.json() == """
        {"b": 5, "a": [1, "x\\"y", true, {}], "seed": 18446744073709551615, "in": {"rate": 1e-05}}
        """)
  }

  @Test func `indented JSON has a line for each field, and lists on one`() {
    #expect(
      Self.value.json(indent: 2) == """
        {
          "b": 5,
          "a": [1, "x\\"y", true, {}],
          "seed": 18446744073709551615,
          "in": {
            "rate": 1e-05
          }
        }
        """)
  }

  @Test(
    arguments: [
      ("", #""""#), ("plain", #""plain""#), ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t", #""\n\r\t""#),
      ("\0\u{1}\u{1f}", #""\u0000\u0001\u001f""#), ("\r\n", #""\r\n""#), ("\u{7f}\u{85}", #""\u007f\u0085""#),
      ("\u{2028}\u{2029}\u{feff}", #""\u2028\u2029\ufeff""#), ("é ♯ 🎵 音", #""é ♯ 🎵 音""#), ("/", #""/""#),
    ])
  func `a text is quoted as JSON has it`(text: String, quoted: String) {
    #expect(Escaping.json(text) == quoted)
  }

  @Test func `a field is found by its key, and nothing is found without fields`() {
    #expect(Self.value["b"] == .number(5))
    #expect(Self.value["in"]?["rate"] == .number(1e-5))
    #expect(Self.value["c"] == nil)
    #expect(Value.text("b")["b"] == nil)
  }
}
