package import PeachSupport
package import PeachTrials

/// n-down-1-up with a ratio of step down to step up that gives the same convergence point for every size of step.
///
/// Source: García-Pérez (1998), Vision Res. 38:1861–1881, doi:10.1016/S0042-6989(97)00340-4. With the published ratios
/// it converges on 77.85, 80.35, 83.15 and 85.84 % for one to four down.
package struct GarciaPerez: StaircaseStrategy {
  package static let kind = "garcia-perez"
  package static let family = StrategyFamily.staircases
  package static let summary = "n-down-1-up with the published ratio of step down to step up"
  package static let noun = "an n-down-1-up staircase with unequal steps"
  package static func noun(of settings: Value) -> String {
    settings["down"]?.wholeNumber.map { "a \($0)-down-1-up staircase with unequal steps" } ?? noun
  }
  package static let rule =
    "The level steps down after n correct answers in a row and up after each wrong answer. The step down is "
    + "ratio times the step up. By default the ratio is the published one: 0.2845, 0.5488, 0.7393 or 0.8415 for n "
    + "from 1 to 4."
  package static func rule(of settings: Value, on axis: Axis) -> String {
    guard let down = settings["down"]?.wholeNumber, let ratio = settings["ratio"]?.json() else {
      return "The level stepped down after a number of correct answers in a row and up after each wrong answer."
    }
    return
      "The level stepped down after \(down == 1 ? "each correct answer" : "\(down.spelled) correct answers in a row") "
      + "and up after each wrong answer. The step down was \(ratio) times the step up\(axis.scale == .log ? " in logarithmic units" : "")."
  }

  package static let use =
    "Choose this staircase for a threshold from few trials. It converges on nearly the same point for every size "
    + "of step. Near that point a trial tells more about the threshold than at 70.7 %."
  package static let source = "García-Pérez (1998), doi:10.1016/S0042-6989(97)00340-4"
  package static let convergence = "77.85, 80.35, 83.15, 85.84 % for one to four down, little changed by the step"
  package static let example = "start: 100, down: 3, step: {factor: 1.68, after-reversals: {2: 1.414}}"
  package static let exampleResponses = "11111111101110"
  package static let exampleNote =
    "Three correct answers in a row divide the level by 1.68. The wrong answer at trial 10 multiplies it by "
    + "more: 1.68^(1/0.7393) = 2.02, because the ratio for three down is 0.7393 in log units. The second reversal, "
    + "at trial 13, brings in the smaller factor. The level now goes down by a factor of 1.414, or up by "
    + "1.414^(1/0.7393) = 1.60, as at trial 14. There is no estimate yet: it needs two reversals after the change "
    + "of step, and so far there is one."

  /// Step down over step up for one to four correct in a row.
  package static let ratios = [0.2845, 0.5488, 0.7393, 0.8415]

  var staircase: Staircase

  package static func read(_ reader: Reader, in context: StrategyContext) -> Staircase.Settings {
    let down = reader.integer("down", in: 1...20, default: 3, "Number of correct answers in a row before a step down")
    let meaning = "Ratio of the step down to the step up; default 0.2845, 0.5488, 0.7393, 0.8415 for 1 to 4 down"
    var ratio = 1.0
    if down <= ratios.count {
      ratio = reader.number("ratio", unit: "1", in: .positive, default: ratios[down - 1], meaning, source: source)
    } else {
      ratio = reader.number("ratio", unit: "1", in: .positive, meaning, source: source)
    }
    let track = TrackSettings.read(reader, in: context, hasEstimator: true)
    let step = StepRule.read(reader, in: context, upOverDown: 1 / ratio)
    return Settings(track: track, down: down, up: 1, step: step)
  }

  package init(_ settings: Staircase.Settings, using streams: inout Streams) { staircase = Staircase(settings) }
}
