import Glibc
import PeachConformance
import PeachExperiments
import PeachListeners
import PeachSupport
import PeachTrials
import Testing

/// Every kind of listener, without bias: what it says rises with the offset from never to always "higher", through ½ at 0,
/// and is at one level what its page says.
@Suite struct DocumentedProportionTests {
  /// Settings without bias, a level in cents, and the proportion of "higher" there, of a first trial.
  private static let documented: [String: (settings: String, level: Double, proportion: Double)] = [
    "gaussian": ("jnd: 10", 10, 0.75),
    // γ + (1 − γ)(1 − 1/e) at α.
    "psychometric": ("function: weibull, threshold: 10, slope: 1.3", 10, 1 - 0.5 / M_E),
    // The law's limen at 440 Hz and 40 dB SL, 1.029 Hz, is 4.04 cents.
    "frequency-law": ("law: wier-1977", 4.0436766, 0.75),
    "hearing": ("jnd: 10", 10, 0.75),
    "twin": ("jnd: 10", 10, 0.75),
    // What is true of a program is said beside it.
    "process": ("command: [no-such-program], truth: {kind: gaussian, jnd: 10}", 10, 0.75),
    // √2 · 10 · 0.67449.
    "memory": ("noise: 10, diffusion: 0", 9.538726, 0.75),
    "contraction": ("memory: 0, jnd: 10", 10, 0.75),
    "history": ("answers: [3], stimuli: [1], jnd: 10", 10, 0.75),
    "learning": ("gain: 3, trials: 40, jnd: 10", 10, 0.75),
    "fatigue": ("factor: 3, attention-lapse: 0.2, trials: 40, jnd: 10", 10, 0.75),
    // A criterion that wanders as far as the noise goes: √2 times the JND.
    "wandering-criterion": ("sd: 10, autocorrelation: 0.9, sigma: 10", 9.538726, 0.75),
    "lapse-bursts": ("length: 4, share: 0.1, jnd: 10", 10, 0.1 * 0.5 + 0.9 * 0.75),
    "interval-listener": ("factor: 2, jnd: 10", 10, 0.75),
    "direction-deaf": ("deafness: 0.6, jnd: 10", 10, 0.6),
    // Φ(0.67449/2) = 0.632036.
    "mixture": ("of: [{weight: 3, kind: gaussian, jnd: 10}, {weight: 1, kind: gaussian, jnd: 20}]", 10, 0.720509),
    // The median listener.
    "population": ("of: {kind: gaussian, jnd: {log-normal: {median: 10, sd: 0.4}}}", 10, 0.75),
    // Three in four are recorded at 10 cents.
    "replay": ("answers: -10- -10- -10- -10+ 0+ 0- 10+ 10+ 10- 10+", 10, 0.75),
    // Both notes are equally loud.
    "loudness-pitch": ("jnd: 10", 10, 0.75),
  ]

  @Test(arguments: ListenerConformanceTests.kinds + [ProcessListener.kind])
  func `a listener hears more with every cent, and as documented`(
    name: String
  ) throws {
    let (settings, level, proportion) = try #require(Self.documented[name])
    let kind = try #require(BuiltInListeners.registry[name])
    let task = try Listening.task(notes: 69...69)
    let listener = try Setting(try YAMLText.parse("{\(settings)}", file: name)).listener(of: kind, in: task)
    func higher(_ offset: Double) throws -> Double {
      listener.probability(of: try Listening.comparison(offset, note: 69))
    }
    let offsets = (-400...400).map { Double($0) / 2 }
    let proportions = try offsets.map(higher)
    for (offset, pair) in zip(offsets, zip(proportions, proportions.dropFirst())) {
      #expect(pair.0 <= pair.1 + 0x1p-51, "at \(offset)")
    }
    #expect(abs(try higher(0) - 0.5) <= 1e-12)
    #expect(abs(try higher(level) - proportion) <= 1e-5)
    #expect(abs(try higher(1e6) - (1 - listener.lapse)) <= 1e-12)
  }
}
