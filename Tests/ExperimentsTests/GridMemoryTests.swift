import PeachExperiments
import PeachSimulation
import PeachSupport
import PeachTrials
import Testing

/// One limit of memory holds for all grids of a file; equal ones are one, and none is made before a track is played on it.
@Suite struct GridMemoryTests {
  /// A grid off any lattice: 100 levels, thresholds and slopes, two lapses, 56 MB per 2 million combinations.
  private static func strategy(_ name: String, steepest: String) -> String {
    "  - {name: \(name), kind: psi, threshold: {from: 1, to: 101, count: 100}, "
      + "levels: {from: 1.37, to: 90.1, count: 100, spacing: log}, "
      + "slope: {from: 0.02, to: \(steepest), count: 200, spacing: log}, lapse: [0.01, 0.02]}"
  }

  private static func file(_ strategies: [String]) -> String {
    """
    name: t
    seed: 1
    task: {kind: comparison}
    listeners: [{name: ann, kind: gaussian, jnd: 5}]
    strategies:
    \(strategies.joined(separator: "\n"))
    stop: {trials: 5}
    replicates: 1
    """
  }

  private func problems(_ strategies: [String]) -> [String] {
    do {
      _ = try Experiment.parse(Self.file(strategies), file: "t.yaml")
      return []
    } catch {
      return error.problems.map { "\($0.path): \($0.message)" }
    }
  }

  @Test func `strategies with one grid may be as many as wished`() {
    #expect(problems((1...60).map { Self.strategy("s\($0)", steepest: "1") }) == [])
  }

  @Test func `grids that together take too much are refused where the memory ends, once`() {
    #expect(
      problems((1...60).map { Self.strategy("s\($0)", steepest: "1.\($0)") }) == [
        "strategies.s9.threshold: expected grids that together need at most 1 GB of memory in one file, got 1.03 GB with "
          + "this one"
      ])
  }

  @Test func `so are those of a swept grid`() {
    let swept = Self.strategy("s", steepest: "{vary: {from: 1, to: 2, count: 60}}")
    #expect(
      problems([swept]) == [
        "strategies.s.threshold: expected grids that together need at most 1 GB of memory in one file, got 1.03 GB with "
          + "this one"
      ])
  }

  @Test func `strategies that share a grid choose as they would without sharing`() throws {
    let alone = try Experiment.parse(Self.file([Self.strategy("b", steepest: "1")]), file: "t.yaml").plan
    let pair = try Experiment.parse(
      Self.file([Self.strategy("a", steepest: "1"), Self.strategy("b", steepest: "1")]), file: "t.yaml"
    ).plan
    let answers = [true, false, true, true, false].map { Trace.Answer(.positive($0)) }
    let expected = Trace.follow(alone.cells[0], seed: 7, answers: answers).rows
    _ = Trace.follow(pair.cells[0], seed: 3, answers: answers)
    #expect(Trace.follow(pair.cells[1], seed: 7, answers: answers).rows == expected)
    #expect(expected.count == 5)
  }
}
