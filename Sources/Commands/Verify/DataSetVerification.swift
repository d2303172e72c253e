import Analysis
import ArgumentParser
import Configuration
import Exchange
import Experiments
import Foundation
import Records
import Reports
import Simulation
import Sittings

/// Makes the runs of a data set again.
struct DataSetVerification {
  let path: String
  let processes: ProcessOptions

  func run(sample: Int?, in page: PageWidth) async throws -> (text: String, isSame: Bool) {
    let check = try DataSetCheck(path)
    let changed = check.changed.map {
      ValueDifference(what: DataSetCheck.name(of: $0), stored: "other bytes than its data package says", again: "")
    }
    guard let experiment = check.experiment else {
      let what = "what listeners answered cannot be made again; \(TextTable.counted(check.tables.count, "table")) read"
      return told(changed, what, page)
    }
    let provenance = check.provenance
    func word(_ key: String) -> String { provenance[key]?.word ?? "" }
    try VerifyCommand.tellBuild(word("build"), version: word("version"), of: path)
    let file = "\(Shown.line(path))/materials/experiment.json"
    let plan = try Experiment.parse(experiment, file: file, kinds: Peach.kinds).plan
    try processes.admit(plan.resolved, of: file)
    if case .integer(let runs)? = provenance["stored-runs"], runs < plan.runs {
      throw RecordsError(
        .wrongContent, path: path,
        reason: "cannot be verified: it is of an interrupted simulation, \(runs) of \(plan.runs) runs",
        hint: "verify its results file")
    }
    if sample != nil, check.layout == .bids {
      throw ValidationError("--sample: expected with tables of all runs; BIDS has them apart by listener: verify all")
    }
    let again = try RunsAgain(plan)
    defer { again.remove() }
    let runs = try await again.make(sample: sample)
    let source = try DataSource.results(again.results, kinds: Peach.kinds)
    let differences: [ValueDifference]
    if runs < plan.runs {
      var rows: [(table: String, line: String)] = []
      for table in source.tables where table.name != "summary" {
        try table.rows { row in
          rows.append((table.name, String(CSV.line(row).dropLast())))
        }
      }
      differences = changed + check.missing(rows)
    } else {
      let folder = again.folder.appending(path: "set").path
      let fits = check.hasNotebook ? try await NotebookFits.ofResults(again.results, kinds: Peach.kinds) : nil
      _ = try DataSet.write(
        source, to: folder, replacing: false, layout: check.layout,
        notebook: fits.map { Notebook(fits: $0, isLive: false) }, isCancelled: { Interruption.isRequested })
      differences = changed + check.differences(from: folder, most: Verifier.mostTold)
    }
    return told(
      differences, "\(TextTable.grouped(runs)) of \(TextTable.counted(plan.runs, "run")) made again", page)
  }

  private func told(
    _ differences: [ValueDifference], _ what: String, _ page: PageWidth
  ) -> (text: String, isSame: Bool) {
    (VerificationText.text(differences, what: what, path: path, in: page), differences.isEmpty)
  }
}
