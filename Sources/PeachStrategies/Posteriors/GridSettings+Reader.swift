import PeachMath
import PeachSupport
import PeachTrials

// The parts of a grid, each read on its own.

extension GridSettings {
  /// Reads `function`, `log-level`, `threshold`, `slope`, `guess`, `lapse` and `prior`.
  static func readGrid(_ reader: Reader, _ task: TrialTask, _ needs: Needs) -> ParameterGrid {
    let axis = task.axis
    let setting = readFunction(reader, axis, default: needs.defaultFunction)
    let thresholdBounds: Bounds =
      setting.function.usesLogarithm || (axis.scale == .log && !setting.isLogLevel) ? .positive : .finite
    let threshold =
      reader.grid(
        "threshold", unit: setting.thresholdUnit(axis.unit), in: thresholdBounds,
        "Grid of the threshold parameter α of the function: its possible values", source: needs.source) ?? [1]
    let slope =
      reader.grid(
        "slope", unit: setting.slopeUnit(axis.unit), in: .positive,
        "Grid of the slope parameter β of the function: its possible values", source: needs.source) ?? [1]
    if axis.isSigned, slope.count == 1, reader.has("slope") {
      reader.report(
        "expected several values, got \(slope[0].shortest)", at: "slope",
        hint: "on a signed axis the threshold follows from the slope; list several slopes to estimate it")
    }
    let (guess, lapse) = readRates(reader, task, needs)
    let values = [threshold, slope, guess ?? [0], lapse]
    let priors =
      needs.hasPrior ? readPriors(reader, setting.thresholdUnit(axis.unit), values, tiesGuess: guess == nil) : [:]
    return ParameterGrid(
      function: setting.function, isLogLevel: setting.isLogLevel, threshold: threshold, slope: slope, guess: guess,
      lapse: lapse,
      priors: priors)
  }

  static func readFunction(
    _ reader: Reader, _ axis: Axis, default fallback: String = NormalFunction.name
  ) -> FunctionSetting {
    let setting = FunctionSetting.read(reader, .assumed, arePositive: axis.scale == .log, default: fallback)
    guard setting.function.usesLogarithm, axis.scale == .linear, axis.isSigned else { return setting }
    reader.report(
      "expected a function that takes negative levels, such as normal or logistic, because levels are signed",
      at: "function")
    return FunctionSetting(function: NormalFunction.self, isLogLevel: false)
  }

  /// γ and λ; γ is `nil` if it is tied to λ.
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
          "Grid of the guess rate γ, the lower asymptote; or the word lapse, if γ equals λ. Default "
            + "1/alternatives, 0 in yes/no, lapse with signed levels", source: needs.source) ?? fallback
      if !reader.has("guess") {
        reader.resolve("guess", guess.map { .number($0[0]) } ?? .text("lapse"))
      }
    }
    var lapse =
      reader.grid(
        "lapse", unit: "1", in: .within(0..<1), default: needs.defaultLapse.shortest,
        "Grid of the lapse rate λ, 1 minus the upper asymptote: its possible values", source: needs.source) ?? [
        needs.defaultLapse
      ]
    if !reader.has("lapse") { reader.resolve("lapse", .number(needs.defaultLapse)) }
    if let guess, reader.has("guess") { task.warn(ofGuess: guess, reader) }
    let sum = (guess?.max() ?? lapse.max() ?? 0) + (lapse.max() ?? 0)
    if sum >= 1 {
      reader.report("expected guess + lapse < 1, got \(sum.shortest)", at: reader.has("lapse") ? "lapse" : "guess")
      guess = guess.map { _ in [0] }
      lapse = [0]
    }
    return (guess, lapse)
  }

  /// The levels to choose from, in the order in which ties are resolved, and the limits of levels.
  static func readLevels(
    _ reader: Reader, _ axis: Axis, _ grid: ParameterGrid, _ needs: Needs.Levels
  ) -> (levels: [Double], limits: ClosedRange<Double>?) {
    let isOptional = needs == .optional
    let fallback = isOptional ? [] : grid.values[0].map { grid.level($0) }
    let stated = reader.grid(
      "levels", unit: axis.unit, in: TrackSettings.levelBounds(axis), default: isOptional ? "none" : "the thresholds",
      isOptional
        ? "Levels that can be presented; the strategy takes the nearest one. Default any level"
        : "Levels from which the strategy chooses; of equally good ones it takes the first")
    if !isOptional, !reader.has("levels") {
      reader.resolve("levels", fallback.count == 1 ? .number(fallback[0]) : .list(fallback.map(Value.number)))
    }
    var levels = stated ?? fallback
    let limits = TrackSettings.limits(
      reader, axis, "Lowest and highest level; levels of the grid outside of these are left out")
    if let limits, !levels.isEmpty {
      levels.removeAll { !limits.contains($0) }
      if levels.isEmpty {
        reader.report("expected limits with at least one level of the grid inside", at: "limits")
        return (fallback, limits)
      }
    }
    return (levels, limits)
  }

  /// The weights of the values of each parameter with a prior.
  private static func readPriors(
    _ reader: Reader, _ thresholdUnit: String, _ values: [[Double]], tiesGuess: Bool
  ) -> [ParameterGrid.Parameter: [Double]] {
    var priors: [ParameterGrid.Parameter: [Double]] = [:]
    _ = reader.section("prior", "Prior distribution of each parameter; by default uniform over the values of its grid")
    { prior in
      for parameter in ParameterGrid.Parameter.allCases {
        let isRate = parameter == .guess || parameter == .lapse
        let list = values[parameter.rawValue]
        priors[parameter] = prior.section(
          parameter.name,
          "Prior of the \(parameter.name)\(isRate ? " rate" : "")"
        ) { section in
          GridPrior.read(
            section, unit: parameter == .threshold ? thresholdUnit : "1",
            isRate: isRate, values: list)
        }
        if parameter == .guess, tiesGuess, prior.has("guess") {
          prior.report("expected no prior of guess, because the guess rate follows from lapse; remove it", at: "guess")
          priors[.guess] = nil
        }
      }
    }
    return priors
  }
}

extension Reader {
  /// Whether the file has the word `other` instead of a number for `name`.
  func isTied(_ name: String, to other: String) -> Bool {
    guard word(name) == other else { return false }
    _ = node(
      Parameter(name: name, kind: .text, fallback: nil, meaning: "The same as \(other)"), required: false)
    return true
  }
}
