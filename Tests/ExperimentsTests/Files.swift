import PeachExperiments
import PeachListeners
import PeachSimulation
import PeachSupport
import PeachTrials

/// Experiment files to change in one thing.
enum Files {
  /// The kinds of listeners that answer, as messages list them.
  static let listeners = BuiltInListeners.registry.kinds.map { $0.kind }.joined(separator: ", ")

  static let example =
    #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    + "/experiments/strategy-comparison.yaml"

  /// A comparison with one listener and one strategy.
  static let comparison = """
    name: t
    seed: 1
    task: {kind: comparison}
    listeners:
      - {name: ann, kind: gaussian, jnd: 5}
    strategies:
      - {name: s, kind: transformed-up-down, start: 100, down: 2, step: {factor: 2}}
    stop: {trials: 60}
    replicates: 10

    """

  /// A task without notes with one listener and one strategy.
  static let level = """
    name: t
    seed: 1
    task: {kind: forced-choice, unit: dB}
    listeners:
      - {name: ann, kind: psychometric, threshold: 5, slope: 1}
    strategies:
      - {name: s, kind: transformed-up-down, start: 20, down: 2, step: {linear: 2}}
    stop: {trials: 60}
    replicates: 10

    """

  /// The file with each first text replaced by the second.
  static func changed(_ file: String, _ changes: [(String, String)]) -> String {
    changes.reduce(file) { text, change in
      precondition(text.contains(change.0), "the file has no '\(change.0)'")
      return text.replacing(change.0, with: change.1)
    }
  }

  static func plan(_ text: String) throws(ConfigurationError) -> Plan {
    try Experiment.parse(text, file: "x.yaml").plan
  }

  /// All that is wrong with a file; nil where nothing is.
  static func problems(_ text: String) -> String? {
    do {
      _ = try plan(text)
      return nil
    } catch {
      return error.description
    }
  }

  /// All that is wrong with the comparison, or another file, after one change.
  static func problems(_ old: String, _ new: String) -> String? { problems(comparison, old, new) }

  static func problems(_ file: String, _ old: String, _ new: String) -> String? {
    problems(changed(file, [(old, new)]))
  }

  static func digest(_ old: String, _ new: String) throws -> String {
    try plan(changed(comparison, [(old, new)])).digest
  }
}

extension Cell {
  /// The first comparison of a track.
  var first: Comparison? {
    var streams = Streams(task: RandomStream(seed: 0), strategy: RandomStream(seed: 0))
    return factory?.make(using: &streams).next
  }
}
