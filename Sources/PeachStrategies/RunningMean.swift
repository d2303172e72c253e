import PeachMath
import PeachSupport

/// A mean of levels that come one by one, known after each at a cost that does not grow with them.
struct RunningMean: Sendable {
  let kind: Estimator.Mean
  private(set) var count = 0
  private var sum = 0.0
  private var product = LogProduct()
  /// Nil for other means: tracks are copied often, and its heaps with them.
  private var middle: RunningMedian?

  init(_ kind: Estimator.Mean) {
    self.kind = kind
    if kind == .median { middle = RunningMedian() }
  }

  /// - Precondition: Positive for the geometric mean.
  @inline(__always)
  mutating func add(_ value: Double) {
    count += 1
    switch kind {
    case .arithmetic: sum += value
    case .geometric: product.multiply(by: value)
    case .median: middle?.add(value)
    }
  }

  /// Nil before the first.
  var value: Double? {
    guard count > 0 else { return nil }
    switch kind {
    case .arithmetic: return sum / Double(count)
    case .geometric: return exp(product.log / Double(count))
    case .median: return middle?.value
    }
  }
}

/// The median of values that come one by one: the lower half in a heap with its largest on top, the upper half in one with
/// its least.
private struct RunningMedian: Sendable {
  /// The lower half, negated, so that both heaps have their minimum on top. It has as many values as the upper half,
  /// or one more.
  private var lower: [Double] = []
  private var upper: [Double] = []

  mutating func add(_ value: Double) {
    if let top = lower.first, value > -top { upper.push(value) } else { lower.push(-value) }
    if lower.count > upper.count + 1 {
      upper.push(-lower.pop())
    } else if upper.count > lower.count {
      lower.push(-upper.pop())
    }
  }

  /// - Precondition: There is a value.
  var value: Double { lower.count > upper.count ? -lower[0] : (upper[0] - lower[0]) / 2 }
}

/// A heap with the least number on top.
extension [Double] {
  fileprivate mutating func push(_ value: Double) {
    append(value)
    var place = count - 1
    while place > 0, self[place] < self[(place - 1) / 2] {
      swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// - Precondition: It is not empty.
  fileprivate mutating func pop() -> Double {
    swapAt(0, count - 1)
    let least = removeLast()
    var place = 0
    while case let left = 2 * place + 1, left < count {
      let child = left + 1 < count && self[left + 1] < self[left] ? left + 1 : left
      guard self[child] < self[place] else { break }
      swapAt(place, child)
      place = child
    }
    return least
  }
}
