public import PeachSupport
public import PeachTrials

/// The surroundings of a strategy in an experiment.
///
/// The experiment passes them in; a strategy never looks anything up.
///
/// ```swift
/// let context = StrategyContext(task: try TrialTask(parsing: "{kind: comparison}"), stop: .trials(60))
/// ```
public struct StrategyContext: Sendable {
  public var task: TrialTask
  /// The stop rule of the file, for a strategy without its own.
  public var stop: StopRule?
  /// The proportion correct at which the experiment reads the common fit.
  public var estimand: Double
  /// The known thresholds of the listener at the start; empty in a simulation.
  public var profile: PerceptualProfile
  /// The strategies that a combined strategy can name.
  public var kinds: StrategyRegistry
  /// The posterior grids that all strategies of a file share.
  package var grids = GridCache()

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
/// Conform to `DeclaredLevelStrategy` or `DeclaredComparisonStrategy`, which provide the factory.
public protocol StrategyDeclaration: Sendable {
  associatedtype Settings: Sendable
  /// The name in experiment files: `weighted-up-down`.
  static var kind: String { get }
  /// The group under which lists in the documentation show it.
  static var family: StrategyFamily { get }
  /// One line for lists.
  static var summary: String { get }
  /// The strategy as a noun with its article, for a methods section: `a weighted up-down staircase`. By default the kind.
  static var noun: String { get }
  /// The noun for certain settings: `a 3-down-1-up staircase`. By default `noun`.
  ///
  /// - Parameter settings: The strategy in the resolved experiment.
  static func noun(of settings: Value) -> String
  /// The rule that chooses the next level, in words.
  static var rule: String { get }
  /// The rule for a methods section: in the past tense, and only with the choices of these settings. By default `rule`.
  ///
  /// - Parameters:
  ///   - settings: The strategy in the resolved experiment.
  ///   - axis: The axis of the task's levels.
  static func rule(of settings: Value, on axis: Axis) -> String
  /// When to use the strategy, and when not.
  static var use: String { get }
  /// The publication it follows.
  static var source: String { get }
  /// The proportion correct that the strategy converges on, in words, for any settings.
  static var convergence: String { get }
  /// The task of the example, in the syntax of a file. By default a comparison of unisons.
  static var exampleTask: String { get }
  /// Example settings in the syntax of a file, without name and kind.
  ///
  /// The documentation shows them, and the tests of all strategies run them.
  static var example: String { get }
  /// The answers of the worked example, in the syntax of `peach trace --responses`.
  static var exampleResponses: String { get }
  /// An explanation of the worked example in a few sentences.
  static var exampleNote: String { get }
  /// Declares and reads the parameters, and reports problems to the reader.
  static func read(_ reader: Reader, in context: StrategyContext) -> Settings
  /// The fixed properties of the strategy with these settings.
  static func facts(of settings: Settings) -> StrategyFacts
  /// Reads the parameters, including those of all strategies, and returns the factory of its tracks.
  static func factory(from reader: Reader, in context: StrategyContext) -> StrategyFactory
  /// Reads the parameters of a strategy inside another strategy.
  ///
  /// - Returns: `nil` if the strategy chooses notes or tracks itself.
  static func levelFactory(from reader: Reader, in context: StrategyContext) -> LevelFactory?
}

/// Makes the tracks of a level strategy of any type.
public struct LevelFactory: Sendable {
  package var facts: StrategyFacts
  package var make: @Sendable (inout Streams) -> any LevelStrategy

  package init(_ facts: StrategyFacts, make: @escaping @Sendable (inout Streams) -> any LevelStrategy) {
    self.facts = facts
    self.make = make
  }
}

/// A level strategy for experiment files. `Roving` adds notes, intervals and signs to its levels.
/// `experiments/own-kinds` in the repository has a complete example, which a test compiles.
public protocol DeclaredLevelStrategy: LevelStrategy, StrategyDeclaration {
  init(_ settings: Settings, using streams: inout Streams)
}

/// A comparison strategy for experiment files.
public protocol DeclaredComparisonStrategy: ComparisonStrategy, StrategyDeclaration {
  init(_ settings: Settings, using streams: inout Streams)
}

extension StrategyDeclaration {
  public static func rule(of settings: Value, on axis: Axis) -> String { rule }
  public static var noun: String { "the strategy \(kind)" }
  public static func noun(of settings: Value) -> String { noun }
  public static var family: StrategyFamily { .other }
  public static var exampleTask: String { "{kind: comparison}" }
  public static var exampleResponses: String { "11110111101101" }
  public static var exampleNote: String { "" }
}

extension StrategyDeclaration {
  /// Reads the parameters that every strategy has: `comfort`, `catch`, and a fit as its estimator.
  fileprivate static func interjecting<S: ComparisonStrategy>(
    _ reader: Reader, in context: StrategyContext, _ facts: StrategyFacts,
    _ make: @escaping @Sendable (inout Streams) -> S
  ) -> StrategyFactory {
    let task = context.task
    let facts = facts.on(task.axis)
    guard let interjections = InsertedTrials.Settings.read(reader, in: task) else {
      return FitEstimator.read(reader, in: context, of: StrategyFactory(facts, make))
    }
    let limits = SoundLimits(of: task)
    return FitEstimator.read(
      reader, in: context,
      of: StrategyFactory(facts) { streams in WithInsertedTrials(make(&streams), interjections, limits) })
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
  public static func factory(from reader: Reader, in context: StrategyContext) -> StrategyFactory {
    let context = signed(reader, context)
    let settings = read(reader, in: context)
    let ground = RovingStart(context.task, context.profile)
    return interjecting(reader, in: context, facts(of: settings)) { streams in
      Roving(Self(settings, using: &streams), on: ground, using: &streams)
    }
  }

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
  public static func factory(from reader: Reader, in context: StrategyContext) -> StrategyFactory {
    let settings = read(reader, in: context)
    let limits = SoundLimits(of: context.task)
    return interjecting(reader, in: context, facts(of: settings)) { streams in
      Limited(Self(settings, using: &streams), limits)
    }
  }

  public static func levelFactory(from reader: Reader, in context: StrategyContext) -> LevelFactory? { nil }
}

/// A group of related strategies in the lists of the documentation, in their order.
public enum StrategyFamily: String, CaseIterable, Sendable {
  case staircases = "Up-down staircases"
  case steps = "Step procedures"
  case likelihood = "Bayesian and likelihood procedures"
  case classical = "Classical methods"
  case training = "Training"
  case combinators = "Strategies that combine others"
  case other = "Others"
}
