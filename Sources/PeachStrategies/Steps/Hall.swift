import PeachFitting
import PeachMath
package import PeachSupport
package import PeachTrials

/// The hybrid procedure: PEST places the trials, and maximum likelihood estimates the threshold from all of them.
///
/// The fit of ψ(x) = γ + (1 − γ − λ)·F(x; α, β) has fixed γ and λ. β is fixed if `slope` is stated, and free
/// otherwise. The estimate is the level at which ψ is PEST's target. It exists from the first trial with a sound fit.
/// Before that its status is that of the fit. `ThresholdEstimator` fits with a fixed β; otherwise the fit is that of
/// `peach fit`.
///
/// Source: Hall (1981), J. Acoust. Soc. Am. 69:1763–1769, doi:10.1121/1.385912; PEST by Taylor & Creelman (1967),
/// J. Acoust. Soc. Am. 41:782–787, doi:10.1121/1.1910407.
/// Differs from the source: the file chooses the assumed function, the slope and PEST's step sizes.
package struct Hall: TrackedStrategy, DeclaredLevelStrategy {
  package static let kind = "hall"
  package static let family = StrategyFamily.steps
  package static let summary = "PEST places the trials, and maximum likelihood estimates the threshold from all of them"
  package static let noun = "Hall's hybrid procedure"
  package static let rule =
    "The level moves as in PEST. After every trial a psychometric function is fitted to all trials by maximum "
    + "likelihood. The estimate is the level at which this function reaches the target."
  package static func rule(of settings: Value, on axis: Axis) -> String {
    "The level moved as in PEST. A psychometric function was fitted to all trials by maximum likelihood. The "
      + "estimate was the level at which this function reached the target proportion."
  }

  package static let use =
    "Use it like pest, with an estimate from every trial and not only from the last level. A wrong slope biases "
    + "the estimate if most trials lie far from the threshold."
  package static let source = "Hall (1981), doi:10.1121/1.385912"
  package static let convergence = "the parameter target, 75 % by default"
  package static let example =
    "start: 100, step: {factor: 2}, min-step: 1.1, max-step: 4, function: weibull, slope: 1.3"
  package static let exampleResponses = "11110011111111"
  package static let exampleNote =
    "Levels and answers are the same as in the example of pest; only the estimate differs. It first appears at "
    + "trial 5, with the first wrong answer, and then uses every trial. The eight correct answers from trial 7 on "
    + "lower it from 71.60 to 37.84 cents. PEST uses only the next level and would report 50 cents."

  package struct Settings: Sendable {
    var pest: PestTrack.Settings
    var fit: Fit
  }

  /// The settings of the fit.
  struct Fit: Sendable {
    var function: any PsychometricFunction.Type
    var isLogLevel: Bool
    /// β; `nil` = free.
    var slope: Double?
    var guess: Double
    var lapse: Double
    /// The proportion of positive responses at the threshold.
    var target: Double

    func result(_ counts: Counts) -> FitResult {
      if let slope {
        return ThresholdEstimator(
          function, slope: slope, guess: guess, lapse: lapse, isLogLevel: isLogLevel, estimand: target
        ).fit(counts)
      }
      return FitSettings(
        function, reading: .accuracy, guess: .asymptote(.fixed(guess)), lapse: .fixed(lapse), isLogLevel: isLogLevel,
        at: target
      ).makeFitter().fit(counts)
    }
  }

  private var pest: PestTrack
  private let fit: Fit
  private var counts = Counts()

  package var track: Track {
    get { pest.track }
    set { pest.track = newValue }
  }

  package static func read(_ reader: Reader, in context: StrategyContext) -> Settings {
    let pest = PestTrack.Settings.read(reader, in: context, hasEstimator: false)
    return Settings(pest: pest, fit: Fit.read(reader, in: context.task, target: pest.target))
  }

  package static func facts(of settings: Settings) -> StrategyFacts { StrategyFacts(target: settings.fit.target) }

  package init(_ settings: Settings, using streams: inout Streams) {
    pest = PestTrack(settings.pest)
    fit = settings.fit
  }

  package mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    counts.add(presented.value, isPositive: response.isPositive)
    pest.update(presented, response)
  }

  package var estimates: [Estimate] {
    switch track.status {
    case .floor: return [Estimate(status: .floor, threshold: nil)]
    case .ceiling: return [Estimate(status: .ceiling, threshold: nil)]
    case .running, .finished: break
    }
    let result = fit.result(counts)
    guard result.status == .ok, let threshold = result.threshold else {
      return [Estimate(status: result.status, threshold: nil)]
    }
    var estimate = Estimate(status: .ok, threshold: threshold)
    estimate.slope = result.slope
    estimate.guess = fit.guess
    estimate.lapse = fit.lapse
    return [estimate]
  }
}

extension Hall.Fit {
  static func read(_ reader: Reader, in task: TrialTask, target: Double) -> Hall.Fit {
    let setting = FunctionSetting.read(reader, .fitted, arePositive: task.axis.scale == .log, source: Hall.source)
    let slope = reader.optionalNumber(
      "slope", unit: setting.slopeUnit(task.axis.unit), in: .positive,
      "Slope β of the function; without this key the slope is fitted too", source: Hall.source)
    let lapse = reader.number(
      "lapse", unit: "1", in: .within(0..<1), default: 0.01, "Lapse rate λ, 1 minus the upper asymptote")
    let guess = reader.number(
      "guess", unit: "1", in: .within(0..<1), default: task.axis.isSigned ? lapse : task.guessRate,
      "Guess rate γ, the lower asymptote; default 1/alternatives (0.5 with two); in yes/no 0; with signed levels the "
        + "value of lapse")
    if reader.has("guess") { task.warn(ofGuess: [guess], reader) }
    var fit = Hall.Fit(
      function: setting.function, isLogLevel: setting.isLogLevel, slope: slope, guess: guess, lapse: lapse,
      target: target)
    fit.check(reader)
    return fit
  }

  /// Reports what cannot be fitted; something that can stands in.
  private mutating func check(_ reader: Reader) {
    if guess + lapse >= 1 {
      reader.report("expected guess + lapse < 1, got \((guess + lapse).shortest)", at: "lapse")
      (guess, lapse) = (0, 0)
    }
    if target <= guess || target >= 1 - lapse {
      reader.report(
        "expected a proportion above \(guess.shortest) (guess) and below \((1 - lapse).shortest) (1 − lapse), got "
          + target.shortest, at: "target")
    }
  }
}
