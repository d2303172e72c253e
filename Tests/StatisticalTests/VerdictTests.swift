import Foundation
import PeachExperiments
import PeachReporting
import PeachSimulation
import PeachStorage
import PeachTrials
import Testing

/// What is said of strategies compared: how often it is false, and that it does not depend on where an axis has its 0.
@Suite struct VerdictTests {
  private static let isLong = ProcessInfo.processInfo.environment["PEACH_TEST_LONG"] != nil
  private static let families = isLong ? 600 : 150
  private static let failingFamilies = isLong ? 200 : 60

  /// One strategy of a family: the scatter and bias of its errors, and how often it fails.
  private struct Made {
    var deviation = 0.4
    var bias = 0.0
    var failed = 0.03
  }

  /// Errors have heavy tails (one in ten scatters three times as far) and correlate through the listener.
  private func family(_ made: [Made], runs count: Int, using random: inout RandomStream) -> PairedFamily {
    var runs = made.map { _ in PairedRuns(hasTruth: true) }
    for replicate in 1...count {
      let listener = random.normal()
      for (place, strategy) in made.enumerated() {
        let tail = random.unit() < 0.1 ? 3.0 : 1
        let error = strategy.bias + strategy.deviation * tail * (listener + random.normal()) * 0.5.squareRoot()
        let hasFailed = random.unit() < strategy.failed
        runs[place].add(replicate, error: hasFailed ? nil : error)
      }
    }
    return family(of: runs, count)
  }

  private func family(of runs: [PairedRuns], _ count: Int) -> PairedFamily {
    let cells = runs.indices.map {
      CellRecord(id: $0, strategy: "s\($0)", listener: "ear", varied: [], estimators: [])
    }
    let rows = zip(cells, runs).map { cell, runs in
      let errors = runs.errors.filter(\.isFinite)
      return SummaryRow(cell, replicates: count, failed: count - errors.count, errors: errors)
    }
    return PairedFamily(estimator: "fit", cells: cells, runs, rows: rows)
  }

  private func sentence(_ family: PairedFamily, _ axis: Axis = .cents) -> String {
    DifferenceText.sentence(family, axis) { $0.strategy } ?? ""
  }

  /// Three to eight equal strategies with 30 to 300 runs. n = 600 families in the long form: were 5 % of them to state a
  /// difference, 5 % + 2.5 SE (7.2 %) would be exceeded in 0.6 % of such tests; else n = 150 and 9.4 %.
  @Test func `at most one family in twenty of equal strategies gets a difference`() {
    var random = RandomStream(seed: 20_261_124)
    var told = 0
    for number in 0..<Self.families {
      let made = Array(repeating: Made(), count: 3 + number % 6)
      let family = family(made, runs: [30, 60, 100, 300][number % 4], using: &random)
      let text = sentence(family)
      let words = ["larger", "smaller RMSE where", "farther", "closer"]
      if words.contains(where: text.contains) { told += 1 }
    }
    let most = 0.05 + 2.5 * (0.05 * 0.95 / Double(Self.families)).squareRoot()
    #expect(Double(told) <= most * Double(Self.families), "\(told) of \(Self.families)")
    if Self.isLong { print("equal strategies: a difference in \(told) of \(Self.families) families") }
  }

  /// Scatters of 0.3 to 0.5 octaves, no failures. The true errors of root mean squares follow from the mixture: a tenth
  /// has three times the deviation, so the root mean square is √1.8 deviations. n and bounds as above.
  @Test func `at most one family in twenty of unequal strategies gets too small a distance`() throws {
    var random = RandomStream(seed: 20_261_125)
    var (small, wrong, right) = (0, 0, 0)
    for number in 0..<Self.families {
      let made = (0..<4).map { Made(deviation: 0.3 + 0.05 * Double(($0 * 7 + number) % 5), failed: 0) }
      let family = family(made, runs: [60, 100, 300][number % 3], using: &random)
      func truth(_ pair: PairedDifference) -> Double {
        (made[pair.first.id].deviation - made[pair.second.id].deviation) * 1.8.squareRoot()
      }
      if family.differences.contains(where: { abs(truth($0)) > (family.margin(of: $0) ?? .infinity) }) { small += 1 }
      let stated = family.differences.filter(\.rootMeanSquareError.isTold)
      if stated.contains(where: { truth($0) * ($0.rootMeanSquareError.difference.value ?? 0) < 0 }) { wrong += 1 }
      if !stated.isEmpty { right += 1 }
    }
    let most = 0.05 + 2.5 * (0.05 * 0.95 / Double(Self.families)).squareRoot()
    #expect(Double(small) <= most * Double(Self.families), "\(small) of \(Self.families)")
    #expect(Double(wrong) <= 0.01 * Double(Self.families), "\(wrong) differences with the wrong sign")
    #expect(right > Self.families / 3, "\(right) of \(Self.families) families with a difference")
    if Self.isLong {
      print("unequal strategies: too small a distance in \(small) of \(Self.families), a wrong sign in \(wrong)")
    }
  }

