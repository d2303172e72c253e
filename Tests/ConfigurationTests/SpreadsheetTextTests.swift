import PeachSupport
import Testing

/// What a spreadsheet would run is text to it, and comes back as it was.
@Suite struct SpreadsheetTextTests {
  @Test(
    arguments: [
      ("=1+1", "'=1+1"), ("+49 170", "'+49 170"), ("-x", "'-x"), ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", "'\t=1"),
      ("\r=1", "'\r=1"), ("\n=1", "'\n=1"), ("＝1", "'＝1"), ("'=1", "''=1"), ("''-x", "'''-x"),
      ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"), ("=\u{301}1", "'=\u{301}1"), ("\u{feff}=1", "'\u{feff}=1"),
      ("\u{d4e}=1", "'\u{d4e}=1"), (" -x", "' -x"), ("\u{200b}\u{202e}@x", "'\u{200b}\u{202e}@x"), ("' =1", "'' =1"),
    ])
  func `a formula gets an apostrophe`(text: String, written: String) throws {
    #expect(SpreadsheetText.guarded(text) == written)
    let field = "\"" + written.replacing("\"", with: "\"\"") + "\""
    let read = try DelimitedText("x,y\n\(field),1\n", file: "x.csv")
    #expect(read.rows.map(\.fields) == [[text, "1"]])
  }

  @Test(arguments: ["-5", "+0.5", "-1e-3", "", "kazez", "a=b", "'", "'tis", "''", "5' 3\"", "−5"])
  func `text that is not a formula stays unchanged`(text: String) throws {
    #expect(SpreadsheetText.guarded(text) == text)
    let field = "\"" + text.replacing("\"", with: "\"\"") + "\""
    #expect(try DelimitedText("x,y\n\(field),1\n", file: "x.csv").rows.map(\.fields) == [[text, "1"]])
  }

  @Test func `the names of columns are read back too`() throws {
    #expect(try DelimitedText("'=x,'-y\n1,2\n", file: "x.csv").columns == ["=x", "-y"])
  }
}
