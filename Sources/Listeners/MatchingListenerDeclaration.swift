public import Configuration
public import Trials

/// What a registry knows of a model that tunes notes: its names and its parameters.
public protocol MatchingListenerDeclaration: MatchingListener {
  /// Its name in experiment files: `tuner`.
  static var kind: String { get }
  /// One line for lists.
  static var summary: String { get }
  /// The publication it follows.
  static var source: String { get }
  /// Settings as they could stand in a matching task's file, without name and kind: what is shown to users, and what the
  /// suites over all listeners run.
  static var example: String { get }
  /// Declares and reads its parameters; problems go to the reader, and the listener that comes back then stands in.
  static func read(_ reader: Reader, in task: TrialTask) -> Self
}
