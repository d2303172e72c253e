import ArgumentParser
import PeachAnalysis
import PeachSupport

/// How a file of someone else's is read: which column holds what, and how numbers are written.
struct DataOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Name of the column of levels; by default Peach finds it.", valueName: "COLUMN"))
  var level: String?

  @Option(
    help: ArgumentHelp(
      """
      Name of the column that says whether the answer was correct, 1 or 0.
      """, valueName: "COLUMN"))
  var correct: String?

  @Option(
    help: ArgumentHelp(
      "Name of the column of answers: higher and lower, yes and no, or 1 and 0 for these.", valueName: "COLUMN"))
  var answer: String?

  @Option(
    help: ArgumentHelp(
      "If rows are counts or proportions: name of the column with the number of trials, or one number for all rows.",
      valueName: "COLUMN|N"))
  var n: String?

  @Option(
    help: ArgumentHelp(
      "If rows are counts: name of the column with the number of correct (or \"higher\") answers.", valueName: "COLUMN")
  )
  var k: String?

  @Flag(
    help: """
      Read a wide table: column names are levels, and each row is a listener, run or block. By default Peach treats a \
      table as wide if the names of several columns are levels, such as 5 or 5 dB. But it does not if a column has \
      a name such as level or correct.
      """)
  var wideTable = false

  @Option(
    help: ArgumentHelp(
      """
      Content of the cells of a wide table: counts out of --n, proportions, percentages, or single answers (1 or 0). By \
      default Peach detects it.
      """, valueName: "auto|counts|proportions|percent|trials"))
  var cells: String = "auto"

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Values that mean a missing value, such as 9 or -99; COLUMN=VALUE for one column only. Separate several values \
      by commas. Blank cells, NA, \
      NaN, None and null are missing anyway.
      """, valueName: "VALUE"))
  var missing: [String] = []

  @Flag(
    help:
      """
      Stop with an error at rows without a level or an answer. By default Peach leaves them out and says how many.
      """)
  var refuseMissing = false

  @Option(
    help: ArgumentHelp("Column separator; auto: Peach detects it.", valueName: "auto|,|;|tab|blank"))
  var separator: String = "auto"

  @Option(help: ArgumentHelp("Decimal mark; auto: Peach detects it.", valueName: "auto|.|,"))
  var decimal: String = "auto"

  var naming: NamedColumns { NamedColumns(level: level, correct: correct, answer: answer, trials: n, positives: k) }

  /// `nil` to find it.
  var givenSeparator: DelimitedFormat.Separator? {
    ["blank", " "].contains(separator) ? .blanks : DelimitedFormat.Separator(rawValue: separator)
  }

  /// The options that say how to read the data.
  var ways: Observations.Ways {
    var ways = Observations.Ways()
    ways.naming = naming
    ways.mark = givenMark
    ways.missing = missing.flatMap { $0.split(separator: ",") }.compactMap { MissingValue(String($0)) }
    ways.refusesMissing = refuseMissing
    ways.wide.isSaid = wideTable
    ways.wide.cells = WideTable.Cells(rawValue: cells)
    return ways
  }

  /// `nil` to find it.
  var givenMark: DecimalMark? { DecimalMark(rawValue: decimal) }

  func validate() throws {
    if separator != "auto", givenSeparator == nil {
      throw ValidationError("--separator: expected auto, ',', ';', tab or blank, got \(SafeText.quoted(separator))")
    }
    if decimal != "auto", givenMark == nil {
      throw ValidationError("--decimal: expected auto, '.' or ',', got \(SafeText.quoted(decimal))")
    }
    if givenSeparator == .comma, givenMark == .comma {
      throw ValidationError("--decimal: expected '.' if --separator is ',', got ','")
    }
    if cells != "auto", WideTable.Cells(rawValue: cells) == nil {
      throw ValidationError(
        "--cells: expected auto, counts, proportions, percent or trials, got \(SafeText.quoted(cells))")
    }
    if missing.contains(where: { $0.split(separator: ",").isEmpty }) {
      throw ValidationError("--missing: expected values such as 9 or correct=9, got ''")
    }
    let named = [("--level", level), ("--correct", correct), ("--answer", answer), ("--k", k)]
    if wideTable || cells != "auto", let (option, _) = named.first(where: { $0.1 != nil }) {
      throw ValidationError(
        "\(option): cannot be combined with --wide-table or --cells: in a wide table the column names are the levels")
    }
    let counts = [n.map { _ in "--n" }, k.map { _ in "--k" }].compactMap(\.self)
    let answers = [correct.map { _ in "--correct" }, answer.map { _ in "--answer" }].compactMap(\.self)
    if answers.count + (counts.isEmpty ? 0 : 1) > 1 {
      let given = (answers + counts).joined(separator: " and ")
      throw ValidationError("expected --correct, --answer, or --n and --k, got \(given)")
    }
  }
}
