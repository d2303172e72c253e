import Glibc
import PeachConformance
import PeachListeners
import PeachSupport
import PeachTrials
import Testing

@Suite struct TwinListenerTests {
  private let parameters = TwinParameters(
    jnd: 12, lapse: 0.04, bias: 3, errors: [0.12, 0.9, 0.4], correlations: [0.2, -0.5, 0.1])

  @Test func `a twin without uncertainty is the gaussian listener of these numbers`() throws {
    let task = try Listening.task()
    let settings: Setting = ["jnd": 12, "lapse": 0.04, "bias": 3]
    var twin: any Listener = try settings.listener(of: TwinListener.self, in: task)
    var gaussian: any Listener = try settings.listener(of: GaussianListener.self, in: task)
    var (one, other) = (
      StreamFamily(seed: 1, path: []).stream(replicate: 1), StreamFamily(seed: 1, path: []).stream(replicate: 1)
    )
    for offset in [-31.7, -2.9, 8.3, 17.1] {
      let comparison = try Listening.comparison(offset)
      #expect(twin.probability(of: comparison) == gaussian.probability(of: comparison))
      #expect(twin.answer(comparison, using: &one) == gaussian.answer(comparison, using: &other))
    }
  }

  /// n = 20 000 draws. Standard deviations have a standard error of 0.5 % (at most 0.7 %), correlations of 0.007: held to
  /// 4.9 of them, false-alarm rate 1e-6 each. Errors that are a tenth off, a correlation of the other sign: power above 0.999.
  @Test func `drawn twins have the errors and correlations of the fit`() {
    var random = StreamFamily(seed: 7, path: ["twin"]).stream(replicate: 1)
    let drawn = (0..<20_000).map { _ in
      let one = parameters.drawn(using: &random)
      return [log(one.jnd / 12), one.bias - 3, log((one.lapse / 2) / (1 - one.lapse / 2)) - log(0.02 / 0.98)]
    }
    let count = Double(drawn.count)
    let deviations = (0..<3).map { index in (drawn.reduce(0) { $0 + $1[index] * $1[index] } / count).squareRoot() }
    for (found, error) in zip(deviations, parameters.errors) { #expect(abs(found / error - 1) < 0.025) }
    for (pair, correlation) in zip([(0, 1), (0, 2), (1, 2)], parameters.correlations) {
      let found = drawn.reduce(0) { $0 + $1[pair.0] * $1[pair.1] } / count / deviations[pair.0] / deviations[pair.1]
      #expect(abs(found - correlation) < 0.035, "\(pair)")
    }
  }

  @Test func `a drawn listener stays the same within a run and changes in the next`() throws {
    let comparison = try Listening.comparison(9)
    var probabilities: Set<Double> = []
    for replicate in 1...5 {
      var twin = TwinListener(parameters, isUncertain: true)
      var random = StreamFamily(seed: 3, path: []).stream(replicate: replicate)
      _ = twin.answer(comparison, using: &random)
      let first = twin.probability(of: comparison)
      for _ in 0..<5 { _ = twin.answer(comparison, using: &random) }
      #expect(twin.probability(of: comparison) == first)
      probabilities.insert(first)
    }
    #expect(probabilities.count == 5)
  }
}
