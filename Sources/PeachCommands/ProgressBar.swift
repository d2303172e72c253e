import Foundation
import PeachReporting
import PeachSimulation
import Synchronization

/// Shows on a terminal's stderr how far work is, how fast it goes and how long it still takes. Silent elsewhere.
///
/// Between two steps, which may be minutes apart, it counts down by itself. It is the one display of all long work.
final class ProgressBar: Sendable {
  private struct State {
    var done = 0
    var total = 0
    var new = 0
    /// In seconds, at that moment.
    var left: (seconds: Double, at: ContinuousClock.Instant)?
    var hasBegun = false
    var isShown = false
    var isOver = false
  }

  /// The unit of the count, such as "runs".
  private let unit: String
  /// Shorter work needs no line.
  private let delay: Duration
  /// Estimates the time left; `nil` if all units cost the same.
  private let clock: WorkClock?
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  init(counting unit: String, after delay: Duration = .zero, clock: WorkClock? = nil) {
    self.unit = unit
    self.delay = delay
    self.clock = clock
  }

  /// - Parameter new: How many of those done were done now.
  func show(done: Int, total: Int, new: Int) {
    guard Standard.errorIsTerminal else { return }
    let now = ContinuousClock.now
    let seconds = new > 0 ? Double(total - done) * (start.duration(to: now) / .seconds(1)) / Double(new) : nil
    let isFirst = state.withLock { state in
      (state.done, state.total, state.new) = (done, total, new)
      state.left = seconds.map { ($0, now) }
      defer { state.hasBegun = true }
      return !state.hasBegun
    }
    if isFirst { Thread.detachNewThread { [self] in while draw() { Thread.sleep(forTimeInterval: 0.1) } } }
  }

  /// Takes the line away; nothing is drawn after it.
  func clear() {
    state.withLock { state in
      state.isOver = true
      if state.isShown { Standard.status("") }
    }
  }

  /// - Returns: Whether there is more to come.
  private func draw() -> Bool {
    state.withLock { state in
      if state.isOver { return false }
      let now = ContinuousClock.now
      if start.duration(to: now) >= delay {
        state.isShown = true
        Standard.status(line(state, at: now))
      }
      return true
    }
  }

  /// The line, a column less than the terminal: one that wraps could not be drawn over.
  private func line(_ state: State, at now: ContinuousClock.Instant) -> String {
    let width = Standard.errorWidth
    var text = " \(TextTable.grouped(state.done)) / \(TextTable.grouped(state.total)) \(unit)"
    let (rate, left) = pace(state, at: now)
    if let rate { text += "  \(TextTable.grouped(Int(min(rate, 1e15)))) \(unit)/s" }
    if let left { text += "  \(ProgressBar.time(left)) left" }
    let size = max(0, min(30, width - 1 - text.count))
    let filled = Int(Double(state.done) / Double(max(1, state.total)) * Double(size))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: size - filled)
    return String((bar + text).prefix(max(0, width - 1)))
  }

  /// Units a second and seconds left. With a clock the rate is that of the rest, so that both agree: cells may differ
  /// in cost, and the units that were done first say little about the others.
  private func pace(_ state: State, at now: ContinuousClock.Instant) -> (rate: Double?, left: Double?) {
    let seconds = start.duration(to: now) / .seconds(1)
    let mean = state.new > 0 && seconds > 0 ? Double(state.new) / seconds : nil
    guard let clock else {
      return (mean, state.left.map { max(0, $0.seconds - $0.at.duration(to: now) / .seconds(1)) })
    }
    guard let left = clock.left else { return (mean, nil) }
    let rest = Double(state.total - state.done)
    return (rest > 0 && left.runs > 0 ? rest / left.runs : mean, left.all)
  }

  /// The time in one unit, as exactly as an estimate is known.
  static func roundTime(_ seconds: Double) -> String {
    if seconds < 55 { return "\(max(1, Int(seconds.rounded()))) s" }
    if seconds < 55 * 60 { return "\(Int((seconds / 60).rounded())) min" }
    let hours = seconds / 3600
    return hours < 10 ? "\(TextTable.fixed(hours, 1)) h" : "\(TextTable.grouped(Int(hours.rounded()))) h"
  }

  static func time(_ seconds: Double) -> String {
    let whole = max(seconds > 0 ? 1 : 0, Int(seconds.rounded()))
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }
}
