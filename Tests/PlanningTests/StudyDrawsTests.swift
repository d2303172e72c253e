import Glibc
import PeachSimulation
import PeachTrials
import Testing

/// Studies drawn from pools of normal people, whose power and standard errors are known in closed form.
@Suite struct StudyDrawsTests {
  /// People with thresholds of SD `between` and estimates of SD `within` about them, each the mean of `repeats`.
  private static func pool(
    _ people: Int, between: Double, within: Double, repeats: Int = 1, effect: Double, seed: UInt64
  ) -> Pool {
    var random = RandomStream(seed: seed)
    var pool = Pool()
    for _ in 0..<people {
      let own = between * random.normal()
      func estimate(_ mean: Double) -> Double {
        mean + (0..<repeats).reduce(0) { sum, _ in sum + within * random.normal() } / Double(repeats)
      }
      pool.add(estimate(own), estimate(own + effect))
    }
    return pool
  }

  private static func draws(_ pool: Pool, _ design: Study.Design, seed: UInt64 = 71) -> StudyDraws {
    StudyDraws(pool: pool, design: design, streams: StreamFamily(seed: seed, path: ["test"]))
  }

  /// n = 40 000 people each: the standard error of an SD is 0.35 % of it. Bounds of 4 standard errors: all six hold in 99.96
  /// of 100 runs of the test; one that is 3 % off is found in 99.9 % of them.
  @Test(arguments: [1, 4, 16]) func `the standard error of an effect is the closed form's`(repeats: Int) throws {
    let (between, within, listeners) = (0.4, 0.9, 13)
    let pool = Self.pool(
      40_000, between: between, within: within, repeats: repeats, effect: 0.2, seed: UInt64(300 + repeats))
    let ofMean = between * between / Double(listeners) + within * within / Double(repeats * listeners)
    let groups = try #require(pool.standardError(.between, listeners: listeners))
    #expect(abs(groups / (2 * ofMean).squareRoot() - 1) < 0.014)
    let ofConditions = 2 * within * within / Double(repeats * listeners)
    let paired = try #require(pool.standardError(.within, listeners: listeners))
    #expect(abs(paired / ofConditions.squareRoot() - 1) < 0.014)
  }

  /// The means of studies themselves scatter so: SE² = σ_b²/N + σ_w²/(kN). n = 4 000 studies without a common listener; the
  /// standard error of their SD is 1.1 %, the bound four of these (6 in 100 000 false alarms; 10 % off is always found).
  @Test func `the means of studies scatter as in the closed form`() {
    let (between, within, repeats, listeners) = (0.4, 0.9, 4, 12)
    let pool = Self.pool(4000 * listeners, between: between, within: within, repeats: repeats, effect: 0, seed: 41)
    let means = (0..<4000).map { study in
      Statistics.mean(Array(pool.first[study * listeners..<(study + 1) * listeners]))
    }
    let expected = (between * between / 12 + within * within / (4 * 12)).squareRoot()
    #expect(abs(Statistics.variance(means).squareRoot() / expected - 1) < 0.045)
  }

