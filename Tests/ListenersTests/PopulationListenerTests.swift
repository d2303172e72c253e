import Glibc
import PeachConformance
import PeachExperiments
import PeachListeners
import PeachMath
import PeachSupport
import PeachTrials
import Testing

@Suite struct PopulationListenerTests {
  private func settings(_ text: String) throws -> Setting {
    Setting(try YAMLText.parse("{\(text)}", file: "population"))
  }

  private func population(_ text: String, in task: TrialTask? = nil) throws -> any Listener {
    try settings(text).listener(of: PopulationListener.self, in: try task ?? Listening.task())
  }

  private func problems(_ text: String) throws -> [String] {
    Listening.problems(PopulationListener.self, try settings(text), in: try Listening.task())
  }

  /// JND, bias and λ of a Gaussian listener, from three of its probabilities.
  private func numbers(of listener: any Listener) throws -> (jnd: Double, bias: Double, asymptote: Double) {
    let asymptote = listener.lapse
    func z(_ offset: Double) throws -> Double {
      let p = listener.probability(of: try Listening.comparison(offset))
      return NormalDistribution.quantile((p - asymptote) / (1 - 2 * asymptote))
    }
    let slope = try (z(1) - z(-1)) / 2
    return (NormalDistribution.quantile(0.75) / slope, try z(0) / slope, asymptote)
  }

  /// Numbers that were drawn are the listener's to the last bit, whether or not they are read from text again.
  @Test(arguments: [
    "kind: gaussian", "kind: memory, diffusion: 0, noise: 5", "kind: learning, gain: 2, trials: 40, sigma: 20",
  ])
  func `a drawn listener equals one with these numbers in a file`(kind: String) throws {
    let own = kind == "kind: gaussian" ? "sigma: {uniform: {from: 3, to: 90}}, guess-side: 0.3, " : ""
    let population = try population(
      "of: {\(kind), \(own)lapse: {uniform: {from: 0, to: 0.2}}, bias: {uniform: {from: -9, to: 9}}}")
    for replicate in 1...50 {
      var random = StreamFamily(seed: 3, path: ["people"]).stream(replicate: replicate)
      var same = random
      let member = try #require(population.member(using: &random))
      func drawn(_ from: Double, _ to: Double) -> Double { from + (same.unit() + 0x1p-54) * (to - from) }
      let sigma = own.isEmpty ? "" : "sigma: \(drawn(3, 90)), guess-side: 0.3, "
      let text = try settings("of: {\(kind), \(sigma)lapse: \(drawn(0, 0.2)), bias: \(drawn(-9, 9))}")
      let stated = try text.listener(of: PopulationListener.self, in: try Listening.task())
      #expect(member.lapse == stated.lapse)
      for offset in [-40.0, -3, 0, 0.7, 12] {
        let comparison = try Listening.comparison(offset)
        #expect(member.probability(of: comparison) == stated.probability(of: comparison))
      }
    }
  }

