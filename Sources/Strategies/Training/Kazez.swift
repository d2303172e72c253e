public import Configuration
public import Trials

/// The Kazez strategy, the default for training: one chain of levels over all notes and intervals, narrowed by every
/// correct answer and widened by every wrong one.
public struct Kazez: TrackedStrategy, DeclaredLevelStrategy {
  public static let kind = "kazez"
  public static let family = StrategyFamily.training
  public static let summary = "a correct answer narrows by 0.05·√p, a wrong one widens by 0.09·√p; for training"
  public static let rule =
    "A correct answer makes the next level p·(1 − 0.05·√p), a wrong one p·(1 + 0.09·√p), p in cents, kept "
    + "inside the limits."
  public static let use =
    "To train, with answers that stay mostly right. Not to measure: it settles where answers are right 55 to "
    + "64 times in a hundred, and a threshold read from its levels is far too low."
  public static let source = KazezRule.source
  public static let convergence = "level-dependent: 64.3 % at small levels, 53.0 % at 50 cents"
  public static let example = "limits: [0.1, 100]"
  public static let exampleNote =
    "Four correct answers lead from 100 to 17.57 cents in steps that shrink with the level: the first halves it, "
    + "the fourth takes off 24 %. A wrong answer adds more than a correct one takes off: 38 % at trial 5, against 25 "
    + "% at trial 6. The estimate stays empty: this is training, and no threshold is read from it."

  private let rule: KazezRule
  public var track: Track

  public static func read(_ reader: Reader, in context: StrategyContext) -> KazezRule.Settings {
    KazezRule.read(reader, in: context)
  }

  public static func facts(of settings: KazezRule.Settings) -> StrategyFacts { KazezRule.facts }

  public init(_ settings: KazezRule.Settings, using streams: inout Streams) {
    rule = settings.rule
    track = Track(settings.track)
  }

  public mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    track.move(response.isPositive ? .down : .up, at: presented)
    track.finishTrial(
      presented, response, proposed: rule.next(after: track.base(presented), isPositive: response.isPositive))
  }
}
