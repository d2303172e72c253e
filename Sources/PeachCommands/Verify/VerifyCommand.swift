import ArgumentParser
import PeachAnalysis
import PeachReporting
import PeachSessions
import PeachSupport

struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Verify a results file, report or data set.",
    discussion: """
      For a results file, Peach simulates the stored experiment again. It compares every run, every estimate and every kept \
      trial to the last digit.

      For a report, Peach writes the page again and compares text, tables, pictures, style and attributes. It does not \
      check the version and build of Peach and the path of the results file: it copies them from the page.

      For a data set, Peach writes every file again, from its experiment or from the listeners' records on this \
      computer. It compares tables cell by cell. Without these records it checks only the checksums of the \
      files and the rows of tables.

      Another build of Peach may give other numbers; a message then names both builds. \
      The exit status is 0 if everything is the same, 65 if not.

      Examples:
        peach verify strategy-comparison.sqlite
        peach verify strategy-comparison.sqlite --sample 500
        peach verify strategy-comparison.html
        peach verify dataset --sample 500
      """)

  @Argument(
    help: "A results file, a report, or the folder of a data set.", completion: .file(extensions: ["sqlite", "html"]))
  var made: String

  @Option(
    help: ArgumentHelp(
      "Check only N runs, spread evenly over the file or data set; default all.", valueName: "N"))
  var sample: Int?

  @OptionGroup var processes: ProcessOptions

  @OptionGroup var layout: PageOptions

  func validate() throws {
    if let sample, sample < 1 { throw ValidationError("--sample: expected a whole number from 1 on, got \(sample)") }
  }

  func run() async throws {
    Interruption.listen()
    Interruption.endSoon(saying: VerifyCommand.interrupted)
    let (text, isSame) = try await verified()
    Standard.output(text)
    if !isSame { throw ExitCode(ExitStatus.wrongContent) }
  }

  private func verified() async throws -> (text: String, isSame: Bool) {
    let page = layout.page
    if DataSetCheck.isDataSet(made) {
      return try await DataSetVerification(path: made, processes: processes).run(sample: sample, in: page)
    }
    guard InputFile.isPage(made) else {
      return try await ResultsVerification(path: made, processes: processes).run(sample: sample, in: page)
    }
    if sample != nil {
      throw ValidationError("--sample: expected with a results file or a data set; a report does not hold single runs")
    }
    return try await ReportVerification(path: made, processes: processes).run(in: page)
  }

  static let interrupted = "interrupted; nothing was changed\n"

  /// Says that what was made was made by another build.
  static func tellBuild(_ build: String, version: String, of path: String) throws {
    guard try build != BuildInfo.build() else { return }
    Standard.error(
      "\(SafeText.line(path)): another build of Peach made it: version \(SafeText.cut(version)), build \(SafeText.cut(build)); "
        + "this is version \(BuildInfo.version), build \(try BuildInfo.build()); numbers can differ between builds\n")
  }

  /// Ends the command where its work was cancelled.
  static func ended() -> ExitCode {
    Interruption.workEnds()
    Standard.error(interrupted)
    return ExitCode(Interruption.status)
  }
}
