import CVectors
import PeachSupport

/// The posterior of the parameters of a psychometric function on a grid.
///
/// Answers are kept as counts, from which the logarithms follow at any time; weights are kept next to them as products,
/// made again from the logarithms before they could lose anything. So it stays finite whatever the answers and however
/// many: an answer that is impossible everywhere changes nothing.
package struct GridPosterior: Sendable {
  package let model: GridModel
  let tables: GridTables
  /// How often each level of the list was answered, negatives then positives.
  private var counts: [Int32]
  /// The log likelihood of answers at levels off the list; empty until there is one.
  private var offList: [Double] = []
  private var pending: [(level: Int32, isPositive: Bool)] = []
  private var products: [Double]
  private var total = 1.0
  private var updates = 0

  /// Below this products have lost so much that they are made again.
  private static let leastTotal = 1e-150
  private static let mostUpdates = 256
  /// Answers are left pending while levels are chosen from memory.
  private static let mostPending = 64

  package init(_ model: GridModel) {
    self.model = model
    tables = model.tables
    counts = [Int32](repeating: 0, count: 2 * model.levels.count)
    products = tables.prior
  }

  /// Takes in an answer at any level.
  ///
  /// - Complexity: O(places of the grid), whatever the number of answers; for a level of the list at the next look.
  package mutating func update(_ level: Double, isPositive: Bool) {
    if let index = model.index(of: level) {
      update(index: index, isPositive: isPositive)
    } else {
      let likelihood = model.likelihood(of: isPositive, at: level)
      update(likelihood: likelihood[...], logarithm: likelihood.map { log($0) }[...])
    }
  }

  /// Takes in an answer whose probability at each place, above 0, the caller has in a table, with its logarithm.
  package mutating func update(likelihood: ArraySlice<Double>, logarithm: ArraySlice<Double>) {
    precondition(likelihood.count == model.places && logarithm.count == model.places, "not the places of the grid")
    settle()
    if offList.isEmpty { offList = [Double](repeating: 0, count: model.places) }
    let first = logarithm.startIndex
    for place in offList.indices { offList[place] += logarithm[first + place] }
    multiply(by: likelihood, step: tables.table.channels)
    if mustBeMadeAnew { makeAnew() }
  }

  /// Takes in an answer at a level of the list.
  package mutating func update(index: Int, isPositive: Bool) {
    counts[2 * index + (isPositive ? 1 : 0)] += 1
    pending.append((Int32(index), isPositive))
    if pending.count > Self.mostPending { settle() }
  }

  /// Multiplies the weights by what was answered since they were last asked for.
  private mutating func settle() {
    let table = tables.table
    for answer in pending where !mustBeMadeAnew {
      let factors = answer.isPositive ? table.positive : table.negative
      multiply(by: factors[...], from: table.start(Int(answer.level)), step: table.step)
    }
    pending.removeAll(keepingCapacity: true)
    if mustBeMadeAnew { makeAnew() }
  }

  private var mustBeMadeAnew: Bool { total < Self.leastTotal || updates > Self.mostUpdates }

  /// - Parameter start: Where in the factors the first threshold's row begins.
  private mutating func multiply(by factors: ArraySlice<Double>, from start: Int = 0, step: Int) {
    total = products.withUnsafeMutableBufferPointer { products in
      factors.withUnsafeBufferPointer { factors in
        guard let products = products.baseAddress, let factors = factors.baseAddress else { return 0 }
        return grid_multiply(products, factors + start, tables.table.thresholds, tables.table.channels, step)
      }
    }
    updates += 1
  }

  private mutating func makeAnew() {
    let logs = logWeights
    let highest = logs.max() ?? 0
    for place in products.indices { products[place] = exp(logs[place] - highest) }
    total = products.reduce(0, +)
    updates = 0
  }

  /// The logarithm of the posterior at each place, up to a constant.
  package var logWeights: [Double] {
    var logs = tables.logPrior
    for place in offList.indices { logs[place] += offList[place] }
    let table = tables.table
    for index in model.levels.indices {
      for (answer, probabilities) in [table.negative, table.positive].enumerated()
      where counts[2 * index + answer] > 0 {
        let count = Double(counts[2 * index + answer])
        for threshold in 0..<table.thresholds {
          let row = table.row(index, threshold: threshold)
          for channel in 0..<table.channels {
            logs[threshold * table.channels + channel] += count * log(probabilities[row + channel])
          }
        }
      }
    }
    return logs
  }

  /// Runs `body` with the weights and their sum.
  mutating func withWeights<T>(_ body: (UnsafePointer<Double>, _ total: Double) -> T) -> T {
    settle()
    return products.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { preconditionFailure("a grid has places") }
      return body(start, total)
    }
  }

  /// The probability of each place.
  package var weights: [Double] {
    var copy = self
    copy.settle()
    return copy.products.map { $0 / copy.total }
  }

  /// In nats; not negative, though a weight may be rounded to above 1.
  package var entropy: Double {
    let weights = weights
    return max(grid_entropy(weights, weights.count), 0)
  }

  /// The marginal posteriors of threshold, slope, guess and lapse.
  package var marginals: [Marginal] {
    var copy = self
    let counts = model.grid.values.map(\.count)
    let rates = counts[2] * counts[3]
    var thresholds = [Double](repeating: 0, count: counts[0])
    var slopes = [Double](repeating: 0, count: counts[1])
    var inner = [Double](repeating: 0, count: rates)
    copy.withWeights { weights, total in
      for threshold in 0..<counts[0] {
        var all = 0.0
        for slope in 0..<counts[1] {
          let run = weights + (threshold * counts[1] + slope) * rates
          var sum = 0.0
          for rate in 0..<rates {
            sum += run[rate]
            inner[rate] += run[rate]
          }
          slopes[slope] += sum
          all += sum
        }
        thresholds[threshold] = all / total
      }
      for slope in slopes.indices { slopes[slope] /= total }
      for rate in inner.indices { inner[rate] /= total }
    }
    var guesses = [Double](repeating: 0, count: counts[2])
    var lapses = [Double](repeating: 0, count: counts[3])
    for rate in inner.indices {
      guesses[rate / counts[3]] += inner[rate]
      lapses[rate % counts[3]] += inner[rate]
    }
    return zip(model.grid.values, [thresholds, slopes, guesses, lapses]).map { Marginal(values: $0, masses: $1) }
  }

  /// The marginal posterior of one parameter.
  package func marginal(of parameter: ParameterGrid.Parameter) -> Marginal { marginals[parameter.rawValue] }

  /// The most probable place, the first where several are: weights that differ by less than 1e-9 of the largest differ by
  /// rounding alone.
  package var bestPlace: Int { weights.firstLargest }

  /// The values at the most probable place.
  package var mode: (threshold: Double, slope: Double, guess: Double, lapse: Double) {
    model.grid.parameters(at: bestPlace)
  }

  /// The posterior mean of a number that every place has.
  package func mean(of numbers: [Double]) -> Double {
    zip(weights, numbers).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
