public import PeachSupport
public import PeachTrials

/// The parts of an experiment that a strategy needs when Peach reads its settings. The experiment passes them in; a
/// strategy never looks anything up.
///
/// ```swift
/// let context = StrategyContext(task: try TrialTask(parsing: "{kind: comparison}"), stop: .trials(60))
/// ```
public struct StrategyContext: Sendable {
  /// The task of the experiment, with the axis of the levels. When Peach calls `read` of a level strategy, the axis is
  /// signed if the key `signed` of its settings, or the task itself, asks for that. A negative level is then a lower
  /// note.
  public var task: TrialTask
  /// The stop rule of the file, for a strategy without its own; `nil` if the file has none. For a part of another
  /// strategy it is `StopRule.never`. `TrackSettings.readStop` applies it.
  public var stop: StopRule?
  /// The proportion correct, above 0 and below 1, at which the common fit reads the threshold; in yes/no the proportion
  /// of "yes" when the target is present. It is the same for all strategies of an experiment. Use it as the default of
  /// a strategy's own target; a strategy may have another.
  public var estimand: Double
  /// The listener's profile before the first trial: the one that the key `profile` of the file states, or in
  /// training the listener's own. Otherwise it is empty.
  public var profile: PerceptualProfile
  /// The kinds of strategy that the parts of a combined strategy, such as `interleaved`, can have.
  public var kinds: StrategyRegistry
  /// The posterior grids that all strategies of a file share.
  package var grids = GridCache()

  /// A context, for example for a test. Each parameter sets the property of the same name. By default the estimand is
  /// 0.75, the profile is empty, and `kinds` are the built-in strategies.
  public init(
    task: TrialTask, stop: StopRule?, estimand: Double = 0.75, profile: PerceptualProfile = PerceptualProfile(),
    kinds: StrategyRegistry = BuiltInStrategies.registry
  ) {
    self.task = task
    self.stop = stop
    self.estimand = estimand
    self.profile = profile
    self.kinds = kinds
  }
}

/// A strategy that an experiment file can name: its texts, its parameters, and the factory of its tracks.
///
/// Conform to `DeclaredLevelStrategy` or `DeclaredComparisonStrategy`, which provide the factory. Peach shows the
/// texts in lists, in documentation and in the methods section of a report.
public protocol StrategyDeclaration: Sendable {
  /// The settings of one strategy of a file after reading. `read` returns them, and the initialiser makes tracks from
  /// them.
  associatedtype Settings: Sendable
  /// The word for `kind` in experiment files: `weighted-up-down`. No two strategies of a registry may have the same.
  static var kind: String { get }
  /// The group under which lists in the documentation show it; `other` by default. Reports also choose the words for
  /// the target and the estimator by it. For `other` and `combinators` Peach does not compare the `start` and `levels`
  /// of a file with the true threshold.
  static var family: StrategyFamily { get }
  /// A summary in one line, for lists.
  static var summary: String { get }
  /// The strategy as a noun with its article, for a methods section: `a weighted up-down staircase`. By default `the
  /// strategy` and its kind.
  static var noun: String { get }
  /// The noun for a methods section, with the choices of these settings: `a 3-down-1-up staircase`. By default `noun`.
  ///
  /// - Parameter settings: The strategy as the resolved experiment has it, with defaults filled in.
  static func noun(of settings: Value) -> String
  /// The rule that chooses the next level, in one or a few sentences in the present tense, for all settings.
  static var rule: String { get }
  /// The rule for a methods section: in the past tense, and only with the choices of these settings. By default
  /// `rule`.
  ///
  /// - Parameters:
  ///   - settings: The strategy as the resolved experiment has it, with defaults filled in.
  ///   - axis: The axis of the task's levels.
  static func rule(of settings: Value, on axis: Axis) -> String
  /// Advice, in a few sentences, on when to use the strategy and when not.
  static var use: String { get }
  /// The publication that the strategy follows, such as `Levitt (1971), doi:10.1121/1.1912375`. Separate several by
  /// semicolons. Begin with `none` if there is none; a methods section then cites nothing.
  static var source: String { get }
  /// The publications of `source` that Peach does not know, in full, for lists of references and BibTeX. `source`
  /// names each by its DOI, or by the first author's surname and the year in brackets if it has none. Empty by default.
  /// If Peach then knows no publication of `source`, reports repeat its words; if it knows some, they cite only those.
  static var references: [Reference] { get }
  /// The proportion correct that the strategy converges on, in words, for any settings: `50 % for a factor of 2`. If
  /// there is no such proportion, the text says so: `none: the levels are fixed`.
  static var convergence: String { get }
  /// The task of the worked example, as the text under `task:` in a file. By default `{kind: comparison}`, a comparison
  /// of unisons.
  static var exampleTask: String { get }
  /// Example settings as the text of a file, without name and kind: `start: 100, factor: 2`.
  ///
  /// `peach list strategies NAME` and the documentation show them. Peach's tests run those of its own strategies.
  static var example: String { get }
  /// The answers of the worked example in the documentation, as in `peach trace --responses`. It has a character for
  /// each trial: 1 for correct (on a signed axis higher, in yes/no yes), 0 for another answer. A comparison can have h
  /// (higher) and l (lower) instead. By default 14 answers.
  static var exampleResponses: String { get }
  /// An explanation of the levels in the worked example, in a few sentences; empty by default.
  static var exampleNote: String { get }
  /// Reads the strategy's own parameters, which declares them. Peach calls it for each strategy of a file, and to
  /// list the parameters. Report problems to the reader, and return valid settings in any case.
  static func read(_ reader: Reader, in context: StrategyContext) -> Settings
  /// Returns the fixed properties of the strategy with these settings, such as its target.
  static func facts(of settings: Settings) -> StrategyFacts
  /// Reads the parameters with `read`, and also those that Peach adds to a strategy: `comfort`, `catch` and, for a
  /// level strategy, `signed`. Returns the factory of the tracks. Keep the implementation that `DeclaredLevelStrategy`
  /// and `DeclaredComparisonStrategy` provide.
  static func factory(from reader: Reader, in context: StrategyContext) -> StrategyFactory
  /// Reads the parameters of a strategy that is a part of another one. Keep the implementation that
  /// `DeclaredLevelStrategy` and `DeclaredComparisonStrategy` provide.
  ///
  /// - Returns: `nil` if the strategy cannot be a part, because it chooses notes or has several named tracks. Peach
  ///   then reports a problem.
  static func levelFactory(from reader: Reader, in context: StrategyContext) -> LevelFactory?
}

