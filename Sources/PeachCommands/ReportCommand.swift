import ArgumentParser
import Foundation
import PeachAnalysis
import PeachReporting
import PeachSessions
import PeachStorage
import PeachSupport

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write an HTML report on a simulation or a live listener.",
    discussion: """
      A simulation's report has aim, data-generating listeners, estimands, methods and performance (the ADEMP \
      scheme), tables with Monte Carlo errors, figures, failures, and the commands that repeat it. A listener's \
      report has sessions, thresholds, answers and \
      settings. The file is self-contained. To report a fit: peach fit DATA --report FILE.html

      Examples:
        peach report strategy-comparison.sqlite
        peach report strategy-comparison.sqlite -o report.html --figures figures
        peach report --listener P07
      """)

  @Argument(help: "A results file.", completion: .file(extensions: ["sqlite"]))
  var results: String?

  @Option(
    help: ArgumentHelp(
      """
      Report on this live listener instead of a results file.
      """, valueName: "ID"), completion: Completions.listeners
  )
  var listener: String?

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp("The file to write; default RESULTS.html or ID.html in this folder.", valueName: "FILE.html"),
    completion: .file(extensions: ["html"]))
  var output: String?

  @OptionGroup var drawing: FigureOptions

  @Flag(help: "Replace existing files.")
  var force = false

  func validate() throws {
    try OutputFile.check(output, of: "--output")
    if let listener { try ListenerOption.check(listener, of: "--listener") }
    if let results, listener != nil {
      throw ValidationError("expected a results file or --listener ID, got \(SafeText.quoted(results)) and --listener")
    }
    if results == nil, listener == nil { throw ValidationError("expected a results file or --listener ID, got none") }
  }

  func run() async throws {
    if let results { try report(on: results) } else if let listener { try await report(of: listener) }
  }

  private func report(of listener: String) async throws {
    let live = try ListenerDatabase.opened(for: [listener])
    let file = try ReportFile(output ?? "\(listener).html", force: force, sources: [live.path])
    let report = try await ReportCommand.listenerReport(of: listener, in: live)
    try file.write(report.page, report.figures, to: drawing, force: force)
    file.tell(figures: drawing.figures)
  }

  /// - Parameter program: The version and build that the page names; by default this peach's.
  static func listenerReport(
    of listener: String, in live: LiveDatabase, by program: (version: String, build: String)? = nil
  ) async throws -> ListenerReport {
    let summary = try await ListenerSummary(
      of: listener, in: live, jobs: ProcessInfo.processInfo.activeProcessorCount)
    let settings = try live.trainingSettings(of: listener).settings
    let shown = TrainingSettings.parameters.map { parameter in
      let unit = parameter.unit == "1" ? "" : " " + parameter.unit
      return (parameter.name, settings[parameter.name] + unit, parameter.meaning)
    }
    let jobs = ProcessInfo.processInfo.activeProcessorCount
    let profile = try await ListenerProfile(of: listener, in: live, jobs: jobs)
    return try ListenerReport(
      summary, profile: profile, studies: StudyPeople.all(of: [listener], in: live, kinds: Peach.kinds),
      thresholds: await profile.smoothedThresholds(jobs: jobs),
      notes: settings.notes.range(profile.statistics), settings: shown,
      background: DataBackground(listener: listener, in: live), kinds: Peach.kinds,
      stimuli: StoredSounds.first(of: summary.sessions, in: live),
      program: (program?.version ?? BuildInfo.version, try program?.build ?? BuildInfo.build(), BuildInfo.year))
  }

  private func report(on path: String) throws {
    try InputFile.check(path, is: .results)
    let results = try ResultsFile.open(path)
    try results.requireLevels(
      for: "a report", hint: "peach export \(SafeText.forShell(path)) --table summary writes the results")
    let file = try ReportFile(output ?? ReportCommand.name(for: path), force: force, sources: [path])
    let report = try SimulationReport(results, kinds: Peach.kinds, year: BuildInfo.year)
    try file.write(report.page, report.figures, to: drawing, force: force)
    file.tell(figures: drawing.figures)
  }

  /// `results/small.sqlite` has its report in `small.html`.
  private static func name(for path: String) -> String {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    let name = last.lastIndex(of: ".").map { String(last[..<$0]) } ?? last
    return (name.isEmpty ? last : name) + ".html"
  }
}
