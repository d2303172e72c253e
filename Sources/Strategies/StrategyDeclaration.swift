public import Configuration
public import Trials

/// What surrounds a strategy in an experiment: it is told, never asks.
public struct StrategyContext: Sendable {
  public var task: TrialTask
  /// The stop of the file, for a strategy without its own.
  public var stop: StopRule?
  /// What is known of the listener at the start; empty in simulation.
  public var profile: PerceptualProfile

  public init(task: TrialTask, stop: StopRule?, profile: PerceptualProfile = PerceptualProfile()) {
    self.task = task
    self.stop = stop
    self.profile = profile
  }
}

/// What a registry knows of a strategy: its names, its parameters, and how a track of it is made.
///
/// Conform to `DeclaredLevelStrategy` or `DeclaredComparisonStrategy`, which make the factory.
public protocol StrategyDeclaration: Sendable {
  associatedtype Settings: Sendable
  /// Its name in experiment files: `weighted-up-down`.
  static var kind: String { get }
  /// One line for lists.
  static var summary: String { get }
  /// The publication it follows.
  static var source: String { get }
  /// The proportion correct it converges on, in words, for any settings.
  static var convergence: String { get }
  /// Settings as they could stand in a comparison task's file, without name and kind: what is shown to users, and what
  /// the suites over all strategies run.
  static var example: String { get }
  /// Declares and reads its parameters; problems go to the reader.
  static func read(_ reader: Reader, in context: StrategyContext) -> Settings
  /// Makes its tracks.
  static func factory(_ settings: Settings, in context: StrategyContext) -> StrategyFactory
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
  /// Reads the parameters and gives what makes the tracks.
  public static func factory(from reader: Reader, in context: StrategyContext) -> StrategyFactory {
    factory(read(reader, in: context), in: context)
  }
}

extension DeclaredLevelStrategy {
  public static func factory(_ settings: Settings, in context: StrategyContext) -> StrategyFactory {
    let task = context.task
    return StrategyFactory { streams in Roving(Self(settings, using: &streams), in: task, using: &streams) }
  }
}

extension DeclaredComparisonStrategy {
  public static func factory(_ settings: Settings, in context: StrategyContext) -> StrategyFactory {
    StrategyFactory { streams in Self(settings, using: &streams) }
  }
}
