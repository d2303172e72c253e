import PeachTerminal
import Testing

@Suite struct LineBufferTests {
  @Test func `lines are read one by one, also a last line without an end`() {
    var buffer = LineBuffer()
    buffer.append(Array(" h \r\nl\n\nq".utf8))
    let lines = [false, false, false, false, true, true].map { buffer.line(isAtEnd: $0) }
    #expect(lines == ["h", "l", "", nil, "q", nil])
  }

  @Test func `a line without an end is bounded, and each of its bytes is looked at once`() {
    var buffer = LineBuffer()
    var lines = 0
    for _ in 0..<LineBuffer.longest {
      buffer.append([UInt8(ascii: "x")])
      if buffer.line(isAtEnd: false) != nil { lines += 1 }
    }
    #expect(lines == 0 && !buffer.isTooLong)
    buffer.append(Array("x".utf8))
    let last = buffer.line(isAtEnd: false)
    #expect(last == nil && buffer.isTooLong)
    buffer.append(Array("h\n".utf8))
    let after = buffer.line(isAtEnd: true)
    #expect(after == nil)
  }
}
