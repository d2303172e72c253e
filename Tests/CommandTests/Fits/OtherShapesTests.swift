import Foundation
import Testing

/// Tables in the shapes that other programs write. Each has the same answers, so that its fit is that of plain counts.
@Suite struct OtherShapesTests {
  private static let counts = "level,n,k\n1,40,21\n2,40,25\n3,40,31\n4,40,37\n5,40,39\n"
  private static let answers = [(1, 21), (2, 25), (3, 31), (4, 37), (5, 39)]
  private static let guess =
    "Peach assumes a guess rate of 0.5 (two alternatives); set another with --alternatives M or --guess"

  /// Forty trials at each level, one a row.
  private static func trials(_ row: (Int, Int) -> String) -> String {
    answers.flatMap { level, k in (0..<40).map { row(level, $0 < k ? 1 : 0) } }.joined(separator: "\n") + "\n"
  }

  private static func expectFit(
    _ bytes: Data, _ name: String, _ options: String = "", told: [String],
    as plainCounts: String = OtherShapesTests.counts, _ place: SourceLocation = #_sourceLocation
  ) throws {
    let workshop = try Workshop(plainCounts, as: "counts.csv")
    try bytes.write(to: workshop.directory.appending(path: name))
    let plain = try workshop.fit("counts.csv", "--format csv")
    let outcome = try workshop.fit(name, "--format csv \(options)")
    #expect(outcome.error == (told + [guess]).map { "\(name): \($0)\n" }.joined(), sourceLocation: place)
    #expect(outcome.status == 0 && outcome.output == plain.output, sourceLocation: place)
  }

  @Test(
    arguments: [
      // MATLAB: numbers in columns of one width, blanks before the first.
      (
        "   level       n       k\n       1      40      21\n       2      40      25\n       3      40      31\n"
          + "       4      40      37\n       5      40      39\n", "columns between blanks"
      ),
      // numpy.savetxt with a header.
      ("# level n k\n1 40 21\n2 40 25\n3 40 31\n4 40 37\n5 40 39\n", "columns between blanks"),
      // write.table, with names of rows in quotes and without.
      (
        "\"level\" \"n\" \"k\"\n\"1\" 1 40 21\n\"2\" 2 40 25\n\"3\" 3 40 31\n\"4\" 4 40 37\n\"5\" 5 40 39\n",
        "columns between blanks"
      ),
      ("level n k\n1 1 40 21\n2 2 40 25\n3 3 40 31\n4 4 40 37\n5 5 40 39\n", "columns between blanks"),
      // Tabs and blanks, a line of blanks, Windows line ends.
      ("level \t n  k \r\n1\t40  21\r\n2 40 25\r\n   \r\n3 40 31\r\n4 40 37\r\n5 40 39\r\n", "columns between blanks"),
      // Decimal commas between blanks.
      (
        "level n k\n1,0 40 21\n2,0 40 25\n3,0 40 31\n4,0 40 37\n5,0 40 39\n",
        "columns between blanks, decimals with a comma"
      ),
    ])
  func `blanks separate columns`(text: String, told: String) throws {
    try Self.expectFit(Data(text.utf8), "data.txt", told: [told])
  }

  @Test(
    arguments: [
      ("level,n,proportion\n1,40,0.525\n2,40,0.625\n3,40,0.775\n4,40,0.925\n5,40,0.975\n", "", "k/n from 'proportion'"),
      ("level,n,pc\n1,40,52.5\n2,40,62.5\n3,40,77.5\n4,40,92.5\n5,40,97.5\n", "", "k/n in percent from 'pc'"),
      (
        "level;n;Percent correct\n1;40;52,5 %\n2;40;62,5 %\n3;40;77,5 %\n4;40;92,5 %\n5;40;97,5 %\n", "",
        "columns between semicolons, decimals with a comma, k/n in percent from 'Percent correct'"
      ),
      ("level,percent\n1,52.5%\n2,62.5%\n3,77.5%\n4,92.5%\n5,97.5%\n", "--n 40", "k/n in percent from 'percent'"),
    ])
  func `proportions and their number of trials are counts`(text: String, options: String, told: String) throws {
    try Self.expectFit(Data(text.utf8), "data.csv", options, told: [told])
  }

  /// The counts of `counts` in two rows for each level, as the rows of a wide table follow one another: what is left
  /// of single rows is correlated.
  private static let twice =
    "level,n,k\n1,20,10\n2,20,12\n3,20,15\n4,20,18\n5,20,19\n1,20,11\n2,20,13\n3,20,16\n4,20,19\n5,20,20\n"

