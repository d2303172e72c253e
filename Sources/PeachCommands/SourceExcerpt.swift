import PeachExperiments
import PeachSupport

/// The line of a YAML file that a problem is about, with a caret below the place.
enum SourceExcerpt {
  /// Columns of a line that are shown, and of them how many before the place.
  private static let (width, before) = (64, 40)

  /// The problems of a file, each with its line if the file is YAML and can be read.
  static func description(of error: ConfigurationError) -> String {
    var files: [String: [Substring]] = [:]
    func lines(of file: String) -> [Substring] {
      if let lines = files[file] { return lines }
      let text = isYAMLFile(file) ? try? TextFile.read(file) : nil
      let lines = text.map { $0.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) } ?? []
      files[file] = lines
      return lines
    }
    let problems = error.problems.map { problem in
      let excerpt = excerpt(of: problem, lines(of: problem.place.file))
      guard !excerpt.isEmpty else { return problem.description }
      var parts = problem.description.split(separator: "\n", maxSplits: 1).map(String.init)
      parts.insert(excerpt, at: 1)
      return parts.joined(separator: "\n")
    }
    return
      (problems + ConfigurationError([], omitted: error.omitted).description.split(separator: "\n").map(String.init))
      .joined(separator: "\n")
  }

  /// A pipe could not be read again.
  private static func isYAMLFile(_ path: String) -> Bool {
    let name = path.lowercased()
    var status = stat()
    return (name.hasSuffix(".yaml") || name.hasSuffix(".yml")) && stat(path, &status) == 0
      && status.st_mode & S_IFMT == S_IFREG
  }

  /// Two lines; empty if the problem is about the whole file.
  private static func excerpt(of problem: Problem, _ lines: [Substring]) -> String {
    let (line, column) = (problem.place.line, problem.place.column)
    let isOfFile = problem.path.isEmpty && line == 1 && column == 1
    guard !isOfFile, line >= 1, line <= lines.count, column >= 1 else { return "" }
    // Columns count code points.
    let text = lines[line - 1].unicodeScalars.map { $0 == "\t" ? " " : $0 }
    guard column <= text.count + 1, !text.allSatisfy(\.properties.isWhitespace) else { return "" }
    func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars)
      return SafeText.line(String(view))
    }
    let start = text.count <= width ? 0 : max(0, min(column - 1 - before, text.count - width))
    let end = min(text.count, start + width)
    let shown = (start > 0 ? "…" : "") + string(text[start..<end]) + (end < text.count ? "…" : "")
    // Escaped characters are longer.
    let place = (start > 0 ? 1 : 0) + string(text[start..<min(column - 1, end)]).count
    let number = "  \(line) | "
    let margin = String(repeating: " ", count: number.count - 2) + "| "
    return number + shown + "\n" + margin + String(repeating: " ", count: place) + "^"
  }
}
