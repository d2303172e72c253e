/// The machine's monotonic clock.
package enum MonotonicTime {
  /// Seconds since some moment before the program began.
  package static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
