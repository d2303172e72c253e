import PeachSessions
import PeachTerminal
import PeachTrials
import Testing

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

  /// What a terminal sends for a key, and the key that it is; `nil` if it means nothing.
  private static let sequences: [(bytes: String, key: Key?)] = [
    ("\u{1b}[A", .up), ("\u{1b}[B", .down), ("\u{1b}[C", .right), ("\u{1b}[D", .left), ("\u{1b}OA", .up),
    ("\u{1b}OB", .down), ("\u{1b}OD", .left), ("\u{1b}[5~", .pageUp), ("\u{1b}[6~", .pageDown), ("\u{1b}[1;5A", .up),
    ("\u{1b}[1;5D", nil), ("\u{1b}[[D", nil), ("ö", .character("ö")), ("€", .character("€")), ("🎵", .character("🎵")),
  ]

  @Test(arguments: sequences.indices)
  func `a sequence that comes in several reads is the key that it is in one`(place: Int) {
    let (text, key) = Self.sequences[place]
    let bytes = Array(text.utf8)
    // Every way to cut it: a bit for each place between two bytes.
    for cuts in 0..<(1 << (bytes.count - 1)) {
      var decoder = KeyDecoder()
      var keys: [Key] = []
      var piece: [UInt8] = []
      for (place, byte) in bytes.enumerated() {
        piece.append(byte)
        let isLast = place == bytes.count - 1
        guard isLast || cuts >> place & 1 == 1 else { continue }
        keys += decoder.keys(piece)
        piece = []
        #expect(decoder.isIncomplete != isLast, "\(text.debugDescription) cut at \(cuts)")
      }
      #expect(keys == [key].compactMap(\.self), "\(text.debugDescription) cut at \(cuts)")
      #expect(decoder.keys("h".utf8) == [.character("h")])
    }
  }

  @Test(arguments: ["\u{1b}[", "\u{1b}O", "\u{1b}[1;5", "\u{1b}[[", "\u{c3}", "\u{20ac}", "\u{1f3b5}"])
  func `an incomplete sequence whose rest never comes is no key`(text: String) {
    var decoder = KeyDecoder()
    let whole = Array(text.utf8)
    let bytes = text.hasPrefix("\u{1b}") ? whole : Array(whole.dropLast())
    #expect(decoder.keys(bytes) == [])
    #expect(decoder.isIncomplete)
    #expect(decoder.flush() == [])
    #expect(!decoder.isIncomplete)
    #expect(decoder.keys("h".utf8) == [.character("h")])
  }

  @Test func `a sequence or character that is broken off does not take the next key with it`() {
    var decoder = KeyDecoder()
    #expect(decoder.keys("\u{1b}[\u{1b}[A".utf8) == [.up])
    #expect(decoder.keys("\u{1b}[1;\rh".utf8) == [.enter, .character("h")])
    #expect(decoder.keys([0xc3, 0x68]) == [.character("h")])
    #expect(decoder.keys([0xf0, 0x9f, 0x1b, 0x5b, 0x42]) == [.down])
    #expect(decoder.keys([0xb6, 0x6c]) == [.character("l")])
    #expect(decoder.keys([0x1b, 0x1b, 0x5b, 0x41]) == [.escape, .up])
  }

  /// Over a slow network the rest may come later than anyone waits for it.
  @Test(arguments: ["[A", "OA"]) func `an arrow whose rest comes late is an arrow all the same`(rest: String) {
    var decoder = KeyDecoder()
    #expect(decoder.keys([0x1b]) == [])
    #expect(decoder.flush() == [.escape])
    #expect(decoder.keys(rest.utf8) == [.up])
    // A bracket by itself is what was typed.
    #expect(decoder.keys("[".utf8) == [.character("[")])
    #expect(decoder.keys([0x1b]) == [])
    #expect(decoder.flush() == [.escape])
    #expect(decoder.keys("h".utf8) == [.character("h")])
    #expect(decoder.keys("[A".utf8) == [.character("["), .character("A")])
  }

  @Test func `keys of a study answer instead of the usual ones`() {
    let keys = ResponseKeys([.init("higher", ["j", "space"]), .init("lower", ["k", "left"])])
    #expect(ComparisonAnswer(.character("J"), in: nil, by: keys) == .higher)
    #expect(ComparisonAnswer(.character(" "), in: nil, by: keys) == .higher)
    #expect(ComparisonAnswer(.left, in: nil, by: keys) == .lower)
    #expect(ComparisonAnswer(.character("h"), in: nil, by: keys) == nil)
    #expect(ComparisonAnswer(.up, in: nil, by: keys) == nil)
    #expect(ComparisonAnswer(word: "k", in: nil, by: keys) == .lower)
    #expect(ComparisonAnswer(word: "höher", in: nil, by: keys) == .higher)
    #expect(ComparisonAnswer(word: "h", in: nil, by: keys) == nil)
    let turns = ResponseKeys([.init("sharper", ["up"]), .init("flatter", ["down"]), .init("done", ["x"])])
    #expect(MatchingInput(.up, by: turns) == .turn(cents: 1))
    #expect(MatchingInput(.character("x"), by: turns) == .commit)
    #expect(MatchingInput(.character(" "), by: turns) == nil)
  }

  @Test func `an escape that nothing followed is the key of that name`() {
    var decoder = KeyDecoder()
    #expect(decoder.keys([0x1b]) == [])
    #expect(decoder.flush() == [.escape])
    #expect(decoder.keys("h".utf8) == [.character("h")])
  }

  @Test func `keys with modifiers and other sequences are ignored`() {
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
