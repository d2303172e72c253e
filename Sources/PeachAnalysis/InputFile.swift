import PeachStorage
package import PeachSupport

/// A file that a command was given, where it may be of another kind than the command takes.
package enum InputFile {
  /// The kind of file that a command accepts.
  package enum Wanted: Sendable {
    /// CSV, or a results file.
    case data
    case experiment, results
    /// The answers of a track, as CSV.
    case answers

    fileprivate var words: String {
      switch self {
      case .data: "data (CSV or a results file)"
      case .experiment: "an experiment file (YAML)"
      case .results: "a results file"
      case .answers: "answers such as 1101, or a CSV file of trials"
      }
    }

    /// Whether a file is of this kind, or of a kind that cannot be recognised.
    fileprivate func takes(_ kind: FileKind) -> Bool {
      switch (self, kind) {
      case (_, .unknown), (.data, .results), (.data, .table), (.data, .json), (.answers, .table),
        (.experiment, .experiment),
        (.experiment, .json), (.results, .results), (.results, .database):
        true
      default: false
      }
    }
  }

  /// - Throws: `ConfigurationError` if the file is there and is another; it says what to do with that.
  package static func check(_ path: String, is wanted: Wanted) throws(ConfigurationError) {
    let bytes = firstBytes(of: path)
    if !bytes.isEmpty { try FileKind(bytes).refuse(path, as: wanted) }
  }

  /// Whether a file is a page of HTML, by its first bytes.
  package static func isPage(_ path: String) -> Bool {
    let bytes = firstBytes(of: path)
    return !bytes.isEmpty && FileKind(bytes) == .page
  }

  /// The first bytes of a file; none of what can be read only once, or not at all.
  static func firstBytes(of path: String) -> [UInt8] {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: FileKind.looked)
    return Array(bytes[..<fread(&bytes, 1, bytes.count, file)])
  }
}

extension FileKind {
  /// - Throws: `ConfigurationError` if it is not what is wanted.
  func refuse(_ path: String, as wanted: InputFile.Wanted) throws(ConfigurationError) {
    if wanted.takes(self) { return }
    throw ConfigurationError([
      Problem(
        place: Place(file: path, line: 1, column: 1), path: "", message: "expected \(wanted.words), got \(words)",
        hint: hint(path, wanted))
    ])
  }

  private func hint(_ path: String, _ wanted: InputFile.Wanted) -> String {
    let path = SafeText.forShell(path)
    return switch (wanted, self) {
    case (.data, .results), (.data, .database): "name the file itself: it cannot be read from a pipe"
    case (.data, .experiment), (.results, .experiment):
      "peach simulate \(path) runs it and writes a results file"
    case (.answers, .experiment): "put the experiment first: peach trace \(path) --strategy NAME --responses 1101…"
    case (.experiment, .results): "peach fit \(path) fits its trials, peach export \(path) --table runs writes its runs"
    case (.answers, .results):
      "peach export \(path) --table trials writes its trials; then keep only the rows of one run"
    case (.data, .listeners): "peach fit --listener ID fits a listener's comparisons"
    case (_, .listeners): "peach export --listener ID --table trials writes a listener's trials"
    case (.experiment, .table), (.results, .table): "peach fit \(path) fits these data"
    case (.experiment, _): "name the YAML file"
    case (.results, _): "peach simulate EXPERIMENT.yaml -o RESULTS.sqlite makes a results file"
    case (_, .archive): "unpack it, and name the CSV file in it"
    case (_, .compressed): "unpack it: gunzip -c FILE | peach fit -"
    case (_, .json): "convert the file to CSV: in jsPsych data.get().csv(), in pandas read_json(…).to_csv(…)"
    default: "open the table in the program that made it, and save it as CSV"
    }
  }
}
