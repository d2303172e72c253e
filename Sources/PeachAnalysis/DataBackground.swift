import PeachExperiments
package import PeachStorage
package import PeachSupport

/// How fitted data came about, as far as their file or records tell: what a reviewer asks of a threshold.
package struct DataBackground: Sendable {
  /// The SHA-256 of the file; `nil` for standard input and of live records.
  package var sha256: String?
  /// The strategies as they were set, each as the experiment's file has it; empty if the data do not state them.
  package var strategies: [Value] = []
  /// The resolved experiments as JSON.
  package var experiments: [String] = []
  /// The experiment's own stop, and its task.
  package var stop: Value?
  package var task: Value?
  /// The endings of the runs or sessions whose trials are fitted, with counts, most frequent first.
  package var endings: [(reason: String, count: Int)] = []
  /// Whether people answered; `nil` if the data do not say.
  package var isSimulated: Bool?
  /// Peach's version that ran it.
  package var version: String?

  /// The background of data that only their table describes.
  ///
  /// - Parameter path: `-` for standard input.
  package init(file path: String) { sha256 = path == "-" ? nil : SHA256.of(file: path) }

  /// The background of the runs of a results file whose trials are stored.
  package init(results path: String) throws(RecordsError) {
    sha256 = SHA256.of(file: path)
    isSimulated = true
    let results = try ResultsFile.open(path)
    let simulation = try results.simulation()
    version = simulation.version
    let experiment = take(simulation.experiment)
    var kept = Int.max
    if case .integer(let number) = experiment["keep-trials"] { kept = number }
    var counts: [String: Int] = [:]
    for cell in try results.cells() {
      try results.forEachRun(of: cell.id) { run, estimate in
        if estimate.estimator == 0, run.replicate <= kept { counts[run.stopReason, default: 0] += 1 }
      }
    }
    endings = DataBackground.sorted(counts)
  }

  /// The background of a live listener's comparisons.
  package init(listener: String, in live: LiveDatabase) throws(RecordsError) {
    try self.init(sessions: live.sessions(of: listener), in: live)
  }

  /// The background of the comparisons of live sessions.
  package init(sessions: [SessionRecord], in live: LiveDatabase) throws(RecordsError) {
    var counts: [String: Int] = [:]
    for session in sessions
    where session.kind == .comparison && session.trials > 0 && session.excluded == nil {
      isSimulated = session.responder != nil
      version = session.version
      take(session.experiment, strategy: session.strategy)
      for later in try live.continuations(of: session) { take(later.experiment, strategy: session.strategy) }
      counts[session.endReason ?? "cut off", default: 0] += 1
    }
    endings = DataBackground.sorted(counts)
  }

  /// - Parameter strategy: The one of the experiment's that chose the levels; `nil` for all.
  @discardableResult
  private mutating func take(_ text: String, strategy: String? = nil) -> Value {
    let experiment = Value(storedJSON: text) ?? .mapping([])
    if !experiments.contains(text) { experiments.append(text) }
    if case .list(let items) = experiment["strategies"] {
      strategies += items.filter { !strategies.contains($0) && (strategy == nil || $0["name"]?.word == strategy) }
    }
    stop = experiment["stop"] ?? stop
    task = experiment["task"] ?? task
    return experiment
  }

  private static func sorted(_ counts: [String: Int]) -> [(reason: String, count: Int)] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }
}
