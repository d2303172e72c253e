import Foundation
import PeachMath
import PeachSimulation
import PeachTrials
import Testing

@Suite struct StatisticsTests {
  // Literals by numpy 2.4.6: mean, std(ddof=1), median, quantile, and the standard errors by their formulas.
  private let values = [0.3, -0.1, 0.75, -0.42, 1.2, 0.05, -0.66, 0.31, 0.9, -0.27]
  private let costs = [30.0, 42, 35, 28, 51, 33, 40, 29, 37, 45]

  private func expect(
    _ figure: MonteCarloValue, _ value: Double?, _ error: Double?, within tolerance: Double = 1e-12,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(agree(figure.value, value, within: tolerance), "\(figure)", sourceLocation: sourceLocation)
    #expect(agree(figure.standardError, error, within: tolerance), "\(figure)", sourceLocation: sourceLocation)
  }

  // MARK: Against numpy

  @Test func `mean, spread and root mean square`() {
    expect(Statistics.meanFigure(values), 0.206, 0.19066083907178094)
    expect(Statistics.standardDeviation(values), 0.6029225120656514, 0.08751556084900193)
    expect(Statistics.rootMeanSquare(values), 0.6079473661428266, 0.12024021096676987)
  }

  @Test func `median and quartiles`() {
    let sorted = values.sorted()
    expect(Statistics.median(sorted: sorted), 0.175, 0.19884199576606168)
    expect(Statistics.interquartileRange(sorted: sorted), 0.8675, 0.2952540790860788)
    #expect(agree(Statistics.quantile(0.25, sorted), -0.2275))
    #expect(agree(Statistics.quantile(0.75, sorted), 0.64))
    #expect(agree(Statistics.quantile(0.1, sorted), -0.444))
    #expect(Statistics.quantile(0, sorted) == -0.66)
    #expect(Statistics.quantile(1, sorted) == 1.2)
  }

  @Test func `sweat factor and efficiency`() {
    let sweat = Statistics.sweat(errors: values, costs: costs)
    expect(sweat, 13.450075555555557, 4.491768968810998)
    // By leaving out each in turn, as the jackknife is defined.
    expect(
      Statistics.efficiency(ideal: 26.4, errors: values, costs: costs), 1.962814252674995, 0.9304887206224566)
  }

  @Test func `counts and shares`() {
    expect(Statistics.count(3, of: 12), 3, 1.5)
    expect(Statistics.proportion(3, of: 12), 0.25, 0.125)
    expect(Statistics.count(0, of: 12), 0, 0)
    expect(Statistics.proportion(12, of: 12), 1, 0)
  }

  /// Against `binomtest(count, total).proportion_ci(method="wilson")` of SciPy 1.17.1.
  @Test(arguments: [
    (0.0, 10.0, 0.0, 0.27753279986288926), (9, 10, 0.5958499732047615, 0.9821237869049271),
    (10, 10, 0.7224672001371106, 1), (190, 200, 0.9104218518612239, 0.972617354399236),
  ])
  func `a score interval has a width at 0 and 1 too`(count: Double, total: Double, low: Double, high: Double) {
    let found = Statistics.scoreInterval(count, of: total)
    #expect(abs(found.low - low) < 1e-6 && abs(found.high - high) < 1e-6)
  }

  /// Two of seven failed: the order statistics at ranks 3 ± 1.1 of 0 … 6; with more the upper one is infinite.
  @Test func `a failed run is infinitely far in a median`() {
    let spread = (0.25 / 7).squareRoot() * 6
    let low = 2 + (3 - spread - 1) * 2
    let high = 8 + (3 + spread - 4) * 8
    expect(Statistics.median(sorted: [0.5, 2, 4, 6, 8], infinite: 0), 4, (6 - 2) / 2 * 0.8944271909999159)
    let found = Statistics.median(sorted: [0.5, 2, 4, 5, 8, 16], infinite: 1)
    expect(found, 5, (high - low) / 2)
    #expect(Statistics.median(sorted: [1, 2, 3, 4], infinite: 3) == MonteCarloValue(value: 4, standardError: nil))
    #expect(Statistics.median(sorted: [1, 2, 3], infinite: 4) == .none)
  }

  /// Order statistics a deviation of rank to either side of the median are both 2, so their distance is 0. The literals
  /// are sums over all bootstrap samples, by scipy's beta distribution; 400 000 samples of numpy's scatter by 0.2488.
  @Test func `a median among ties has the error of its bootstrap`() {
    let sorted = [1.0, 1, 1] + [Double](repeating: 2, count: 9) + [2.5, 2.5, 2.5, 2.5, 4, 4, 4, 4, 4]
    expect(Statistics.median(sorted: sorted), 2, 0.24848077363857388)
    let (low, high) = (0.3141688176544089, 0.772010441033257)
    expect(
      Statistics.interquartileRange(sorted: sorted), 0.5, (low * low + high * high - 2 * low * high / 3).squareRoot())
    // A median that no bootstrap sample moves has no error.
    expect(Statistics.median(sorted: [Double](repeating: 3, count: 50)), 3, 0)
    // A failed run that counts leaves no error; one far out in the ranks does not.
    expect(Statistics.median(sorted: [Double](repeating: 3, count: 9), infinite: 7), 3, nil)
    expect(Statistics.median(sorted: [1, 1, 1] + [Double](repeating: 3, count: 400), infinite: 2), 3, 0, within: 1e-9)
  }

