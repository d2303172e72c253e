import ArgumentParser
import PeachAnalysis
import PeachExperiments
import PeachReporting
import PeachSessions
import PeachSimulation
import PeachSupport
import PeachTerminal
import PeachTrials

struct StudyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "study",
    abstract: "Show all listeners of a study while it runs.",
    discussion: """
      State the experiment file of the study, the one that peach live or peach serve runs. Peach shows who is done, \
      running, unfinished or excluded, what each listener does next, and the result of each block so far. Thresholds \
      come from the same fit for every block, with 95 % intervals. \
      Warnings name wrong catch trials, drifts, tracks without a threshold, and blocks that a listener left \
      unfinished. A listener counts as running if the last answer is less than five minutes old.

      To repair a study: peach listener skip, restart and exclude. To choose a listener's place: peach live --place.

      Examples:
        peach study experiments/lab-day.yaml
        peach study experiments/lab-day.yaml --watch
        peach study experiments/lab-day.yaml --format csv
      """)

  @Argument(help: "The experiment file.", completion: .file(extensions: ["yaml", "yml"]))
  var experiment: String

  @Flag(help: "Refresh the page every two seconds until Ctrl-C.")
  var watch = false

  @Option(help: "Output format.")
  var format: OutputFormat = .table

  @OptionGroup var layout: PageOptions

  func validate() throws {
    if watch, format != .table { throw ValidationError("--watch: cannot be combined with --format") }
  }

  func run() async throws {
    let experiment = try Experiment.readHere(experiment, Experiment.Overrides(isHeard: true))
    guard experiment.lab != nil else {
      throw Failure(
        status: ExitStatus.wrongContent,
        message: "\(SafeText.line(self.experiment)): the file is not a study, because it has no section \(LabDay.key)\n"
          + "  hint: peach new lab writes a study to start from")
    }
    var monitor = StudyMonitor(experiment)
    if watch { return try await watch(&monitor) }
    let blocks = try await monitor.blocks()
    switch format {
    case .table:
      let people = try monitor.people().map { PeopleText.study($0, in: layout.page) } ?? ""
      Standard.output(StudyTable.text(monitor.study, blocks, now: Timestamp.now(), in: layout.page) + people)
    case .csv:
      Standard.data(CSV.header(StudyTable.columns))
      for block in blocks { Standard.data(CSV.line(StudyTable.row(block))) }
    case .json: Standard.data(JSONRows.text(StudyTable.columns, blocks.map(StudyTable.row)))
    }
  }

  /// Tenths of a second between two pages.
  private static let interval = 20

  /// On a terminal one screen is drawn again; elsewhere the page follows whenever it differs.
  private func watch(_ monitor: inout StudyMonitor) async throws {
    Interruption.listen()
    let screen = Standard.outputIsTerminal ? StudyCommand.screen() : nil
    screen?.open()
    defer { screen?.close() }
    var last = ""
    while !Interruption.isRequested, !Standard.isClosed {
      let blocks = try await monitor.blocks()
      let now = Timestamp.now()
      let people = try monitor.people()
      if let screen {
        screen.show(StudyCommand.lines(monitor.study, blocks, people, now: now, on: screen))
      } else {
        // Ages and the time change always.
        let text =
          StudyTable.text(monitor.study, blocks, now: now, in: layout.page)
          + (people.map { PeopleText.study($0, in: layout.page) } ?? "")
        let rows =
          blocks.map { CSV.line(StudyTable.row($0)) }.joined()
          + (people.map { PeopleText.study($0, in: layout.page) } ?? "")
        if rows != last || last.isEmpty { Standard.output((last.isEmpty ? "" : "\n") + text) }
        last = rows.isEmpty ? "-" : rows
      }
      for _ in 0..<StudyCommand.interval where !Interruption.isRequested { usleep(100_000) }
    }
    screen?.close()
    if Interruption.isRequested { throw ExitCode(Interruption.status) }
  }

  /// The people come last, if at least half of the screen is left for the blocks.
  private static func lines(
    _ study: String, _ blocks: [StudyBlock], _ people: StudyPeople?, now: String, on screen: TerminalScreen
  ) -> [String] {
    let page = PageWidth(columns: screen.columns)
    let text = people.map { PeopleText.study($0, in: page) } ?? ""
    var last = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    if last.count > screen.rows / 2 { last = [] }
    let first = StudyTable.lines(study, blocks, now: now, in: page, rows: screen.rows - last.count)
    return (first + last).map(SafeText.line)
  }

  private static func screen() -> TerminalScreen {
    TerminalScreen(TerminalScreen.Abilities { getenv($0).map { String(cString: $0) } }) {
      _ = Standard.write($0, to: STDOUT_FILENO)
    }
  }
}
