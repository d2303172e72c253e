public import Configuration
public import Trials

/// The Kazez strategy, the default for training: one chain of levels over all notes and intervals, narrowed by every
/// correct answer and widened by every wrong one.
public struct Kazez: TrackedStrategy, DeclaredLevelStrategy {
  public static let kind = "kazez"
  public static let family = StrategyFamily.training
  public static let summary = "for training: a correct answer narrows by 0.05·√p, a wrong one widens by 0.09·√p"
  public static let noun = "the Kazez training rule"
  public static let rule =
    "After a correct answer the next level is p·(1 − 0.05·√p). After a wrong answer it is p·(1 + 0.09·√p). Here "
    + "p is the present level in cents. The level stays within the limits."
  public static func rule(of settings: Value, on axis: Axis) -> String {
    let (narrowing, widening) = (settings["narrowing"]?.json() ?? "0.05", settings["widening"]?.json() ?? "0.09")
    return "A correct answer changed the level p, in cents, to p·(1 − \(narrowing)·√p). A wrong answer changed it to "
      + "p·(1 + \(widening)·√p). The level stayed within the limits."
  }

  public static let use =
    "Use it for training with answers that stay mostly correct. Do not use it to measure. It settles where 55 to "
    + "64 % of answers are correct, and a threshold read from its levels is far too low."
  public static let source = KazezRule.source
  public static let convergence = "level-dependent: 64.3 % at small levels, 53.0 % at 50 cents"
  public static let example = "limits: [0.1, 100]"
  public static let exampleNote =
    "Four correct answers lead from 100 to 17.57 cents. The steps shrink with the level: the first halves it, "
    + "and the fourth lowers it by 24 %. A wrong answer moves the level more than a correct one: 38 % up at trial "
    + "5, but 25 % down at trial 6. The estimate stays empty, because training does not estimate a threshold."

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
