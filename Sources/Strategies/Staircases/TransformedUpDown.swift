public import Configuration
public import Trials

/// Transformed up-down: n correct answers in a row make the level harder, m wrong ones in a row make it easier.
///
/// With steps of one size n-down-1-up converges on 0.5^(1/n): 70.71 % for two, 79.37 % for three.
///
/// Source: Levitt (1971), J. Acoust. Soc. Am. 49:467–477, doi:10.1121/1.1912375.
/// Differs from the source: the step may change at any reversal or trial, and up and down may differ.
public struct TransformedUpDown: StaircaseStrategy {
  public static let kind = "transformed-up-down"
  public static let family = StrategyFamily.staircases
  public static let summary = "n correct in a row step down, m wrong in a row step up"
  public static let rule =
    "n correct answers in a row step down, m wrong ones in a row step up."
  public static func rule(of settings: Value, on axis: Axis) -> String {
    guard let down = settings["down"]?.wholeNumber, let up = settings["up"]?.wholeNumber else { return rule }
    return "\(Self.inARow(down, "correct")) down, \(Self.inARow(up, "wrong")) up."
  }

  /// `2 correct answers in a row step`, or `each wrong answer steps`.
  private static func inARow(_ count: Int, _ what: String) -> String {
    count == 1 ? "each \(what) answer steps" : "\(count) \(what) answers in a row step"
  }

  public static let use =
    "The field's most used staircase, where results must be comparable with others'. Prefer small steps after "
    + "the first reversals: large equal ones make it converge below its nominal point (García-Pérez 1998)."
  public static let source = "Levitt (1971), doi:10.1121/1.1912375"
  public static let convergence = "0.5^(1/down) for one up and equal steps: 70.71 % for two down, 79.37 % for three"
  public static let example = "start: 100, down: 2, step: {factor: 2, after-reversals: {2: 1.414}}"
  public static let exampleNote =
    "Two correct answers in a row halve the level; the wrong one at trial 5 doubles it. The second reversal, at "
    + "trial 7, brings the smaller factor of 1.414, already for the step made there: 50 to 35.36. Only reversals "
    + "after it count, in pairs: the first estimate comes at trial 12, √(25.01·35.36) = 29.74."

  var staircase: Staircase

  public static func read(_ reader: Reader, in context: StrategyContext) -> Staircase.Settings {
    let down = reader.integer("down", in: 1...20, "Correct answers in a row before a step down", source: source)
    let up = reader.integer("up", in: 1...20, default: 1, "Wrong answers in a row before a step up", source: source)
    let track = TrackSettings.read(reader, in: context, hasEstimator: true)
    let step = StepRule.read(reader, in: context)
    let initialRule = reader.flag(
      "initial-rule", default: false, "One-down-one-up until the first reversal, as some toolboxes do by default")
    return Settings(track: track, down: down, up: up, step: step, initialRule: initialRule)
  }

  public init(_ settings: Staircase.Settings, using streams: inout Streams) { staircase = Staircase(settings) }
}
