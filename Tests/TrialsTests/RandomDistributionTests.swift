import Glibc
import PeachTrials
import Testing

/// What the draws are distributed like. Each bound is refused by a sound generator under one seed in ten million (1e-7,
/// both tails together); the seeds are fixed, so that nothing here changes from run to run. Accepted counts and
/// chi-squares were computed with scipy 1.17.1.
@Suite struct RandomDistributionTests {
  private func chiSquare(_ counts: [Int], of trials: Int) -> Double {
    let expected = Double(trials) / Double(counts.count)
    return counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
  }

  /// 64 classes, n = 64 000: a class 16 % too frequent raises the median of chi-square by 25, one of 40 % beyond the
  /// bound.
  @Test func `a unit is in [0, 1) and uniform`() {
    var stream = RandomStream(seed: 23_857)
    var counts = [Int](repeating: 0, count: 64)
    for _ in 0..<64_000 {
      let unit = stream.unit()
      guard unit >= 0, unit < 1 else {
        Issue.record("\(unit) is outside")
        return
      }
      counts[Int(unit * 64)] += 1
    }
    #expect(20.106...141.987 ~= chiSquare(counts, of: 64_000))
  }

  /// 37 divides no power of two: a remainder in place of the multiplication would still pass, a mask would not.
  @Test func `an index is uniform`() {
    var stream = RandomStream(seed: 31_337)
    var counts = [Int](repeating: 0, count: 37)
    for _ in 0..<74_000 { counts[stream.index(below: 37)] += 1 }
    #expect(7.160...100.632 ~= chiSquare(counts, of: 74_000))
  }

  /// All 24 orders of four; the shuffle that swaps with any place, a common mistake, gives 1450 on average.
  @Test func `a shuffle gives every order equally often`() {
    var stream = RandomStream(seed: 61_403)
    var counts = [Int](repeating: 0, count: 24)
    for _ in 0..<48_000 {
      var items = [0, 1, 2, 3]
      stream.shuffle(&items)
      counts[rank(items)] += 1
    }
    #expect(2.624...78.780 ~= chiSquare(counts, of: 48_000))
  }

  /// The place of an order among all orders, as words in a dictionary.
  private func rank(_ items: [Int]) -> Int {
    items.indices.reduce(0) { rank, place in
      rank * (items.count - place) + items[(place + 1)...].count { $0 < items[place] }
    }
  }

  /// n = 100 000; a probability of 0.52 is refused almost surely.
  @Test func `a sign is fair`() {
    var stream = RandomStream(seed: 45_817)
    let positives = (0..<100_000).count { _ in stream.sign() > 0 }
    #expect(49_158...50_842 ~= positives)
  }

  /// n = 100 000.
  @Test func `normals have mean 0 and variance 1`() {
    var stream = RandomStream(seed: 72_901)
    var statistics = RunningStatistics()
    for _ in 0..<100_000 { statistics.add(stream.normal()) }
    #expect(abs(statistics.mean) <= 0.016845)
    #expect(0.976360...1.024005 ~= statistics.variance ?? 0)
  }

  /// n = 100 000; the shares below are Φ of the bounds.
  @Test(arguments: [
    (-2.31, 878...1220), (-1.07, 13_646...14_823), (0, 49_158...50_842), (0.67449, 74_268...75_727),
    (1.96, 97_233...97_759),
  ])
  func `as many normals lie below a bound as should`(bound: Double, accepted: ClosedRange<Int>) {
    var stream = RandomStream(seed: 18_211)
    let below = (0..<100_000).count { _ in stream.normal() < bound }
    #expect(accepted ~= below)
  }

  /// 1 − unit is never 0, whose logarithm would be infinite: the farthest normal is √(2 · 53 · ln 2) = 8.57.
  @Test func `no normal is infinite`() {
    let farthest = (-2 * log(1 - (1 - 0x1p-53))).squareRoot()
    #expect(farthest < 8.6)
    var stream = RandomStream(seed: 5)
    #expect((0..<100_000).allSatisfy { _ in abs(stream.normal()) <= farthest })
  }
}