  @Test(
    arguments: [
      // A spreadsheet with percent signs, one row for each listener.
      ("listener,1,2,3,4,5\nA,50%,60%,75%,90%,95%\nB,55%,65%,80%,95%,100%\n", "--n 20", "percentages", 5),
      // Numbers of correct answers, with their number in a column.
      ("run;n;1;2;3;4;5\n1;20;10;12;15;18;19\n2;20;11;13;16;19;20\n", "", "numbers of answers", 5),
      // Proportions, as R and pandas name numbers.
      ("subject,X1,X2,X3,X4,X5\nA,0.5,0.6,0.75,0.9,0.95\nB,0.55,0.65,0.8,0.95,1\n", "--n 20", "proportions", 5),
      ("1.0,2.0,3.0,4.0,5.0\n21,25,31,37,39\n", "--wide-table --n 40", "numbers of answers", 5),
    ])
  func `a wide table has a column for each level`(text: String, options: String, cells: String, levels: Int) throws {
    let separator = text.contains(";") ? "columns between semicolons" : nil
    let wide = "a wide table with \(levels) columns of levels, which hold \(cells)"
    let told = ([wide] + [separator].compactMap(\.self)).joined(separator: ", ")
    let plain = options.contains("40") ? Self.counts : Self.twice
    try Self.expectFit(Data(text.utf8), "wide.csv", options, told: [told], as: plain)
  }

