package import PeachSupport
package import PeachTrials

/// The Kazez strategy, the default for training: one chain of levels over all notes and intervals, narrowed by every
/// correct answer and widened by every wrong one.
package struct Kazez: TrackedStrategy, DeclaredLevelStrategy {
  package static let kind = "kazez"
  package static let family = StrategyFamily.training
  package static let summary =
    "for training: a correct answer multiplies the level p (cents) by 1 − 0.05·√p, a wrong one by 1 + 0.09·√p"
  package static let noun = "the Kazez training rule"
  package static let rule =
    "After a correct answer the next level is p·(1 − 0.05·√p). After a wrong answer it is p·(1 + 0.09·√p). Here "
    + "p is the present level in cents. The level stays within the limits."
  package static func rule(of settings: Value, on axis: Axis) -> String {
    let (narrowing, widening) = (settings["narrowing"]?.json() ?? "0.05", settings["widening"]?.json() ?? "0.09")
    return
      "A correct answer changed the level L, in cents, to L·(1 − \(narrowing)·√L). A wrong answer changed it to "
      + "L·(1 + \(widening)·√L)."
  }

  package static let use =
    "Use it for training with answers that stay mostly correct. Do not use it to measure. It settles where 55 to "
    + "64 % of answers are correct, and a threshold read from its levels is far too low."
  package static let source = KazezRule.source
  package static let convergence = "depends on the level: 64.3 % at small levels, 53.0 % at 50 cents"
  package static let example = "limits: [0.1, 100]"
  package static let exampleNote =
    "Four correct answers lead from 100 to 17.57 cents. The steps shrink with the level: the first halves it, "
    + "and the fourth lowers it by 24 %. A wrong answer moves the level more than a correct one: 38 % up at trial "
    + "5, but 25 % down at trial 6. The estimate stays empty, because training does not estimate a threshold."

  private let rule: KazezRule
  package var track: Track

  package static func read(_ reader: Reader, in context: StrategyContext) -> KazezRule.Settings {
    KazezRule.read(reader, in: context)
  }

  package static func facts(of settings: KazezRule.Settings) -> StrategyFacts { KazezRule.facts }

  package init(_ settings: KazezRule.Settings, using streams: inout Streams) {
    rule = settings.rule
    track = Track(settings.track)
  }

  package mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    track.move(response.isPositive ? .down : .up, at: presented)
    track.finishTrial(
      presented, response, proposed: rule.next(after: track.base(presented), isPositive: response.isPositive))
  }
}
