import Configuration
import Reports

/// Where a report goes.
struct ReportFile {
  private let path: String
  private let file: OutputFile

  /// - Parameter sources: What the report is of, which it must not replace.
  init(_ path: String, force: Bool, sources: [String]) throws {
    self.path = path
    file = try OutputFile(path, force: force, sources: sources)
  }

  func write(_ page: ReportPage) throws {
    file.write(HTMLPage(page, program: "peach \(Peach.version)") { _ in nil }.html)
    try file.finish()
    if path != "-" { Standard.output("report: \(Shown.line(path))\n") }
  }
}
