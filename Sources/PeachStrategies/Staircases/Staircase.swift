import PeachSupport
import PeachTrials

/// The engine of the up-down staircases: n positive responses in a row step down, m negative ones in a row step up,
/// and either count starts again after a step.
package struct Staircase: Sendable {
  package struct Settings: Hashable, Sendable {
    package var track: TrackSettings
    package var down: Int
    package var up: Int
    package var step: StepRule
    /// Whether the track moves one-down-one-up until its first reversal.
    package var initialRule: Bool

    package init(track: TrackSettings, down: Int, up: Int, step: StepRule, initialRule: Bool = false) {
      self.track = track
      self.down = down
      self.up = up
      self.step = step
      self.initialRule = initialRule
    }

    /// The proportion of positive responses at which steps down and up balance; `nil` if their sizes cannot be compared.
    var target: Double? {
      step.finalRatio.map { Staircase.target(down: down, up: up, stepDownOverUp: $0) }
    }
  }

  private let down: Int
  private let up: Int
  private let initialRule: Bool
  var track: Track
  private var steps: Steps
  private var positives = 0
  private var negatives = 0

  init(_ settings: Settings) {
    down = settings.down
    up = settings.up
    initialRule = settings.initialRule
    track = Track(settings.track)
    steps = Steps(settings.step)
  }

  @inline(__always)
  mutating func update(_ presented: Level, _ response: Response) {
    var proposed = track.base(presented)
    let direction = direction(after: response)
    if let direction { track.move(direction, at: presented) }
    if steps.advance(reversals: track.reversals, trials: track.trials + 1) { track.stepChanged() }
    if let direction { proposed = steps.level(from: proposed, direction) }
    track.finishTrial(presented, response, proposed: proposed)
  }

  @inline(__always)
  private mutating func direction(after response: Response) -> Track.Direction? {
    if response.isPositive {
      positives += 1
      negatives = 0
    } else {
      negatives += 1
      positives = 0
    }
    let isInitial = initialRule && track.reversals == 0
    if positives >= (isInitial ? 1 : down) {
      positives = 0
      return .down
    }
    if negatives >= (isInitial ? 1 : up) {
      negatives = 0
      return .up
    }
    return nil
  }

  /// The proportion p of positive responses at which P(step down) · step down = P(step up) · step up. For m = 1 that is
  /// (1/(1 + r))^(1/n), r the step down over the step up.
  ///
  /// Source: Levitt (1971), J. Acoust. Soc. Am. 49:467–477, doi:10.1121/1.1912375; García-Pérez (1998), Vision Res.
  /// 38:1861–1881, doi:10.1016/S0042-6989(97)00340-4.
  package static func target(down: Int, up: Int, stepDownOverUp ratio: Double) -> Double {
    let share = 1 / (1 + ratio)
    if up == 1 { return pow(share, 1 / Double(down)) }
    if down == 1 { return 1 - pow(1 - share, 1 / Double(up)) }
    var low = 0.0
    var high = 1.0
    while case let middle = (low + high) / 2, middle > low, middle < high {
      if stepDownShare(middle, down: down, up: up) < share { low = middle } else { high = middle }
    }
    return low
  }

  /// The probability that a run of n positives comes before a run of m negatives (Feller 1968, An introduction to
  /// probability theory I, §XIII.8).
  private static func stepDownShare(_ p: Double, down: Int, up: Int) -> Double {
    let q = 1 - p
    let downs = pow(p, Double(down - 1))
    let ups = pow(q, Double(up - 1))
    return downs * (1 - pow(q, Double(up))) / (downs + ups - downs * ups)
  }
}

/// A strategy that is a staircase with a rule of its own for the sizes of steps.
protocol StaircaseStrategy: TrackedStrategy, DeclaredLevelStrategy where Settings == Staircase.Settings {
  var staircase: Staircase { get set }
}

extension StaircaseStrategy {
  package var track: Track {
    get { staircase.track }
    set { staircase.track = newValue }
  }

  package static func facts(of settings: Staircase.Settings) -> StrategyFacts {
    StrategyFacts(target: settings.target, reach: settings.track.reach)
  }

  @inline(__always)
  package mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    staircase.update(presented, response)
  }
}
