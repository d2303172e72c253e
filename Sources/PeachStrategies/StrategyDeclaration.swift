public import PeachSupport
public import PeachTrials

/// The parts of an experiment that a strategy needs when Peach reads its settings. The experiment passes them in; a
/// strategy never looks anything up.
///
/// ```swift
/// let context = StrategyContext(task: try TrialTask(parsing: "{kind: comparison}"), stop: .trials(60))
/// ```
public struct StrategyContext: Sendable {
  /// The task of the experiment, with the axis of the levels. The axis is signed, with negative levels for lower notes, if the
  /// settings of the strategy ask for that.
  public var task: TrialTask
  /// The stop rule of the file, for a strategy without its own; `nil` if the file has none.
  public var stop: StopRule?
  /// The proportion correct (0…1) at which the experiment reads the common fit, which is the same for all strategies.
  public var estimand: Double
  /// The listener's profile at the start; empty in a simulation.
  public var profile: PerceptualProfile
  /// The strategies that a strategy made of others, such as `interleaved`, can name.
  public var kinds: StrategyRegistry
  /// The posterior grids that all strategies of a file share.
  package var grids = GridCache()

  /// A context, for example for a test. By default the estimand is 0.75 and the strategies are the built-in ones.
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
  /// The word for `kind` in experiment files: `weighted-up-down`.
  static var kind: String { get }
  /// The group under which lists in the documentation show it; `other` by default. For the families `other` and
  /// `combinators` Peach does not check whether the start can reach the threshold.
  static var family: StrategyFamily { get }
  /// A summary in one line, for lists.
  static var summary: String { get }
  /// The strategy as a noun with its article, for a methods section: `a weighted up-down staircase`. By default `the
  /// strategy` and its kind.
  static var noun: String { get }
  /// The noun for certain settings: `a 3-down-1-up staircase`. By default `noun`.
  ///
  /// - Parameter settings: The strategy as the resolved experiment has it, with defaults filled in.
  static func noun(of settings: Value) -> String
  /// The rule that chooses the next level, in one or a few sentences.
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
  /// The publication that the strategy follows, as a reference; `none` if there is none.
  static var source: String { get }
  /// The publications of `source` that Peach does not know, in full, for lists of references and BibTeX. `source`
  /// names each by its DOI, or by the first author's surname and the year in brackets if it has none. None by default:
  /// reports then repeat the words of `source`.
  static var references: [Reference] { get }
  /// The proportion correct that the strategy converges on, in words, for any settings: `50 % for a factor of 2`.
  static var convergence: String { get }
  /// The task of the example, as the text under `task:` in a file. By default a comparison of unisons.
  static var exampleTask: String { get }
  /// Example settings as the text of a file, without name and kind: `start: 100, factor: 2`.
  ///
  /// The documentation shows them, and the tests of all strategies run them.
  static var example: String { get }
  /// The answers of the worked example in the documentation, as in `peach trace --responses`. It has a digit for each
  /// trial: 1 for correct (on a signed axis higher, in yes/no yes), 0 for another answer. By default 14 answers.
  static var exampleResponses: String { get }
  /// An explanation of the worked example in a few sentences; empty by default.
  static var exampleNote: String { get }
  /// Reads the strategy's own parameters, which declares them. Peach calls it for each strategy of a file, and to
  /// list the parameters. Report problems to the reader, and return valid settings in any case.
  static func read(_ reader: Reader, in context: StrategyContext) -> Settings
  /// Returns the fixed properties of the strategy with these settings, such as its target.
  static func facts(of settings: Settings) -> StrategyFacts
  /// Reads the parameters, including those that every strategy has, and returns the factory of its tracks. Keep the
  /// implementation that `DeclaredLevelStrategy` and `DeclaredComparisonStrategy` provide.
  static func factory(from reader: Reader, in context: StrategyContext) -> StrategyFactory
  /// Reads the parameters of a strategy that is a part of another one. Keep the implementation that
  /// `DeclaredLevelStrategy` and `DeclaredComparisonStrategy` provide.
  ///
  /// - Returns: `nil` if the strategy chooses notes or tracks itself.
  static func levelFactory(from reader: Reader, in context: StrategyContext) -> LevelFactory?
}

/// Makes the tracks of a level strategy of any type, for a strategy that is made of others. Only Peach opens it: in your
/// own package, return what `levelFactory(from:in:)` gives you.
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
  /// None: Peach knows the publications of `source`, or repeats its words.
  public static var references: [Reference] { [] }
  /// The rule as lists show it: by default it is the same for all settings.
  public static func rule(of settings: Value, on axis: Axis) -> String { rule }
  /// The kind after `the strategy`, such as `the strategy half-or-double`.
  public static var noun: String { "the strategy \(kind)" }
  /// The noun that names the strategy in a methods section; by default it does not depend on the settings.
  public static func noun(of settings: Value) -> String { noun }
  /// The family `other`, unless the strategy states one.
  public static var family: StrategyFamily { .other }
  /// A comparison of unisons, which is the task in the example on the strategy's page unless the strategy states another.
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

  /// Reads the parameters and returns a factory of tracks that choose levels, and leave the notes to others.
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

  /// Returns `nil`: the strategy chooses notes itself.
  public static func levelFactory(from reader: Reader, in context: StrategyContext) -> LevelFactory? { nil }
}

/// A group of related strategies in the lists of the documentation, in their order. The raw value is its heading.
public enum StrategyFamily: String, CaseIterable, Sendable {
  /// Rules that move the level down after correct answers and up after wrong ones, such as 2-down-1-up.
  case staircases = "Up-down staircases"
  /// Rules whose step sizes change by a scheme of their own, such as PEST.
  case steps = "Step procedures"
  /// Rules that compute a likelihood or posterior after each trial, such as QUEST.
  case likelihood = "Bayesian and likelihood procedures"
  /// Rules from before adaptive tracks, such as constant stimuli.
  case classical = "Classical methods"
  /// Rules that train a listener.
  case training = "Training"
  /// Strategies made of others, such as interleaved tracks.
  case combinators = "Strategies that combine others"
  /// Strategies of programs and packages outside Peach.
  case other = "Others"
}
