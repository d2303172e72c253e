import Foundation
import Glibc
import PeachSimulation
import PeachStorage
import PeachTrials
import Synchronization
import Testing

@Suite struct PowerPlanTests {
  private static let text = Files.comparison(listener: "jnd: 15, lapse: 0.02")

  private func fits(_ rows: [PowerRow]) -> [PowerRow] { rows.filter { $0.estimator.name == "fit" } }

  /// Afresh, with another seed: as many people again as the plan had, none of them in common. The bound is 4 of both standard
  /// errors, about 10 %: a false alarm in 4 000 runs of the test; a plan that
  /// promises 90 % where there are 75 is found in 97 % of its runs.
  @Test func `the planned power is reached afresh`() async throws {
    let study = Study(effect: 0.5, effectSpread: 0.1, power: 0.9)
    let planned = fits(try await Files.power(Self.text, study)).filter { $0.isFewest && $0.trials == 60 }
    #expect(planned.count == 1)
    for plan in planned {
      var again = study
      again.listeners = plan.listeners
      let rows = fits(try await Files.power(Files.comparison(listener: "jnd: 15, lapse: 0.02", seed: 900), again))
      let row = try #require(rows.first { $0.trials == plan.trials && $0.listeners == plan.listeners })
      let (value, error) = (try #require(row.power.value), try #require(row.power.standardError))
      let bound = 4 * hypot(error, plan.power.standardError ?? 0)
      #expect(abs(value - 0.9) < bound, "\(plan.trials) × \(plan.listeners): \(value) ±\(error)")
    }
  }

  /// n = 1 000 people and more for each of 6 numbers of trials, 4 standard errors each: a false alarm in 1 000 runs of the
  /// test; a rate of 12 % is found at every one of them.
  @Test(arguments: Study.Design.allCases) func `without an effect five in a hundred are significant`(
    design: Study.Design
  ) async throws {
    let study = Study(design: design, effect: 0, listeners: 10)
    let rows = fits(try await Files.power(Self.text, study)).filter { $0.listeners == 10 && $0.trials >= 40 }
    #expect(rows.count == 6)
    for row in rows {
      let (value, error) = (try #require(row.power.value), try #require(row.power.standardError))
      #expect(error <= PowerPlan.tolerance)
      #expect(abs(value - 0.05) < 4 * error, "\(row.trials): \(value) ±\(error)")
    }
  }

  @Test func `more trials need fewer listeners, and groups more than conditions`() async throws {
    let within = fits(try await Files.power(Self.text, Study(effect: 0.5))).filter(\.isFewest)
    #expect(within.count >= 5)
    let listeners = within.map(\.listeners)
    #expect(try #require(listeners.first) > #require(listeners.last))
    for row in within { #expect(row.totalTrials == Int(2 * row.trials) * row.listeners) }
    let between = fits(try await Files.power(Self.text, Study(design: .between, effect: 0.5))).filter(\.isFewest)
    // With few trials the listeners are alike beside the error of their estimates.
    for row in between where row.trials >= 80 {
      guard let paired = within.first(where: { $0.trials == row.trials }) else { continue }
      #expect(row.listeners >= paired.listeners)
    }
  }

  @Test func `a line of equal power lies between the numbers of listeners`() async throws {
    let rows = fits(try await Files.power(Self.text, Study(effect: 0.5)))
    let line = rows.contour(at: 0.9)
    let fewest = rows.filter(\.isFewest)
    #expect(line.map(\.trials) == fewest.map(\.trials))
    for (point, row) in zip(line, fewest) {
      // The line is the best estimate; the number that is enough counts its Monte Carlo error.
      #expect(point.listeners <= Double(row.listeners))
      #expect(point.listeners > 0.6 * Double(row.listeners) - 1)
    }
    let half = rows.contour(at: 0.5)
    for point in line {
      let below = try #require(half.first { $0.trials == point.trials })
      #expect(below.listeners < point.listeners)
    }
  }

  /// What needs least trials in all is told with what cannot be told from it: with another seed the least is among that.
  @Test func `the cheapest design is among the cheapest ones of another seed`() async throws {
    let study = Study(effect: 0.5, power: 0.8)
    let first = fits(try await Files.power(Self.text, study)).cheapest
    let again = fits(try await Files.power(Files.comparison(listener: "jnd: 15, lapse: 0.02", seed: 31), study))
      .cheapest
    #expect(first.contains { $0.trials == again.first?.trials })
    #expect(again.contains { $0.trials == first.first?.trials })
    #expect(first.allSatisfy { $0.hasPower && $0.isFewest })
    #expect(first.map(\.totalTrials) == first.map(\.totalTrials).sorted())
  }

  @Test func `with the fewest listeners and with all larger numbers the power is sure`() async throws {
    let rows = fits(try await Files.power(Self.text, Study(effect: 0.5, power: 0.8)))
    for fewest in rows where fewest.isFewest {
      for row in rows where row.trials == fewest.trials && (fewest.listeners...100).contains(row.listeners) {
        let (value, error) = (try #require(row.power.value), try #require(row.power.standardError))
        #expect(value - 1.64 * error >= 0.8, "\(row.trials) × \(row.listeners): \(value) ±\(error)")
      }
    }
    #expect(rows.allSatisfy { $0.listenersLeftOut == $0.leftOut * Double($0.listeners) })
  }

  /// n = 200 000: the standard error of the coefficient of variation is below 0.2 % of it.
  @Test(arguments: [0.1, 0.3, 0.4, 0.9]) func `a share is the ratio of the standard deviation to the mean`(
    share: Double
  ) {
    var random = RandomStream(seed: 5)
    let deviation = Study.logDeviation(ofVariation: share)
    let values = (0..<200_000).map { _ in exp(deviation * random.normal()) }
    let ratio = Statistics.variance(values).squareRoot() / Statistics.mean(values)
    #expect(abs(ratio / share - 1) < 0.03, "\(ratio)")
  }

  @Test func `jobs change nothing, the seed does`() async throws {
    let study = Study(effect: 0.6, listeners: 6)
    func told(_ rows: [PowerRow]) -> [[Double?]] {
      rows.map { [$0.trials, Double($0.listeners), $0.power.value, $0.power.standardError, $0.leftOut] }
    }
    let one = told(try await Files.power(Self.text, study, jobs: 1))
    #expect(told(try await Files.power(Self.text, study, jobs: 5)) == one)
    #expect(told(try await Files.power(Files.comparison(seed: 12), study)) != one)
  }

  @Test func `an interrupted plan continues and gives the same result`() async throws {
    let study = Study(effect: 0.6, listeners: 6)
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let isOver = Atomic(false)
    let trials = Mutex((first: 0, again: 0))
    func rows() async throws -> [PowerRow]? {
      let kept = WorkingFile(key: "plan", in: folder.path)
      defer { kept.flush() }
      let plan = PowerPlan(
        try Files.procedure(Self.text), study: study, jobs: 2, kept: kept,
        isCancelled: { isOver.load(ordering: .relaxed) })
      return try await plan.rows(
        foreseen: { _ in },
        progress: { progress in
          trials.withLock { $0.again = progress.new }
          if progress.new > 200_000, trials.withLock({ $0.first }) == 0 { isOver.store(true, ordering: .relaxed) }
        })
    }
    let stopped = try await rows()
    #expect(stopped == nil)
    trials.withLock { ($0.first, $0.again) = ($0.again, 0) }
    isOver.store(false, ordering: .relaxed)
    func told(_ rows: [PowerRow]) -> [[Double?]] {
      rows.map { [$0.trials, Double($0.listeners), $0.power.value, $0.power.standardError, $0.leftOut] }
    }
    let again = told(try #require(try await rows()))
    #expect(again == told(try await Files.power(Self.text, study)))
    // What the first command made was not made again.
    let (first, new) = trials.withLock { ($0.first, $0.again) }
    #expect(first >= 200_000 && new > 0)
  }

  @Test func `a linear axis has shares of the threshold, and tracks that end by themselves one number of trials`()
    async throws
  {
    let rows = fits(try await Files.power(Files.linear, Study(effect: 0.1, between: 0.1)))
    let row = try #require(rows.first { $0.isFewest && $0.trials == 80 })
    #expect(!row.isRatio)
    // z = 3.2 for 90 % of power, a little more with few listeners.
    let error = try #require(row.effectError)
    #expect((1.4...3.4).contains(error), "\(error)")
    let list = "{name: list, kind: constant-stimuli, levels: [5, 15, 45], repetitions: 10, stop: {trials: 9000}}"
    #expect(Set(try await Files.power(Files.comparison([list]), Study(effect: 0.6)).map(\.trials)) == [30])
  }

  @Test func `a listener without a threshold is named and not planned for`() async throws {
    let procedure = try Files.procedure(Files.comparison(listener: "jnd: 15, lapse: 0.6"))
    let plan = PowerPlan(procedure, study: Study(effect: 0.2), jobs: 1, isCancelled: { false })
    #expect(plan.unreachable.map(\.listener) == ["ear"])
    #expect(try await plan.rows(foreseen: { _ in }, progress: { _ in })?.count == 0)
  }
}
