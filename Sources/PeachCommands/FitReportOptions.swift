import ArgumentParser
import PeachAnalysis
import PeachReporting
import PeachSessions
import PeachSupport

/// The report of a fit.
struct FitReportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write a report as one HTML file: curves, tracks, intervals of all kinds, residuals, and advice.",
      valueName: "FILE.html"), completion: .file(extensions: ["html"]))
  var report: String?

  @OptionGroup var drawing: FigureOptions

  @Flag(help: "Replace an existing report and its figures.")
  var force = false

  func validate() throws {
    try OutputFile.check(report, of: "--report")
    if report == "-" {
      throw ValidationError("--report: expected a file, because Peach prints the fits to standard output")
    }
    if report == nil, drawing.figures != nil { throw ValidationError("--figures: expected with --report") }
    if report == nil, force { throw ValidationError("--force: needs --report") }
  }

  /// - Returns: Where the report goes; `nil` if none is asked for.
  func file(sources: [String]) throws -> ReportFile? {
    try report.map { try ReportFile($0, force: force, sources: sources) }
  }

  /// The page of a population.
  func page(
    _ report: PopulationReport, influences: [PopulationInfluence], _ background: DataBackground, warnings: [String]
  ) throws -> PopulationPage {
    let arguments = Array(CommandLine.arguments.dropFirst())
    return PopulationPage(
      report, influences: influences, background, warnings: warnings,
      command: (["peach"] + arguments).map(SafeText.forShell).joined(separator: " "), arguments: arguments,
      program: (BuildInfo.version, try BuildInfo.build(), BuildInfo.year))
  }

  /// - Parameters:
  ///   - arguments: The words of the command, without the program's name.
  ///   - program: The version and build that the page names; by default this peach's.
  func page(
    _ report: FitReport, _ observations: Observations, _ background: DataBackground, stimuli: [DrawnSound],
    warnings: [String],
    arguments: [String] = Array(CommandLine.arguments.dropFirst()), by program: (version: String, build: String)? = nil
  ) throws -> FitPage {
    FitPage(
      report, observations, background, warnings: warnings, kinds: Peach.kinds, stimuli: stimuli,
      command: (["peach"] + arguments).map(SafeText.forShell).joined(separator: " "), arguments: arguments,
      program: (program?.version ?? BuildInfo.version, try program?.build ?? BuildInfo.build(), BuildInfo.year))
  }
}
