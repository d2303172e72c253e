import ArgumentParser
import Configuration
import Observations

/// How a file of someone else's is read: which column holds what, and how numbers are written.
struct DataOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The column of levels; found by its name unless given.", valueName: "COLUMN"))
  var level: String?

  @Option(help: ArgumentHelp("The column of correct answers, 1 and 0.", valueName: "COLUMN"))
  var correct: String?

  @Option(
    help: ArgumentHelp(
      "The column of answers: higher and lower, yes and no, or 1 and 0 for these.", valueName: "COLUMN"))
  var answer: String?

  @Option(help: ArgumentHelp("The column of numbers of trials, where rows are counts.", valueName: "COLUMN"))
  var n: String?

  @Option(help: ArgumentHelp("The column of how many of these are correct, or higher.", valueName: "COLUMN"))
  var k: String?

  @Option(help: ArgumentHelp("What separates columns; found unless given.", valueName: "auto|,|;|tab"))
  var separator: String = "auto"

  @Option(help: ArgumentHelp("The decimal mark; found unless given.", valueName: "auto|.|,"))
  var decimal: String = "auto"

  var naming: NamedColumns { NamedColumns(level: level, correct: correct, answer: answer, trials: n, positives: k) }

  /// Nil where it is to be found.
  var givenSeparator: DelimitedFormat.Separator? { DelimitedFormat.Separator(rawValue: separator) }

  /// Nil where it is to be found.
  var givenMark: DecimalMark? { DecimalMark(rawValue: decimal) }

  func validate() throws {
    if separator != "auto", givenSeparator == nil {
      throw ValidationError("--separator: expected auto, ',', ';' or tab, got \(Shown.quoted(separator))")
    }
    if decimal != "auto", givenMark == nil {
      throw ValidationError("--decimal: expected auto, '.' or ',', got \(Shown.quoted(decimal))")
    }
    if givenSeparator == .comma, givenMark == .comma {
      throw ValidationError("--decimal: expected '.' where --separator is ',', got ','")
    }
    let counts = [n.map { _ in "--n" }, k.map { _ in "--k" }].compactMap(\.self)
    let answers = [correct.map { _ in "--correct" }, answer.map { _ in "--answer" }].compactMap(\.self)
    if answers.count + (counts.isEmpty ? 0 : 1) > 1 {
      let given = (answers + counts).joined(separator: " and ")
      throw ValidationError("expected --correct, --answer, or --n and --k, got \(given)")
    }
  }
}
