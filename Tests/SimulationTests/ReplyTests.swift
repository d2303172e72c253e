import PeachSupport
import Testing

/// Lines of JSON as programs answer them.
@Suite struct ReplyTests {
  private func read(_ line: String) -> Reply? {
    Array(line.utf8).withUnsafeBufferPointer { Reply(line: $0) }
  }

  @Test func `an object is read with the objects in it, and lists are skipped`() throws {
    let reply = try #require(
      read(
        #" {"id": 7, "level":-1.5e-3 ,"stop":false,"status":"a\"\u00e9\n","more":{"x":[1,{"y":"]}"}],"z":{"a":2}},"none":null}"#
          + "\r"))
    #expect(reply.number("id") == 7)
    #expect(reply.number("level") == -1.5e-3)
    #expect(reply.flag("stop") == false)
    #expect(reply.text("status") == "a\"é\n")
    #expect(reply.object("more")?["x"] == .list)
    #expect(reply.object("more")?.object("z")?.number("a") == 2)
    #expect(reply.object("level") == nil)
    #expect(reply["none"] == .null)
    #expect(reply["missing"] == nil)
    #expect(reply.number("stop") == nil)
  }

  @Test(arguments: [
    "", "7", "[]", "null", "{", "{}x", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{\"a\":NaN}", "{\"a\":Infinity}",
    "{\"a\":-Infinity}", "{\"a\":1e999}", "{\"a\":+1}", "{\"a\":.5}", "{\"a\":tru}", "{\"a\":\"b}", "{\"a\":\"\\x\"}",
    "{\"a\":\"\\u12\"}", "{\"a\":[1}", "{\"a\":1}{\"b\":2}", "\u{feff}{}", "{\"a\":01}", "{\"a\":1.}", "{\"a\":-.5}",
    "{\"a\":1e}", "{\"a\":-}", "{\"a\":\"\\u+12f\"}", "{\"a\":[}]}", "{\"a\":[1 2]}", "{\"a\":{1:2}}", "{\"a\":[x]}",
  ])
  func `anything else is no reply`(line: String) { #expect(read(line) == nil, "\(line)") }

  @Test func `every escape is read as its character`() {
    #expect(read(#"{"a\f":"\"\\\/\b\f\n\r\t\u20aC"}"#)?.text("a\u{c}") == "\"\\/\u{8}\u{c}\n\r\t€")
  }

  @Test func `scalars beyond four digits need two escapes, and one of them is invalid`() {
    #expect(read(#"{"a":"\ud83c\udfb5"}"#)?.text("a") == "\u{1f3b5}")
    #expect(read(#"{"b":"\ud83c\u0041"}"#)?.text("b") == "\u{fffd}A")
    #expect(read(#"{"c":"\udfb5"}"#)?.text("c") == "\u{fffd}")
    #expect(read(#"{"c":"\ud83c"}"#)?.text("c") == "\u{fffd}")
  }

  @Test func `a reply with too deep nesting is rejected`() {
    #expect(read("{\"a\":" + String(repeating: "[", count: 60) + String(repeating: "]", count: 60) + "}") != nil)
    #expect(read("{\"a\":" + String(repeating: "[", count: 100_000)) == nil)
  }
}
