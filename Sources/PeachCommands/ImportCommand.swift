import ArgumentParser
import PeachAnalysis
import PeachReporting
import PeachStorage
import PeachSupport

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import sessions, or the records of another computer.",
    discussion: """
      Import reads the tables trials, matching and sessions that peach export wrote; give all tables of the same \
      sessions in one command. It also reads the export of the original Peach app, and trials of other programs, such \
      as PsychoPy and pychoacoustics, that state the level and whether the answer was correct.

      Import adds a copy that peach backup wrote on another computer as it is: its listeners with their sessions, \
      places in studies, answers and consents, and the refusals to take part. If this computer already has different \
      records of one of these listeners, or another listener at one of these places, Peach stores nothing.

      If Peach cannot interpret a value, it reports the line and column of the value, and stores nothing. It skips \
      sessions that are already stored. The records mark sessions as imported; the profile leaves out those whose \
      notes are unknown.

      Examples:
        peach import trials.csv
        peach import trials.csv matching.csv sessions.csv --listener P07
        peach import laptop.sqlite
        peach import psychopy.csv --listener P07 --unit cents
      """)

  @Argument(
    help: "CSV files, or a copy of the records of another computer, made with peach backup.",
    completion: .file(extensions: ["csv", "tsv", "txt", "sqlite"]))
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "ID of the listener who gets the sessions; default the ID in the tables, or the ID \"me\" if they have none.",
      valueName: "ID"),
    completion: Completions.listeners)
  var listener: String?

  @Option(
    help: ArgumentHelp(
      "Unit of the levels in a file of another program, if its columns do not state it.",
      valueName: "cents|semitones|percent"))
  var unit: ImportedFiles.Unit?

  @Option(
    help: ArgumentHelp(
      """
      Number of alternatives of a trial in a file of another program; default 2.
      """, valueName: "M"))
  var alternatives: Int?

  @OptionGroup(title: "Reading data") var columns: DataOptions

  func validate() throws {
    if let listener { try ListenerOption.check(listener, of: "--listener") }
    if let alternatives, !(1...100).contains(alternatives) {
      throw ValidationError("--alternatives: expected a whole number from 1 to 100, got \(alternatives)")
    }
    if columns.n != nil || columns.k != nil {
      throw ValidationError("--n and --k: peach import needs single trials, not counts; peach fit reads counts")
    }
  }

  func run() throws {
    if try files.contains(where: ListenerDatabase.isRecords) { return try merge() }
    var ways = ImportedFiles.Ways()
    ways.reading = columns.ways
    ways.separator = columns.givenSeparator
    ways.unit = unit
    ways.alternatives = alternatives
    let found = try ImportedFiles.read(files, as: listener, usual: "me", ways)
    for note in found.notes { Standard.error(note + "\n") }
    let names = files.map { String($0.split(separator: "/").last ?? "") }.joined(separator: ", ")
    let outcomes = try ListenerDatabase.open().importSessions(found.sessions, from: names)
    Standard.output(text(found.sessions, outcomes))
  }

  private func merge() throws {
    guard files.count == 1, listener == nil else {
      throw ValidationError(
        "expected one copy of records that peach backup wrote, without other files and without --listener")
    }
    let merged = try ListenerDatabase.merge(files[0])
    let counts = [
      merged.sessions > 0 ? TextTable.counted(merged.sessions, "session") : nil,
      merged.trials > 0 ? TextTable.counted(merged.trials, "trial") : nil,
      merged.answers > 0 ? TextTable.counted(merged.answers, "answer") : nil,
      merged.refusals > 0 ? TextTable.counted(merged.refusals, "refusal") : nil,
    ].compactMap(\.self)
    let added = ([TextTable.counted(merged.listeners.count, "listener")] + counts).joined(separator: ", ")
    let known =
      merged.known.isEmpty ? "" : "  already here: \(merged.known.map(SafeText.cut).joined(separator: ", "))\n"
    Standard.output("\(SafeText.line(files[0])): added \(added)\n\(known)")
  }

  /// Text on what was stored for each listener, what existed already, and what to do next.
  private func text(_ sessions: [ImportedSession], _ outcomes: [ImportOutcome]) -> String {
    var listeners: [String] = []
    for session in sessions where !listeners.contains(session.session.listener) {
      listeners.append(session.session.listener)
    }
    if listeners.isEmpty { return "no sessions\n" }
    let lines = listeners.map { id in
      line(of: id, zip(sessions, outcomes).filter { $0.0.session.listener == id }.map { ($0, $1) })
    }
    let id = listeners[0]
    let hasTrials = sessions.contains {
      $0.session.listener == id && $0.session.kind == .comparison && $0.trials.count > 0
    }
    let fit = hasTrials ? "  peach fit --listener \(id)\n" : ""
    return lines.joined() + "next:\n\(fit)  peach export --listener \(id) --table sessions\n"
  }

  private func line(of id: String, _ found: [(session: ImportedSession, outcome: ImportOutcome)]) -> String {
    let new = found.filter(\.outcome.isNew)
    let old = found.filter { !$0.outcome.isNew }.map { String($0.outcome.number) }
    func count(_ kind: SessionKind, _ one: String) -> String? {
      let number = new.filter { $0.session.session.kind == kind }.reduce(0) { $0 + $1.session.trials.count }
      return number == 0 ? nil : "\(TextTable.grouped(number)) \(number == 1 ? one : one + "s")"
    }
    let trials = [count(.comparison, "comparison"), count(.matching, "matching")].compactMap(\.self)
    let stored =
      new.isEmpty
      ? "\(id): nothing new\n"
      : "\(id): \(new.count) \(new.count == 1 ? "session" : "sessions") imported"
        + (trials.isEmpty ? "" : ", \(trials.joined(separator: " and "))") + "\n"
    guard !old.isEmpty else { return stored }
    let shown = old.prefix(10).joined(separator: ", ") + (old.count > 10 ? " …" : "")
    return stored + "  already stored: \(old.count == 1 ? "session" : "sessions") \(shown)\n"
  }
}
