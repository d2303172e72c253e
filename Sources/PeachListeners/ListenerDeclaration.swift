public import PeachSupport
public import PeachTrials

/// A listener model that an experiment file can name: its texts and its parameters. Conform to `ListenerDeclaration`
/// for a listener who answers, or to `MatchingListenerDeclaration` for one who tunes.
public protocol DeclaredListener {
  /// The word for `kind` in experiment files: `gaussian`.
  static var kind: String { get }
  /// A summary in one line, for lists.
  static var summary: String { get }
  /// The publication that the model follows, as a reference; `none` if there is none.
  static var source: String { get }
  /// The publications of `source` that Peach does not know, in full, for lists of references and BibTeX. `source`
  /// names each by its DOI, or by the first author's surname and the year in brackets if it has none. None by default:
  /// reports then repeat the words of `source`.
  static var references: [Reference] { get }
  /// A sentence on how the listener answered, in the past tense, for a methods section. Empty by default.
  static var behaviour: String { get }
  /// The trials for which the true threshold holds, in words for lists. By default the listener is the same on every
  /// trial.
  static var truthConvention: String { get }
  /// Example settings as the text of a file, without name and kind: `chance: 0.6`. The documentation shows them, and
  /// the tests of all listeners run them.
  static var example: String { get }
  /// Reads the parameters, which declares them, and returns the listener. Peach calls it for each listener of a file,
  /// and to list the parameters. Report problems to the reader; the returned listener is then a placeholder that
  /// nobody asks.
  static func read(_ reader: Reader, in task: TrialTask) -> Self
}

extension DeclaredListener {
  /// None: Peach knows the publications of `source`, or repeats its words.
  public static var references: [Reference] { [] }
  /// An empty text: by default a methods section says nothing about the model.
  public static var behaviour: String { "" }
  /// The sentence for a listener who neither learns nor drifts.
  public static var truthConvention: String { "the true threshold is the same on every trial" }
}

/// A listener model that answers comparisons and levels, for experiment files.
///
/// ```swift
/// struct Ear: ListenerDeclaration {
///   static let kind = "ear"
///   static let summary = "hears a difference or guesses"
///   static let source = "none"
///   static let example = "chance: 0.6"
///
///   var chance: Double
///   /// Without hearing the difference, half of the answers are wrong.
///   var lapse: Double { (1 - chance) / 2 }
///
///   static func read(_ reader: Reader, in task: TrialTask) -> Ear {
///     Ear(chance: reader.number("chance", unit: "1", in: .within(0...1), "Probability of hearing the difference"))
///   }
///
///   func probability(of comparison: Comparison) -> Double {
///     (1 - chance) / 2 + (comparison.offset > 0 ? chance : 0)
///   }
///
///   func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
///     Answer(isHigher: random.unit() < probability(of: comparison))
///   }
/// }
/// ```
public protocol ListenerDeclaration: Listener, DeclaredListener {
  /// Reads a model that contains other listeners. Other models keep the default, which calls `read(_:in:)`.
  ///
  /// - Parameter kinds: The kinds that the contained listeners may have.
  static func read(_ reader: Reader, in task: TrialTask, among kinds: ListenerRegistry) -> Self
}

extension ListenerDeclaration {
  /// Calls `read(_:in:)`, for a model that contains no other listeners.
  public static func read(_ reader: Reader, in task: TrialTask, among kinds: ListenerRegistry) -> Self {
    read(reader, in: task)
  }
}

/// A listener model that contains other listeners, such as a mixture. It implements `read(_:in:among:)`.
public protocol ComposedListener: ListenerDeclaration {}

extension ComposedListener {
  /// Calls `read(_:in:among:)` with the listeners that come with Peach.
  public static func read(_ reader: Reader, in task: TrialTask) -> Self {
    read(reader, in: task, among: BuiltInListeners.registry)
  }
}

/// A listener model that tunes notes in pitch matching, for experiment files.
public protocol MatchingListenerDeclaration: MatchingListener, DeclaredListener {}
