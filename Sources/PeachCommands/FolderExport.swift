import ArgumentParser
import Foundation
import PeachAnalysis
import PeachReporting
import PeachStorage
import PeachSupport

/// A data set or a notebook, written into a folder of its own.
struct FolderExport {
  var results: String?
  var listeners: [String]
  var hasAllListeners: Bool
  var study: StudyOptions
  var folder: String
  var hasNotebook: Bool
  var standard: any DataSetStandard.Type
  var force: Bool

  func run() async throws {
    let (source, fits) = try await read()
    Interruption.listen()
    let notebook = fits.map { Notebook(fits: $0, isLive: results == nil) }
    do {
      let tables = try DataSet.write(
        source, to: folder, replacing: force, standard: standard, notebook: notebook,
        isCancelled: { Interruption.isRequested })
      tell(tables)
    } catch is CancellationError {
      throw ExitCode(Interruption.status)
    }
  }

  private func read() async throws -> (source: DataSource, fits: SourceTable?) {
    if let results {
      try InputFile.check(results, is: .results)
      let opened = try ResultsFile.open(results)
      let source = try DataSource.results(opened, kinds: Peach.kinds)
      try ExportCommand.tellIfUnfinished(opened)
      return (source, hasNotebook ? try await NotebookFits.ofResults(opened, kinds: Peach.kinds) : nil)
    }
    var (live, ids) = try ExportCommand.listeners(listeners, all: hasAllListeners, of: study)
    if let study = study.study, listeners.isEmpty, let live {
      // Some may have answered questions, and heard no block yet.
      ids = (ids + (try live.participants(in: study).map(\.listener))).distinct.sorted()
    }
    guard let live, !ids.isEmpty else {
      throw Failure(status: ExitStatus.commandLine, message: "no listener has any records yet")
    }
    let source = try DataSource.listeners(ids, study: study.study, in: live, kinds: Peach.kinds)
    return (source, hasNotebook ? try await NotebookFits.ofListeners(ids, in: live) : nil)
  }

  private func tell(_ tables: [String]) {
    let path = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let more = tables.count > 10 ? "  and \(tables.count - 10) more\n" : ""
    let next =
      hasNotebook
      ? "jupyter lab \(SafeText.forShell(path + "/notebook.ipynb"))"
      : "frictionless validate \(SafeText.forShell(path + "/datapackage.json"))"
    Standard.output("\(SafeText.line(path)): \(hasNotebook ? "a notebook and its data" : "a data set")\n")
    Standard.output(tables.prefix(10).map { "  \(SafeText.line($0))\n" }.joined() + more + "next:\n  \(next)\n")
  }
}

extension DraftFolder {
  /// For files that nobody keeps: a draft that is never placed. What a process that was killed left goes with the next.
  static func temporary() throws(RecordsError) -> DraftFolder {
    try DraftFolder(of: FileManager.default.temporaryDirectory.appending(path: "peach").path)
  }

  /// Removes it before its time: a program that exits frees nothing.
  func discard() { try? FileManager.default.removeItem(atPath: path) }
}
