import Synchronization

/// Counts the runs of one item while they are made.
package final class RunCounter: Sendable {
  private let runs = Atomic<Int>(0)

  package init() {}

  /// Counts one more run.
  package func add() { runs.add(1, ordering: .relaxed) }

  var count: Int { runs.load(ordering: .relaxed) }
}

/// Estimates the time left of a simulation on several threads. Any thread can ask for it. Only the commands of Peach
/// make and read a clock.
///
/// It counts the runs of unfinished items, so that a batch that takes a minute is no surprise.
public final class WorkClock: Sendable {
  private struct State {
    var timeLeft: TimeLeft?
    /// The counter of each item at work, and the units of one run.
    var counters: [Int: (counter: RunCounter, unitsOfRun: Double)] = [:]

    /// Tells the estimate how far the items at work are.
    mutating func count(at now: Double) {
      for (place, entry) in counters {
        timeLeft?.advance(place, done: Double(entry.counter.count) * entry.unitsOfRun, at: now)
      }
    }
  }

  private let start = ContinuousClock.now
  private let state = Mutex(State())

  package init() {}

  /// Seconds since the clock was made.
  package var now: Double { start.duration(to: .now) / .seconds(1) }

  package func set(_ timeLeft: TimeLeft?) { state.withLock { $0.timeLeft = timeLeft } }

  /// Changes the estimate, such as what is left of a cell.
  package func change(_ body: (inout TimeLeft) -> Void) {
    state.withLock { state in
      guard var timeLeft = state.timeLeft else { return }
      body(&timeLeft)
      state.timeLeft = timeLeft
    }
  }

  /// - Returns: The counter of the item's runs.
  package func begin(_ place: Int, cell: Int, units: Double, unitsOfRun: Double = 1) -> RunCounter {
    let counter = RunCounter()
    let now = now
    state.withLock { state in
      state.counters[place] = (counter, unitsOfRun)
      state.timeLeft?.begin(place, cell: cell, units: units, at: now)
    }
    return counter
  }

  package func finish(_ place: Int, units: Double? = nil, seconds: Double? = nil) {
    let now = now
    state.withLock { state in
      state.counters[place] = nil
      state.timeLeft?.finish(place, units: units, seconds: seconds, at: now)
    }
  }

  /// Runs `body`, which writes rows, and takes its time on a clock if there is one.
  package static func writing<Result>(
    _ rows: Int, on clock: WorkClock?, _ body: () throws -> Result
  ) rethrows -> Result {
    guard let clock else { return try body() }
    let begin = clock.now
    clock.state.withLock { $0.timeLeft?.beginWriting(at: begin) }
    defer {
      let end = clock.now
      clock.state.withLock { $0.timeLeft?.finishWriting(rows: rows, seconds: end - begin, at: end) }
    }
    return try body()
  }

  /// The seconds until all is done, and until the last run is stored; `nil` if nothing was measured yet.
  package var left: (all: Double, runs: Double)? {
    let now = now
    return state.withLock { state in
      state.count(at: now)
      guard let all = state.timeLeft?.seconds(at: now), let runs = state.timeLeft?.secondsOfItems(at: now) else {
        return nil
      }
      return (all, runs)
    }
  }
}
