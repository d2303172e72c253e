import PeachSupport
import Testing

/// Details of single languages. What parsers of others make of all of them stands in `CommandTests/Escaping`.
@Suite struct EscapingTests {
  @Test func `a shell word is quoted next to characters that hide a special one`() {
    for (word, shown) in [
      ("\u{d4e}$(id)", "'\u{d4e}$(id)'"), ("a;\u{301}id", "'a;\u{301}id'"),
      ("'\u{200c};id;'", "''\\''\u{200c};id;'\\'''"),
      ("`\u{fe0f}id`", "'`\u{fe0f}id`'"), ("A=b", "'A=b'"), ("=ls", "'=ls'"), ("--a=b", "--a=b"), ("a-b=c", "a-b=c"),
    ] {
      #expect(Escaping.shell(word) == shown)
    }
  }

  @Test func `a backslash before a quotation mark does not open a word of fish`() {
    for (word, shown) in [
      ("a\\", "'a'\\\\''"), ("\\'; id; '", "''\\\\''\\''; id; '\\'''"), ("C:\\x y", "'C:\\x y'"),
      ("\\\\x", "''\\\\'\\x'"),
    ] {
      #expect(Escaping.shell(word) == shown)
    }
  }

  @Test func `text of markup is escaped scalar by scalar`() {
    #expect(Escaping.html("\u{d4e}<b>\u{301}&\u{200c}\"'") == "\u{d4e}&lt;b&gt;\u{301}&amp;\u{200c}&quot;&#39;")
    #expect(Escaping.xml("a\u{0}\u{fffe}\t\r") == "a\\u{0}\\u{fffe}&#9;&#13;")
    #expect(Escaping.html("Hörer 7") == "Hörer 7")
  }

  @Test func `fields are quoted where a mark hides the separator, and others stay as they are`() {
    #expect(Escaping.csv("\u{d4e},") == "\"\u{d4e},\"")
    #expect(Escaping.csv("👩\u{200d}🔬\"\u{fe0f}") == "\"👩\u{200d}🔬\"\"\u{fe0f}\"")
    #expect(Escaping.csv("می\u{200c}خواهم") == "می\u{200c}خواهم")
    #expect(Escaping.tsv("a\t\u{301}") == "\"a\t\u{301}\"")
    #expect(Escaping.tsv("a,b") == "a,b")
    #expect(Escaping.csv("\u{feff}a") == "\"\u{feff}a\"")
  }

  @Test func `text that looks like a list or a heading in Markdown is escaped`() {
    for (text, written) in [
      ("- a", "\\- a"), ("a - b", "a \\- b"), ("-5", "-5"), ("1. a", "1\\. a"), ("1.5 dB", "1.5 dB"), ("a.", "a."),
      ("\u{d4e}|", "\u{d4e}\\|"), ("<\u{338}b", "\\<\u{338}b"), ("http://x", "http\\://x"), ("a: b", "a: b"),
    ] {
      #expect(Escaping.markdown(text) == written)
    }
  }

  @Test func `the digest of a content policy is in base64`() {
    var hash = SHA256()
    hash.add("abc".utf8)
    #expect(hash.finishInBase64() == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
  }
}
