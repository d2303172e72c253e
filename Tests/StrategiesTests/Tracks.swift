import PeachExperiments
import PeachPitch
import PeachSimulation
import PeachStrategies
import PeachSupport
import PeachTrials
import Testing

/// Tracks of a strategy as an experiment file sets it.
enum Tracks {
  /// Tasks as a file states them.
  static let linear = "{kind: forced-choice, unit: dB}"
  static let log = "{kind: forced-choice, unit: dB, scale: log}"
  static let comparison = "{kind: comparison}"

  /// The one cell of a file with this strategy.
  static func cell(_ strategy: String, task: String = linear) throws -> Cell {
    let text = """
      name: test
      seed: 20260211
      task: \(task)
      listeners: [{name: listener, kind: psychometric, threshold: 1, slope: 1}]
      strategies: [{name: track, \(strategy)}]
      replicates: 1
      """
    return try #require(try Experiment.parse(text, file: "test.yaml").plan.cells.first)
  }

  /// Follows a track through correct (1) and wrong (0) answers, each to the level asked for.
  static func follow(_ strategy: String, task: String = linear, _ responses: String) throws -> Followed {
    try follow(strategy, task: task, responses.map { Trace.Answer(.positive($0 == "1")) })
  }

  static func follow(_ strategy: String, task: String = linear, _ answers: [Trace.Answer]) throws -> Followed {
    let cell = try cell(strategy, task: task)
    let (rows, next, _) = Trace.follow(cell, seed: 20_260_211, answers: answers)
    return Followed(rows: rows, next: next)
  }

  /// What a file with this strategy is refused for, without places and hints.
  static func problems(_ strategy: String, task: String = linear) throws -> [String] {
    do {
      _ = try cell(strategy, task: task)
      return []
    } catch let error as ConfigurationError {
      return error.problems.map { "\($0.path): \($0.message)" }
    }
  }
}

/// A track that was followed.
struct Followed {
  var rows: [Trace.Row]
  var next: Comparison?

  var levels: [Double] { rows.map(\.comparison.level.value) }
  /// Counted from 1.
  var reversalTrials: [Int] { rows.filter(\.isReversal).map(\.trial) }
  var reversalLevels: [Double] { rows.filter(\.isReversal).map(\.comparison.level.value) }
  var status: Status? { rows.last?.status }
  var estimate: Estimate? { rows.last?.estimate }
}

extension Trace.Answer {
  /// A positive or negative response at a level of the caller's choice.
  static func positive(_ isPositive: Bool, at level: Double) -> Trace.Answer {
    var answer = Trace.Answer(.positive(isPositive))
    answer.level = level
    return answer
  }
}

/// Whether numbers agree to 1e-12 of the larger of `expected` and `scale`.
func agrees(_ computed: Double, _ expected: Double, scale: Double = 0) -> Bool {
  abs(computed - expected) <= 1e-12 * max(abs(expected), scale)
}

/// A comparison task in equal temperament.
func comparisonTask(_ intervals: [DirectedInterval] = [.prime], notes: ClosedRange<Int> = 36...84) throws -> TrialTask {
  try #require(
    TrialTask.comparison(
      intervals: intervals, notes: try MIDINote(notes.lowerBound)...MIDINote(notes.upperBound),
      tuning: EqualTemperament(), referencePitch: try Frequency(440), noteDuration: 1, gap: 0))
}
