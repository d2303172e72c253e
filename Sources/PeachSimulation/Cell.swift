package import PeachTrials

/// One strategy with one listener at one set of varied values; in a task of matchings one listener, and nothing adapts.
package struct Cell: Sendable {
  /// The work of a cell's runs.
  package enum Work: Sendable {
    /// A strategy asks, a listener answers.
    case trials(StrategyFactory, any Listener)
    /// Notes are drawn and tuned until the stop, which counts trials alone.
    case matchings(any MatchingListener, StopRule)
  }

  /// In the strategy's place where matchings are drawn uniformly.
  package static let uniform = "uniform"

  package var strategy: String
  package var listener: String
  /// One text for each varied path; empty if this cell does not vary it.
  package var varied: [String]
  package var task: TrialTask
  package var work: Work
  /// How many runs a job makes at a time: several if every program of the cell serves several tracks.
  package var runsAtOnce = 1

  package init(
    strategy: String, listener: String, varied: [String], task: TrialTask, work: Work, runsAtOnce: Int = 1
  ) {
    self.runsAtOnce = runsAtOnce
    self.strategy = strategy
    self.listener = listener
    self.varied = varied
    self.task = task
    self.work = work
  }

  /// Nil of matchings, as is the model.
  package var factory: StrategyFactory? { if case .trials(let factory, _) = work { factory } else { nil } }
  /// The target of its strategy in words.
  package var targetText: String { factory?.facts.targetText ?? "nothing adapts" }
  package var model: (any Listener)? { if case .trials(_, let model) = work { model } else { nil } }
}

/// How varied values are named.
package enum VariedColumn {
  /// `vary_` and the dotted path, every character that is not a letter or digit an underscore.
  package static func name(of path: String) -> String {
    "vary_" + String(path.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// Whether a path is the name of a sweep, which many parts may use: only those of places in a file have dots.
  package static func isName(_ path: String) -> Bool { !path.contains(".") }

  /// Whether a varied value is a setting of a strategy. All others belong to the condition under which strategies meet.
  package static func isOfStrategy(_ path: String) -> Bool { path.hasPrefix("strategies.") }

  /// The paths as short as they tell each other apart: the last of their parts, or as many as are needed.
  package static func short(_ paths: [String]) -> [String] {
    let parts = paths.map { $0.split(separator: ".") }
    return parts.indices.map { place in
      let count = (1...max(1, parts[place].count)).first { count in
        !parts.indices.contains { $0 != place && parts[$0].suffix(count) == parts[place].suffix(count) }
      }
      return parts[place].suffix(count ?? parts[place].count).joined(separator: ".")
    }
  }
}
