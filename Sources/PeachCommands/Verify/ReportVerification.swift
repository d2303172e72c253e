import ArgumentParser
import Foundation
import PeachAnalysis
import PeachExperiments
import PeachReporting
import PeachSessions
import PeachSimulation
import PeachStorage
import PeachSupport

/// Runs again what made a report, and compares the whole page with the one that would be written now.
///
/// Only this may differ: the version and build of peach, the path of the results file and the replicates that the page's data
/// name, and the version of peach in the foot of the page.
struct ReportVerification {
  let path: String
  let processes: ProcessOptions

  /// The reproduced report.
  private struct Again {
    /// Such as `3 fits repeated`.
    var what: String
    var page: ReportPage
  }

  func run(in width: PageWidth) async throws -> (text: String, isSame: Bool) {
    let file = try ReportedData(of: path)
    let stored = file.value
    func word(_ key: String) -> String { stored[key]?.word ?? "" }
    try VerifyCommand.tellBuild(word("build"), version: word("version"), of: path)
    let program = (version: word("version"), build: word("build"))
    let again: Again
    switch word("report") {
    case "simulation": again = try await simulation(stored, program)
    case "fit": again = try await fit(stored, program)
    case "listener": again = try await listener(word("listener"), program)
    default:
      throw RecordsError(
        .wrongContent, path: path,
        reason: "this version of Peach does not know this kind of report, \(SafeText.quoted(word("report")))",
        hint: "use a newer version of Peach")
    }
    let comparison = compare(file.bytes, again)
    var differences = ReportVerification.differences(stored, again.page.data)
    if let place = comparison.difference, !comparison.isInData || differences.isEmpty {
      differences.insert(place, at: 0)
    }
    let text = VerificationText.text(
      differences, what: again.what, path: path, same: "the whole page is the same", in: width)
    return (text, differences.isEmpty)
  }

  /// Compares the machine-readable data of both pages, key by key.
  private static func differences(_ stored: Value, _ again: Value) -> [ValueDifference] {
    func keys(_ value: Value) -> [String] {
      guard case .mapping(let fields) = value else { return [] }
      return fields.map(\.key)
    }
    let own = keys(again)
    return (own + keys(stored).filter { !own.contains($0) }).flatMap { ValueDifference.all($0, stored[$0], again[$0]) }
  }

  // MARK: Comparing

  private func compare(_ found: [UInt8], _ again: Again) -> PageComparison {
    let program = "peach " + ReportVerification.writer(of: found)
    return PageComparison(found, with: HTMLPage(again.page, program: program) { SVGPicture($0).element }.html)
  }

  /// The version of peach in the file's head; the version of this peach if the head names none.
  private static func writer(of page: [UInt8]) -> String {
    let head = String(decoding: page.prefix(2000), as: UTF8.self)
    let found = head.firstMatch(of: /<meta name="generator" content="peach (?<version>[0-9A-Za-z.+-]{1,40})">/)
    return found.map { String($0.output.version) } ?? Peach.version
  }

  // MARK: Making it again

  /// All its runs again, in a folder that is gone afterwards.
  private func simulation(_ stored: Value, _ program: (version: String, build: String)) async throws -> Again {
    guard let experiment = stored["experiment"], case .integer(let replicates)? = stored["replicates"],
      (1...Experiment.greatestReplicates).contains(replicates)
    else {
      throw damaged(
        "the report lacks its experiment or a valid number of replicates\n  hint: make the report again with peach report"
      )
    }
    let plan = try Experiment.parse(
      experiment.json(), file: "\(SafeText.line(path)), its experiment", kinds: Peach.kinds,
      overrides: Experiment.Overrides(replicates: replicates)
    ).plan
    try processes.admit(plan.resolved, of: path)
    if case .integer(let runs)? = stored["runs"], runs < plan.runs {
      throw damaged(
        "the report is on an interrupted simulation, \(runs) of \(plan.runs) runs; verify the results file instead")
    }
    let again = try RerunResults(plan, by: program)
    defer { again.remove() }
    _ = try await again.make()
    let report = try SimulationReport(
      again.results, named: stored["results"]?.word, kinds: Peach.kinds, year: BuildInfo.year)
    return Again(what: "\(TextTable.counted(plan.runs, "run")) repeated", page: report.page)
  }

  /// The same fits, of data that are the same.
  private func fit(_ stored: Value, _ program: (version: String, build: String)) async throws -> Again {
    guard case .list(let words)? = stored["arguments"] else {
      throw damaged("the report does not state the command that made it")
    }
    let arguments = words.compactMap(\.word)
    guard arguments.first == "fit" else {
      throw damaged("the report of fits states that a command other than peach fit made it")
    }
    let command = try FitCommand.parse(Array(arguments.dropFirst()))
    if command.data == "-" { throw damaged("the data of the report came from standard input and were not kept") }
    if let digest = stored["sha256"]?.word, let data = command.data {
      guard let now = SHA256.of(file: data) else {
        throw RecordsError(
          .inaccessible, path: data, reason: "cannot be read", hint: "run peach verify where the report was made")
      }
      if now != digest {
        throw damaged(
          "the data of the report, \(SafeText.line(data)), have changed: their SHA-256 is \(now), not \(digest)")
      }
    }
    let (page, fits) = try await command.page(arguments: arguments, by: program)
    return Again(what: "\(TextTable.counted(fits, "fit")) repeated", page: page.page)
  }

  /// The report of the listener from today's records.
  private func listener(_ id: String, _ program: (version: String, build: String)) async throws -> Again {
    let report = try await ReportCommand.listenerReport(
      of: id, in: ListenerDatabase.opened(for: [id]), by: program)
    return Again(what: "compared with the records of \(SafeText.cut(id))", page: report.page)
  }

  private func damaged(_ reason: String) -> RecordsError {
    RecordsError(.wrongContent, path: path, reason: "cannot be verified: \(reason)")
  }
}
