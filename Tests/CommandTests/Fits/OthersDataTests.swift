import Foundation
import Testing

/// Files as other programs write them, each fitted by the plain command.
@Suite struct OthersDataTests {
  private static func path(_ name: String) throws -> String {
    try #require(Bundle.module.url(forResource: name, withExtension: nil, subdirectory: "Files")).path
  }

  /// The fits of scipy, by the names of the files and of columns.
  private static func golden() throws -> [String: [String: Double]] {
    let url = try #require(Bundle.module.url(forResource: "others", withExtension: "json", subdirectory: "Golden"))
    return try JSONDecoder().decode([String: [String: Double]].self, from: Data(contentsOf: url))
  }

  private static let guess =
    "Peach assumes a guess rate of 0.5 (two alternatives); set another with --alternatives M or --guess"

  @Test(
    arguments: [
      (
        "psychopy-trials.csv",
        [
          "level from 'trials.intensity', correct from 'key_resp.corr'; 2 rows with neither a level nor an answer are "
            + "skipped",
          guess,
        ]
      ),
      ("psychopy-summary.tsv", ["columns between tabs, level from 'intensity', k/n from 'corr_mean'", guess]),
      ("palamedes.csv", ["level from 'StimLevels', n from 'OutOfNum', k from 'NumPos'", guess]),
      (
        "spreadsheet-de.csv",
        [
          "columns between semicolons, decimals with a comma, level from 'Pegel (dB)', correct from 'Richtig'", guess,
        ]
      ),
      ("r-write-csv.csv", [guess]), ("r-write-table.txt", ["columns between tabs", guess]),
      (
        "r-write-csv2.csv",
        [
          "columns between semicolons, decimals with a comma, level from 'x', n from 'ntrials', k from 'ncorrect'",
          guess,
        ]
      ),
      ("jspsych.csv", ["level from 'intensity'; 2 rows with neither a level nor an answer are skipped", guess]),
      ("tabs.tsv", ["columns between tabs, level from 'x', correct from 'y'", guess]), ("pandas.csv", []),
    ])
  func `a file of another program has the fit of scipy, and the column roles are printed`(
    name: String, told: [String]
  ) throws {
    let path = try Self.path(name)
    let outcome = try Workshop().run(["fit", path, "--method", "ml", "--format", "csv"])
    // Cautions about the fit itself stand apart.
    let lines = outcome.error.split(separator: "\n").filter { $0.hasPrefix(path) }
    #expect(lines.map(String.init) == told.map { "\(path): \($0)" })
    let fit = try FitRows(Workshop.Outcome(status: outcome.status, output: outcome.output, error: ""))
    let golden = try #require(try Self.golden()[name])
    #expect(golden.count == 9)
    for (column, value) in golden {
      let found = try fit.number(column)
      #expect(abs(found - value) <= 1e-6 * max(1, abs(value)), "\(column): \(found), scipy \(value)")
    }
    #expect(fit.rows[0]["status"] == "ok")
  }

