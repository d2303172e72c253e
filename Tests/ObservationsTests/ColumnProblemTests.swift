import PeachAnalysis
import PeachFitting
import Testing

@Suite struct ColumnProblemTests {
  @Test(
    arguments: [
      (
        "level,answers\n5,yes\n", "missing column correct or answer, or columns n and k",
        "if you mean that column, add --answer answers"
      ),
      (
        "level,key\n5,1\n", "missing column correct or answer, or columns n and k",
        "columns here: level, key; assign them with --level"
      ),
      ("level,n,right\n5,1,1\n", "missing column k", "columns here: level, n, right; assign them with --level"),
      (
        "lvel,n,k\n5,1,1\n", "missing column level (or level_UNIT, offset_UNIT)",
        "if you mean that column, add --level lvel"
      ),
      (
        "dose,n,k\n5,1,1\n", "missing column level (or level_UNIT, offset_UNIT)",
        "columns here: dose, n, k; assign them with --level"
      ),
      ("level n k\n5 1 1\n", "missing column correct or answer, or columns n and k", "columns here: level n k"),
    ])
  func `a missing column is named with the one that may be meant`(text: String, message: String, hint: String) {
    #expect(problems(text)?.hasPrefix("d.csv:1:1: \(message)\n  hint: \(hint)") == true, "\(problems(text) ?? "")")
  }

  @Test func `everything that is missing is named at once`() {
    #expect(
      problems("a,b\n1,2\n", by: ["day"]) == """
        d.csv:1:1: --by: no column 'day'
          hint: columns here: a, b
        d.csv:1:1: missing column correct or answer, or columns n and k
          hint: columns here: a, b; assign them with --level, --correct, --answer, --n and --k
        d.csv:1:1: missing column level (or level_UNIT, offset_UNIT)
          hint: columns here: a, b; assign them with --level, --correct, --answer, --n and --k
        """)
  }

  @Test(
    arguments: [
      ("level,correct\n5,\n6,NA\n", "no values in column correct"),
      ("level,correct,answer\n5,,\n", "no values in column correct and answer"),
      ("level_dB,correct\n,1\nn/a,0\n", "no values in column level_dB"),
      ("level,n,k\n5,10,\n", "no values in column k"),
      ("level,correct\n", "expected rows below the header, got none"),
      ("level,correct\n\n\r\n", "expected rows below the header, got none"),
    ])
  func `a column or a table without values is named`(text: String, message: String) {
    #expect(problems(text) == "d.csv:1:1: \(message)")
  }

  @Test func `an empty file has not even a header`() {
    #expect(problems("") == "d.csv:1:1: expected a header line, got an empty file")
  }

  @Test func `two columns of one name are refused, two without a name are not`() throws {
    #expect(
      problems("level,correct,level,note,note,note\n5,1,6,,,\n") == """
        d.csv:1:1: two columns are named level
          hint: rename one of them
        d.csv:1:1: two columns are named note
          hint: rename one of them
        """)
    #expect(try observations(",level,correct,\n1,5,1,\n").groups[0].levels == levels([trial(5, true)]))
  }

  @Test func `two columns of levels, or two units, are refused`() {
    #expect(
      problems("level_cents,level_Hz,correct\n5,1,1\n") == """
        d.csv:1:1: expected one column of levels, got level_cents, level_Hz
          hint: choose one with --level COLUMN
        """)
    #expect(
      problems("offset,offset_dB,correct\n5,1,1\n") == """
        d.csv:1:1: expected one column of levels, got offset, offset_dB
          hint: choose one with --level COLUMN
        """)
    #expect(
      problems("level_dB,offset_cents,correct\n5,1,1\n") == """
        d.csv:1:1: level_dB and offset_cents have different units
          hint: remove the column that you do not want to fit
        """)
  }

  @Test func `counts and trials in one table are refused`() {
    #expect(
      problems("level,n,k,correct\n5,10,8,1\n") == """
        d.csv:1:1: expected counts (n, k) or trials (correct, answer), got n and k and correct
          hint: --correct COLUMN, --answer COLUMN, or choose them with --n COLUMN and --k COLUMN
        """)
  }

  @Test func `at most forty columns are listed`() throws {
    let names = (1...1000).map { "x\($0)" }
    let text = names.joined(separator: ",") + "\n" + String(repeating: ",", count: 999) + "\n"
    let shown = names.prefix(40).joined(separator: ", ")
    #expect(
      problems(text, by: ["listener"]) == """
        d.csv:1:1: --by: no column 'listener'
          hint: columns here: \(shown) and 960 more
        d.csv:1:1: missing column correct or answer, or columns n and k
          hint: columns here: \(shown) and 960 more; assign them with --level, --correct, --answer, --n and --k
        d.csv:1:1: missing column level (or level_UNIT, offset_UNIT)
          hint: columns here: \(shown) and 960 more; assign them with --level, --correct, --answer, --n and --k
        """)
  }

  @Test func `the line of the header is that in the file`() {
    #expect(problems("\n\nlevel,correct\n") == "d.csv:3:1: expected rows below the header, got none")
  }

  @Test func `names have spaces around them by accident`() throws {
    #expect(try observations(" level , correct\n 5 , 1 \n").groups[0].levels == levels([trial(5, true)]))
  }
}
