import PeachExperiments
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials
import Testing

/// A strategy's own estimator that is a fit of its trials.
@Suite struct FitEstimatorTests {
  private static let steps = "kind: transformed-up-down, start: 60, down: 2, step: {factor: 1.5}"

  private func runs(
    _ strategies: [String], rest: String = "stop: {trials: 80}", replicates: Int = 20
  ) async throws -> (plan: Plan, runs: [[EstimateRecord]]) {
    let plan = try Samples.plan(
      listeners: ["{name: l, kind: gaussian, jnd: 10, lapse: 0.02, bias: 3}"], strategies: strategies, rest: rest,
      replicates: replicates)
    let folder = try Folder()
    let results = try await Samples.results(of: plan, in: folder)
    return (plan, try plan.cells.indices.map { try Samples.runs(results, of: $0).map(\.estimate) })
  }

  @Test func `with the common estimator's settings it is the common estimator`() async throws {
    let own = "estimator: {kind: fit, reading: direction, lapse: 0.01, at: 0.75, method: reduced}"
    let kinds = [
      "{name: a, \(Self.steps), \(own)}", "{name: b, kind: kazez, \(own)}", "{name: c, kind: random, level: 8, \(own)}",
    ]
    for records in try await runs(kinds).runs {
      #expect(records.count == 40)
      for pair in 0..<20 {
        let (own, common) = (records[2 * pair], records[2 * pair + 1])
        #expect(own.status == common.status)
        #expect(agree(own.threshold, common.threshold, within: 1e-9))
        #expect(agree(own.bias, common.bias, within: 1e-9))
        #expect(common.low == nil)
        if let threshold = own.threshold {
          #expect(own.low ?? 0 <= threshold && threshold <= own.high ?? .infinity)
        }
      }
      #expect(records.count { $0.low != nil && $0.high != nil } >= 10)
    }
  }

  @Test func `without a proportion it takes the strategy's target, or half way from guessing`() async throws {
    let plan = try await runs(
      [
        "{name: steps, \(Self.steps), estimator: {kind: fit}}", "{name: kazez, kind: kazez, estimator: {kind: fit}}",
        "{name: told, \(Self.steps), estimator: {kind: fit, at: 0.8}}",
        "{name: signed, kind: transformed-up-down, signed: true, start: 60, down: 2, step: {linear: 5}, "
          + "estimator: {kind: fit, reading: direction}}",
      ],
      replicates: 1
    ).plan
    let targets = plan.cells.map { plan.estimators(of: $0)[0] }
    #expect(targets.map(\.name) == ["own", "own", "own", "own"])
    #expect(agree(targets[0].target, 0.5.squareRoot()))
    #expect(targets[1].target == 0.75)
    #expect(targets[2].target == 0.8)
    #expect(targets[3].target == 0.75)
    #expect(targets.allSatisfy { $0.truth != nil })
  }

  @Test func `interleaved tracks are fitted one by one`() async throws {
    let both = """
      {name: both, kind: interleaved, estimator: {kind: fit, reading: direction, lapse: 0.01},
       catch: {every: 9, level: 70}, tracks: [{name: two, \(Self.steps)}, {name: three, \(Self.steps.replacing("down: 2", with: "down: 3"))}]}
      """
    let (plan, records) = try await runs([both], rest: "stop: {trials: 160}")
    #expect(plan.estimators(of: plan.cells[0]).map(\.name) == ["own:two", "own:three", "fit"])
    let two = records[0].filter { $0.estimator == 0 }.compactMap(\.threshold)
    let three = records[0].filter { $0.estimator == 1 }.compactMap(\.threshold)
    #expect(two.count > 15 && three.count > 15)
    #expect(two != three)
  }

  @Test func `a track that ends at a limit has no threshold`() async throws {
    let floor =
      "{name: f, kind: transformed-up-down, start: 60, down: 1, step: {factor: 4}, limits: [50, 100], estimator: {kind: fit, at: 0.75}}"
    let records = try await runs([floor], replicates: 5).runs[0].filter { $0.estimator == 0 }
    #expect(records.map(\.status) == Array(repeating: .floor, count: 5))
    #expect(records.allSatisfy { $0.threshold == nil })
  }

  @Test func `bootstrap intervals come from the strategy's stream and are the same again`() async throws {
    let own =
      "{name: a, \(Self.steps), estimator: {kind: fit, reading: direction, lapse: 0.01, at: 0.75, bootstrap: 100, interval: percentile}}"
    let first = try await runs([own], replicates: 4).runs[0]
    let again = try await runs([own], replicates: 4).runs[0]
    #expect(first.map(\.low) == again.map(\.low))
    #expect(first.filter { $0.estimator == 0 }.allSatisfy { $0.low ?? 0 < $0.high ?? .infinity })
  }

  private func problems(_ strategy: String, task: String = Samples.comparison) -> [String] {
    do {
      _ = try Samples.plan(
        task: task, listeners: ["{name: l, kind: psychometric, threshold: 5, slope: 1}"], strategies: [strategy])
      return []
    } catch let error as ConfigurationError {
      return error.problems.map { "\($0.path): \($0.message)" }
    } catch {
      return ["\(error)"]
    }
  }

  @Test func `a checkpoint that cannot be fitted is rejected at its place`() {
    func fit(_ settings: String, kind: String = Self.steps, task: String = Samples.comparison) -> [String] {
      problems("{name: s, \(kind), estimator: {kind: fit, \(settings)}}", task: task)
    }
    let place = "strategies.s.estimator"
    #expect(
      fit("at: 0.4") == [
        "\(place).at: expected a proportion above 0.5 and below 1 (between guess and 1 − lapse), got 0.4"
      ])
    #expect(fit("guess: 0.6, lapse: 0.5") == ["\(place).lapse: expected guess + lapse < 1, got 0.6 and 0.5"])
    #expect(fit("guess: half") == ["\(place).guess: expected a proportion, free, free:MAX or lapse, got 'half'"])
    #expect(
      fit("lapse: lapse") == [
        "\(place).lapse: expected a proportion, free or free:MAX; only guess can be tied to lapse"
      ])
    #expect(
      fit("function: weibull, log-level: true")
        == [
          "\(place).log-level: expected no log-level, because the function weibull already takes the logarithm of the "
            + "level; gumbel on a log level is the same curve"
        ])
    #expect(fit("interval: posterior") == ["\(place).interval: expected method bayes for a posterior interval"])
    let level = "{kind: forced-choice, unit: dB}"
    let steps = "kind: transformed-up-down, start: 20, down: 2, step: {linear: 2}"
    #expect(
      fit("reading: direction", kind: steps, task: level)
        == ["\(place).reading: expected accuracy: forced-choice has no answers higher and lower"])
    #expect(
      fit("function: weibull", kind: steps, task: level)
        == [
          "\(place).function: expected a function that takes no logarithm of the level: levels on a linear axis may be 0 or "
            + "negative"
        ])
    #expect(
      problems("{name: s, kind: sequence, parts: [{strategy: {\(Self.steps), estimator: {kind: fit}}, trials: 5}]}")
        == [
          "strategies.s.parts[1].strategy.estimator: expected an estimator of kind reversals or levels in a "
            + "part of a strategy; only the whole strategy can have the kind fit"
        ])
  }
}
