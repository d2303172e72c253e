import Configuration
import Figures
import Records
import Reports

/// Where a report goes.
final class ReportFile {
  private let path: String
  private let file: OutputFile
  /// Why figures are not drawn.
  private var problem: FigureError?

  /// - Parameter sources: What the report is of, which it must not replace.
  init(_ path: String, force: Bool, sources: [String]) throws {
    self.path = path
    file = try OutputFile(path, force: force, sources: sources)
  }

  /// Where nothing can draw a figure that is said, once, and its table stands in its place.
  ///
  /// - Parameters:
  ///   - figures: Those of the page.
  ///   - folder: Where they go as files too; nil for nowhere.
  /// - Throws: `RecordsError`; `Failure` where there are no files of figures that were asked for.
  func write(_ page: ReportPage, _ figures: [Figure], to folder: String?, force: Bool) throws {
    let version = figures.isEmpty ? nil : Gnuplot.version
    let page = version.map { page.drawn(by: $0) } ?? page
    file.write(HTMLPage(page, program: "peach \(Peach.version)", drawing: svg).html)
    try file.finish()
    if let problem {
      Standard.error("the report has only tables, because pictures failed: \(problem)\n")
      if folder != nil {
        throw Failure(status: ExitStatus.inaccessible, message: "--figures: Peach could not write any figure")
      }
    }
    guard let folder else { return }
    do {
      try FigureFiles.write(figures, to: folder, force: force)
    } catch let error as FigureError {
      throw Failure(status: ExitStatus.inaccessible, message: "--figures: \(error)")
    }
  }

  private func svg(_ figure: Figure) -> String? {
    guard problem == nil else { return nil }
    do throws(FigureError) {
      return try Gnuplot.svg(figure)
    } catch {
      problem = error
      return nil
    }
  }

  /// Says where it is, and the figures that were written beside it.
  func tell(figures folder: String?) {
    let figures = folder.map { "figures: \(Shown.line($0))\n" } ?? ""
    if path == "-" {
      Standard.error(figures)
    } else {
      Standard.output("report: \(Shown.line(path))\n" + figures)
    }
  }
}
