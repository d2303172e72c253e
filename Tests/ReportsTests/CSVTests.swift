import Foundation
import PeachReporting
import PeachSupport
import Testing

@Suite struct CSVTests {
  @Test(
    arguments: [
      ("plain", "plain"), ("two words", "two words"), ("a,b", "\"a,b\""), ("say \"hm\"", "\"say \"\"hm\"\"\""),
      ("\"", "\"\"\"\""), ("two\nlines", "\"two\nlines\""), ("two\rlines", "\"two\rlines\""),
      ("two\r\nlines", "\"two\r\nlines\""), ("größe", "größe"), ("", ""),
    ])
  func `text is quoted where it must be, and reads back`(text: String, field: String) throws {
    #expect(CSV.line([.text(text)]) == field + "\n")
    #expect(CSV.header([text]) == field + "\n")
    let read = try DelimitedText("x,y\n" + CSV.line([.text(text), .integer(1)]), file: "x.csv")
    #expect(read.rows.map(\.fields) == [[text, "1"]])
  }

  @Test(
    arguments: [
      (0, "0"), (-0.0, "-0"), (1, "1"), (-12, "-12"), (0.1, "0.1"), (1 / 3.0, "0.3333333333333333"),
      (4.999999999999993, "4.999999999999993"), (1e300, "1e+300"), (.leastNonzeroMagnitude, "5e-324"),
      (100_000, "100000"),
    ])
  func `numbers are as short as they read back`(number: Double, field: String) throws {
    #expect(CSV.line([.number(number)]) == field + "\n")
    #expect(Double(field)?.bitPattern == number.bitPattern)
  }

  @Test func `missing is empty and never 0`() {
    #expect(CSV.line([nil]) == "\n")
    #expect(CSV.line([nil, .integer(0), nil, .number(0), nil]) == ",0,,0,\n")
  }

  @Test func `whole numbers, flags and texts can be combined`() {
    #expect(
      CSV.line([.integer(-3), .unsigned(.max), .flag(true), .text("ok"), .number(0.5)])
        == "-3,18446744073709551615,true,ok,0.5\n")
    #expect(CSV.header(["a", "b", "c"]) == "a,b,c\n")
  }
}

@Suite struct JSONRowsTests {
  @Test func `missing is null`() throws {
    let text = JSONRows.text(["a", "b"], [[.integer(0), nil], [.text("say \"hm\""), .number(0.1)]])
    #expect(
      text == """
        [
          {"a": 0, "b": null},
          {"a": "say \\"hm\\"", "b": 0.1}
        ]

        """)
    let parsed = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    #expect(parsed[0]["b"] is NSNull)
    #expect(parsed[1]["a"] as? String == "say \"hm\"")
  }

  @Test func `no rows are an empty array`() {
    #expect(JSONRows.text(["a"], []) == "[]\n")
  }
}