/// Makes the tracks of a level strategy of any type, for a strategy that combines others, such as `interleaved`. It has
/// no public members: a package of your own gets it from `levelFactory(from:in:)` and can only pass it on.
public struct LevelFactory: Sendable {
  package var facts: StrategyFacts
  package var make: @Sendable (inout Streams) -> any LevelStrategy

  package init(_ facts: StrategyFacts, make: @escaping @Sendable (inout Streams) -> any LevelStrategy) {
    self.facts = facts
    self.make = make
  }
}

/// A level strategy for experiment files. Peach adds notes, intervals and signs to its levels.
/// `experiments/own-kinds` in the repository has a complete example, which a test compiles.
public protocol DeclaredLevelStrategy: LevelStrategy, StrategyDeclaration {
  /// Makes a fresh track. Peach calls it for each run. Choose the first level here; random numbers come from
  /// `streams.strategy`.
  init(_ settings: Settings, using streams: inout Streams)
}

/// A comparison strategy for experiment files, which chooses notes, intervals and signs itself.
public protocol DeclaredComparisonStrategy: ComparisonStrategy, StrategyDeclaration {
  /// Makes a fresh track. Peach calls it for each run. Draw the notes of the first comparison here from
  /// `streams.task`, and other random numbers from `streams.strategy`.
  init(_ settings: Settings, using streams: inout Streams)
}

extension StrategyDeclaration {
  /// An empty list: by default a strategy describes no publications itself.
  public static var references: [Reference] { [] }
  /// Returns `rule`: by default a methods section describes all settings in the same words.
  public static func rule(of settings: Value, on axis: Axis) -> String { rule }
  /// The kind after `the strategy`, such as `the strategy half-or-double`.
  public static var noun: String { "the strategy \(kind)" }
  /// Returns `noun`: by default the noun in a methods section does not depend on the settings.
  public static func noun(of settings: Value) -> String { noun }
  /// The family `other`, unless the strategy states one. Peach then does not compare the `start` and `levels` of a file
  /// with the true threshold.
  public static var family: StrategyFamily { .other }
  /// A comparison of unisons: the task of the worked example unless the strategy states another.
  public static var exampleTask: String { "{kind: comparison}" }
  /// Fourteen answers, three of them wrong.
  public static var exampleResponses: String { "11110111101101" }
  /// An empty text: by default the example has no explanation.
  public static var exampleNote: String { "" }
}

