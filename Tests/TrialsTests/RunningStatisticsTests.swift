import PeachTrials
import Testing

@Suite struct RunningStatisticsTests {
  /// Values whose squares would lose all digits of the variance.
  private static let shifted: [Double] = {
    var stream = RandomStream(seed: 60_013)
    return (0..<1000).map { _ in 1e9 + stream.normal() }
  }()

  private func statistics(_ values: [Double]) -> RunningStatistics {
    values.reduce(into: RunningStatistics()) { $0.add($1) }
  }

  /// n · ulp(1e9) bounds the error of the mean by more than its accumulated roundings.
  @Test func `one pass agrees with two, far from 0 too`() throws {
    let values = Self.shifted
    let mean = 1e9 + values.reduce(0) { $0 + ($1 - 1e9) } / 1000
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 999
    let statistics = statistics(values)
    #expect(statistics.count == 1000)
    #expect(abs(statistics.mean - mean) <= 1000 * 1e9.ulp)
    #expect(abs(try #require(statistics.variance) / variance - 1) <= 1e-6)
  }

  @Test func `the variance has n − 1 in its denominator`() {
    let statistics = statistics([2.5, 7.5, 12.5, 1.5])
    #expect(statistics.mean == 6)
    #expect(statistics.variance == 77.0 / 3)
    #expect(statistics.standardDeviation == (77.0 / 3).squareRoot())
  }

  @Test func `below two values there is no variance`() {
    #expect(statistics([]).mean == 0)
    #expect(statistics([]).variance == nil)
    #expect(statistics([23.7]).mean == 23.7)
    #expect(statistics([23.7]).standardDeviation == nil)
  }

  @Test func `a profile continues from the largest allowed count`() {
    var statistics = RunningStatistics(count: RunningStatistics.greatestCount, mean: 7.5, squares: 3)
    statistics.add(9.5)
    #expect(statistics.count == RunningStatistics.greatestCount + 1)
    #expect(statistics.mean == 7.5)
  }

  @Test func `equal values have variance 0`() {
    #expect(statistics([0.1, 0.1, 0.1]).variance == 0)
  }
}
