package import PeachSupport
package import PeachTrials

/// Transformed up-down: n correct answers in a row make the level harder, m wrong ones in a row make it easier.
///
/// With steps of one size n-down-1-up converges on 0.5^(1/n): 70.71 % for two, 79.37 % for three.
///
/// Source: Levitt (1971), J. Acoust. Soc. Am. 49:467–477, doi:10.1121/1.1912375.
/// Differs from the source: the step may change at any reversal or trial, and up and down may differ.
package struct TransformedUpDown: StaircaseStrategy {
  package static let kind = "transformed-up-down"
  package static let family = StrategyFamily.staircases
  package static let summary = "down after n correct answers in a row, up after m wrong ones in a row"
  package static let noun = "a transformed up-down staircase"
  package static let rule =
    "The level steps down after n correct answers in a row. It steps up after m wrong answers in a row. The "
    + "parameters down and up set n and m."
  package static func rule(of settings: Value, on axis: Axis) -> String {
    guard let down = settings["down"]?.wholeNumber, let up = settings["up"]?.wholeNumber else {
      return
        "The level stepped down after a number of correct answers in a row and up after a number of wrong answers "
        + "in a row."
    }
    return "The level stepped down after \(inARow(down, "correct")) and up after \(inARow(up, "wrong"))."
  }

  /// `three correct answers in a row`, or `each wrong answer`.
  private static func inARow(_ count: Int, _ kind: String) -> String {
    count == 1 ? "each \(kind) answer" : "\(count.spelled) \(kind) answers in a row"
  }

  package static let use =
    "This is the most widely used staircase. Choose it if your results must be comparable with published results of "
    + "this staircase. Use small steps after the first reversals: with large equal steps it converges below its "
    + "nominal point (García-Pérez 1998)."
  package static let source = "Levitt (1971), doi:10.1121/1.1912375"
  package static let convergence = "0.5^(1/down) for one up and equal steps: 70.71 % for two down, 79.37 % for three"
  package static let example = "start: 100, down: 2, step: {factor: 2, after-reversals: {2: 1.414}}"
  package static let exampleNote =
    "Two correct answers in a row halve the level, and the wrong answer at trial 5 doubles it. The second "
    + "reversal, at trial 7, brings in the smaller factor of 1.414. That factor already applies to the step after "
    + "trial 7, from 50 to 35.36 cents. Only later reversals count, and they count in pairs. The first estimate "
    + "therefore comes at trial 12: √(25.01·35.36) = 29.74 cents."

  var staircase: Staircase

  package static func read(_ reader: Reader, in context: StrategyContext) -> Staircase.Settings {
    let down = reader.integer(
      "down", in: 1...20, "Number of correct answers in a row before a step down", source: source)
    let up = reader.integer(
      "up", in: 1...20, default: 1, "Number of wrong answers in a row before a step up", source: source)
    let track = TrackSettings.read(reader, in: context, hasEstimator: true)
    let step = StepRule.read(reader, in: context)
    let initialRule = reader.flag(
      "initial-rule", default: false,
      "true: step down after every correct answer until the first reversal, as some toolboxes do by default")
    return Settings(track: track, down: down, up: up, step: step, initialRule: initialRule)
  }

  package init(_ settings: Staircase.Settings, using streams: inout Streams) { staircase = Staircase(settings) }
}
