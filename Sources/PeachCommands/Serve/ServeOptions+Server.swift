package import PeachExperiments
import PeachReporting
package import PeachSessions
import PeachSimulation
package import PeachStorage
import PeachSupport
import PeachTrials

/// The values that the program `peach-serve` makes of its options.
extension ServeOptions {
  /// The work of listeners on the page.
  package enum Work: Sendable {
    case training
    case experiment(LiveSessionTask)
    case study(Experiment, LabPlan, path: String)
  }

  /// The records of this machine, which are made if there are none.
  package func database() throws(RecordsError) -> LiveDatabase { try ListenerDatabase.open() }

  /// Reads the experiment file.
  package func work() throws -> Work {
    guard let study else { return .training }
    let experiment = try Experiment.readHere(study, Experiment.Overrides(seed: seed, isHeard: true))
    try processes.admit(experiment.plan.resolved, of: study)
    Warnings.tellShort(experiment.warnings, of: SafeText.forShell(study))
    if let lab = experiment.lab {
      try ServeOptions.check(lab.day, path: study)
      return .study(experiment, lab, path: study)
    }
    let task = try LiveSessionTask.experiment(experiment.plan, path: study, strategy: strategy, device: nil)
    if let warning = task.warning { Standard.error(warning + "\n") }
    return .experiment(task)
  }

  /// - Throws: `Failure` if the study needs something that only a terminal has.
  private static func check(_ day: LabDay, path: String) throws {
    let rules = [day.responses] + day.all.map(\.responses)
    let pages = day.instructions + day.all.flatMap(\.instructions)
    let missing = [
      ("keys", rules.contains { $0.keys != nil }), ("swap", rules.contains { $0.swap != .none }),
      ("deadline", rules.contains { $0.deadline != nil }), ("confidence", rules.contains { $0.confidence != nil }),
      (HeadphoneScreening.key, day.screening != nil), (LabComfort.key, day.comfort != nil),
      ("repeat", rules.contains { $0.repeats != nil }), ("instructions: play", pages.contains { $0.example != nil }),
    ].filter(\.1).map(\.0)
    guard !missing.isEmpty else { return }
    throw Failure(
      status: ExitStatus.wrongContent,
      message:
        "\(SafeText.line(path)): the page in a browser does not support \(missing.joined(separator: ", ")) of section "
        + "\(LabDay.key)\n  hint: run this study in a terminal with peach live, or leave these keys out")
  }

  /// The links to print: each listener's, that of anyone, and the researcher's.
  package func roles(of work: Work) -> [PageLink.Role] {
    let listeners = listener.isEmpty && !anyone ? ["me"] : listener
    var roles = listeners.map(PageLink.Role.listener)
    if anyone { roles.append(.anyone) }
    if case .study = work { roles.append(.researcher) }
    return roles
  }

  /// Reads the state of the study anew; `nil` if there is no study.
  package func studyState(of work: Work) -> (@Sendable () async throws -> (json: String, csv: String))? {
    guard case .study(let experiment, _, _) = work else { return nil }
    let watch = StudyWatch(experiment)
    return { try await watch.state() }
  }

  /// Prints the links.
  package static func announce(_ links: [(name: String, address: String)]) {
    let width = links.map(\.name.count).max() ?? 0
    Standard.output(
      links.map { name, address in
        name + String(repeating: " ", count: width - name.count + 2) + address + "\n"
      }.joined())
  }

  /// Ends the program with the message of an error.
  package static func fail(_ error: any Error) -> Never { Failure.exit(error) }
}

/// Reads a study for one request after another, and fits again only what changed.
private actor StudyWatch {
  private var monitor: StudyMonitor

  init(_ experiment: Experiment) { monitor = StudyMonitor(experiment) }

  func state() async throws -> (json: String, csv: String) {
    var monitor = monitor
    let blocks = try await monitor.blocks()
    self.monitor = monitor
    let rows = blocks.map(StudyTable.row)
    return (
      JSONRows.text(StudyTable.columns, rows), CSV.header(StudyTable.columns) + rows.map { CSV.line($0) }.joined()
    )
  }
}
