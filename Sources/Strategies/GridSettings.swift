import Configuration
import Glibc
public import Grids
import Psychometrics
public import Trials

/// What is common to the settings of all procedures that keep a posterior of a psychometric function on a grid.
public struct GridSettings: Sendable {
  public var model: GridModel
  public var axis: Axis
  /// The level of the first trial; nil where the procedure chooses it.
  public var start: Double?
  public var stop: StopRule
  public var pace: TrialTask.Pace

  /// Which number of the posterior is the estimate.
  public enum Summary: String, CaseIterable, Sendable {
    case mean, median, mode
  }

  public var grid: ParameterGrid { model.grid }
}

extension GridSettings {
  /// How a reader is told what a procedure needs of the grid.
  struct Needs {
    /// Whether the level is chosen from the list `levels`.
    var hasLevels = true
    var defaultLapse = 0.02
    var source: String
  }

  /// More places times levels than this are refused: their tables would not fit the memory of small machines.
  private static let greatestTable = 8_000_000

  /// Reads `levels`, `function`, `log-level`, `threshold`, `slope`, `guess`, `lapse`, `prior`, `limits`, `start` and
  /// `stop`.
  static func read(_ reader: Reader, in context: StrategyContext, _ needs: Needs) -> GridSettings {
    let axis = context.task.axis
    let (function, isLogLevel) = readFunction(reader, axis)
    let thresholdBounds: Bounds =
      function.usesLogarithm || (axis.scale == .log && !isLogLevel) ? .positive : .finite
    let threshold =
      reader.grid(
        "threshold", unit: isLogLevel ? "log10 \(axis.unit)" : axis.unit, in: thresholdBounds,
        "The values of α, the function's own", source: needs.source) ?? [1]
    let slope =
      reader.grid(
        "slope", unit: function.usesLogarithm ? "1" : isLogLevel ? "1/log10" : "1/\(axis.unit)", in: .positive,
        "The values of β, the function's own", source: needs.source) ?? [1]
    let (guess, lapse) = readRates(reader, context.task, needs)
    let priors = readPriors(reader, axis, isLogLevel, [threshold, slope, guess ?? [0], lapse], tiesGuess: guess == nil)
    let grid = ParameterGrid(
      function: function, isLogLevel: isLogLevel, threshold: threshold, slope: slope, guess: guess, lapse: lapse,
      priors: priors)
    let levels = needs.hasLevels ? readLevels(reader, axis, grid) : []
    if grid.count * max(levels.count, 1) > greatestTable {
      reader.report(
        "expected at most \(greatestTable) values times levels, got \(grid.count * max(levels.count, 1))",
        at: "threshold", hint: "make a grid coarser")
      return GridSettings(
        model: GridModel(
          ParameterGrid(function: function, threshold: [1], slope: [1], guess: [0], lapse: [0]), levels: [1]),
        axis: axis, start: nil, stop: .trials(1), pace: context.task.pace)
    }
    let start = reader.optionalNumber(
      "start", unit: axis.unit, in: TrackSettings.levelBounds(axis), "Level of the first trial; default its own choice")
    return GridSettings(
      model: GridModel(grid, levels: levels), axis: axis, start: start,
      stop: TrackSettings.readStop(reader, in: context), pace: context.task.pace)
  }

  static func readFunction(_ reader: Reader, _ axis: Axis) -> (any PsychometricFunction.Type, isLogLevel: Bool) {
    let names = BuiltInFunctions.all.map { $0.name }
    let name = reader.choice("function", from: names, default: "normal", "The psychometric function F")
    let function = BuiltInFunctions.named(name) ?? NormalFunction.self
    let isLogLevel = reader.flag("log-level", default: false, "Whether F takes log10 of the level")
    if isLogLevel, function.usesLogarithm {
      reader.report("expected false: the \(name) takes the logarithm of the level already", at: "log-level")
    }
    if isLogLevel, axis.scale == .linear {
      reader.report("expected false: levels on a linear axis may be 0 or negative", at: "log-level")
    }
    if function.usesLogarithm, axis.scale == .linear, axis.isSigned {
      reader.report("expected a function of any level: signed levels may be negative", at: "function")
      return (NormalFunction.self, false)
    }
    return (function, isLogLevel && !function.usesLogarithm && axis.scale == .log)
  }

