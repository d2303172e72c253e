import PeachMath
import PeachSupport
package import PeachTrials

/// The settings that all strategies with a posterior on a grid share.
package struct GridSettings: Sendable {
  package var model: GridModel
  package var axis: Axis
  /// The level of the first trial; `nil` if the procedure chooses it.
  package var start: Double?
  package var stop: StopRule
  package var pace: TrialTask.Pace
  /// The range of levels that do not come from a list.
  package var limits: ClosedRange<Double>?
  /// The proportion of positive responses at α; on a signed axis of signs judged correctly at the level reported.
  package var target: Double
  /// The range in which the threshold can be found; `nil` on a signed axis, where it follows from the slope.
  var reach: SearchRange?

  /// The summary of the posterior that is the estimate.
  package enum Summary: String, CaseIterable, Sendable {
    case mean, median, mode
  }

  package var grid: ParameterGrid { model.grid }

  /// F(α), where α is the estimate: not on a signed axis, where the estimate is a level that follows from all parameters.
  var valueAtThreshold: Double? { axis.isSigned ? nil : grid.function.valueAtThreshold }
}

extension GridSettings {
  /// The requirements of a strategy for the reader of its grid.
  struct Needs {
    enum Levels {
      /// A list to choose from, by default the thresholds.
      case list
      /// The nearest level of a list, if there is a list.
      case optional
    }

    var levels = Levels.list
    var hasPrior = true
    var defaultFunction = NormalFunction.name
    var defaultLapse = 0.02
    /// Whether levels without a list and limits stay among the thresholds.
    var staysAmongThresholds = true
    /// Whether `target` on a signed axis is the proportion of correct answers at the threshold.
    var hasTarget = true
    var source: String
  }

  /// More places times levels than this are refused: each choice of a level would take too long.
  private static let greatestTable = 8e6

  /// Reads `levels`, `function`, `log-level`, `threshold`, `slope`, `guess`, `lapse`, `prior`, `limits`, `start` and
  /// `stop`.
  static func read(_ reader: Reader, in context: StrategyContext, _ needs: Needs) -> GridSettings {
    let axis = context.task.axis
    let grid = readGrid(reader, context.task, needs)
    let (levels, limits) = readLevels(reader, axis, grid, needs.levels)
    guard isTractable(reader, axis, grid, levels), let model = context.grids.model(grid, levels: levels, for: reader)
    else {
      return GridSettings(
        model: GridModel(
          ParameterGrid(function: NormalFunction.self, threshold: [1], slope: [1], guess: [0], lapse: [0]), levels: [1]),
        axis: axis, start: nil, stop: .trials(1), pace: context.task.pace, target: context.estimand)
    }
    let start = reader.optionalNumber(
      "start", unit: axis.unit, in: TrackSettings.levelBounds(axis),
      "Level of the first trial; by default the strategy chooses it")
    var settings = GridSettings(
      model: model, axis: axis, start: start,
      stop: TrackSettings.readStop(reader, in: context, hasBelief: true), pace: context.task.pace, limits: limits,
      target: needs.hasTarget ? readTarget(reader, axis, grid, context.estimand) : context.estimand)
    settings.checkStart(reader)
    SoundAdvice(reader, in: context.task).check(settings.reachable(needs), start: start)
    settings.readReach(reader)
    return settings
  }

  /// The range of the levels.
  private func reachable(_ needs: Needs) -> (lowest: Double, highest: Double) {
    var levels = model.levels
    if levels.isEmpty, needs.staysAmongThresholds { levels = grid.values[0].map { grid.level($0) } }
    let all = (levels.min() ?? -.infinity, levels.max() ?? .infinity)
    return (max(all.0, limits?.lowerBound ?? -.infinity), min(all.1, limits?.upperBound ?? .infinity))
  }

  /// ψ(α) at the prior means of guess and lapse; on a signed axis what the file asks for.
  private static func readTarget(
    _ reader: Reader, _ axis: Axis, _ grid: ParameterGrid, _ estimand: Double
  ) -> Double {
    guard axis.isSigned else { return grid.targetOfThreshold }
    return reader.number(
      "target", unit: "1", in: .between(0.5, 1), default: estimand,
      "For signed levels: the proportion correct, averaged over both signs, that defines the reported threshold; "
        + "default: the key estimand of the experiment, which is 0.75 unless stated")
  }

  /// Whether a grid is small enough to be looked through, and its levels fit the arithmetic.
  private static func isTractable(_ reader: Reader, _ axis: Axis, _ grid: ParameterGrid, _ levels: [Double]) -> Bool {
    let size = grid.values.reduce(Double(max(levels.count, 1))) { $0 * Double($1.count) }
    if size > greatestTable {
      reader.report(
        "expected at most \(greatestTable.shortest) combinations of parameter values and levels, got "
          + "\(size.shortest)", at: "threshold",
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
}
