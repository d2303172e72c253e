import Analysis
import ArgumentParser
import Configuration
import Experiments
import Foundation
import Records
import Reports
import Simulation
import Sittings

/// Runs again what made a report, and compares its numbers.
struct ReportVerification {
  let path: String
  let processes: ProcessOptions

  func run(in page: PageWidth) async throws -> (text: String, isSame: Bool) {
    let stored = try ReportedData(of: path).value
    func word(_ key: String) -> String { stored[key]?.word ?? "" }
    try VerifyCommand.tellBuild(word("build"), version: word("version"), of: path)
    let (what, again): (String, [(String, Value)])
    switch word("report") {
    case "simulation": (what, again) = try await simulation(stored)
    case "fit": (what, again) = try await fit(stored)
    case "listener": (what, again) = try await listener(word("listener"))
    default:
      throw RecordsError(
        .wrongContent, path: path, reason: "is a report of an unknown kind, \(Shown.quoted(word("report")))",
        hint: "update peach")
    }
    let differences = again.flatMap { ValueDifference.all($0.0, stored[$0.0], $0.1) }
    return (VerificationText.text(differences, what: what, path: path, in: page), differences.isEmpty)
  }

  /// All its runs again, in a folder that is gone afterwards.
  private func simulation(_ stored: Value) async throws -> (String, [(String, Value)]) {
    guard let experiment = stored["experiment"], case .integer(let replicates)? = stored["replicates"],
      (1...Experiment.greatestReplicates).contains(replicates)
    else { throw damaged("its experiment or number of replicates is missing") }
    let plan = try Experiment.parse(
      experiment.json(), file: "\(Shown.line(path)), its experiment", kinds: Peach.kinds,
      overrides: Experiment.Overrides(replicates: replicates)
    ).plan
    try processes.admit(plan.resolved, of: path)
    if case .integer(let runs)? = stored["runs"], runs < plan.runs {
      throw damaged(
        "it is of an interrupted simulation, \(runs) of \(plan.runs) runs; its results file can be verified")
    }
    let again = try RunsAgain(plan)
    defer { again.remove() }
    _ = try await again.make()
    return (
      "\(TextTable.counted(plan.runs, "run")) made again",
      [("digest", .text(plan.digest)), ("summary", try SimulationReport.summary(of: again.results))]
    )
  }

  /// The same fits, of data that are the same.
  private func fit(_ stored: Value) async throws -> (String, [(String, Value)]) {
    guard case .list(let words)? = stored["arguments"] else { throw damaged("the command that made it is missing") }
    let arguments = words.compactMap(\.word)
    guard arguments.first == "fit" else { throw damaged("the command that made it is none of peach fit") }
    let command = try FitCommand.parse(Array(arguments.dropFirst()))
    if command.data == "-" { throw damaged("its data came from standard input and are not kept") }
    if let digest = stored["sha256"]?.word, let data = command.data {
      guard let now = SHA256.of(file: data) else {
        throw RecordsError(
          .inaccessible, path: data, reason: "cannot be read", hint: "run peach verify where the report was made")
      }
      if now != digest { throw damaged("its data, \(Shown.line(data)), are others now: SHA-256 \(now), not \(digest)") }
    }
    let report = try await command.fitted()
    return (
      "\(TextTable.counted(report.fits.count, "fit")) made again",
      [("fits", FitPage.fits(of: report)), ("comparisons", FitPage.comparisons(of: report))]
    )
  }

  /// What the records of the listener say now.
  private func listener(_ id: String) async throws -> (String, [(String, Value)]) {
    let page = try await ReportCommand.listenerReport(of: id, in: ListenerDatabase.opened(for: [id])).page
    let keys = ["sessions", "fit", "fits_by_session"]
    return ("records of \(Shown.cut(id)) read again", keys.map { ($0, page.data[$0] ?? .list([])) })
  }

  private func damaged(_ reason: String) -> RecordsError {
    RecordsError(.wrongContent, path: path, reason: "cannot be verified: \(reason)")
  }
}
