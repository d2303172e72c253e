public import Configuration
public import Trials

/// PEST, parameter estimation by sequential testing: stays at a level until a sequential test calls for a move, and
/// steps by rules that double and halve. `PestTrack` has the rules.
///
/// Its estimate is the level that would be presented next: at its own end the one to which the step that was too short
/// leads, and where another stop came first the level it had come to.
///
/// Source: Taylor & Creelman (1967), J. Acoust. Soc. Am. 41:782–787, doi:10.1121/1.1910407.
public struct Pest: TrackedStrategy, DeclaredLevelStrategy {
  public static let kind = "pest"
  public static let family = StrategyFamily.steps
  public static let summary = "moves when a sequential test says so; steps halve at reversals and double on the way"
  public static let rule =
    "After n answers at a level, k of them correct, it moves down once k − p·n ≥ W and up once k − p·n ≤ −W. Every "
    + "reversal halves the step; the second step one way repeats the first, the fourth and later ones double, the "
    + "third doubles unless the step before the last reversal had been doubled. A reversal that would halve the step "
    + "below min-step ends the track."
  public static let use =
    "To reach a threshold from a start far away, and to stop when it is found. Tracks differ much in length, and the "
    + "end of one track is a rough estimate: hall reads the same trials by maximum likelihood."
  public static let source = PestTrack.Settings.source
  public static let convergence = "the parameter target, 75 % by default"
  public static let example = "start: 100, step: {factor: 2}, min-step: 1.1, max-step: 4"
  public static let exampleResponses = "11110011111111"
  public static let exampleNote =
    "The level waits until the count is decided: four correct answers, 4 − 0.75·4 = 1, move it down, two wrong "
    + "ones, 0 − 0.75·2 = −1.5, up. The reversal at trial 6 halves the step in log units, from a factor of 2 to "
    + "1.414, the one at trial 10 to 1.189; the step after trial 14, the second in its direction, repeats that. The "
    + "estimate is the level that comes next."

  public struct Settings: Sendable {
    var pest: PestTrack.Settings
  }

  private var pest: PestTrack

  public var track: Track {
    get { pest.track }
    set { pest.track = newValue }
  }

  public static func read(_ reader: Reader, in context: StrategyContext) -> Settings {
    Settings(pest: PestTrack.Settings.read(reader, in: context, hasEstimator: true))
  }

  public static func facts(of settings: Settings) -> StrategyFacts {
    var facts = StrategyFacts(target: settings.pest.target, reach: settings.pest.track.reach)
    facts.ownEnd = .byAnswers
    return facts
  }

  public init(_ settings: Settings, using streams: inout Streams) { pest = PestTrack(settings.pest) }

  public mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    pest.update(presented, response)
  }
}