  @Test func `the rows of a wide table are groups, and its levels have their unit`() throws {
    let text = "listener,n,2 dB,4 dB,6 dB\nA,20,11,15,19\nB,20,12,,20\n"
    let workshop = try Workshop(text, as: "wide.csv")
    let outcome = try workshop.fit("wide.csv", "--by listener --format csv")
    #expect(
      outcome.error == """
        wide.csv: a wide table with 3 columns of levels, which hold numbers of answers
        wide.csv: 1 row without answer is left out; add --refuse-missing to stop at such rows
        wide.csv: \(Self.guess)

        """)
    #expect(outcome.lines.count == 4 && outcome.lines[1].hasSuffix(",A") && outcome.lines[2].hasSuffix(",B"))
    #expect(
      try workshop.fit("wide.csv").output.contains("2 dB") || (try workshop.fit("wide.csv").output.contains("dB")))
    let refused = try workshop.fit("wide.csv", "--refuse-missing")
    #expect(refused.status == 65)
    #expect(refused.error == "wide.csv:3:9: column '4 dB': missing; expected a whole number\n")
  }

  @Test(
    arguments: [
      (
        "listener,1,2\nA,1,0\nB,0,1\n", "--n 10", "cells of 0 and 1 may be numbers of correct answers, or proportions",
        "add --cells counts or --cells proportions"
      ),
      (
        "listener,1,2\nA,30,40\n", "",
        "missing column n, the number of trials",
        "name it with --n COLUMN, or state one number for all rows with --n 40; columns here: listener, level, k"
      ),
      (
        "level,n,k\n1,2,1\n", "--wide-table", "expected two or more columns whose names are levels, got 0",
        "a wide table has a column for each level, such as listener,5,10,20"
      ),
    ])
  func `a wide table without levels or counts causes a question`(
    text: String, options: String, message: String, hint: String
  ) throws {
    let outcome = try Workshop(text, as: "wide.csv").fit("wide.csv", options)
    #expect(outcome.status == 65)
    #expect(outcome.error == "wide.csv:1:1: \(message)\n  hint: \(hint)\n")
  }

  @Test func `objects of JSON are rows`() throws {
    // pandas, to_json(orient="records", lines=True)
    let lines = Self.trials { "{\"level\":\($0).0,\"correct\":\($1),\"rt\":null}" }
    try Self.expectFit(Data(lines.utf8), "trials.jsonl", told: ["JSON with one object for each row"])
    // jsPsych, data.get().json(): a list, with trials of other kinds and nested objects.
    let list =
      "[{\"trial_type\":\"html\",\"stimulus\":\"a, \\\"b\\\"\",\"view\":[{\"page\":[1]}]},\n"
      + Self.trials { "{\"intensity\": \($0), \"correct\": \($1 == 1), \"response\": {\"Q0\": \"x}\"}}," }.dropLast(2)
      + "]\n"
    try Self.expectFit(
      Data(list.utf8), "trials.json",
      told: [
        "a JSON list with one object for each row, level from 'intensity'; 1 row with neither a level nor an "
          + "answer is skipped"
      ])
  }

  @Test(
    arguments: [
      (
        "{\"level\":{\"0\":1},\"correct\":{\"0\":1}}\n",
        "1:1: expected one JSON object for each row, got one object with a list or an object for each column",
        "pandas writes rows with to_json(FILE, orient=\"records\", lines=True)"
      ),
      ("{\"level\":1,\"correct\":1}\n{\"level\":2 \"correct\":1}\n", "2:12: expected , or } after a value", nil),
      ("{\"level\":1,\"correct\":1}\n{\"level\":2,\"cor", "2:1: the object starts with { but has no closing }", nil),
      ("[{\"level\":1,\"correct\":1}\n", "2:1: expected ] at the end of the list", nil),
      ("{\"level\":\"abc\",\"correct\":1}\n", "1:10: column 'level': expected a finite number, got 'abc'", nil),
    ])
  func `an error in JSON is reported with its place`(text: String, message: String, hint: String?) throws {
    let outcome = try Workshop(text, as: "d.jsonl").fit("d.jsonl")
    #expect(outcome.status == 65)
    #expect(outcome.error == "d.jsonl:\(message)\n" + (hint.map { "  hint: \($0)\n" } ?? ""))
  }

  @Test func `UTF-16 and byte order marks are read`() throws {
    let text = Self.counts.replacing(",", with: "\t").replacing("\n", with: "\r\n")
    let bytes = text.data(using: .utf16LittleEndian) ?? Data()
    try Self.expectFit(Data([0xff, 0xfe]) + bytes, "excel.txt", told: ["text in UTF-16, columns between tabs"])
    try Self.expectFit(bytes, "powershell.txt", told: ["text in UTF-16, columns between tabs"])
    try Self.expectFit(Data([0xef, 0xbb, 0xbf]) + Data(text.utf8), "bom.txt", told: ["columns between tabs"])
  }

  @Test func `rows without level or answer are left out, and counted`() throws {
    let rows = Self.trials { "\($0),\($1)" } + "3,\n,1\n2,NaN\n4,None\n,\n"
    try Self.expectFit(
      Data(("level,correct\n" + rows).utf8), "gaps.csv",
      told: ["1 row without level and 3 rows without answer are left out; add --refuse-missing to stop at such rows"])
    let workshop = try Workshop("level,correct\n1,1\n2,\n,0\n", as: "gaps.csv")
    let refused = try workshop.fit("gaps.csv", "--refuse-missing")
    #expect(refused.status == 65)
    #expect(
      refused.error == """
        gaps.csv:3:3: column 'correct': missing; expected 1 or 0
        gaps.csv:4:1: column 'level': missing; expected a number

        """)
  }

  @Test func `an odd code among 0 and 1 is named, and can be left out`() throws {
    let text = "level,correct\n" + Self.trials { "\($0),\($1)" } + "4,9\n5,9\n"
    let workshop = try Workshop(text, as: "codes.csv")
    let odd = try workshop.fit("codes.csv")
    #expect(odd.status == 65)
    #expect(
      odd.error == """
        codes.csv:202:3: column 'correct': expected 1 or 0, got '9'
          hint: --missing 9 leaves out the rows that have 9 here
        codes.csv:203:3: column 'correct': expected 1 or 0, got '9'
          hint: --missing 9 leaves out the rows that have 9 here

        """)
    let left = "2 rows without answer are left out; add --refuse-missing to stop at such rows"
    for options in ["--missing 9", "--missing -99,9", "--missing correct=9", "--missing x --missing 9.0"] {
      try Self.expectFit(Data(text.utf8), "codes.csv", options, told: [left])
    }
    // A level of 9 is none.
    try workshop.write("codes.csv", "level,correct\n9,1\n8,0\n7,9\n6,1\n5,0\n4,1\n")
    #expect(try workshop.fit("codes.csv").error.contains("hint: --missing 'correct=9' leaves out"))
    #expect(try workshop.fit("codes.csv", "--missing correct=9 --format csv").lines[1].contains(",5,5,"))
    #expect(try workshop.fit("codes.csv", "--missing corect=9").error.contains("no column 'corect'"))
  }

  @Test func `a stated unit appears in tables, JSON and reports`() throws {
    let workshop = try Workshop(Self.counts, as: "counts.csv")
    #expect(try workshop.fit("counts.csv", "--unit dB").output.contains("dB"))
    #expect(try workshop.fit("counts.csv", "--unit dB --format json").output.contains("\"unit\": \"dB\""))
    #expect(
      try workshop.fit("counts.csv", "--unit dB --format csv").output
        == workshop.fit("counts.csv", "--format csv").output)
    try workshop.write("cents.csv", Self.counts.replacing("level", with: "level_cents"))
    #expect(try workshop.fit("cents.csv", "--unit cents").status == 0)
    let other = try workshop.fit("cents.csv", "--unit dB")
    #expect(other.status == 64)
    #expect(other.error.contains("--unit: the levels are in 'cents' by the name of their column, got 'dB'"))
  }

  @Test func `a problem names the column and its place in the line`() throws {
    let text = "note,level,correct\n\"a, \"\"b\"\"\",x,1\nü,5,7\n\"c\",4,1\n"
    let outcome = try Workshop(text, as: "d.csv").fit("d.csv", "--correct correct")
    #expect(
      outcome.error.hasPrefix(
        """
        d.csv:2:12: column 'level': expected a finite number, got 'x'
        d.csv:3:5: column 'correct': expected 1 or 0, got '7'
        """), "\(outcome.error)")
  }
}
