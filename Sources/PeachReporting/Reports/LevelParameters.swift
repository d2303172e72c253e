package import PeachSupport
package import PeachTrials

/// The parameters of a declaration on an axis of any scale and unit, for lists.
package enum LevelParameters {
  /// The placeholder for the unit of levels, as in names of columns.
  package static let unit = "UNIT"

  /// - Parameters:
  ///   - task: A task of the declaration; `UNIT` replaces its unit of levels unless levels are of notes only.
  ///   - describe: The parameters in a task.
  package static func of(_ task: TrialTask, hasUnitOfTask: Bool, _ describe: (TrialTask) -> [Parameter]) -> [Parameter]
  {
    guard hasUnitOfTask else { return describe(task) }
    var own = task
    own.axis.unit = unit
    var other = own
    other.axis = Axis(unit: unit, scale: task.axis.scale == .log ? .linear : .log, isSigned: false)
    return onBothScales(describe(own), describe(other))
  }

  /// A number that is positive on a log axis only says so.
  private static func onBothScales(_ parameters: [Parameter], _ others: [Parameter]) -> [Parameter] {
    parameters.map { parameter in
      guard let other = others.first(where: { $0.name == parameter.name }) else { return parameter }
      var known = parameter
      switch (parameter.kind, other.kind) {
      case (.number(.positive), .number(.finite)), (.number(.finite), .number(.positive)):
        known.kind = .form("a number (on a log axis > 0)")
      case (.numbers(.positive), .numbers(.finite)), (.numbers(.finite), .numbers(.positive)):
        known.kind = .form("a list of numbers (on a log axis > 0)")
      case (.grid(.positive), .grid(.finite)), (.grid(.finite), .grid(.positive)):
        known.kind = .form("a list of numbers, one number, or {from, to, count, spacing} (on a log axis all > 0)")
      default: break
      }
      return known
    }
  }
}