  /// n = 20 000 listeners. Means and standard deviations of ln JND and bias have standard errors of 0.0071 and 0.005 of an sd;
  /// of λ, a beta of 2 and 6 halved, mean 0.125 and sd 0.0722, 0.0005. Held to five of them, false-alarm rate 1e-6 each; a
  /// median for a mean, an sd that is a tenth off or draws that hang together: power above 0.999.
  @Test func `drawn listeners follow the stated distributions, each number independently`() throws {
    let population = try population(
      "of: {kind: gaussian, jnd: {log-normal: {median: 12, sd: 0.4}}, lapse: {beta: {a: 2, b: 6}}, "
        + "bias: {normal: {mean: 1, sd: 3}}}")
    var random = StreamFamily(seed: 27, path: ["people"]).stream(replicate: 1)
    let drawn = try (0..<20_000).map { _ in
      try numbers(of: #require(population.member(using: &random)))
    }
    func moments(_ values: [Double]) -> (mean: Double, deviation: Double) {
      let mean = values.reduce(0, +) / Double(values.count)
      return (mean, (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot())
    }
    let (logs, biases, rates) = (
      moments(drawn.map { log($0.jnd / 12) / 0.4 }), moments(drawn.map { ($0.bias - 1) / 3 }),
      moments(drawn.map { ($0.asymptote - 0.125) / 0.0721688 })
    )
    for found in [logs, biases, rates] {
      #expect(abs(found.mean) <= 0.0355 && abs(found.deviation - 1) <= 0.03, "\(found)")
    }
    let together = drawn.reduce(0) { $0 + log($1.jnd / 12) / 0.4 * ($1.bias - 1) / 3 } / 20_000
    #expect(abs(together) <= 0.0355)
  }

  /// n = 20 000 listeners. Means have a standard error of 0.0071, mean squares of 0.01, and mean products of √(1.36/n) =
  /// 0.0082. Held to five of them, false-alarm rate 1e-6 each; no correlation, or one of the other sign: power above 0.99.
  @Test func `two parameters can be bivariate normal, with the first drawn as without a correlation`() throws {
    let own = "of: {kind: gaussian, jnd: {log-normal: {median: 12, sd: 0.4}}, bias: {normal: {mean: 1, sd: 3}}}"
    let (population, plain) = (
      try population(own + ", correlation: {of: [jnd, bias], r: -0.6}"), try population(own)
    )
    var random = StreamFamily(seed: 31, path: ["people"]).stream(replicate: 1)
    var same = random
    let drawn = try (0..<20_000).map { _ in
      let (own, other) = (
        try numbers(of: #require(population.member(using: &random))),
        try numbers(of: #require(plain.member(using: &same)))
      )
      #expect(abs(own.jnd / other.jnd - 1) < 1e-9)
      return (first: log(own.jnd / 12) / 0.4, second: (own.bias - 1) / 3)
    }
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    #expect(abs(mean(drawn.map(\.second))) <= 0.0355)
    #expect(abs(mean(drawn.map { $0.second * $0.second }) - 1) <= 0.05)
    #expect(abs(mean(drawn.map { $0.first * $0.second }) + 0.6) <= 0.041)
    #expect(try problems(own + ", correlation: {of: [jnd, bias], r: 1.2}").count == 1)
    #expect(
      try problems(own + ", correlation: {of: [jnd, lapse], r: 0.2}") == [
        "correlation.of: expected two different parameters with distributions; these have one: jnd, bias"
      ])
    #expect(try problems(own + ", correlation: {of: [jnd, jnd], r: 0.2}").count == 1)
    #expect(try problems("of: {kind: gaussian, jnd: 3}, correlation: {of: [jnd, bias], r: 0.2}").count == 1)
  }

  @Test(
    arguments: [
      ("{normal: {mean: 10, sd: 5, low: 8, high: 30}}", 8.0, 30.0), ("{uniform: {from: 4, to: 6}}", 4, 6),
      ("{log-uniform: {from: 4, to: 16}}", 4, 16),
    ])
  func `nothing is drawn beyond the ends`(distribution: String, low: Double, high: Double) throws {
    let population = try population("of: {kind: gaussian, jnd: \(distribution)}")
    var random = StreamFamily(seed: 28, path: ["people"]).stream(replicate: 1)
    let jnds = try (0..<4000).map { _ in try numbers(of: #require(population.member(using: &random))).jnd }
    #expect(jnds.allSatisfy { $0 >= low * (1 - 1e-9) && $0 <= high * (1 + 1e-9) })
    #expect(jnds.contains { $0 < low + 0.02 * (high - low) })
  }

  @Test func `the truth of a population is that of the median listener, and listeners can be built on it`() throws {
    let text = "of: {kind: gaussian, jnd: {log-uniform: {from: 4, to: 16}}}"
    #expect(abs(try population(text).probability(of: Listening.comparison(8)) - 0.75) <= 1e-12)
    let learning = try settings("gain: 2, trials: 40, of: {kind: population, \(text)}").listener(
      of: ChangingListener<Learning>.self, in: try Listening.task())
    var random = StreamFamily(seed: 29, path: ["people"]).stream(replicate: 1)
    let (one, other) = (
      try #require(learning.member(using: &random)), try #require(learning.member(using: &random))
    )
    #expect(try numbers(of: one).jnd != numbers(of: other).jnd)
    let mixture = try settings("of: [{weight: 1, kind: gaussian, jnd: 9}, {weight: 1, kind: population, \(text)}]")
    #expect(try mixture.listener(of: MixtureListener.self, in: Listening.task()).member(using: &random) != nil)
    #expect(
      try settings("jnd: 9").listener(of: GaussianListener.self, in: Listening.task()).member(using: &random) == nil)
  }

  @Test func `distributions that cannot be drawn from are reported at their place`() throws {
    #expect(try problems("jnd: 3") == ["jnd: unknown key", "of: missing; expected a mapping"])
    #expect(
      try problems("of: {kind: gaussian, jnd: {log-normal: {median: 12, sd: -1}}}")
        == ["of.jnd.log-normal.sd: expected a number ≥ 0, got '-1'"])
    #expect(
      try problems("of: {kind: gaussian, jnd: {uniform: {from: 5, to: 3}}}")
        == ["of.jnd.uniform.to: expected from < to, got from: 5 and to: 3"])
    #expect(
      try problems("of: {kind: gaussian, jnd: {uniform: {from: -2, to: 3}}}") == [
        "of.jnd: a value drawn from this distribution may be invalid: expected a number (cents) > 0, got "
          + "'-1.9999999999999998'"
      ])
    #expect(try problems("of: {kind: gaussian, jnd: {normal: {mean: 12, sd: 1.4}}}") == [])
    #expect(
      try problems("of: {kind: gaussian, jnd: {normal: {mean: 12, sd: 4}}}").map { String($0.prefix(98)) }
        == ["of.jnd: a value drawn from this distribution may be invalid: expected a number (cents) > 0, got '-"])
    #expect(
      try problems("of: {kind: gaussian, jnd: {gamma: {a: 3}}}") == [
        "of.jnd: expected a number (cents) > 0, got a mapping"
      ])
  }
}
