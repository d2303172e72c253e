import PeachTrials

/// A strategy that chooses notes itself, its levels limited to what can sound.
struct Limited<Inner: ComparisonStrategy>: ComparisonStrategy {
  private var inner: Inner
  private let limits: SoundLimits

  init(_ inner: Inner, _ limits: SoundLimits) {
    self.inner = inner
    self.limits = limits
  }

  @inline(__always)
  var next: Comparison? {
    guard let comparison = inner.next else { return nil }
    return limits.limited(comparison)
  }

  var unlimitedNext: Comparison? { inner.unlimitedNext }

  @inline(__always)
  mutating func take(_ done: CompletedComparison, using streams: inout Streams) {
    var done = done
    done.comparison.level = limits.level(of: done.comparison)
    inner.take(done, using: &streams)
  }

  mutating func pass(_ done: CompletedComparison, using streams: inout Streams) { inner.pass(done, using: &streams) }

  var estimates: [Estimate] { inner.estimates }
  var estimatesAtEnd: [Estimate] { inner.estimatesAtEnd }
  var status: Status { inner.status }
  var reversals: Int { inner.reversals }
  var fault: String? { inner.fault }
}
