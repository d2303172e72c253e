import PeachMath
import PeachSimulation
import PeachTrials
import Testing

/// Choices among notes by a listener who hears every note with a noise of its own, against the integrals of signal
/// detection theory.
@Suite struct ChoiceThresholdTests {
  /// The level of 75 % correct in each task, in units of the noise of a difference: d′ of the task's own integral over √2.
  private static func level(_ task: any DetectionTask, sigma: Double, lapse: Double) throws -> Double {
    let listening = (0.75 - lapse * task.chance) / (1 - lapse)
    return try task.dPrime(at: listening) * sigma / 2.0.squareRoot()
  }

  /// n = 60 tracks of 1500 trials by Robbins and Monro, who find the very level whatever the function's form. Their mean is
  /// held to 4.892 standard errors (false-alarm rate 1e-6) and 1 % for what is not asymptotic, together about 3 %: power
  /// above 0.999 against a guess rate, a rule or a noise that moves the level by 5 %, as √2 in the noise would by 41 %.
  @Test(
    arguments: [
      ("oddity", Oddity(rule: .difference), 0), ("oddity", Oddity(rule: .difference), 0.06),
      ("axb", ABX(rule: .difference), 0), ("axb", ABX(rule: .difference), 0.06),
      ("same-different", SameDifferent(rule: .difference), 0),
      ("same-different", SameDifferent(rule: .difference), 0.06),
    ] as [(String, any DetectionTask, Double)])
  func `thresholds equal signal detection theory`(kind: String, task: any DetectionTask, lapse: Double) throws {
    for seed in Expectations.seeds {
      let expected = try Self.level(task, sigma: 15, lapse: lapse)
      let tracks = try Tracks(
        "kind: robbins-monro, target: 0.75, start: \(expected), step: {linear: \(5 * expected)}, limits: [0.5, 500], "
          + "stop: {trials: 1500}", listener: "kind: gaussian, sigma: 15, lapse: \(lapse)",
        task: "{kind: \(kind), notes: [C3, C5]}", seed: seed)
      let truth = try #require(tracks.truth.level(at: 0.75))
      #expect(abs(truth / expected - 1) <= 1e-9)
      var estimates: [Double] = []
      tracks.forEach(1...60) { track, _ in estimates.append(track.estimates[0].threshold ?? .nan) }
      let sample = Sample(values: estimates)
      Expectations.mean(
        sample.mean, standardError: sample.standardError, is: expected, stated: 0.01 * expected, "\(kind), \(lapse)")
    }
  }

  /// One listener in three tasks: how much larger the difference must be than where higher or lower is asked, at 75 %
  /// correct. The ratios are those of the integrals of the triangle and of ABX, and of the best criterion of same and
  /// different, by scipy 1.16 (quad, brentq).
  @Test(arguments: [("oddity", 2.93272876), ("axb", 2.11772442), ("same-different", 2.67316434)])
  func `the same listener needs larger differences with less information`(kind: String, ratio: Double) throws {
    let tracks = try Tracks(
      "kind: random, level: 10, stop: {trials: 10}", listener: "kind: gaussian, jnd: 10", task: "{kind: \(kind)}",
      seed: 7)
    #expect(abs(try #require(tracks.truth.level(at: 0.75)) / 10 - ratio) <= 1e-7)
  }
}
