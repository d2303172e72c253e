import CGrids
import Glibc

/// What is believed of the parameters of a psychometric function after some answers, on a grid.
///
/// Answers are kept as counts, from which the logarithms follow at any time; weights are kept beside them as products,
/// made anew from the logarithms before they could lose anything. So it stays finite whatever the answers and however
/// many: an answer that is impossible everywhere changes nothing.
public struct GridPosterior: Sendable {
  public let model: GridModel
  /// How often each level of the list was answered, negatives then positives.
  private var counts: [Int32]
  /// The log likelihood of answers at levels off the list; empty until there is one.
  private var offList: [Double] = []
  private var pending: [(level: Int32, isPositive: Bool)] = []
  private var products: [Double]
  private var total = 1.0
  private var updates = 0

  /// Below this products have lost so much that they are made anew.
  private static let leastTotal = 1e-150
  private static let mostUpdates = 256

  public init(_ model: GridModel) {
    self.model = model
    counts = [Int32](repeating: 0, count: 2 * model.levels.count)
    products = model.prior
  }

  /// Takes in an answer at any level.
  public mutating func update(_ level: Double, isPositive: Bool) {
    if let index = model.index(of: level) {
      update(index: index, isPositive: isPositive)
    } else {
      let likelihood = model.likelihood(of: isPositive, at: level)
      update(likelihood: likelihood[...], logarithm: likelihood.map { log($0) }[...])
    }
  }

  /// Takes in an answer whose probability at each place, above 0, the caller has in a table, with its logarithm.
  public mutating func update(likelihood: ArraySlice<Double>, logarithm: ArraySlice<Double>) {
    precondition(likelihood.count == model.places && logarithm.count == model.places, "not the places of the grid")
    if offList.isEmpty { offList = [Double](repeating: 0, count: model.places) }
    let first = logarithm.startIndex
    for place in offList.indices { offList[place] += logarithm[first + place] }
    settle()
    multiply(by: likelihood)
  }

  /// Takes in an answer at a level of the list.
  public mutating func update(index: Int, isPositive: Bool) {
    counts[2 * index + (isPositive ? 1 : 0)] += 1
    pending.append((Int32(index), isPositive))
  }

  /// Multiplies the weights by what was answered since they were last asked for.
  private mutating func settle() {
    for answer in pending {
      let table = answer.isPositive ? model.positive : model.negative
      multiply(by: table[(Int(answer.level) * model.places)...])
    }
    pending.removeAll(keepingCapacity: true)
  }

  private mutating func multiply(by factors: ArraySlice<Double>) {
    total = products.withUnsafeMutableBufferPointer { products in
      factors.withUnsafeBufferPointer { factors in
        guard let products = products.baseAddress, let factors = factors.baseAddress else { return 0 }
        return grid_multiply(products, factors, model.places)
      }
    }
    updates += 1
    if total < Self.leastTotal || updates > Self.mostUpdates { makeAnew() }
  }

  private mutating func makeAnew() {
    let logs = logWeights
    let highest = logs.max() ?? 0
    for place in products.indices { products[place] = exp(logs[place] - highest) }
    total = products.reduce(0, +)
    updates = 0
  }

  /// The logarithm of the posterior at each place, up to a constant.
  public var logWeights: [Double] {
    var logs = model.logPrior
    for place in offList.indices { logs[place] += offList[place] }
    for index in model.levels.indices {
      for (answer, table) in [model.negative, model.positive].enumerated() where counts[2 * index + answer] > 0 {
        let count = Double(counts[2 * index + answer])
        for place in logs.indices { logs[place] += count * log(table[index * model.places + place]) }
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
  public var weights: [Double] {
    var copy = self
    copy.settle()
    return copy.products.map { $0 / copy.total }
  }

  /// In nats; not negative, though a weight may be rounded to above 1.
  public var entropy: Double { max(weights.reduce(0) { $0 + Entropy.term($1) }, 0) }

  /// What is believed of each parameter: threshold, slope, guess, lapse.
  public var marginals: [Marginal] {
    let weights = weights
    let counts = model.grid.values.map(\.count)
    var masses = counts.map { [Double](repeating: 0, count: $0) }
    var place = 0
    for threshold in 0..<counts[0] {
      for slope in 0..<counts[1] {
        var mass = 0.0
        for guess in 0..<counts[2] {
          for lapse in 0..<counts[3] {
            mass += weights[place]
            masses[2][guess] += weights[place]
            masses[3][lapse] += weights[place]
            place += 1
          }
        }
        masses[0][threshold] += mass
        masses[1][slope] += mass
      }
    }
    return zip(model.grid.values, masses).map { Marginal(values: $0, masses: $1) }
  }

  /// What is believed of one parameter.
  public func marginal(of parameter: ParameterGrid.Parameter) -> Marginal { marginals[parameter.rawValue] }

  /// The most probable place, the first where several are: weights that differ by less than 1e-9 of the largest differ by
  /// rounding alone.
  public var bestPlace: Int { weights.firstLargest }

  /// The values at the most probable place.
  public var mode: (threshold: Double, slope: Double, guess: Double, lapse: Double) {
    model.grid.parameters(at: bestPlace)
  }

  /// The posterior mean of a number that every place has.
  public func mean(of numbers: [Double]) -> Double {
    zip(weights, numbers).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
