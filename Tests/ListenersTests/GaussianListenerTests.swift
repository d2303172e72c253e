import PeachConformance
import PeachListeners
import PeachMath
import PeachSupport
import PeachTrials
import Testing

@Suite struct GaussianListenerTests {
  private func listener(_ settings: Setting) throws -> any ListenerDeclaration {
    try settings.listener(of: GaussianListener.self, in: try Listening.task())
  }

  /// Against 30 digits of ℓ·g + (1 − ℓ)·Φ((x + b)/σ).
  @Test(
    arguments: [
      (["sigma": 17.3, "lapse": 0.031, "guess-side": 0.713, "bias": 2.39], -8.17, 0.37980985721607514),
      (["sigma": 17.3, "lapse": 0.031, "guess-side": 0.713, "bias": 2.39], 8.17, 0.72870080116373792),
      (["sigma": 17.3, "lapse": 0.031, "guess-side": 0.713, "bias": 2.39], -2.39, 0.506603),
      (["sigma": 17.3], 23.9, 0.91643780510457241),
      (["sigma": 6.1, "lapse": 0.213, "guess-side": 0.0, "bias": -4.7], 1.3, 0.22715568318357319),
      (["sigma": 6.1, "lapse": 0.213, "guess-side": 1.0, "bias": -4.7], 1.3, 0.44015568318357319),
    ] as [([String: Double], Double, Double)])
  func `the probability of higher is lapse, side and the noise's share above`(
    settings: [String: Double], offset: Double, expected: Double
  ) throws {
    let fields = settings.sorted { $0.key < $1.key }.map { Setting.Field($0.key, .init(floatLiteral: $0.value)) }
    let listener = try listener(.mapping(fields))
    #expect(abs(listener.probability(of: try Listening.comparison(offset)) - expected) <= 1e-14)
  }

  /// Listener L0 of Mathias et al. (2020), J. Acoust. Soc. Am. 147:371–387, 2 s after a fixed reference and a quarter
  /// tone flat: .0101·.744 + .9899·Φ((−.25 + .0454)/√(2·.125² + 7.48e-4·2.1)), in semitones. Their bias is subtracted.
  @Test func `a published listener answers as published`() throws {
    let sigma = 100 * (2 * 0.125 * 0.125 + 7.48e-4 * 2.1).squareRoot()
    let listener = try listener([
      "sigma": .init(floatLiteral: sigma), "lapse": 0.0101, "guess-side": 0.744, "bias": 4.54,
    ])
    #expect(abs(listener.probability(of: try Listening.comparison(-25)) - 0.1355814671407891) <= 1e-14)
    // Their JND, in cents to the printed digits.
    let jnd = NormalDistribution.quantile(0.75) * sigma
    #expect(abs(jnd - 12.2) <= 0.05)
  }

  @Test func `a JND is 0.67449 sigma of only the noise`() throws {
    let byJND = try listener(["jnd": 11.3, "lapse": 0.043, "bias": -2.39])
    let bySigma = try listener(["sigma": 16.753405069, "lapse": 0.043, "bias": -2.39])
    for offset in [-31.7, -2.9, 0, 8.3, 17.1] {
      let comparison = try Listening.comparison(offset)
      // Half of the last printed digit of sigma.
      #expect(abs(byJND.probability(of: comparison) - bySigma.probability(of: comparison)) <= 1e-10)
    }
    let plain = try listener(["jnd": 11.3])
    #expect(abs(plain.probability(of: try Listening.comparison(11.3)) - 0.75) <= 1e-15)
    #expect(abs(plain.probability(of: try Listening.comparison(-11.3)) - 0.25) <= 1e-15)
  }

  @Test func `the point of subjective equality is minus the bias`() throws {
    let listener = try listener(["jnd": 11.3, "lapse": 0.043, "bias": 5.9])
    #expect(listener.probability(of: try Listening.comparison(-5.9)) == 0.5)
    #expect(listener.probability(of: try Listening.comparison(0)) > 0.5)
  }

  @Test(arguments: [0, 0.5, 1]) func `a lapse is correct half of the time on both sides`(side: Double) throws {
    let listener = try listener([
      "jnd": 11.3, "lapse": 0.213, "guess-side": .init(floatLiteral: side),
    ])
    #expect(listener.lapse == 0.1065)
  }

  @Test func `exactly one of jnd and sigma is required`() throws {
    let task = try Listening.task()
    #expect(
      Listening.problems(GaussianListener.self, ["lapse": 0.043], in: task)
        == ["jnd: missing; expected a number (cents) > 0, here or as sigma"])
    #expect(
      Listening.problems(GaussianListener.self, ["jnd": 11.3, "sigma": 17.1], in: task)
        == ["sigma: expected jnd or sigma, got both"])
  }

  @Test(arguments: ["gaussian", "frequency-law"]) func `a listener to notes refuses a task without`(
    name: String
  ) throws {
    let kind = try #require(BuiltInListeners.registry[name])
    let settings: Setting = name == "gaussian" ? ["jnd": 11.3] : ["law": "nelson-1983"]
    #expect(
      Listening.problems(kind, settings, in: try Listening.level())
        == ["kind: expected a listener that needs only the level, because this task has no notes"])
  }
}
