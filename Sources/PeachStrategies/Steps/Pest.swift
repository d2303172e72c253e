package import PeachSupport
package import PeachTrials

/// PEST, parameter estimation by sequential testing: stays at a level until a sequential test calls for a move, and
/// steps by rules that double and halve. `PestTrack` has the rules.
///
/// Its estimate is the level that would be presented next: at its own end the one to which the step that was too short
/// leads, and where another stop came first the level it had come to.
///
/// Source: Taylor & Creelman (1967), J. Acoust. Soc. Am. 41:782–787, doi:10.1121/1.1910407.
package struct Pest: TrackedStrategy, DeclaredLevelStrategy {
  package static let kind = "pest"
  package static let family = StrategyFamily.steps
  package static let summary =
    "moves when a sequential test decides; steps halve at reversals and double after several steps in one direction"
  package static let noun = "PEST, parameter estimation by sequential testing"
  package static let rule =
    "PEST counts the correct answers at the current level: k of n. The level moves down if k − p·n ≥ W and up if "
    + "k − p·n ≤ −W, where p is the target and W the Wald limit. Every reversal halves the step. The second step "
    + "in one direction repeats the first; the fourth and later ones double. The third step doubles too, unless "
    + "the step before the last reversal had doubled. A reversal that would halve the step below min-step ends the "
    + "track."
  package static func rule(of settings: Value, on axis: Axis) -> String {
    "PEST counted the correct answers at the current level, k of n. The level moved down if k − p·n ≥ W and up "
      + "if k − p·n ≤ −W, where p was the target proportion and W the Wald limit. Every reversal halved the step. The "
      + "second step in one direction was as large as the first; the fourth and later steps were each twice as large as "
      + "the step before. So was the third step, unless the step before the last reversal had been doubled. The run "
      + "ended when a reversal would have halved the step below its minimum."
  }

  package static let use =
    "Use it to reach a threshold from a distant start and to stop when it is found. Tracks differ a lot in "
    + "length, and the end of one track is a rough estimate. The strategy hall places the same trials but "
    + "estimates by maximum likelihood."
  package static let source = PestTrack.Settings.source
  package static let convergence = "the parameter target, 75 % by default"
  package static let example = "start: 100, step: {factor: 2}, min-step: 1.1, max-step: 4"
  package static let exampleResponses = "11110011111111"
  package static let exampleNote =
    "The level stays the same until the count decides. Four correct answers move it down, because 4 − 0.75·4 = "
    + "1. Two wrong answers move it up, because 0 − 0.75·2 = −1.5. The reversal at trial 6 halves the step in log "
    + "units, from a factor of 2 to 1.414. The reversal at trial 10 halves it again, to 1.189. The step after "
    + "trial 14 is the second in its direction, so it repeats 1.189. The estimate is the level that comes next."

  package struct Settings: Sendable {
    var pest: PestTrack.Settings
  }

  private var pest: PestTrack

  package var track: Track {
    get { pest.track }
    set { pest.track = newValue }
  }

  package static func read(_ reader: Reader, in context: StrategyContext) -> Settings {
    Settings(pest: PestTrack.Settings.read(reader, in: context, hasEstimator: true))
  }

  package static func facts(of settings: Settings) -> StrategyFacts {
    var facts = StrategyFacts(target: settings.pest.target, reach: settings.pest.track.reach)
    facts.ownEnd = .byAnswers
    return facts
  }

  package init(_ settings: Settings, using streams: inout Streams) { pest = PestTrack(settings.pest) }

  package mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    pest.update(presented, response)
  }
}
