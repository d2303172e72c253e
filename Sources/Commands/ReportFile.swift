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
  func write(_ page: ReportPage) throws {
    file.write(HTMLPage(page, program: "peach \(Peach.version)", drawing: svg).html)
    try file.finish()
    if let problem { Standard.error("the report has tables without pictures: \(problem)\n") }
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

  /// Says where it is.
  func tell() {
    if path != "-" { Standard.output("report: \(Shown.line(path))\n") }
  }
}
