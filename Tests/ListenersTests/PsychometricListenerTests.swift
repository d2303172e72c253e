import Glibc
import PeachConformance
import PeachListeners
import PeachMath
import PeachTrials
import Testing

@Suite struct PsychometricListenerTests {
  /// F at the threshold as each family documents it.
  static let documented = [
    "normal": 0.5, "logistic": 0.5, "weibull": 1 - exp(-1), "gumbel": 1 - exp(-1), "reversed-gumbel": exp(-1),
    "sech": 0.5, "half-normal": erf(0.5),
  ]

  private func listener(_ settings: Setting, in task: TrialTask) throws -> any ListenerDeclaration {
    try settings.listener(of: PsychometricListener.self, in: task)
  }

  /// A listener of a published toolbox is off its own midpoint on some scales.
  @Test(arguments: ListenerConformanceTests.functions)
  func `every function on every scale rises and hits its documented point at the midpoint`(
    name: String, isLogLevel: Bool
  ) throws {
    let task = try Listening.level(.log, alternatives: 4)
    let listener = try listener(
      [
        "function": .init(stringLiteral: name), "log-level": .init(booleanLiteral: isLogLevel),
        "threshold": .init(floatLiteral: isLogLevel ? log10(12.7) : 12.7),
        "slope": isLogLevel || name == "weibull" ? 2.31 : 0.217, "lapse": 0.031,
      ], in: task)
    let midpoint = try #require(Self.documented[name])
    let probability = listener.probability(of: try Listening.comparison(12.7))
    #expect(abs(probability - (0.25 + (1 - 0.25 - 0.031) * midpoint)) <= 1e-14)
    // Farther out the functions are flat to the last digit.
    let levels = stride(from: 5.3, through: 17.1, by: 0.31)
    let probabilities = try levels.map { listener.probability(of: try Listening.comparison($0)) }
    #expect(zip(probabilities, probabilities.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test(arguments: zip([1, 2, 3, 4], [0, 0.5, 1 / 3.0, 0.25]))
  func `guessing is by default one in so many alternatives, and 0 in yes and no`(
    alternatives: Int, guess: Double
  ) throws {
    let listener = try listener(
      ["threshold": 12.7, "slope": 0.217], in: try Listening.level(alternatives: alternatives))
    #expect(listener.probability(of: try Listening.comparison(-1e6)) == guess)
    #expect(listener.lapse == 0)
  }

  @Test func `in a comparison it is correct with the probability of the offset's size, either sign`() throws {
    let listener = try listener(["threshold": 12.7, "slope": 0.217, "lapse": 0.031], in: try Listening.task())
    let sharp = listener.probability(of: try Listening.comparison(8.3))
    let flat = listener.probability(of: try Listening.comparison(-8.3))
    #expect(sharp == 1 - flat)
    #expect(abs(sharp - (0.5 + 0.469 * NormalDistribution.cumulative(0.217 * (8.3 - 12.7)))) <= 1e-15)
    #expect(listener.probability(of: try Listening.comparison(0)) == 0.5)
    #expect(listener.lapse == 0.031)
  }

  /// P(correct) = Φ(|x|/σ) of a Gaussian listener is ½ + ½·erf(x/(σ√2)), with d′ = √2·x/σ.
  @Test func `a half-normal listener with a slope of 1 is a Gaussian one`() throws {
    let sigma = 8.3
    let task = try Listening.task()
    let halfNormal = try listener(
      ["function": "half-normal", "threshold": .init(floatLiteral: sigma / 2.0.squareRoot()), "slope": 1], in: task)
    for offset in [-31.0, -8.3, -0.7, 1.9, 5.6, 22] {
      let probability = halfNormal.probability(of: try Listening.comparison(offset))
      #expect(abs(probability - NormalDistribution.cumulative(offset / sigma)) <= 1e-14)
    }
  }

  @Test func `settings without room for a function are refused`() throws {
    let task = try Listening.level(.log)
    #expect(
      Listening.problems(
        PsychometricListener.self, ["threshold": 12.7, "slope": 0.217, "guess": 0.7, "lapse": 0.3], in: task)
        == ["lapse: expected guess + lapse < 1, got 1"])
    #expect(
      Listening.problems(
        PsychometricListener.self, ["function": "weibull", "threshold": 12.7, "slope": 2.17, "log-level": true],
        in: task)
        == ["log-level: expected false, because weibull already takes the logarithm of the level"])
    #expect(
      Listening.problems(
        PsychometricListener.self, ["threshold": 12.7, "slope": 2.17, "log-level": true], in: try Listening.level())
        == ["log-level: expected false, because levels on a linear axis may be 0 or negative and have no logarithm"])
  }
}
