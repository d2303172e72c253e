import PeachReporting
import PeachStorage
import PeachSupport

/// The destination of a report.
final class ReportFile {
  private let path: String
  private let file: OutputFile

  /// - Parameter sources: What the report is of, which it must not replace.
  init(_ path: String, force: Bool, sources: [String]) throws {
    self.path = path
    file = try OutputFile(path, force: force, sources: sources)
  }

  /// - Parameters:
  ///   - figures: Those of the page.
  ///   - drawing: Where they go as files too, if anywhere, and how wide they are.
  /// - Throws: `RecordsError`, or `Failure` if a figure cannot be drawn. The report is there all the same.
  func write(_ page: ReportPage, _ figures: [Figure], to drawing: FigureOptions, force: Bool) throws {
    file.write(HTMLPage(page, program: "peach \(Peach.version)") { SVGPicture($0).element }.html)
    try file.finish()
    guard let folder = drawing.figures else { return }
    do {
      try FigureFiles.write(figures, width: drawing.width?.width ?? .single, to: folder, force: force)
    } catch let error as FigureError {
      throw Failure(status: ExitStatus.inaccessible, message: "--figures: \(error)")
    }
  }

  /// Says where it is, and which figures were written next to it.
  func tell(figures folder: String?) {
    let figures = folder.map { "figures: \(SafeText.line($0))\n" } ?? ""
    if path == "-" {
      Standard.error(figures)
    } else {
      Standard.output("report: \(SafeText.line(path))\n" + figures)
    }
  }
}
