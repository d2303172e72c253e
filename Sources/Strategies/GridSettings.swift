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
  /// Where levels are kept that are not from a list.
  public var limits: ClosedRange<Double>?
  /// The proportion of positive responses at α; on a signed axis of signs judged correctly at the level reported.
  public var target: Double

  /// Which number of the posterior is the estimate.
  public enum Summary: String, CaseIterable, Sendable {
    case mean, median, mode
  }

  public var grid: ParameterGrid { model.grid }
}

extension GridSettings {
  /// How a reader is told what a procedure needs of the grid.
  struct Needs {
    enum Levels {
      /// A list to choose from, by default the thresholds.
      case list
      /// A list whose nearest level is taken, where there is one.
      case optional
    }

    var levels = Levels.list
    var hasPrior = true
    var defaultFunction = NormalFunction.name
    var defaultLapse = 0.02
    /// Whether `target` says, on a signed axis, how often the level that is reported is judged correctly.
    var hasTarget = true
    var source: String
  }

  /// More places times levels than this are refused: their tables would not fit the memory of small machines.
  private static let greatestTable = 8e6

  /// Reads `levels`, `function`, `log-level`, `threshold`, `slope`, `guess`, `lapse`, `prior`, `limits`, `start` and
  /// `stop`.
  static func read(_ reader: Reader, in context: StrategyContext, _ needs: Needs) -> GridSettings {
    let axis = context.task.axis
    let (function, isLogLevel) = readFunction(reader, axis, default: needs.defaultFunction)
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
    if axis.isSigned, slope.count == 1, reader.has("slope") {
      reader.report(
        "expected several values, got \(slope[0].shortest)", at: "slope",
        hint: "on a signed axis the threshold follows from the slope, and one would be reported as if it were measured")
    }
    let (guess, lapse) = readRates(reader, context.task, needs)
    let values = [threshold, slope, guess ?? [0], lapse]
    let priors = needs.hasPrior ? readPriors(reader, axis, isLogLevel, values, tiesGuess: guess == nil) : [:]
    let grid = ParameterGrid(
      function: function, isLogLevel: isLogLevel, threshold: threshold, slope: slope, guess: guess, lapse: lapse,
      priors: priors)
    let (levels, limits) = readLevels(reader, axis, grid, needs.levels)
    guard isTractable(reader, axis, grid, levels) else {
      return GridSettings(
        model: GridModel(
          ParameterGrid(function: function, threshold: [1], slope: [1], guess: [0], lapse: [0]), levels: [1]),
        axis: axis, start: nil, stop: .trials(1), pace: context.task.pace, target: context.estimand)
    }
    let start = reader.optionalNumber(
      "start", unit: axis.unit, in: TrackSettings.levelBounds(axis), "Level of the first trial; default its own choice")
    let settings = GridSettings(
      model: GridModel(grid, levels: levels), axis: axis, start: start,
      stop: TrackSettings.readStop(reader, in: context), pace: context.task.pace, limits: limits,
      target: needs.hasTarget ? readTarget(reader, axis, grid, context.estimand) : context.estimand)
    settings.checkStart(reader)
    return settings
  }

  /// ψ(α) at the prior means of guess and lapse; on a signed axis what the file asks for.
  private static func readTarget(
    _ reader: Reader, _ axis: Axis, _ grid: ParameterGrid, _ estimand: Double
  ) -> Double {
    guard axis.isSigned else { return grid.targetOfThreshold }
    return reader.number(
      "target", unit: "1", in: .between(0.5, 1), default: estimand,
      "Signed: P(correct), averaged over both signs, at the level that is reported; default the experiment's estimand")
  }

  /// Whether the tables of a grid fit the memory, and its levels the arithmetic.
  private static func isTractable(_ reader: Reader, _ axis: Axis, _ grid: ParameterGrid, _ levels: [Double]) -> Bool {
    let size = grid.values.reduce(Double(max(levels.count, 1))) { $0 * Double($1.count) }
    if size > greatestTable {
      reader.report(
        "expected at most \(greatestTable.shortest) values times levels, got \(size.shortest)", at: "threshold",
        hint: "make a grid coarser")
      return false
    }
    for (name, list) in [("threshold", grid.values[0].map(grid.level)), ("levels", levels)] {
      let rails = axis.scale == .log ? 1e-100...1e100 : -1e100...1e100
      if let bad = list.first(where: { !rails.contains($0) }) {
        reader.report(
          "expected levels from \(rails.lowerBound.shortest) to \(rails.upperBound.shortest), got \(bad.shortest)",
          at: name)
        return false
      }
    }
    return true
  }

  static func readFunction(
    _ reader: Reader, _ axis: Axis, default fallback: String = NormalFunction.name
  ) -> (any PsychometricFunction.Type, isLogLevel: Bool) {
    let names = BuiltInFunctions.all.map { $0.name }
    let name = reader.choice("function", from: names, default: fallback, "The psychometric function F")
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

  /// The levels to choose from, in the order in which ties are resolved, and the limits of levels.
  private static func readLevels(
    _ reader: Reader, _ axis: Axis, _ grid: ParameterGrid, _ needs: Needs.Levels
  ) -> (levels: [Double], limits: ClosedRange<Double>?) {
    let isOptional = needs == .optional
    let fallback = isOptional ? [] : grid.values[0].map { grid.level($0) }
    let stated = reader.grid(
      "levels", unit: axis.unit, in: TrackSettings.levelBounds(axis), default: isOptional ? "none" : "the thresholds",
      isOptional
        ? "The levels that can be presented: the nearest is, the first of those that tie; any level by default"
        : "The levels to choose from; of those that tie the first is chosen")
    if !isOptional, !reader.has("levels") {
      reader.resolve("levels", fallback.count == 1 ? .number(fallback[0]) : .list(fallback.map(Value.number)))
    }
    var levels = stated ?? fallback
    let limits = readLimits(reader, axis, "Lowest and highest level: others are left out of levels")
    if let limits, !levels.isEmpty {
      levels.removeAll { !limits.contains($0) }
      if levels.isEmpty {
        reader.report("expected limits with a level inside, got none", at: "limits")
        return (fallback, limits)
      }
    }
    return (levels, limits)
  }

  /// The lowest and the highest level; nil where they are left out or wrong.
  static func readLimits(_ reader: Reader, _ axis: Axis, _ meaning: String) -> ClosedRange<Double>? {
    let bounds = TrackSettings.levelBounds(axis)
    guard let pair = reader.numbers("limits", unit: axis.unit, in: bounds, count: 2, meaning) else { return nil }
    if pair[0] < pair[1] { return pair[0]...pair[1] }
    reader.report(
      "expected the lowest level before the highest, got [\(pair[0].shortest), \(pair[1].shortest)]", at: "limits")
    return nil
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
            section, unit: parameter == .threshold ? isLogLevel ? "log10 \(axis.unit)" : axis.unit : "1",
            isRate: isRate, values: list)
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