  /// One of four strategies fails in 15 to 60 % of its runs and errs least in the others.
  @Test func `a strategy that fails often is never praised`() throws {
    var random = RandomStream(seed: 20_261_126)
    for number in 0..<Self.failingFamilies {
      var made = Array(repeating: Made(), count: 4)
      made[number % 4] = Made(deviation: 0.1, failed: [0.2, 0.3, 0.45, 0.6][(number / 4) % 4])
      let family = family(made, runs: 100, using: &random)
      let verdict = try #require(family.verdict)
      let name = "s\(number % 4)"
      guard verdict.failing.contains(where: { $0.cell.strategy == name }) else { continue }
      #expect(verdict.best?.cell.strategy != name)
      let mentions = sentence(family).components(separatedBy: "; ").filter { $0.contains(name) }
      #expect(mentions.count == 1 && mentions.allSatisfy { $0.contains("\(name) has no threshold in ") }, "\(mentions)")
    }
  }

  /// Real runs on a dB axis, the same but for 20 dB on every level: every sentence stays, to the letter.
  @Test func `a shift of the axis changes no verdict`() throws {
    func sentences(_ shift: Double) throws -> [String] {
      let text = """
        name: shifted
        seed: 42
        task: {kind: forced-choice, unit: dB, alternatives: 2}
        listeners: [{name: ear, kind: psychometric, function: logistic, threshold: \(shift + 3), slope: 0.5, lapse: 0.02}]
        strategies:
          - {name: two-down, kind: transformed-up-down, start: \(shift + 16), down: 2, step: {linear: 4, after-reversals: {2: 2}}}
          - {name: three-down, kind: transformed-up-down, start: \(shift + 16), down: 3, step: {linear: 4, after-reversals: {2: 2}}}
          - {name: coarse, kind: transformed-up-down, start: \(shift + 16), down: 2, step: {linear: 8}}
          - {name: weighted, kind: weighted-up-down, start: \(shift + 16), target: 0.75, step: {linear: 2}}
        stop: {trials: 60}
        replicates: \(Self.isLong ? 400 : 80)
        """
      let plan = try Experiment.parse(text, file: "shifted.yaml").plan
      let records = plan.cellRecords
      let axis = plan.cells[0].task.axis
      var runs: [[PairedRuns]] = []
      for record in records {
        let batch = try #require(plan.batch(of: record.id, record, 1...plan.replicates))
        runs.append(
          record.estimators.indices.map { place in
            var runs = PairedRuns(of: record.estimators[place])
            for estimate in batch.estimates where estimate.estimator == place {
              runs.add(estimate, record.estimators[place], axis)
            }
            return runs
          })
      }
      return runs[0].indices.map { place in sentence(family(of: runs.map { $0[place] }, plan.replicates), axis) }
    }
    let origin = try sentences(0)
    #expect(origin.count == 2 && origin.allSatisfy { $0.contains("smallest RMSE") && $0.contains("dB") }, "\(origin)")
    for shift in [20.0, -35] { #expect(try sentences(shift) == origin) }
  }
}

extension SummaryRow {
  /// A row with what a verdict needs.
  fileprivate init(_ cell: CellRecord, replicates: Int, failed: Int, errors: [Double]) {
    self.init(
      cell: cell, estimator: EstimatorRecord(name: "fit", target: 0.75, truth: 1, trueLapse: 0, idealSweat: 1),
      replicates: replicates, failed: Statistics.count(failed, of: replicates),
      rootMeanSquareError: Statistics.rootMeanSquare(errors))
  }
}
