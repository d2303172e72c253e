import PeachSupport
import PeachTrials

/// The engine of the stochastic approximations: after trial n the level moves by −(c/d)·(z − φ), z being 1 for a positive
/// response and else 0, φ the target, and d what the strategy divides by. For steps by factor, dB and log the logarithm
/// moves.
package struct StochasticApproximation: Sendable {
  package struct Settings: Sendable {
    var track: TrackSettings
    /// c.
    var step: StepRule.Size
    /// φ.
    var target: Double

    /// Reads the parameters that these strategies share.
    static func read(_ reader: Reader, in context: StrategyContext, source: String) -> Settings {
      let track = TrackSettings.read(reader, in: context, hasEstimator: true, estimator: .next)
      let step = StepRule.readSize(
        reader, in: context, "Step constant c: the first trial moves the level up by c·target or down by c·(1 − target)"
      )
      let target = reader.number(
        "target", unit: "1", in: .between(0, 1), default: 0.75,
        "Proportion of correct (or yes) responses on which the track converges",
        source: source)
      return Settings(track: track, step: step?.size ?? .linear(1), target: target)
    }
  }

  let settings: Settings
  var track: Track
  /// How many answers there have been, others' trials left out.
  private(set) var answers = 0

  init(_ settings: Settings) {
    self.settings = settings
    track = Track(settings.track)
  }

  /// - Parameter divisor: The divisor of the step, from the number of earlier answers and of changes of direction.
  mutating func update(
    _ presented: Level, _ response: Response, divisor: (_ answer: Int, _ reversals: Int) -> Int
  ) {
    answers += 1
    let divisor = Double(divisor(answers, track.reversals))
    track.move(response.isPositive ? .down : .up, at: presented)
    let surprise = (response.isPositive ? 1 : 0) - settings.target
    track.finishTrial(
      presented, response,
      proposed: settings.step.level(from: track.base(presented), steps: -surprise / divisor))
  }
}

/// A strategy that is a stochastic approximation with a divisor of its own.
protocol ApproximationStrategy: TrackedStrategy, DeclaredLevelStrategy
where Settings == StochasticApproximation.Settings {
  var approximation: StochasticApproximation { get set }
}

extension ApproximationStrategy {
  package static func read(_ reader: Reader, in context: StrategyContext) -> StochasticApproximation.Settings {
    .read(reader, in: context, source: source)
  }

  package static func facts(of settings: StochasticApproximation.Settings) -> StrategyFacts {
    StrategyFacts(target: settings.target, reach: settings.track.reach)
  }

  package var track: Track {
    get { approximation.track }
    set { approximation.track = newValue }
  }
}