  // MARK: What the data do not determine is nil

  @Test func `a summary of no values is empty`() {
    for figure in [
      Statistics.meanFigure([]), Statistics.standardDeviation([]), Statistics.rootMeanSquare([]),
      Statistics.median(sorted: []), Statistics.interquartileRange(sorted: []), Statistics.sweat(errors: [], costs: []),
      Statistics.proportion(0, of: 0), Statistics.efficiency(ideal: 1, errors: [], costs: []),
      Statistics.efficiency(ideal: nil, errors: values, costs: costs),
      Statistics.efficiency(ideal: 1, errors: [1, 1], costs: [3, 3]), Statistics.median(sorted: [], infinite: 3),
      Statistics.median(sorted: [1, 2], infinite: 2),
    ] { #expect(figure == .none) }
  }

  @Test func `one value has no spread, two no scatter of it`() {
    expect(Statistics.meanFigure([2]), 2, nil)
    expect(Statistics.rootMeanSquare([-2]), 2, nil)
    expect(Statistics.median(sorted: [2]), 2, nil)
    #expect(Statistics.standardDeviation([2]) == .none)
    #expect(Statistics.interquartileRange(sorted: [2]) == .none)
    #expect(Statistics.sweat(errors: [2], costs: [60]) == .none)
    expect(Statistics.standardDeviation([1, 3]), 2.0.squareRoot(), nil)
    expect(Statistics.sweat(errors: [1, 3], costs: [60, 60]), 120, nil)
    expect(Statistics.meanFigure([1, 3]), 2, 1)
  }

  @Test func `equal values have a spread of 0`() {
    expect(Statistics.standardDeviation([0.1, 0.1, 0.1]), 0, 0)
    expect(Statistics.rootMeanSquare([0, 0, 0]), 0, 0)
  }

  // MARK: Standard errors

  @Test func `standard errors of normal scores equal theory`() {
    // The quantiles of a normal distribution stand for a sample of it without its chance: of 20 001, the errors are
    // within 1 % of the large-sample formulas.
    let count = 20_001
    let scores = (0..<count).map { NormalDistribution.quantile((Double($0) + 0.5) / Double(count)) }
    let root = Double(count).squareRoot()
    func near(_ figure: MonteCarloValue, _ value: Double, _ error: Double) -> Bool {
      abs((figure.value ?? .infinity) - value) < 0.01 && agree(figure.standardError, error / root, within: 0.01)
    }
    #expect(near(Statistics.meanFigure(scores), 0, 1))
    #expect(near(Statistics.standardDeviation(scores), 1, 0.5.squareRoot()))
    #expect(near(Statistics.rootMeanSquare(scores), 1, 0.5.squareRoot()))
    #expect(near(Statistics.median(sorted: scores), 0, (Double.pi / 2).squareRoot()))
    // ⁴⁄₃ · 0.1875 / φ(0.6745)², of which the square root.
    #expect(near(Statistics.interquartileRange(sorted: scores), 1.3489795, 1.5734))
    #expect(near(Statistics.sweat(errors: scores, costs: scores.map { _ in 1 }), 1, 2.0.squareRoot()))
  }

  @Test func `standard errors agree with the bootstrap where costs and errors go together`() {
    // Of 400 values, with 4 000 resamples: the bootstrap's error is 1.1 % of its standard error, skewness adds less
    // than 3 %. The band of 8 % would miss an error of a tenth. The seed is fixed.
    var random = RandomStream(seed: 20_261_121)
    let pairs = (0..<400).map { _ in
      let error = 0.2 + random.normal() * 0.6
      return (error: error, cost: 60 + 10 * error * error + 3 * random.normal())
    }
    let figures: [([(error: Double, cost: Double)]) -> MonteCarloValue] = [
      { Statistics.sweat(errors: $0.map(\.error), costs: $0.map(\.cost)) },
      { Statistics.standardDeviation($0.map(\.error)) }, { Statistics.rootMeanSquare($0.map(\.error)) },
    ]
    for figure in figures {
      let resampled = (0..<4000).map { _ in
        figure(pairs.map { _ in pairs[random.index(below: pairs.count)] }).value ?? .nan
      }
      let bootstrap = Statistics.variance(resampled).squareRoot()
      #expect(agree(figure(pairs).standardError, bootstrap, within: 0.08))
    }
  }
}