  @Test func `thousands are looked for in all rows`() throws {
    let rows = String(repeating: "500;1\n500;0\n", count: 150) + "1.500;1\n"
    #expect(
      try Workshop("level;correct\n" + rows, as: "data.csv").fit("data.csv")
        == Workshop.Outcome(
          status: 65, output: "",
          error: """
            data.csv:1:1: level: '1.500' may be 1.5 or 1500
              hint: add --decimal . for the first number or --decimal , for the second

            """))
  }

  @Test(arguments: [("answer", "Yes", "No"), ("response", "yes", "no")])
  func `answers yes and no are noted in any column and case`(column: String, yes: String, no: String) throws {
    let rows = (1...4).map { level in
      String(repeating: "\(level),\(no)\n", count: 42 - 10 * level)
        + String(repeating: "\(level),\(yes)\n", count: 10 * level - 2)
    }
    let path = "data.csv"
    let outcome = try Workshop("level,\(column)\n" + rows.joined(), as: path).fit(path)
    let taken = column == "answer" ? "" : "\(path): answer from 'response'\n"
    #expect(
      outcome.error == taken + "\(path): \(Self.guess)\n"
        + "\(path): only 8 of 40 answers (20 %) at levels up to 1 are yes, far below the assumed guess rate of 0.5: "
        + "if this is a yes/no task, add --alternatives 1\n")
    let flat = outcome.output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(
      flat.contains(
        "the answers are yes and no, but the guess rate is fixed at 0.5; with --alternatives 1 Peach estimates "
          + "the rate of yes without a signal"),
      "\(outcome.output)")
  }

  /// Each broken in a way of its own, with the whole of what is said of it.
  @Test(
    arguments: [
      // Staircases of easy and hard trials, in columns of their own.
      (
        "easy.intensity,hard.intensity,key_resp.corr\n0.5,,1\n,0.2,0\n", "",
        """
        data.csv:1:1: expected one column of levels, got easy.intensity, hard.intensity
          hint: choose one with --level COLUMN
        """
      ),
      // No column that the field has a name for.
      (
        "contrast,corr\n0.5,1\n0.2,0\n", "",
        """
        data.csv:1:1: missing column level (or level_UNIT, offset_UNIT)
          hint: columns here: contrast, corr; assign them with --level, --correct, --answer, --n and --k
        """
      ),
      // Keys in place of correct answers.
      (
        "intensity,response\n0.5,left\n0.2,right\n", "",
        """
        data.csv:1:1: missing column correct or answer, or columns n and k
          hint: columns here: intensity, response; assign them with --level, --correct, --answer, --n and --k
        """
      ),
      // Keys that are said to be answers.
      (
        "intensity,response\n0.5,left\n", "--answer response",
        "data.csv:2:5: column 'response': expected higher, lower, yes or no, got 'left'"
      ),
      // Frequencies with separated thousands, or decimals with a comma.
      (
        "level_Hz\tn\tk\n1,000\t20\t11\n2,500\t20\t19\n", "",
        """
        data.csv:1:1: level_Hz: '1,000' may be 1 or 1000
          hint: add --decimal , for the first number or --decimal . for the second
        """
      ),
      // Two decimal marks, as of two computers.
      (
        "level;n;k\n0,5;20;11\n1.5;20;19\n", "",
        """
        data.csv:1:1: level: expected one decimal mark, got numbers with a point and numbers with a comma
          hint: state the decimal mark with --decimal . or --decimal , and Peach takes the other mark as a \
        separator of thousands
        """
      ),
      // Decimal commas between commas.
      (
        "level,n,k\n0,5,20,11\n1,5,20,19\n", "",
        """
        data.csv:2:1: expected 3 fields, got 4
          hint: write decimals with a point, and put text with a comma in quotes
        data.csv:3:1: expected 3 fields, got 4
          hint: write decimals with a point, and put text with a comma in quotes
        """
      ),
      // Percent correct in place of numbers.
      (
        "StimLevels,NumPos,OutOfNum\n1,0.55,20\n2,0.95,20\n", "",
        """
        data.csv:2:3: column 'NumPos': expected a whole number from 0, got '0.55'
          hint: n and k are numbers of trials and of correct answers, not proportions
        data.csv:3:3: column 'NumPos': expected a whole number from 0, got '0.95'
          hint: n and k are numbers of trials and of correct answers, not proportions
        """
      ),
      // No header.
      (
        "0.5,1\n0.2,0\n", "",
        """
        data.csv:1:1: missing column correct or answer, or columns n and k
          hint: the first line must name the columns, such as level,correct
        data.csv:1:1: missing column level (or level_UNIT, offset_UNIT)
          hint: the first line must name the columns, such as level,correct
        """
      ),
      // JSON that was edited.
      (
        "[{\"intensity\":0.5,\"correct\":true},\n{\"intensity\":0.2 \"correct\":false}]\n", "",
        "data.csv:2:18: expected , or } after a value"
      ),
      // A trial that was interrupted.
      (
        "intensity,corr\n0.5,1\n0.2,\n,\n", "--refuse-missing",
        "data.csv:3:5: column 'corr': missing; expected 1 or 0"
      ),
      // Trials of two experiments.
      (
        "level,correct,alternatives\n5,1,2\n6,0,3\n", "",
        """
        data.csv:3:5: column 'alternatives': got 3 alternatives after 2 in line 2: their guess rates differ
          hint: --by alternatives fits each number of alternatives separately; --guess or --alternatives sets one \
        for all rows
        """
      ),
    ])
  func `a broken file is rejected with place, cause and hint`(
    text: String, options: String, message: String
  ) throws {
    let outcome = try Workshop(text, as: "data.csv").fit("data.csv", options)
    #expect(outcome == Workshop.Outcome(status: 65, output: "", error: message + "\n"))
  }
}
