import PeachSupport
import Testing

/// What others wrote, on a terminal.
@Suite struct ShownTests {
  @Test func `control characters, line ends and direction marks are shown on one line`() {
    let hostile = "\u{1b}[2J\u{7}\u{7f}\u{9b}31m\r\n\tx\u{2028}\u{85}\u{61c}\u{200e}\u{202e}\u{2066}\u{2069}\0"
    #expect(
      SafeText.line(hostile)
        == "\\u{1b}[2J\\u{7}\\u{7f}\\u{9b}31m\\u{d}\\u{a}\\u{9}x\\u{2028}\\u{85}\\u{61c}\\u{200e}\\u{202e}\\u{2066}\\u{2069}\\u{0}"
    )
  }

  @Test func `invisible characters are shown, but joiners of letters and emoji stay`() {
    #expect(SafeText.quoted("\u{feff}") == "'\\u{feff}'")
    #expect(SafeText.line("a\u{200b}b\u{2060}c") == "a\\u{200b}b\\u{2060}c")
    for text in ["می\u{200c}خواهم", "👩\u{200d}🔬"] { #expect(SafeText.line(text) == text) }
  }

  @Test func `letters of every script stay, with their joiners`() {
    for text in ["Hörer 7 – „à“", "شنونده\u{200c}ها", "מאזין", "听者 👍🏽", "e\u{301}", "a b~"] {
      #expect(SafeText.line(text) == text)
      #expect(SafeText.lines(text) == text)
      #expect(SafeText.cut(text) == text)
    }
  }

  @Test func `whole texts keep their lines and tabs, and no carriage return`() {
    #expect(SafeText.lines("a\tb\n\u{1b}]0;x\u{7}c\r\n") == "a\tb\n\\u{1b}]0;x\\u{7}c\\u{d}\n")
  }

  @Test func `a quotation has at most 40 characters, and no half an escape`() {
    let forty = String(repeating: "ab", count: 20)
    #expect(SafeText.cut(forty) == forty)
    #expect(SafeText.quoted(forty + "c") == "'\(forty)…'")
    #expect(SafeText.cut(String(repeating: "\u{1b}", count: 50)) == String(repeating: "\\u{1b}", count: 6) + "…")
    // A letter with a thousand marks on it is no one character.
    #expect(SafeText.cut("e" + String(repeating: "\u{301}", count: 1000)).unicodeScalars.count == 41)
  }

  @Test func `a word of a command is quoted where a shell would take it apart`() {
    for word in ["a-1_b./c=d+e:f,g", "Hörer", "--by"] { #expect(SafeText.forShell(word) == word) }
    for (word, shown) in [
      ("", "''"), ("my file", "'my file'"), ("ann's", "'ann'\\''s'"), ("$(x)", "'$(x)'"), ("~", "'~'"),
      ("a\u{1b}b", "'a\\u{1b}b'"),
    ] {
      #expect(SafeText.forShell(word) == shown)
    }
  }

  @Test func `a problem and its hint are one line each for any file`() {
    let problem = Problem(
      place: Place(file: "a\u{1b}[1m.yaml", line: 2, column: 3), path: "x\ny", message: "got 'a\r\nb\u{202e}'",
      hint: "rename\nit")
    #expect(
      problem.description
        == "a\\u{1b}[1m.yaml:2:3: x\\u{a}y: got 'a\\u{d}\\u{a}b\\u{202e}'\n  hint: rename\\u{a}it")
  }

  @Test func `a value and a key are quoted in part`() throws {
    let long = String(repeating: "\u{9b}z", count: 100)
    let problems = Reading.problems([(long, Reading.plain("1")), ("size", Reading.plain(long))]) {
      $0.number("size", unit: "1", in: .above(0), default: 1, "Size")
    }
    let text = try #require(problems)
    for line in text.split(separator: "\n") { #expect(line.count < 120, "\(line)") }
    #expect(!text.unicodeScalars.contains("\u{9b}"))
    #expect(text.contains("got '\\u{9b}z\\u{9b}z\\u{9b}z\\u{9b}z\\u{9b}z…'"), "\(text)")
  }
}
