import Glibc
import PeachSimulation
import PeachTrials
import Testing

/// Where procedures other than staircases settle, and how precisely: against theory, or another program.
@Suite struct ConvergenceTests {
  // MARK: PEST and what Hall makes of it

  /// A Weibull listener in dB with α = −20, β = 3.5, γ = ½ and λ = 0.02.
  private static let weibull = "kind: psychometric, function: gumbel, threshold: -20, slope: 0.175, lapse: 0.02"
  private static let placement = "start: 0, step: {linear: 8}, min-step: 1, max-step: 32, stop: {trials: 5000}"

  /// The errors of a strategy's own estimate, and the lengths of its tracks.
  private func errors(
    _ strategy: String, of count: Int, target: Double, seed: UInt64
  ) throws -> (errors: Sample, lengths: Sample) {
    let tracks = try Tracks(strategy, listener: Self.weibull, task: "{kind: forced-choice, unit: dB}", seed: seed)
    let truth = try #require(tracks.truth.level(at: target))
    var errors: [Double] = []
    var lengths: [Double] = []
    tracks.forEach(1...count) { track, trials in
      errors.append((track.estimates[0].threshold ?? .nan) - truth)
      lengths.append(Double(trials.count))
    }
    return (Sample(values: errors), Sample(values: lengths))
  }

  /// n = 4000 tracks, against 500 of psychopy-pest with the same settings and listener: bias −0.72 dB, SD 1.88 dB, 74
  /// trials. Each may differ by 4.892 standard errors of both (false-alarm rate 1e-6) and half a unit of the last digit:
  /// by 0.6 dB, up to 1.7 dB (a few tracks end far away, so that the SD says little) and 9 trials. A limit of 1.5 in the
  /// place of 1, or half the smallest step, takes 20 trials more: power above 0.999.
  @Test func `pest is as biased, as precise and as long as another program's`() throws {
    for seed in Expectations.seeds {
      let (errors, lengths) = try errors("kind: pest, \(Self.placement)", of: 4000, target: 0.75, seed: seed)
      let share = (4000.0 / 500).squareRoot()
      func expect(_ found: Double, _ error: Double, _ published: Double, _ rounding: Double, _ comment: String) {
        Expectations.mean(
          found, standardError: error, is: published, stated: rounding + Expectations.z * error * share, comment)
      }
      expect(errors.mean, errors.standardError, -0.72, 0.005, "bias")
      expect(errors.deviation, errors.deviationError, 1.88, 0.005, "SD")
      expect(lengths.mean, lengths.standardError, 74, 0.5, "trials")
    }
  }

  /// n = 4000 tracks of the same trials. Were both as good, hall would be nearer the truth in half of them; more than 2155
  /// have a probability of 1e-6. It is in two thirds: power above 0.999.
  @Test func `on the same trials hall is more precise than pest`() throws {
    let fit = "function: gumbel, slope: 0.175, lapse: 0.02"
    for seed in Expectations.seeds {
      let pest = try errors("kind: pest, \(Self.placement)", of: 4000, target: 0.75, seed: seed)
      let hall = try errors("kind: hall, \(Self.placement), \(fit)", of: 4000, target: 0.75, seed: seed)
      #expect(pest.lengths.values == hall.lengths.values)
      let nearer = zip(pest.errors.values, hall.errors.values).count { abs($1) < abs($0) }
      #expect(Double(nearer) > 2000 + Expectations.z * 1000.0.squareRoot(), "\(nearer) of 4000")
    }
  }

  // MARK: Stochastic approximation

  /// n = 400 tracks of 4000 trials. With the step 1/ψ′ at the target Robbins and Monro's error has the smallest
  /// asymptotic SD there is, √(p(1 − p)/N)/ψ′ = 0.0548 dB (Sacks 1958, Ann. Math. Stat. 29:373–405); Kesten's step
  /// shrinks with the share 2p(1 − p) of trials that turn, so that 2p(1 − p)/ψ′ is as good. Mean and SD are held to
  /// 4.892 standard errors (false-alarm rate 1e-6) and, for what is not asymptotic, a hundredth of the SD, three in the SD
  /// itself: 0.014 and 0.011 dB. A target that is 0.01 off moves the mean by 0.08 dB.
  @Test(arguments: [("robbins-monro", 8.0), ("kesten", 3.0)])
  func `stochastic approximation finds its target with the least error`(kind: String, step: Double) throws {
    for seed in Expectations.seeds {
      let tracks = try Tracks(
        "kind: \(kind), start: 1.5, step: {linear: \(step)}, stop: {trials: 4000}",
        listener: "kind: psychometric, function: logistic, threshold: 1, slope: 1",
        task: "{kind: forced-choice, unit: dB}", seed: seed)
      var estimates: [Double] = []
      tracks.forEach(1...400) { track, _ in estimates.append(track.estimates[0].threshold ?? .nan) }
      let sample = Sample(values: estimates)
      let deviation = (0.75 * 0.25 / 4000).squareRoot() / 0.125
      Expectations.mean(
        sample.mean, standardError: sample.standardError, is: 1, stated: 0.01 * deviation, "\(kind), mean")
      Expectations.mean(
        sample.deviation, standardError: sample.deviationError, is: deviation, stated: 0.03 * deviation, "\(kind), SD")
    }
  }

