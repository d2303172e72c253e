import PeachConformance
import PeachListeners
import PeachPitch
import PeachSupport
import PeachTrials
import Testing

/// Listeners and comparisons for the tests of this folder.
enum Listening {
  static func task(
    _ intervals: [DirectedInterval] = [.prime], notes: ClosedRange<Int> = 36...84, pitch: Double = 440,
    duration: Double = 1
  ) throws -> TrialTask {
    try #require(
      TrialTask.comparison(
        intervals: intervals, notes: try MIDINote(notes.lowerBound)...MIDINote(notes.upperBound),
        tuning: EqualTemperament(), referencePitch: try Frequency(pitch), noteDuration: duration, gap: 0))
  }

  static func level(_ scale: Axis.Scale = .linear, alternatives: Int = 2) throws -> TrialTask {
    try TrialTask.level(axis: Axis(unit: "dB", scale: scale, isSigned: false), alternatives: alternatives)
  }

  static func comparison(_ offset: Double, note: Int = 61, interval: DirectedInterval = .prime) throws -> Comparison {
    Comparison(
      reference: try MIDINote(note), interval: interval, offset: offset, level: Level(abs(offset)))
  }

  /// What settings are refused for, without places and hints.
  static func problems(
    _ kind: any ListenerDeclaration.Type, _ settings: Setting, in task: TrialTask
  ) -> [String] {
    do throws(ConfigurationError) {
      _ = try settings.listener(of: kind, in: task)
      return []
    } catch {
      return error.problems.map { "\($0.path): \($0.message)" }
    }
  }
}
