public import Configuration
public import Trials

/// What surrounds a strategy in an experiment: it is told, never asks.
public struct StrategyContext: Sendable {
  public var task: TrialTask
  /// The stop of the file, for a strategy without its own.
  public var stop: StopRule?
  /// The proportion correct whose level the experiment asks for.
  public var estimand: Double
  /// What is known of the listener at the start; empty in simulation.
  public var profile: PerceptualProfile
  /// The strategies that one made of others can name.
  public var kinds: StrategyRegistry
  /// Those of the whole file.
  public var grids = GridShelf()

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

/// What a registry knows of a strategy: its names, its parameters, and how a track of it is made.
///
/// Conform to `DeclaredLevelStrategy` or `DeclaredComparisonStrategy`, which make the factory.
public protocol StrategyDeclaration: Sendable {
  associatedtype Settings: Sendable
  /// Its name in experiment files: `weighted-up-down`.
  static var kind: String { get }
  /// What it stands beside in lists of the documentation.
  static var family: StrategyFamily { get }
  /// One line for lists.
  static var summary: String { get }
  /// How it chooses the next level, in words.
  static var rule: String { get }
  /// The same for a methods section: only what the settings of a resolved experiment chose. By default `rule`.
  static func rule(of settings: Value, on axis: Axis) -> String
  /// When to use it, and when not.
  static var use: String { get }
  /// The publication it follows.
  static var source: String { get }
  /// The proportion correct it converges on, in words, for any settings.
  static var convergence: String { get }
  /// The task of its example, as it could stand in a file: a comparison of unisons unless it needs another.
  static var exampleTask: String { get }
  /// Settings as they could stand in that task's file, without name and kind: what is shown to users, and what the
  /// suites over all strategies run.
  static var example: String { get }
  /// The answers that its page in the documentation follows it through, as `peach trace --responses` takes them.
  static var exampleResponses: String { get }
  /// What is to be seen there, in a sentence or two.
  static var exampleNote: String { get }
  /// Declares and reads its parameters; problems go to the reader.
  static func read(_ reader: Reader, in context: StrategyContext) -> Settings
  /// What is fixed about it under these settings.
  static func facts(of settings: Settings) -> StrategyFacts
  /// Reads its parameters and what is common to all strategies, and gives what makes its tracks.
  static func factory(from reader: Reader, in context: StrategyContext) -> StrategyFactory
  /// Reads its parameters as a part of another strategy; nil for one that chooses notes or tracks itself.
  static func levelFactory(from reader: Reader, in context: StrategyContext) -> LevelFactory?
}

/// Makes the tracks of a level strategy whose type is not known.
public struct LevelFactory: Sendable {
  public var facts: StrategyFacts
  public var make: @Sendable (inout Streams) -> any LevelStrategy

  public init(_ facts: StrategyFacts, make: @escaping @Sendable (inout Streams) -> any LevelStrategy) {
    self.facts = facts
    self.make = make
  }
}

/// A level strategy that can stand in an experiment file. `Roving` gives it notes, intervals and signs.
public protocol DeclaredLevelStrategy: LevelStrategy, StrategyDeclaration {
  init(_ settings: Settings, using streams: inout Streams)
}

/// A comparison strategy that can stand in an experiment file.
public protocol DeclaredComparisonStrategy: ComparisonStrategy, StrategyDeclaration {
  init(_ settings: Settings, using streams: inout Streams)
}

extension StrategyDeclaration {
  public static func rule(of settings: Value, on axis: Axis) -> String { rule }
  public static var family: StrategyFamily { .other }
  public static var exampleTask: String { "{kind: comparison}" }
  public static var exampleResponses: String { "11110111101101" }
  public static var exampleNote: String { "" }
}

extension StrategyDeclaration {
  /// Reads what every strategy can be told: `comfort`, `catch`, and a fit as its estimator.
  fileprivate static func interjecting<S: ComparisonStrategy>(
    _ reader: Reader, in context: StrategyContext, _ facts: StrategyFacts,
    _ make: @escaping @Sendable (inout Streams) -> S
  ) -> StrategyFactory {
    let task = context.task
    let facts = facts.on(task.axis)
    guard let interjections = Interjections.Settings.read(reader, in: task) else {
      return FitEstimator.read(reader, in: context, of: StrategyFactory(facts, make))
    }
    let limits = SoundLimits(of: task)
    return FitEstimator.read(
      reader, in: context, of: StrategyFactory(facts) { streams in Interjected(make(&streams), interjections, limits) })
  }
}

extension StrategyFacts {
  /// The same on an axis, whose levels may be signed.
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
    let ground = RovingGround(context.task, context.profile)
    return interjecting(reader, in: context, facts(of: settings)) { streams in
      Roving(Self(settings, using: &streams), on: ground, using: &streams)
    }
  }

  public static func levelFactory(from reader: Reader, in context: StrategyContext) -> LevelFactory? {
    let settings = read(reader, in: context)
    return LevelFactory(facts(of: settings).on(context.task.axis)) { streams in Self(settings, using: &streams) }
  }

  /// The context with the task's axis signed where the file says so.
  private static func signed(_ reader: Reader, _ context: StrategyContext) -> StrategyContext {
    let isSigned = reader.flag(
      "signed", default: context.task.signsLevels || context.task.axis.isSigned,
      "Whether levels are signed cents, answered higher or lower, rather than differences, answered rightly or "
        + "wrongly. A procedure that steps then finds where its target's share of answers is higher, one with a posterior "
        + "the level whose sign is judged correctly that often")
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
