import Glibc
import PeachSimulation
import PeachTrials
import Testing

/// The search for a number of trials, on made-up errors whose true size is known.
@Suite struct TrialSearchTests {
  private static let target = 0.2

  /// Lets a search go on until it is done, with errors that scatter about their true sizes as those of so many runs.
  private static func search(
    seed: UInt64, isRough: Bool = false, _ truth: (Double) -> Double
  ) -> (outcome: TrialSearch.Outcome?, trials: Int) {
    var random = RandomStream(seed: seed)
    // Of each number the sums over its runs, so that more runs go on with those before.
    var sums: [Int: (replicates: Int, noise: Double)] = [:]
    var trials = 0
    for _ in 0..<200 {
      let seen = sums.map { number, sum -> (Int, TrialSearch.Seen) in
        let error = truth(Double(number)) * (1 + sum.noise / Double(sum.replicates))
        return (
          number,
          TrialSearch.Seen(
            replicates: sum.replicates, error: error, relativeError: 0.75 / Double(sum.replicates).squareRoot())
        )
      }
      let search = TrialSearch(
        Dictionary(uniqueKeysWithValues: seen), target: target, isRough: isRough)
      switch search.next {
      case .done(let outcome): return (outcome, trials)
      case .need(let number, let replicates):
        let have = sums[number] ?? (0, 0)
        let more = replicates - have.replicates
        guard more > 0 else { return (nil, trials) }
        trials += more * number
        sums[number] = (replicates, have.noise + 0.75 * Double(more).squareRoot() * random.normal())
      }
    }
    return (nil, trials)
  }

  /// 200 searches each. The error at the answer is too large in at most 5 % of them but for the several looks; with 10 % of
  /// them more than 31 are seen in one of 1 000 runs of the test. Before, it was too large in half of them.
  @Test(arguments: [0.0, 0.1, 0.17])
  func `the true error is small enough at the answer and after all larger numbers`(floor: Double) {
    func truth(_ trials: Double) -> Double { (floor * floor + 3 / trials).squareRoot() }
    var (tooLarge, ratios) = (0, 0.0)
    let exact = 3 / (Self.target * Self.target - floor * floor)
    for seed in 1...200 {
      guard case .trials(let trials, let low, let high, let checkedTo)? = Self.search(seed: UInt64(seed), truth).outcome
      else {
        Issue.record("seed \(seed): no answer")
        continue
      }
      if truth(Double(trials)) > Self.target { tooLarge += 1 }
      ratios += Double(trials) / exact / 200
      #expect(low < high)
      #expect(checkedTo >= min(2000, 4 * trials))
    }
    #expect(tooLarge <= 31, "\(tooLarge) of 200")
    // No more trials than the Monte Carlo error asks for: twice that of the error with a floor that is near.
    #expect(ratios < (floor > 0.15 ? 1.5 : 1.25), "\(ratios)")
  }

  /// The error never falls below 20.6 %, 3 % above the target, which few runs do not tell. Before, most searches found a
  /// number.
  @Test func `an error that stays too large is never small enough`() {
    func truth(_ trials: Double) -> Double { (0.206 * 0.206 + 1 / trials).squareRoot() }
    let found = (1...100).count { seed in Self.search(seed: UInt64(seed), truth).outcome != .never }
    #expect(found <= 10, "\(found) of 100")
  }

  /// Small enough from 60 to 100 trials, too large up to 500, then small.
  @Test func `an error that grows again is small enough only after that`() {
    func truth(_ trials: Double) -> Double { trials < 60 ? 0.4 : trials < 110 ? 0.17 : trials < 500 ? 0.26 : 0.15 }
    for seed in 1...50 {
      guard case .trials(let trials, _, _, _)? = Self.search(seed: UInt64(seed), truth).outcome else {
        Issue.record("seed \(seed): no answer")
        continue
      }
      #expect(trials >= 500, "seed \(seed): \(trials)")
    }
  }

  @Test func `simulations beyond the answer cost little`() {
    let work = (1...50).map { seed in Self.search(seed: UInt64(seed)) { (3 / $0).squareRoot() }.trials }
    // At 75 trials: 1 600 runs there, the ladder, and what lies beside.
    #expect(work.reduce(0, +) / 50 < 450_000, "\(work.reduce(0, +) / 50)")
  }

  /// The foresight knows two probes of few runs; 100 searches each. Probes do not show a floor of the error that is near the
  /// target, whose work is known only as it goes on.
  @Test(arguments: [0.0, 0.1])
  func `the work is foreseen to within a half`(floor: Double) {
    func truth(_ trials: Double) -> Double { (floor * floor + 3 / trials).squareRoot() }
    var (foreseen, done) = (0.0, 0.0)
    var random = RandomStream(seed: 17)
    for seed in 1...100 {
      let probes = [(40, 20), (80, 30)].map { number, replicates in
        let error = 0.75 / Double(replicates).squareRoot()
        return (
          number,
          TrialSearch.Seen(
            replicates: replicates, error: truth(Double(number)) * (1 + error * random.normal()), relativeError: error)
        )
      }
      let subject = PrecisionForecast.Subject(
        seen: Dictionary(uniqueKeysWithValues: probes), target: Self.target, isRough: false)
      foreseen += PrecisionForecast([subject], length: { Double($0) }).work.trials
      done += Double(Self.search(seed: UInt64(seed), truth).trials)
    }
    #expect(abs(log(foreseen / done)) < log(1.5), "foreseen \(foreseen / 100), done \(done / 100)")
  }
}
