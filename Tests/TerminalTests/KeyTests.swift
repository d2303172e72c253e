import Sessions
import Terminal
import Testing
import Trials

@Suite struct KeyTests {
  @Test func `bytes of a terminal become keys`() {
    var decoder = KeyDecoder()
    #expect(decoder.keys("h\u{1b}[A\u{1b}OBq".utf8) == [.character("h"), .up, .down, .character("q")])
    #expect(decoder.keys([0x04, 0x0d, 0x7f]) == [.end, .enter, .backspace])
    #expect(decoder.keys("ö".utf8) == [.character("ö")])
  }

  @Test func `a key that comes in parts is put together`() {
    var decoder = KeyDecoder()
    #expect(decoder.keys([0x1b]) == [])
    #expect(decoder.keys([0x5b]) == [])
    #expect(decoder.keys([0x41]) == [.up])
    #expect(decoder.keys([0xc3]) == [])
    #expect(decoder.keys([0xb6]) == [.character("ö")])
  }

  @Test func `an escape that nothing followed is the key of that name`() {
    var decoder = KeyDecoder()
    #expect(decoder.keys([0x1b]) == [])
    #expect(decoder.flush() == [.escape])
    #expect(decoder.keys("h".utf8) == [.character("h")])
  }

  @Test func `keys with modifiers and other sequences are none of ours`() {
    var decoder = KeyDecoder()
    #expect(decoder.keys("\u{1b}[1;5C\u{1b}[3~h".utf8) == [.character("h")])
  }

  @Test func `both languages' words are answers`() {
    #expect(["h", "higher", "höher"].allSatisfy { ComparisonAnswer(word: $0) == .higher })
    #expect(["l", "lower", "t", "tiefer", "L"].allSatisfy { ComparisonAnswer(word: $0) == .lower })
    #expect(ComparisonAnswer(word: "x") == nil)
  }
}

@Suite struct ChoiceKeyTests {
  @Test func `numbers, arrows and both languages' words are answers of a choice`() {
    #expect(ComparisonAnswer(.character("2"), in: .oddity) == .choice(1))
    #expect(ComparisonAnswer(.left, in: .axb) == .choice(0))
    #expect(ComparisonAnswer(.right, in: .oddity) == .choice(2))
    #expect(["2", "last", "letzter"].allSatisfy { ComparisonAnswer(word: $0, in: .axb) == .choice(1) })
    #expect(["1", "Same", "gleich"].allSatisfy { ComparisonAnswer(word: $0, in: .sameDifferent) == .choice(0) })
    #expect(ComparisonAnswer(.character("3"), in: .axb) == nil)
    #expect(ComparisonAnswer(.up, in: .oddity) == nil)
    #expect(ComparisonAnswer(word: "h", in: .oddity) == nil)
    #expect(ComparisonAnswer(word: "h", in: nil) == .higher)
  }
}