extension StrategyDeclaration {
  /// Reads the parameters that every strategy has: `comfort`, `catch`, and a fit as its estimator.
  fileprivate static func insertingTrials<S: ComparisonStrategy>(
    _ reader: Reader, in context: StrategyContext, _ facts: StrategyFacts,
    _ make: @escaping @Sendable (inout Streams) -> S
  ) -> StrategyFactory {
    let task = context.task
    let facts = facts.on(task.axis)
    guard let inserted = InsertedTrials.Settings.read(reader, in: task) else {
      return FitEstimator.read(reader, in: context, of: StrategyFactory(facts, make))
    }
    let limits = SoundLimits(of: task)
    return FitEstimator.read(
      reader, in: context,
      of: StrategyFactory(facts) { streams in WithInsertedTrials(make(&streams), inserted, limits) })
  }
}

extension StrategyFacts {
  /// The facts for an axis, whose levels may be signed.
  fileprivate func on(_ axis: Axis) -> StrategyFacts {
    var facts = self
    facts.isSigned = axis.isSigned
    return facts
  }
}

extension DeclaredLevelStrategy {
  /// Reads the parameters, with `signed`, `comfort`, `catch` and a fit as `estimator`, and returns a factory whose
  /// tracks add note, interval and sign to each level.
  public static func factory(from reader: Reader, in context: StrategyContext) -> StrategyFactory {
    let context = signed(reader, context)
    let settings = read(reader, in: context)
    let ground = RovingStart(context.task, context.profile)
    return insertingTrials(reader, in: context, facts(of: settings)) { streams in
      Roving(Self(settings, using: &streams), on: ground, using: &streams)
    }
  }

  /// Reads the parameters and returns a factory of tracks that choose only levels. The strategy that contains them gets
  /// its notes and signs from Peach.
  public static func levelFactory(from reader: Reader, in context: StrategyContext) -> LevelFactory? {
    let settings = read(reader, in: context)
    return LevelFactory(facts(of: settings).on(context.task.axis)) { streams in Self(settings, using: &streams) }
  }

  /// The context with a signed axis if the settings ask for one.
  private static func signed(_ reader: Reader, _ context: StrategyContext) -> StrategyContext {
    let isSigned = reader.flag(
      "signed", default: context.task.signsLevels || context.task.axis.isSigned,
      "true: levels are signed cents (negative is lower), and answers are higher or lower. A staircase then "
        + "finds the level at which the proportion of higher answers equals its target. A strategy with a posterior "
        + "finds the level whose sign is judged correctly as often as its target says")
    guard isSigned, !context.task.axis.isSigned else { return context }
    guard context.task.kind == .comparison else {
      reader.report("expected false: only a comparison is answered higher or lower", at: "signed")
      return context
    }
    var context = context
    context.task = context.task.signed
    return context
  }
}

extension DeclaredComparisonStrategy {
  /// Reads the parameters, with `comfort`, `catch` and a fit as `estimator`, and returns a factory whose tracks stay
  /// at levels that can sound.
  public static func factory(from reader: Reader, in context: StrategyContext) -> StrategyFactory {
    let settings = read(reader, in: context)
    let limits = SoundLimits(of: context.task)
    return insertingTrials(reader, in: context, facts(of: settings)) { streams in
      Limited(Self(settings, using: &streams), limits)
    }
  }

  /// Returns `nil`: the strategy chooses notes itself, so it cannot be a part of another one.
  public static func levelFactory(from reader: Reader, in context: StrategyContext) -> LevelFactory? { nil }
}

/// A group of related strategies. The cases are in the order of the lists in the documentation, and the raw value is
/// the heading of the group there.
///
/// A methods section says that `staircases` and `steps` converged on their target, and that `likelihood` strategies
/// estimated the level at it. For `combinators` and `other` Peach does not compare the `start` and `levels` of a file
/// with the true threshold.
public enum StrategyFamily: String, CaseIterable, Sendable {
  /// Rules that move the level down after correct answers and up after wrong ones, such as 2-down-1-up.
  case staircases = "Up-down staircases"
  /// Rules whose step sizes change by a scheme of their own, such as PEST.
  case steps = "Step procedures"
  /// Rules that compute a likelihood or posterior after each trial, such as QUEST.
  case likelihood = "Bayesian and likelihood procedures"
  /// Rules from before adaptive tracks, such as constant stimuli.
  case classical = "Classical methods"
  /// Rules that train a listener. Reports of fits say that they have no estimate of their own, unless the file states
  /// an estimator.
  case training = "Training"
  /// Strategies made of others, such as interleaved tracks.
  case combinators = "Strategies that combine others"
  /// Strategies of programs and packages outside Peach.
  case other = "Others"
}
