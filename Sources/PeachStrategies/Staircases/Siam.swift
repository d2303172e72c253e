package import PeachSupport
package import PeachTrials

/// The single-interval adjustment matrix: yes/no trials of signal or noise, and a matrix of level changes for the four
/// outcomes that rewards a neutral criterion.
///
/// In units of the step a hit moves the level by −1, a miss by t/(1 − t), a false alarm by 1/(1 − t), a correct rejection
/// by 0. With as much noise as signal the moves balance where hit rate − false-alarm rate = t, the reduced hit rate, and
/// (1 + t)/2 of all answers are correct. With a share q of noise they balance where (1 − q)·(hits − t) = q·(false alarms),
/// and (1 − q)·t + q are correct.
///
/// Signal or noise is one draw of the strategy stream a trial. A trial of noise carries the level at which the signal
/// would have been.
///
/// Source: Kaernbach (1990), J. Acoust. Soc. Am. 88:2645–2655, doi:10.1121/1.399985.
/// Differs from the source: a share of noise other than one half; for steps by factor, dB or log the matrix holds in log
/// units.
package struct Siam: TrackedStrategy, DeclaredLevelStrategy {
  package static let kind = "siam"
  package static let family = StrategyFamily.staircases
  package static let summary = "yes/no with noise trials; moves by hits, misses and false alarms, free of response bias"
  package static let noun = "a single-interval adjustment-matrix procedure"
  package static let rule =
    "Each trial presents either the signal or noise, drawn at random. A hit moves the level down by one step. A "
    + "miss moves it up by t/(1 − t) steps, and a false alarm by 1/(1 − t) steps. A correct rejection leaves it "
    + "unchanged. Here t is the reduced hit rate: the hit rate minus the false-alarm rate."
  package static func rule(of settings: Value, on axis: Axis) -> String {
    "Each trial presented either the signal or noise, drawn at random. A hit moved the level down by one step. A "
      + "miss moved it up by t/(1 − t) steps, and a false alarm by 1/(1 − t) steps. A correct rejection left it "
      + "unchanged. Here t was the target value of the reduced hit rate, which is the hit rate minus the "
      + "false-alarm rate."
  }

  package static let use =
    "Use it to measure detection with yes/no answers and without response bias. The rule punishes a listener who "
    + "says yes too often. Tell your listeners that it rewards a neutral criterion. By default half of the trials "
    + "contain no signal."
  package static let source = "Kaernbach (1990), doi:10.1121/1.399985"
  package static let convergence =
    "a proportion correct of (1 + t)/2 if half of the trials are noise, where t is the value of reduced-hit-rate; 75 "
    + "% by default"
  package static let exampleTask = "{kind: yes-no, unit: dB}"
  package static let example = "start: 30, step: {linear: 2}, reduced-hit-rate: 0.5"
  package static let exampleResponses = "11110100100001"
  package static let exampleNote =
    "The steps are 2 dB, and all four moves occur. Hits move the level down by 2 dB, at trials 1 to 4. The false "
    + "alarm at trial 6 moves it up by 4 dB, and the miss at trial 11 by 2 dB. Correct rejections, as at trial 5, "
    + "leave it unchanged. A noise trial shows the level that the signal would have had."

  package struct Settings: Sendable {
    var track: TrackSettings
    var step: StepRule
    /// t.
    var reducedHitRate: Double
    /// q, the share of trials that are noise.
    var noise: Double
  }

  package static func facts(of settings: Settings) -> StrategyFacts {
    StrategyFacts(
      target: (1 - settings.noise) * settings.reducedHitRate + settings.noise, noiseShare: settings.noise,
      reach: settings.track.reach)
  }

  private let settings: Settings
  private var steps: Steps
  private var nextKind: TrialKind
  package var track: Track

  package static func read(_ reader: Reader, in context: StrategyContext) -> Settings {
    if context.task.kind != .yesNo {
      reader.report(
        "expected a yes/no task: siam presents signal or noise, and asks which", at: "kind",
        hint: "task: \(exampleTask)")
    }
    let track = TrackSettings.read(reader, in: context, hasEstimator: true)
    let step = StepRule.read(reader, in: context, upOverDown: 1)
    let hitRate = reader.number(
      "reduced-hit-rate", unit: "1", in: .between(0, 1), default: 0.5,
      "Reduced hit rate t on which the track converges: the hit rate minus the false-alarm rate", source: source)
    let noise = reader.number(
      "noise", unit: "1", in: .between(0, 1), default: 0.5, "Probability that a trial presents only noise",
      source: source)
    return Settings(track: track, step: step, reducedHitRate: hitRate, noise: noise)
  }

  package init(_ settings: Settings, using streams: inout Streams) {
    self.settings = settings
    steps = Steps(settings.step)
    track = Track(settings.track)
    nextKind = Siam.draw(settings.noise, using: &streams)
  }

  private static func draw(_ noise: Double, using streams: inout Streams) -> TrialKind {
    streams.strategy.unit() < noise ? .noise : .test
  }

  package var next: Level? { track.isRunning ? Level(track.level, kind: nextKind) : nil }

  package mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    let count = steps(for: presented.kind, isYes: response.isPositive)
    if count != 0 { track.move(count < 0 ? .down : .up, at: presented) }
    if steps.advance(reversals: track.reversals, trials: track.trials + 1) { track.stepChanged() }
    track.finishTrial(
      presented, response, proposed: steps.size.level(from: track.base(presented), steps: count))
    nextKind = Siam.draw(settings.noise, using: &streams)
  }

  /// The matrix: how many steps the level moves up, negative for down.
  private func steps(for kind: TrialKind, isYes: Bool) -> Double {
    let t = settings.reducedHitRate
    switch (kind == .noise, isYes) {
    case (false, true): return -1
    case (false, false): return t / (1 - t)
    case (true, true): return 1 / (1 - t)
    case (true, false): return 0
    }
  }
}
