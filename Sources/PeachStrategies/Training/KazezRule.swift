import PeachSupport
import PeachTrials

/// How the Kazez rule moves a level p: correct to p·(1 − narrowing·√p), wrong to p·(1 + widening·√p).
///
/// With the published 0.05 and 0.09 the expected linear step is 0 if 9/14 = 64.3 % of answers are correct; in the
/// log domain the balance depends on the level. It suits training and is no threshold.
///
/// Source: Kazez, Kazez, Zembar & Andrews (2001), "A computer program for testing (and improving?) pitch perception",
/// College Music Society National Conference; known from descriptions of it.
package struct KazezRule: Hashable, Sendable {
  package var narrowing: Double
  package var widening: Double

  package init(narrowing: Double = 0.05, widening: Double = 0.09) {
    self.narrowing = narrowing
    self.widening = widening
  }

  /// - Parameter level: In cents, not negative.
  package func next(after level: Double, isPositive: Bool) -> Double {
    let root = level.squareRoot()
    return isPositive ? level * (1 - narrowing * root) : level * (1 + widening * root)
  }

  static let source = "Kazez, Kazez, Zembar & Andrews (2001), College Music Society National Conference"
  /// Above this narrowing turns non-monotone: 0.05 has its peak at (2/(3 · 0.05))² = 177.8 cents.
  private static let greatestMaximum = 177.0

  /// A rule with the track it moves.
  package struct Settings: Hashable, Sendable {
    package var rule: KazezRule
    package var track: TrackSettings
  }

  static let facts = StrategyFacts(target: nil, words: "level-dependent", hasEstimate: false)

  /// Reads the rule and its track, which starts from the profile's mean or else at 100 cents.
  static func read(_ reader: Reader, in context: StrategyContext) -> Settings {
    let rule = KazezRule(
      narrowing: reader.number(
        "narrowing", unit: "1/√cents", in: .between(0, 1), default: 0.05,
        "How much a correct answer lowers the level p (cents): to p·(1 − this·√p)",
        source: source),
      widening: reader.number(
        "widening", unit: "1/√cents", in: .between(0, 1), default: 0.09,
        "How much a wrong answer raises the level p (cents): to p·(1 + this·√p)",
        source: source))
    var track = TrackSettings.read(
      reader, in: context, defaultStart: context.profile.mean ?? 100, limits: 0.1...100, hasEstimator: false)
    if track.highest > greatestMaximum {
      reader.report(
        "expected a highest level of at most 177, got \(track.highest.shortest)", at: "limits",
        hint: "above it, a larger level would give a smaller next level")
      track.highest = greatestMaximum
    }
    if track.lowest < 0 {
      reader.report(
        "expected a lowest level of at least 0, got \(track.lowest.shortest)", at: "limits",
        hint: "the rule takes the square root of the level")
    }
    return Settings(rule: rule, track: track)
  }
}
