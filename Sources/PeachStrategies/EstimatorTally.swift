/// The running sums of an estimator. They give the threshold after every trial without another pass over the track.
struct EstimatorTally: Sendable {
  private let kind: Estimator.Kind
  /// How many reversals there were in all.
  private var reversals = 0
  /// The mean of the levels that count, and of all of them but the first.
  private var mean: RunningMean
  private var meanButFirst: RunningMean
  /// The last levels, of which only these count.
  private var window: [Double] = []

  init(_ estimator: Estimator) {
    kind = estimator.kind
    mean = RunningMean(estimator.mean)
    meanButFirst = mean
  }

  /// Takes in the level of a reversal.
  @inline(__always)
  mutating func addReversal(_ level: Double) {
    reversals += 1
    switch kind {
    case .reversals(.some, _): window.append(level)
    case .reversals(nil, let skip?): if reversals > skip { mean.add(level) }
    case .reversals(nil, nil):
      if mean.count > 0 { meanButFirst.add(level) }
      mean.add(level)
    case .levels, .last, .next: break
    }
  }

  /// The step has changed: reversals up to now no longer count.
  mutating func stepChanged() {
    if case .reversals = kind {
      window.removeAll(keepingCapacity: true)
      mean = RunningMean(mean.kind)
      meanButFirst = mean
    }
  }

  /// Takes in the level of a trial.
  @inline(__always)
  mutating func addLevel(_ level: Double) {
    switch kind {
    case .levels: window.append(level)
    case .last: window = [level]
    case .reversals, .next: break
    }
  }

  /// The threshold; `nil` if there are fewer levels than required.
  ///
  /// - Parameter next: The level to present next.
  func threshold(next: Double) -> Double? {
    switch kind {
    case .reversals(let last?, _), .levels(let last):
      guard window.count >= last else { return nil }
      var recent = RunningMean(mean.kind)
      for level in window.suffix(last) { recent.add(level) }
      return recent.value
    case .reversals(nil, .some): return mean.value
    case .reversals(nil, nil): return mean.count.isMultiple(of: 2) ? mean.value : meanButFirst.value
    case .last: return window.last
    case .next: return next
    }
  }
}
