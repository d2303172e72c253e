import PeachSupport
import Synchronization

/// Limits the requests of each link: a bucket that fills steadily.
package final class PageRates: Sendable {
  private struct Bucket {
    var level: Double
    var moment: Double
  }

  /// Requests a second, and requests at once.
  private let rate: Double
  private let burst: Double
  /// The most links that are remembered.
  private static let mostKeys = 10_000
  private let buckets = Mutex<[String: Bucket]>([:])

  package init(rate: Double = 40, burst: Double = 200) {
    self.rate = rate
    self.burst = burst
  }

  /// Whether a link may send a request now.
  ///
  /// - Parameter listeners: How many listeners share the key, each with the whole rate.
  package func admits(
    _ key: String, for listeners: Double = 1, at now: Double = MonotonicTime.now
  ) -> Bool {
    buckets.withLock { buckets in
      if buckets.count >= Self.mostKeys, buckets[key] == nil { buckets = [:] }
      var bucket = buckets[key] ?? Bucket(level: burst * listeners, moment: now)
      bucket.level = min(burst * listeners, bucket.level + (now - bucket.moment) * rate * listeners)
      bucket.moment = now
      let isAdmitted = bucket.level >= 1
      if isAdmitted { bucket.level -= 1 }
      buckets[key] = bucket
      return isAdmitted
    }
  }
}
