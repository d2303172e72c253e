import Glibc

/// A posterior over threshold, slope, guess and lapse the plain way: a list of places, a sum of logarithms for each.
/// Knows nothing of the strategies and their grids.
struct PlainBelief {
  struct Place {
    var threshold: Double
    var slope: Double
    var guess: Double
    var lapse: Double
  }

  let places: [Place]
  private let function: (_ distance: Double) -> Double
  private var logs: [Double]

  /// - Parameters:
  ///   - guess: Nil where it is the same as the lapse.
  ///   - prior: Of a place, up to a constant.
  ///   - function: F of slope · (level − threshold).
  init(
    threshold: [Double], slope: [Double], guess: [Double]? = [0.5], lapse: [Double] = [0.02],
    prior: (Place) -> Double = { _ in 1 }, function: @escaping (Double) -> Double
  ) {
    var places: [Place] = []
    for threshold in threshold {
      for slope in slope {
        for lapse in lapse {
          for guess in guess ?? [lapse] {
            places.append(Place(threshold: threshold, slope: slope, guess: guess, lapse: lapse))
          }
        }
      }
    }
    self.places = places
    self.function = function
    logs = places.map { log(prior($0)) }
  }

  /// 1 − exp(−10^u).
  static func gumbel(_ u: Double) -> Double { 1 - exp(-pow(10, u)) }
  static func normal(_ u: Double) -> Double { (1 + erf(u / 2.0.squareRoot())) / 2 }

  func probability(_ level: Double, _ place: Place) -> Double {
    place.guess + (1 - place.guess - place.lapse) * function(place.slope * (level - place.threshold))
  }

  mutating func update(_ level: Double, _ isPositive: Bool) {
    for index in places.indices {
      let p = probability(level, places[index])
      logs[index] += log(isPositive ? p : 1 - p)
    }
  }

  var weights: [Double] {
    let highest = logs.max() ?? 0
    let weights = logs.map { exp($0 - highest) }
    let total = weights.reduce(0, +)
    return weights.map { $0 / total }
  }

  func mean(_ number: (Place) -> Double) -> Double {
    zip(places, weights).reduce(0) { $0 + number($1.0) * $1.1 }
  }

  /// The probability of each value of a number, values rising.
  func distribution(_ number: (Place) -> Double) -> [(value: Double, mass: Double)] {
    let masses = Dictionary(zip(places.map(number), weights), uniquingKeysWith: +)
    return masses.sorted { $0.key < $1.key }.map { (value: $0.key, mass: $0.value) }
  }

  var entropy: Double { Self.entropy(weights) }

  private static func entropy(_ masses: [Double]) -> Double {
    masses.reduce(0) { $1 > 0 ? $0 - $1 * log($1) : $0 }
  }

  /// The entropy expected after an answer at a level, of what `key` tells apart.
  func expectedEntropy(_ level: Double, of key: (Place) -> [Double]) -> Double {
    let weights = weights
    return [true, false].reduce(0) { sum, isPositive in
      var masses: [[Double]: Double] = [:]
      for (place, weight) in zip(places, weights) {
        let p = probability(level, place)
        masses[key(place), default: 0] += weight * (isPositive ? p : 1 - p)
      }
      let total = masses.values.reduce(0, +)
      return sum + total
        * Self.entropy(masses.keys.sorted { $0.lexicographicallyPrecedes($1) }.map { masses[$0, default: 0] / total })
    }
  }

  /// The same for every level, of all four parameters unless told otherwise.
  func expectedEntropies(
    _ levels: [Double], of key: (Place) -> [Double] = { [$0.threshold, $0.slope, $0.guess, $0.lapse] }
  ) -> [Double] {
    levels.map { expectedEntropy($0, of: key) }
  }

  /// The first level whose expected entropy is within 1e-9 nats of the least.
  func best(
    _ levels: [Double], of key: (Place) -> [Double] = { [$0.threshold, $0.slope, $0.guess, $0.lapse] }
  ) -> Double {
    let entropies = expectedEntropies(levels, of: key)
    let least = entropies.min() ?? 0
    return levels[entropies.firstIndex { $0 <= least + 1e-9 } ?? 0]
  }
}