  /// γ and λ; γ nil where it is tied to λ.
  private static func readRates(
    _ reader: Reader, _ task: TrialTask, _ needs: Needs
  ) -> (guess: [Double]?, lapse: [Double]) {
    let isTied = reader.isTied("guess", to: "lapse")
    let fallback = task.axis.isSigned ? nil : [task.guessRate]
    var guess: [Double]?
    if isTied {
      reader.resolve("guess", .text("lapse"))
    } else {
      guess =
        reader.grid(
          "guess", unit: "1", in: .within(0..<1), default: fallback.map { $0[0].shortest } ?? "lapse",
          "The values of γ, the lower asymptote, or lapse: the same as λ; default 1/alternatives, 0 in yes/no, lapse "
            + "on a signed axis", source: needs.source) ?? fallback
      if !reader.has("guess") {
        reader.resolve("guess", guess.map { .number($0[0]) } ?? .text("lapse"))
      }
    }
    var lapse =
      reader.grid(
        "lapse", unit: "1", in: .within(0..<1), default: needs.defaultLapse.shortest,
        "The values of λ, the distance of the upper asymptote from 1", source: needs.source) ?? [needs.defaultLapse]
    if !reader.has("lapse") { reader.resolve("lapse", .number(needs.defaultLapse)) }
    let sum = (guess?.max() ?? lapse.max() ?? 0) + (lapse.max() ?? 0)
    if sum >= 1 {
      reader.report("expected guess + lapse < 1, got \(sum.shortest)", at: reader.has("lapse") ? "lapse" : "guess")
      guess = guess.map { _ in [0] }
      lapse = [0]
    }
    return (guess, lapse)
  }

  /// The levels to choose from, in the order in which ties are resolved; by default the levels of the thresholds.
  private static func readLevels(_ reader: Reader, _ axis: Axis, _ grid: ParameterGrid) -> [Double] {
    let fallback = grid.values[0].map { grid.level($0) }
    let stated = reader.grid(
      "levels", unit: axis.unit, in: TrackSettings.levelBounds(axis), default: "the thresholds",
      "The levels to choose from; of those that tie the first is chosen")
    if !reader.has("levels") {
      reader.resolve("levels", fallback.count == 1 ? .number(fallback[0]) : .list(fallback.map(Value.number)))
    }
    var levels = stated ?? fallback
    if let limits = reader.numbers(
      "limits", unit: axis.unit, in: TrackSettings.levelBounds(axis), count: 2,
      "Lowest and highest level: others are left out of levels")
    {
      levels.removeAll { $0 < limits[0] || $0 > limits[1] }
      if levels.isEmpty {
        reader.report("expected limits with a level inside, got none", at: "limits")
        return fallback
      }
    }
    return levels
  }

  /// The weights of the values of each parameter that is told a prior.
  private static func readPriors(
    _ reader: Reader, _ axis: Axis, _ isLogLevel: Bool, _ values: [[Double]], tiesGuess: Bool
  ) -> [ParameterGrid.Parameter: [Double]] {
    var priors: [ParameterGrid.Parameter: [Double]] = [:]
    _ = reader.section("prior", "The prior of each parameter; uniform over its values by default") { prior in
      for parameter in ParameterGrid.Parameter.allCases {
        let isRate = parameter == .guess || parameter == .lapse
        let list = values[parameter.rawValue]
        priors[parameter] = prior.section(parameter.name, "Of the \(parameter.name)") { section in
          Prior.read(
            section, unit: parameter == .threshold ? (isLogLevel ? "log10 \(axis.unit)" : axis.unit) : "1",
            isRate: isRate,
            values: list)
        }
        if parameter == .guess, tiesGuess, prior.has("guess") {
          prior.report("expected none: guess is tied to lapse", at: "guess")
          priors[.guess] = nil
        }
      }
    }
    return priors
  }
}

extension ParameterGrid {
  /// The level at which a threshold lies.
  func level(_ threshold: Double) -> Double { isLogLevel ? pow(10, threshold) : threshold }
}

extension Reader {
  /// Whether the file has the word `other` in the place of a number for `name`.
  func isTied(_ name: String, to other: String) -> Bool {
    guard word(name) == other else { return false }
    _ = node(
      Parameter(name: name, kind: .text, fallback: nil, meaning: "The same as \(other)"), required: false)
    return true
  }
}