  // MARK: SIAM

  /// n = 200 tracks of 2000 trials after 200 that do not count, a listener who says yes to noise once in ten. The share
  /// of hits less that of false alarms, with q noise (1 − q)·(hits − t) − q·(false alarms), is held to 4.892 standard
  /// errors (false-alarm rate 1e-6), 0.001: a step after a miss that is a tenth too long moves it by 0.007 and more. The
  /// proportion correct that theory has at the levels of the track, on average the target, is held to 0.004.
  @Test(arguments: [(0.5, 0.5), (0.7, 0.5), (0.5, 0.3)])
  func `siam settles where hits less false alarms are the reduced hit rate`(hitRate: Double, noise: Double) throws {
    for seed in Expectations.seeds {
      let tracks = try Tracks(
        "kind: siam, start: 1, step: {linear: 0.2}, reduced-hit-rate: \(hitRate), noise: \(noise), "
          + "stop: {trials: 2200}",
        listener: "kind: psychometric, function: logistic, threshold: 1, slope: 1, guess: 0.1",
        task: "{kind: yes-no, unit: dB}", seed: seed)
      var balances: [Double] = []
      var proportions: [Double] = []
      let truth = tracks.truth
      tracks.forEach(1...200) { _, trials in
        let counted = trials.dropFirst(200)
        let (noises, signals) = (counted.filter(\.isNoise), counted.filter { !$0.isNoise })
        let hits = Double(signals.count(where: \.isHigher)) / Double(signals.count)
        let alarms = Double(noises.count(where: \.isHigher)) / Double(noises.count)
        balances.append((1 - noise) * (hits - hitRate) - noise * alarms)
        let sum = counted.reduce(0) { $0 + truth.proportion(at: $1.comparison.level.value, noise: noise) }
        proportions.append(sum / Double(counted.count))
      }
      let balance = Sample(values: balances)
      Expectations.mean(balance.mean, standardError: balance.standardError, is: 0, stated: 0, "balance")
      let correct = Sample(values: proportions)
      Expectations.mean(
        correct.mean, standardError: correct.standardError, is: (1 - noise) * hitRate + noise, stated: 0, "correct")
    }
  }

  // MARK: The method of limits

  /// n = 2000 tracks of 20 series. A series down the levels ends at level i with probability ∏ψ(above)·(1 − ψ(i)), one up
  /// with ∏(1 − ψ(below))·ψ(i); the levels reach so far that a series without a crossing is rarer than one in a million.
  /// The mean is held to 4.892 standard errors, false-alarm rate 1e-6: 0.04 dB, where one level is 1.5 dB.
  @Test(arguments: ["ascending", "descending", "both"])
  func `the method of limits crosses where the chain of its trials has it`(direction: String) throws {
    let levels = stride(from: -19.5, through: 21.1, by: 1.5).map { $0 }
    func probability(_ level: Double) -> Double { 1 / (1 + exp(1 - level)) }
    func expected(_ ordered: [Double], going: (Double) -> Double) -> Double {
      var (reached, mean) = (1.0, 0.0)
      for (before, level) in zip(ordered, ordered.dropFirst()) {
        reached *= going(before)
        mean += reached * (1 - going(level)) * (before + level) / 2
      }
      return mean
    }
    let down = expected(levels.reversed()) { probability($0) }
    let up = expected(levels) { 1 - probability($0) }
    let theory = ["ascending": up, "descending": down, "both": (up + down) / 2]
    for seed in Expectations.seeds {
      let tracks = try Tracks(
        "kind: limits, levels: \(levels), direction: \(direction), series: 20",
        listener: "kind: psychometric, function: logistic, threshold: 1, slope: 1",
        task: "{kind: yes-no, unit: dB}", seed: seed)
      var estimates: [Double] = []
      tracks.forEach(1...2000) { track, _ in estimates.append(track.estimates[0].threshold ?? .nan) }
      let sample = Sample(values: estimates)
      Expectations.mean(
        sample.mean, standardError: sample.standardError, is: try #require(theory[direction]), stated: 1e-4, direction)
    }
  }
}

extension CompletedComparison {
  fileprivate var isNoise: Bool { comparison.level.kind == .noise }
}
