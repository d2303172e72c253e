import PeachExperiments
import PeachSupport

/// Strategies that keep a level for each note. In their tracks a level does not follow from the one of the trial before.
package enum NoteLevels {
  private static let kinds: Set<String> = ["adaptive"]

  /// - Parameters:
  ///   - strategy: The name of the strategy.
  ///   - experiment: The resolved experiment as JSON.
  package static func areKept(by strategy: String, in experiment: String) -> Bool {
    let strategies = Value(storedJSON: experiment)?["strategies"]?.items ?? []
    return strategies.contains { $0["name"]?.word == strategy && kinds.contains($0["kind"]?.word ?? "") }
  }
}
