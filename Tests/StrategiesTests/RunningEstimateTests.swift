import Glibc
import PeachSimulation
import PeachTrials
import Testing

/// That an estimate kept along a track is that of a look back at all of it, and costs the same late as early.
@Suite struct RunningEstimateTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var estimator: String
    /// What counts of the reversals so far.
    var counted: @Sendable ([Double]) -> ArraySlice<Double>?
    var mean: @Sendable (ArraySlice<Double>) -> Double

    var testDescription: String { estimator }
  }

  private static func arithmetic(_ values: ArraySlice<Double>) -> Double { values.reduce(0, +) / Double(values.count) }
  private static func geometric(_ values: ArraySlice<Double>) -> Double { exp(arithmetic(values.map { log($0) }[...])) }
  private static func median(_ values: ArraySlice<Double>) -> Double {
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// The fourth reversal changes the step: those up to it count no longer.
  private static func after(_ levels: [Double]) -> ArraySlice<Double> { levels.dropFirst(levels.count < 4 ? 0 : 4) }
  private static func even(_ levels: [Double]) -> ArraySlice<Double> {
    after(levels).dropFirst(after(levels).count % 2)
  }

  static let cases = [
    Case(estimator: "{kind: reversals}", counted: even, mean: geometric),
    Case(estimator: "{kind: reversals, mean: arithmetic}", counted: even, mean: arithmetic),
    Case(estimator: "{kind: reversals, mean: median}", counted: even, mean: median),
    Case(
      estimator: "{kind: reversals, skip: 7, mean: median}", counted: { $0.dropFirst(max(7, $0.count < 4 ? 0 : 4)) },
      mean: median),
    Case(
      estimator: "{kind: reversals, last: 5}", counted: { after($0).count < 5 ? nil : after($0).suffix(5) },
      mean: geometric),
    Case(
      estimator: "{kind: reversals, last: 6, mean: median}",
      counted: { after($0).count < 6 ? nil : after($0).suffix(6) }, mean: median),
  ]

  private static let rule =
    "kind: transformed-up-down, start: 100, down: 1, step: {factor: 2, after-reversals: {4: 1.37}}"

  /// Answers without a pattern: runs of either kind, their lengths from a rule of their own.
  private static func isPositive(_ trial: Int) -> Bool { trial * trial % 7919 % 13 < 6 }

  @Test(arguments: cases) func `after every trial the estimate uses all reversals that count`(_ test: Case) throws {
    let track = try Tracks.follow(
      "\(Self.rule), estimator: \(test.estimator), stop: {trials: 400}", task: Tracks.log,
      (0..<400).map { Trace.Answer(.positive(Self.isPositive($0))) })
    var reversals: [Double] = []
    for row in track.rows {
      if row.isReversal { reversals.append(row.comparison.level.value) }
      let threshold = try #require(row.estimate).threshold
      if let counted = test.counted(reversals), !counted.isEmpty {
        #expect(agrees(try #require(threshold), test.mean(counted)), "trial \(row.trial)")
      } else {
        #expect(threshold == nil, "trial \(row.trial)")
      }
    }
    #expect(reversals.count > 100)
  }

  /// Ten times the trials take about ten times as long on the thread's own clock; a look back at all reversals after each
  /// trial took a hundred times as long, a median more.
  @Test(arguments: ["geometric", "median"]) func `a late trial costs as much as an early one`(mean: String) throws {
    func seconds(_ trials: Int) throws -> Double {
      let cell = try Tracks.cell(
        "kind: transformed-up-down, start: 100, down: 1, step: {factor: 2}, "
          + "estimator: {kind: reversals, mean: \(mean)}, stop: {trials: \(trials)}", task: Tracks.log)
      let answers = (0..<trials).map { Trace.Answer(.positive(Self.isPositive($0))) }
      let start = Self.threadSeconds
      #expect(Trace.follow(cell, seed: 1, answers: answers).rows.count == trials)
      return Self.threadSeconds - start
    }
    // The shortest of five: the first ones warm the caches, and other work delays some.
    func shortest(_ trials: Int) throws -> Double { try (0..<5).map { _ in try seconds(trials) }.min() ?? .infinity }
    let (few, many) = (try shortest(8000), try shortest(80_000))
    #expect(many < 35 * few, "\(few) s, then \(many) s")
  }

  private static var threadSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
  }
}
