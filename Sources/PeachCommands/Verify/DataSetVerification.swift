import ArgumentParser
import Foundation
import PeachAnalysis
import PeachExperiments
import PeachReporting
import PeachSessions
import PeachSimulation
import PeachStorage
import PeachSupport

/// Makes a data set again, from its experiment or from the records of its listeners, and compares every file of the folder.
///
/// Nothing is exempt but the version and build of peach that the sidecar of the experiment names.
struct DataSetVerification {
  let path: String
  let processes: ProcessOptions

  func run(sample: Int?, in page: PageWidth) async throws -> (text: String, isSame: Bool) {
    let check = try DataSetCheck(path)
    guard let experiment = check.experiment else { return try await listeners(check, page) }
    let provenance = check.provenance
    func word(_ key: String) -> String { provenance[key]?.word ?? "" }
    try VerifyCommand.tellBuild(word("build"), version: word("version"), of: path)
    let file = "\(SafeText.line(path))/materials/experiment.json"
    let plan = try Experiment.parse(experiment, file: file, kinds: Peach.kinds).plan
    try processes.admit(plan.resolved, of: file)
    if case .integer(let runs)? = provenance["stored-runs"], runs < plan.runs {
      throw RecordsError(
        .wrongContent, path: path,
        reason: "cannot be verified: the data set holds an interrupted simulation, \(runs) of \(plan.runs) runs",
        hint: "verify the results file of the simulation instead")
    }
    if sample != nil, check.standard.isSplitByListener {
      throw ValidationError(
        "--sample: cannot be used with a \(check.standard.title) data set, whose tables are split by listener; leave it out"
      )
    }
    let again = try RerunResults(plan, by: (word("version"), word("build")))
    defer { again.remove() }
    let runs = try await again.make(sample: sample)
    let source = try DataSource.results(again.results, kinds: Peach.kinds)
    let what = "\(TextTable.grouped(runs)) of \(TextTable.counted(plan.runs, "run")) repeated"
    if runs < plan.runs {
      var rows: [(table: String, row: [Value?])] = []
      for table in source.tables where table.name != "summary" {
        try table.rows { rows.append((table.name, $0)) }
      }
      return told(
        changed(check) + check.brokenTables() + check.missing(rows), what, page, same: "every number is the same")
    }
    let fits = check.hasNotebook ? try await NotebookFits.ofResults(again.results, kinds: Peach.kinds) : nil
    return try compare(check, source, fits, in: again.folder.appending(path: "set").path, what, page)
  }

  /// Verifies a data set of listeners against their records, if this machine has them.
  private func listeners(_ check: DataSetCheck, _ page: PageWidth) async throws -> (text: String, isSame: Bool) {
    let ids = check.listeners
    let live = try ListenerDatabase.existing()
    let missing = try ids.first { try live?.listener($0) == nil }
    guard let live, missing == nil, !ids.isEmpty else {
      let whose = missing.map { "of \(SafeText.cut($0)) " } ?? ""
      return told(
        changed(check) + check.brokenTables(), "\(TextTable.counted(check.tables.count, "table")) read", page,
        same: "every file is unchanged (its SHA-256 checksum is the stated one)",
        notes: ["this machine has no records \(whose)to compare with, so Peach did not check the answers of listeners"])
    }
    let draft = try DraftFolder.temporary()
    defer { draft.discard() }
    let fits = check.hasNotebook ? try await NotebookFits.ofListeners(ids, in: live) : nil
    return try compare(
      check, DataSource.listeners(ids, study: check.study, in: live, kinds: Peach.kinds), fits, in: draft.path + "/set",
      "compared with the records of \(TextTable.counted(ids.count, "listener"))", page)
  }

  /// Compares every file of the folder with those of a set that it writes.
  private func compare(
    _ check: DataSetCheck, _ source: DataSource, _ fits: SourceTable?, in folder: String, _ what: String,
    _ page: PageWidth
  ) throws -> (text: String, isSame: Bool) {
    let isLive = check.experiment == nil
    _ = try DataSet.write(
      source, to: folder, replacing: false, standard: check.standard,
      notebook: fits.map { Notebook(fits: $0, isLive: isLive) }, isCancelled: { Interruption.isRequested })
    var all = source
    all.tables += [fits].compactMap(\.self)
    // One more than is shown, so that the text says that there are more.
    return told(try check.differences(from: folder, of: all, most: Verifier.mostTold + 1), what, page)
  }

  private func changed(_ check: DataSetCheck) -> [ValueDifference] {
    check.changed.map {
      ValueDifference(what: $0, stored: "changed", again: "a file with the SHA-256 digest that its data package states")
    }
  }

  private func told(
    _ differences: [ValueDifference], _ what: String, _ page: PageWidth,
    same: String = "Peach wrote every file again, and all are the same",
    notes: [String] = []
  ) -> (text: String, isSame: Bool) {
    (
      VerificationText.text(differences, what: what, path: path, same: same, notes: notes, in: page),
      differences.isEmpty
    )
  }
}