  /// n = 24 000 people. Each share is held to 4 of its stated standard errors, which are below 0.6 %: a false alarm in 1 000
  /// runs of the test at the most; a rate of 8 % is found always.
  @Test(arguments: Study.Design.allCases, [3, 8, 20])
  func `without an effect five in a hundred studies are significant`(design: Study.Design, listeners: Int) throws {
    let pool = Self.pool(24_000, between: 0.3, within: 0.5, effect: 0, seed: 977)
    let power = Self.draws(pool, design).power(listeners: listeners)
    let (value, error) = (try #require(power.value), try #require(power.standardError))
    #expect(error < 0.006)
    #expect(abs(value - 0.05) < 4 * error, "\(value) ±\(error)")
  }

  /// Golden: R 4 power.t.test, strict: paired, n = 20, δ/σ = 0.5; two groups, n = 30, δ/σ = 0.6. Bounds of 4 standard errors,
  /// below 1.5 %: a false alarm in 8 000 runs.
  @Test(arguments: [
    (Study.Design.within, 20, 0.5, 0.564504418439), (.between, 30, 0.6, 0.627504586975),
  ])
  func `the power equals that of the noncentral t distribution`(
    design: Study.Design, listeners: Int, effect: Double, expected: Double
  ) throws {
    // Differences of both conditions have SD 1, and so have the groups.
    let within = design == .within ? 0.5.squareRoot() : 0.8
    let pool = Self.pool(24_000, between: 0.6, within: within, effect: effect, seed: 5)
    let power = Self.draws(pool, design).power(listeners: listeners)
    let (value, error) = (try #require(power.value), try #require(power.standardError))
    #expect(error < 0.015)
    #expect(abs(value - expected) < 4 * error, "\(value) ±\(error)")
  }

  /// 300 pools of 800 people: the standard error of the scatter's SD is 4.1 % of it, that of the mean of the stated
  /// variances 2 %. The bound of 20 % is more than 4 of both: a false alarm in 20 000 runs; to take the 2 000 draws for
  /// independent would give half the scatter, and always be found.
  @Test(arguments: [(Study.Design.within, 12), (.between, 9)])
  func `the stated error counts that the pool is finite`(design: Study.Design, listeners: Int) {
    var values: [Double] = []
    var stated: [Double] = []
    for number in 0..<300 {
      let pool = Self.pool(800, between: 0.2, within: 0.4, effect: 0.5, seed: UInt64(9000 + number))
      let power = Self.draws(pool, design, seed: UInt64(number)).power(listeners: listeners)
      values.append(power.value ?? .nan)
      stated.append(power.standardError ?? .nan)
    }
    let scatter = Statistics.variance(values).squareRoot()
    let error = Statistics.mean(stated.map { $0 * $0 }).squareRoot()
    #expect(abs(error / scatter - 1) < 0.2, "stated \(error), scatter \(scatter)")
    let naive = (Statistics.mean(values) * (1 - Statistics.mean(values)) / 2000).squareRoot()
    #expect(naive < 0.5 * scatter, "\(naive)")
  }

  @Test func `a study leaves out listeners without a threshold, and needs at least two others`() {
    var pool = Pool()
    for person in 0..<400 {
      // One in four is left.
      let isThere = person % 4 == 0
      pool.add(isThere ? 0 : .nan, 5 + 0.01 * Double(person % 7))
    }
    #expect(pool.leftOut(.within) == 0.75)
    #expect(pool.leftOut(.between) == 0.375)
    let draws = Self.draws(pool, .within)
    #expect(draws.mostListeners == 20)
    #expect(draws.power(listeners: 20).value == 1)
    let few = draws.power(listeners: 2).value ?? 1
    #expect(few < 0.2)
    #expect(Self.draws(pool, .between).mostListeners == 10)
  }

  @Test func `the error is not 0 even if all studies agree`() throws {
    let pool = Self.pool(400, between: 0, within: 0.01, effect: 1, seed: 3)
    let power = Self.draws(pool, .within).power(listeners: 10)
    #expect(power.value == 1)
    // 40 studies without a common listener: p̃ = 40.5 / 41.
    let surer = 40.5 / 41
    #expect(abs(try #require(power.standardError) - (surer * (1 - surer) / 40).squareRoot()) < 1e-12)
  }

  @Test func `the fewest listeners are the first whose power is enough`() throws {
    let pool = Self.pool(4000, between: 0.2, within: 0.5, effect: 0.5, seed: 8)
    let draws = Self.draws(pool, .within)
    let fewest = try #require(draws.fewest(power: 0.8, upTo: 100))
    #expect(draws.power(listeners: fewest).value ?? 0 >= 0.8)
    #expect(draws.power(listeners: fewest - 1).value ?? 1 < 0.8)
    #expect(draws.fewest(power: 0.8, upTo: fewest - 1) == nil)
    let sure = try #require(draws.fewest(power: 0.8, upTo: 100, isSure: true))
    #expect(sure >= fewest)
    let power = draws.power(listeners: sure)
    #expect((power.value ?? 0) - 1.64 * (power.standardError ?? 1) >= 0.8)
    #expect(draws.fewest(power: 0.999, upTo: 10) == nil)
  }
}
