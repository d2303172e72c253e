import PeachMath
import PeachSupport

/// How well several chains of draws determine a number: R̂ says whether the chains agree, and the effective sample sizes say
/// how many independent draws would determine it as well.
///
/// The draws of each chain are split into halves and replaced by the normal scores of their ranks.
///
/// Source: Vehtari, Gelman, Simpson, Carpenter & Bürkner (2021), Bayesian Anal. 16:667–718, doi:10.1214/20-BA1221;
/// Geyer (1992), Stat. Sci. 7:473–483, doi:10.1214/ss/1177011137, for the sum of autocorrelations.
package struct ChainDiagnostics: Hashable, Sendable {
  /// The larger of R̂ of the draws and of their distances from the median.
  package var rHat: Double
  /// The effective sample size for the centre of the distribution.
  package var bulk: Double
  /// The smaller effective sample size of the 5 % and the 95 % quantile.
  package var tail: Double

  /// - Parameter chains: Chains of the same length; at least four draws each.
  /// - Returns: `nil` for fewer draws, and if all draws are the same or one of them is not finite.
  package init?(_ chains: [[Double]]) {
    let all = chains.flatMap(\.self)
    guard let count = chains.map(\.count).min(), count >= 4, all.allSatisfy(\.isFinite),
      let least = all.min(), let most = all.max(), least < most
    else { return nil }
    let halves = chains.flatMap { [Array($0.prefix(count / 2)), Array($0.suffix(count / 2))] }
    let sorted = halves.flatMap(\.self).sorted()
    let middle = Self.quantile(0.5, of: sorted)
    let folded = halves.map { $0.map { abs($0 - middle) } }
    let scores = Self.scores(halves)
    rHat = max(Self.rHat(scores), Self.rHat(Self.scores(folded)))
    bulk = Self.effectiveSize(scores)
    let whole = all.sorted()
    tail =
      [0.05, 0.95].map { share in
        let limit = Self.quantile(share, of: whole)
        return Self.effectiveSize(halves.map { $0.map { $0 <= limit ? 1 : 0 } })
      }.min() ?? .nan
  }

  /// A quantile of sorted numbers, with linear interpolation (definition 7 of Hyndman & Fan 1996).
  static func quantile(_ share: Double, of sorted: [Double]) -> Double {
    let place = share * Double(sorted.count - 1)
    let low = Int(place)
    return sorted[low] + (place - Double(low)) * (sorted[min(low + 1, sorted.count - 1)] - sorted[low])
  }

  /// Normal scores of the ranks among all draws. Equal draws share their mean rank.
  private static func scores(_ chains: [[Double]]) -> [[Double]] {
    let all = chains.flatMap(\.self)
    let order = all.indices.sorted { all[$0] < all[$1] }
    var scores = all
    var start = 0
    while start < order.count {
      var end = start
      while end + 1 < order.count, all[order[end + 1]] == all[order[start]] { end += 1 }
      let rank = Double(start + end) / 2 + 1
      let score = NormalDistribution.quantile((rank - 3.0 / 8) / (Double(all.count) + 0.25))
      for place in start...end { scores[order[place]] = score }
      start = end + 1
    }
    var next = 0
    return chains.map { chain in
      next += chain.count
      return Array(scores[next - chain.count..<next])
    }
  }

  private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

  private static func variance(_ values: [Double]) -> Double {
    let mean = mean(values)
    return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
  }

  /// The variance within chains, and the one that adds the differences between them.
  private static func variances(_ chains: [[Double]]) -> (within: Double, total: Double) {
    let count = Double(chains[0].count)
    let within = mean(chains.map(variance))
    return (within, within * (count - 1) / count + variance(chains.map(mean)))
  }

  private static func rHat(_ chains: [[Double]]) -> Double {
    let (within, total) = variances(chains)
    return (total / within).squareRoot()
  }

  /// Geyer's initial monotone sequence of sums of two autocorrelations.
  private static func effectiveSize(_ chains: [[Double]]) -> Double {
    let (length, draws) = (chains[0].count, Double(chains.count * chains[0].count))
    let (within, total) = variances(chains)
    guard total > 0 else { return draws }
    let centred = chains.map { chain in
      let mean = mean(chain)
      return chain.map { $0 - mean }
    }
    func correlation(_ lag: Int) -> Double {
      let covariance = mean(
        centred.map { chain in
          var sum = 0.0
          for place in 0..<length - lag { sum += chain[place] * chain[place + lag] }
          return sum / Double(length)
        })
      return 1 - (within - covariance) / total
    }
    var pairs: [Double] = []
    var last = (even: 1.0, odd: correlation(1))
    var lag = 1
    while lag < length - 3, last.even + last.odd > 0 {
      pairs.append(last.even + last.odd)
      last = (correlation(lag + 1), correlation(lag + 2))
      lag += 2
    }
    for place in pairs.indices.dropFirst() { pairs[place] = min(pairs[place], pairs[place - 1]) }
    // The even correlation of the pair that ends the sequence counts once, which matters for antithetic chains.
    let rest = max(0, last.even)
    let time = max(-1 + 2 * pairs.reduce(0, +) + rest, 1 / log10(draws))
    return draws / time
  }
}
