import PeachSupport
import PeachTrials

/// Advice about levels that cannot sound in a task with notes. Peach presents the largest level that can sound instead.
struct SoundAdvice {
  private let reader: Reader
  private let axis: Axis
  /// Cents. Levels up to this one can sound.
  private let safe: Double

  /// The highest level that advice suggests: an octave.
  private static let highest = 1200.0
  private static let lowest = 0.1
  private static let start = 100.0

  init(_ reader: Reader, in task: TrialTask) {
    self.reader = reader
    axis = task.axis
    safe = reader.isDescribing ? .infinity : SoundLimits(of: task).safe
  }

  /// Advises limits for a strategy that can reach levels that cannot sound.
  ///
  /// - Parameters:
  ///   - levels: The range of its levels; infinite without limits.
  ///   - start: The level of its first trial; `nil` if the file does not state it.
  func check(_ levels: (lowest: Double, highest: Double), start: Double?) {
    let reach = axis.isSigned ? max(-levels.lowest, levels.highest) : levels.highest
    guard reach > safe else { return }
    let hasLimits = reader.has("limits")
    // A start that cannot sound would lie outside the limits.
    let newStart = start.flatMap { abs($0) > safe ? min(Self.start, safe) : nil }
    // Nor would a grid without a level inside be read.
    let least = axis.isSigned || levels.lowest.isInfinite ? Self.start : max(Self.start, levels.lowest)
    let first = abs(newStart ?? start ?? least)
    let highest = hasLimits ? safe : min(safe, max(Self.highest, first))
    let stated = hasLimits && levels.lowest < highest ? levels.lowest : min(Self.lowest, first)
    let lowest = axis.isSigned ? max(-highest, hasLimits ? levels.lowest : -highest) : stated
    reader.advise(
      "the strategy can reach levels that no sound can have; \(possible)", at: "limits",
      hint: (hasLimits ? "write " : "add ") + (newStart.map { "start: \($0.shortest), " } ?? "")
        + "limits: [\(lowest.shortest), \(highest.shortest)]")
  }

  /// Advises against stated levels that cannot sound.
  func check(_ levels: [Double], at name: String) {
    guard let level = levels.max(by: { abs($0) < abs($1) }), abs(level) > safe else { return }
    reader.advise(
      "no sound can have a level of \(level.shortest) cents; \(possible)", at: name,
      hint: "state at most \(safe.shortest)")
  }

  private var possible: String { "with these notes, levels up to \(safe.shortest) cents are possible" }
}
