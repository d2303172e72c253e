public import Configuration
public import Trials

/// What a registry knows of a listener model, one who answers or one who tunes: its names and its parameters.
public protocol DeclaredListener {
  /// Its name in experiment files: `gaussian`.
  static var kind: String { get }
  /// One line for lists.
  static var summary: String { get }
  /// The publication it follows.
  static var source: String { get }
  /// Which trials the true threshold is of, in words; the default holds for a listener who is the same on every trial.
  static var truthConvention: String { get }
  /// Settings as they could stand in a file of its kind of task, without name and kind: what is shown to users, and what
  /// the suites over all listeners run.
  static var example: String { get }
  /// Declares and reads its parameters; problems go to the reader, and the listener that comes back then stands in.
  static func read(_ reader: Reader, in task: TrialTask) -> Self
}

extension DeclaredListener {
  public static var truthConvention: String { "the same on every trial" }
}

/// A model who answers comparisons and levels.
public protocol ListenerDeclaration: Listener, DeclaredListener {
  /// The same of one that is made of others. Leave it to the default where it is not.
  ///
  /// - Parameter kinds: What the others can be.
  static func read(_ reader: Reader, in task: TrialTask, among kinds: ListenerRegistry) -> Self
}

extension ListenerDeclaration {
  public static func read(_ reader: Reader, in task: TrialTask, among kinds: ListenerRegistry) -> Self {
    read(reader, in: task)
  }
}

/// A model that is made of other listeners.
public protocol ComposedListener: ListenerDeclaration {}

extension ComposedListener {
  public static func read(_ reader: Reader, in task: TrialTask) -> Self {
    read(reader, in: task, among: BuiltInListeners.registry)
  }
}

/// A model who tunes pitch matchings.
public protocol MatchingListenerDeclaration: MatchingListener, DeclaredListener {}
