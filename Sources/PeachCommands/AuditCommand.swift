import ArgumentParser
import PeachAnalysis
import PeachExperiments
import PeachReporting
import PeachSessions
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials

struct AuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Test a procedure on simulated copies of a listener.",
    discussion: """
      The audit simulates that session's procedure on twins (simulated copies of the listener), with the same file and \
      the same stop rule. Twins have the parameters of the listener's last calibration, or else of a fit to all \
      comparisons. Each twin does the procedure twice, as if in two conditions without a difference. There are two \
      sets of twins: in one all twins are identical; in the other they vary as much as the fit is uncertain. To \
      continue an interrupted audit, repeat the command.

      Examples:
        peach audit --listener P07
        peach audit --listener P07 --session 3 --twins 1000 --format json
      """)

  @OptionGroup var listener: ListenerOption

  @Option(help: ArgumentHelp("Number of the session; default the last session of comparisons.", valueName: "N"))
  var session: Int?

  @Option(
    name: [.customLong("twins"), .customLong("replicates")],
    help: ArgumentHelp(
      """
      Number of simulated copies (twins) of the listener in each of the two sets; 10 to 1000000.
      """, valueName: "N"))
  var twins = 200

  @Option(help: ArgumentHelp("Number of parallel jobs; default one for each core.", valueName: "N"))
  var jobs: Int?

  @Option(help: "Output format.")
  var format: OutputFormat = .table

  @Flag(help: "Start over and discard the work of an interrupted audit.")
  var fresh = false

  @OptionGroup var processes: ProcessOptions

  @OptionGroup var layout: PageOptions

  private static let bounds = 10...1_000_000

  func validate() throws {
    try WorkCounts.check(jobs: jobs)
    if !AuditCommand.bounds.contains(twins) {
      throw ValidationError("--twins: expected a whole number from 10 to 1000000, got \(twins)")
    }
  }

  func run() async throws {
    let database = try ListenerDatabase.opened(for: [listener.id])
    let number = try chosen(in: database)
    let source: TwinSource
    do {
      source = try Twins.source(of: listener.id, calibration: nil, in: database)
    } catch let error as TwinError {
      throw Failure(
        status: ExitStatus.wrongContent, message: error.description + (error.hint.map { "\n  hint: \($0)" } ?? ""))
    }
    let (plan, cell) = try asUsage {
      try StoredSession.plan(of: number, listener: listener.id, in: database, kinds: Peach.kinds)
    }
    try processes.admit(plan.resolved, of: "session \(number) of \(listener.id)")
    guard cell.factory != nil, cell.task.kind == .comparison else {
      let what =
        cell.factory == nil
        ? "peach audit cannot check pitch matchings, because no strategy chooses them"
        : "peach audit cannot check choices among sounds, because Peach makes a simulated copy (twin) of a listener "
          + "only from comparisons of notes"
      throw Failure(
        status: ExitStatus.wrongContent,
        message: "session \(number) of \(listener.id): \(what)\n"
          + "  hint: choose a comparison session with --session N")
    }
    let audit = Audit(of: plan, cell, twin: source.parameters)
    Interruption.listen()
    let kept = try ResumableWork(of: "audit", key: audit.key, isFresh: fresh)
    let clock = WorkClock()
    let bar = ProgressBar(counting: "runs", clock: clock)
    defer { bar.clear() }
    let rows: [AuditRow]?
    var made = 0
    let start = ContinuousClock.now
    do {
      rows = try await audit.rows(
        twins: twins, jobs: WorkCounts.jobs(jobs), kept: kept.file, clock: clock,
        isCancelled: { Interruption.isRequested },
        progress: { done, total, new in
          made = new
          bar.show(done: done, total: total, new: new)
        })
    } catch let stopped as StoppedRuns {
      throw stopped.failure(of: cell.strategy, with: "twins of \(listener.id)")
    }
    let seconds = start.duration(to: .now) / .seconds(1)
    bar.clear()
    guard let rows else { throw kept.interrupted() }
    Interruption.workEnds()
    Interruption.endAtOnce()
    print(rows, number, cell, source, secondsOfRun: made > 0 ? seconds / Double(made) : nil)
    kept.file.remove()
  }

  private func print(_ rows: [AuditRow], _ number: Int, _ cell: Cell, _ source: TwinSource, secondsOfRun: Double?) {
    let table = AuditTable(rows)
    switch format {
    case .table:
      let words =
        source.calibration.map { "calibration \($0)" }
        ?? "\(TextTable.grouped(source.comparisons ?? 0)) comparisons, because the listener has no calibration"
      let text = AuditText(rows, of: listener.id, session: number, strategy: cell.strategy, source: words)
      Standard.output(text.text(in: layout.page) + more(rows, secondsOfRun))
    case .csv:
      Standard.data(CSV.header(table.columns))
      for row in table.rows { Standard.data(CSV.line(row)) }
    case .json: Standard.data(JSONRows.text(table.columns, table.rows))
    }
  }

  /// Says how precise coverage would be with more twins, and gives the command. Empty if no estimate has an interval.
  private func more(_ rows: [AuditRow], _ secondsOfRun: Double?) -> String {
    let errors = rows.compactMap(\.coverage.standardError)
    let many = min(10 * twins, AuditCommand.bounds.upperBound)
    guard let error = errors.max(), error > 0, many > twins else { return "" }
    func percent(_ share: Double) -> String { TextTable.fixed(100 * share, 1) + " %" }
    let less = error * (Double(twins) / Double(many)).squareRoot()
    var text =
      "with \(TextTable.grouped(twins)) twins the standard error of coverage is \(percent(error)); with "
      + "\(TextTable.grouped(many)) it would be "
    text += "\(percent(less))"
    if let secondsOfRun {
      text += ", and the audit would take about \(ProgressBar.roundTime(4 * Double(many) * secondsOfRun))"
    }
    return "\n" + TextTable.paragraph(text + ":", to: layout.page.text())
      + "  \(Interruption.command(setting: "--twins", to: String(many), also: ["--replicates"]))\n"
  }

  /// The session's number.
  private func chosen(in database: LiveDatabase) throws -> Int {
    if let session { return session }
    let last = try database.sessions(of: listener.id).last { $0.kind == .comparison && $0.trials > 0 }
    guard let last else {
      throw Failure(
        status: ExitStatus.commandLine,
        message:
          "\(listener.id) has no session of comparisons\n  hint: peach calibrate listener --listener \(listener.id)")
    }
    return last.number
  }
}
