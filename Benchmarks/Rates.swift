import Glibc
import PeachReporting

/// CPU seconds of this thread.
enum CPUClock {
  static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let before = now
    try body()
    return now - before
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

enum Rates {
  static func millions(_ rate: Double) -> String { TextTable.fixed(rate / 1e6, 1) }
  static func ratio(_ ratio: Double) -> String { TextTable.fixed(ratio, 2) }
}
