public import PeachSupport
public import PeachTrials

/// A listener model that an experiment file can name: its texts and its parameters. Conform to `ListenerDeclaration`
/// for a listener who answers, or to `MatchingListenerDeclaration` for one who tunes.
public protocol DeclaredListener {
  /// The word for `kind` in experiment files: `gaussian`. No two listeners of a registry may have the same.
  static var kind: String { get }
  /// A summary in one line, for lists.
  static var summary: String { get }
  /// The publication that the model follows, such as `Wichmann & Hill (2001), doi:10.3758/BF03194544`. Separate several
  /// by semicolons. Begin with `none` if there is none; a methods section then cites nothing.
  static var source: String { get }
  /// The publications of `source` that Peach does not know, in full, for lists of references and BibTeX. `source`
  /// names each by its DOI, or by the first author's surname and the year in brackets if it has none. Empty by default.
  /// If Peach then knows no publication of `source`, reports repeat its words; if it knows some, they cite only those.
  static var references: [Reference] { get }
  /// A sentence on how the listener answered, in the past tense, for a methods section. Empty by default.
  static var behaviour: String { get }
  /// The meaning of the true threshold, in words for lists: `the threshold on the first trial, before any learning`. If
  /// the text begins with `the threshold`, a methods section states it too, up to the first semicolon. By default the
  /// true threshold is the same on every trial.
  static var truthConvention: String { get }
  /// Example settings as the text of a file, without name and kind: `chance: 0.6`. `peach list listeners NAME` shows
  /// them, and Peach's tests run those of its own listeners.
  static var example: String { get }
  /// Reads the parameters, which declares them, and returns the listener. Peach calls it for each listener of a file,
  /// and to list the parameters. Report problems to the reader; the returned listener is then a placeholder that
  /// nobody asks.
  static func read(_ reader: Reader, in task: TrialTask) -> Self
}

extension DeclaredListener {
  /// An empty list: by default a listener describes no publications itself.
  public static var references: [Reference] { [] }
  /// An empty text: by default a methods section names the model and its source, without a sentence on how it answers.
  public static var behaviour: String { "" }
  /// The text `the true threshold is the same on every trial`, for a listener who neither learns nor drifts.
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
  /// Reads the parameters of a model that contains other listeners, and returns it. Peach calls it for each listener of
  /// a file. Other models keep the default, which calls `read(_:in:)`.
  ///
  /// - Parameter kinds: The kinds that the contained listeners may have.
  static func read(_ reader: Reader, in task: TrialTask, among kinds: ListenerRegistry) -> Self
}

extension ListenerDeclaration {
  /// Ignores `kinds` and calls `read(_:in:)`, for a model that contains no other listeners. A `ComposedListener` must
  /// replace it.
  public static func read(_ reader: Reader, in task: TrialTask, among kinds: ListenerRegistry) -> Self {
    read(reader, in: task)
  }
}

/// A listener model that contains other listeners, such as a mixture. It must implement `read(_:in:among:)`. The
/// compiler does not demand this; without it, the two default implementations of `read` call each other without end.
public protocol ComposedListener: ListenerDeclaration {}

extension ComposedListener {
  /// Calls `read(_:in:among:)` with the listeners that come with Peach, for a caller without a registry. The contained
  /// listeners cannot be kinds of your own then.
  public static func read(_ reader: Reader, in task: TrialTask) -> Self {
    read(reader, in: task, among: BuiltInListeners.registry)
  }
}

/// A listener model that tunes notes in pitch matching, for experiment files.
public protocol MatchingListenerDeclaration: MatchingListener, DeclaredListener {}
