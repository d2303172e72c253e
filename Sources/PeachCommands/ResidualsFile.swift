import PeachAnalysis
import PeachReporting
import PeachSupport

/// The destination of `--residuals`: a new file, or one with residuals of an earlier fit, which is replaced.
struct ResidualsFile {
  let path: String

  /// - Parameter source: The data, which must not be written over.
  init(_ path: String, source: String) throws {
    self.path = path
    guard let found = try OutputFile.status(path), found.st_mode & S_IFMT == S_IFREG else { return }
    if OutputFile.isSame(found, source) { throw refusal("is the data") }
    if found.st_size > 0, !holdsResiduals {
      throw refusal("exists already and is not a table of residuals; refusing to overwrite it")
    }
  }

  func write(_ report: FitReport) throws {
    let file = try begin(report)
    ResidualsFile.add(report.fits, to: file)
    try file.finish()
  }

  /// Begins the file with the names of its columns.
  func begin(_ report: FitReport) throws -> OutputFile {
    let file = try OutputFile(path, force: true)
    file.write(CSV.header(ResidualsTable.columns + report.by))
    return file
  }

  static func add(_ fits: [FitRow], to file: OutputFile) {
    for fit in fits {
      for row in ResidualsTable.rows(fit) { file.write(CSV.line(row)) }
    }
  }

  private var holdsResiduals: Bool {
    guard let file = fopen(path, "rb") else { return false }
    defer { fclose(file) }
    let header = ResidualsTable.columns.joined(separator: ",").utf8
    var bytes = [UInt8](repeating: 0, count: header.count)
    return fread(&bytes, 1, bytes.count, file) == bytes.count && bytes.elementsEqual(header)
  }

  private func refusal(_ reason: String) -> Failure {
    Failure(
      status: ExitStatus.inaccessible,
      message: "\(SafeText.line(path)): \(reason)\n  hint: choose another file for --residuals")
  }
}
