package import PeachExperiments
import PeachReporting
package import PeachSessions
import PeachSimulation
package import PeachStorage
import PeachSupport
import PeachTrials

/// The values of the options of the program `peach-serve`.
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
    if let lab = experiment.lab { return .study(experiment, lab, path: study) }
    let task = try LiveSessionTask.experiment(experiment.plan, path: study, strategy: strategy, device: nil)
    if let warning = task.warning { Standard.error(warning + "\n") }
    return .experiment(task)
  }

  /// The links to print: each listener's, that of anyone, and the researcher's.
  package func roles(of work: Work) -> [PageLink.Role] {
    let listeners = listener.isEmpty && !anyone ? ["me"] : listener
    var roles = listeners.map(PageLink.Role.listener)
    if anyone { roles.append(.anyone) }
    if case .study = work { roles.append(.researcher) }
    return roles
  }

  /// The contents of the researcher's page.
  package struct StudyView: Sendable {
    package var state: @Sendable () async throws -> (json: String, csv: String)
    /// The data set of the study as an archive.
    package var dataSet: @Sendable () async throws -> [UInt8]
  }

  /// The researcher's view of the study, read again at each request; `nil` if there is no study.
  package func studyView(of work: Work) -> StudyView? {
    guard case .study(let experiment, _, _) = work else { return nil }
    let watch = StudyWatch(experiment)
    return StudyView(state: { try await watch.state() }, dataSet: { try await watch.dataSet() })
  }

  /// Prints the links.
  package static func announce(_ links: [(name: String, address: String)]) {
    let width = links.map(\.name.count).max() ?? 0
    let lines = links.map { link -> String in
      let space = String(repeating: " ", count: width - link.name.count + 2)
      return "\(link.name)\(space)\(link.address)\n"
    }
    Standard.output(lines.joined())
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

  /// The data set as an archive; empty before the first listener.
  func dataSet() throws -> [UInt8] {
    let study = monitor.study
    let live = try ListenerDatabase.existing()
    let ids = try live?.participants(in: study).map(\.listener).sorted() ?? []
    guard let live, !ids.isEmpty else { return [] }
    let folder = try DraftFolder.temporary()
    defer { folder.discard() }
    let source = try DataSource.listeners(ids, study: study, in: live, kinds: Peach.kinds)
    _ = try DataSet.write(source, to: folder.path + "/set", replacing: false, standard: PsychDS.self) { false }
    return try TapeArchive.bytes(of: folder.path + "/set", as: "data")
  }
}
