import PeachSupport
import Testing

/// The lines that programs answer, as they come out of a pipe.
@Suite struct ReplyLineTests {
  private func fault(_ said: String) -> String? {
    var line = ReplyLine()
    line.append(said.utf8)
    do throws(ProgramFault) {
      _ = try line.next("tell")
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func `a line is a reply once it has its end, and the next one follows`() throws {
    var line = ReplyLine()
    for piece in ["{\"id\":7", ",\"level\":2.5", "}"] {
      line.append(piece.utf8)
      #expect(try line.next("tell")?.number("level") == nil)
    }
    line.append("\r\n".utf8)
    #expect(try line.next("tell")?.number("level") == 2.5)
    line.append("{\"id\":8,\"level\":3}\n".utf8)
    #expect(try line.next("tell")?.number("level") == 3)
  }

  @Test(arguments: [
    ("Traceback\u{1b}[31m\n", "answered 'tell' with 'Traceback\\u{1b}[31m', which is not a JSON object"),
    (String(repeating: " ", count: 65_537), "answered 'tell' with a line of more than 65536 bytes"),
  ])
  func `errors are reported without raw characters`(said: String, reason: String) { #expect(fault(said) == reason) }

  @Test func `the last lines on stderr are reported with the error`() {
    let said = Array("one\n\n two \nthree\nfour\u{202e}\n".utf8)
    #expect(
      ProgramFault("mine.py", "ended with status 1", saying: said).reason
        == "mine.py ended with status 1; on stderr: two | three | four\\u{202e}")
  }
}
