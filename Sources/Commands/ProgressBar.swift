import Foundation
import Reports
import Synchronization

/// One line on a terminal's stderr: how far, how fast, how long still. Silent elsewhere.
///
/// Between two steps, which may be minutes apart, it counts down by itself.
final class ProgressBar: Sendable {
  /// How long it takes still.
  enum Left {
    /// As those that are done took.
    case even
    /// Seconds; nil while it is not known.
    case seconds(Double?)
  }

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

  /// What is counted, such as "runs".
  private let unit: String
  /// Shorter work needs no line.
  private let delay: Duration
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  init(counting unit: String, after delay: Duration = .zero) {
    self.unit = unit
    self.delay = delay
  }

  /// - Parameter new: How many of those done were done now.
  func show(done: Int, total: Int, new: Int, left: Left = .even) {
    guard Standard.errorIsTerminal else { return }
    let now = ContinuousClock.now
    let seconds: Double? =
      switch left {
      case .even: new > 0 ? Double(total - done) * (start.duration(to: now) / .seconds(1)) / Double(new) : nil
      case .seconds(let seconds): seconds
      }
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
    let seconds = start.duration(to: now) / .seconds(1)
    if state.new > 0, seconds > 0 { text += "  \(TextTable.grouped(Int(Double(state.new) / seconds))) \(unit)/s" }
    if let (left, then) = state.left {
      text += "  \(ProgressBar.time(max(0, left - then.duration(to: now) / .seconds(1)))) left"
    }
    let size = max(0, min(30, width - 1 - text.count))
    let filled = Int(Double(state.done) / Double(max(1, state.total)) * Double(size))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: size - filled)
    return String((bar + text).prefix(max(0, width - 1)))
  }

  static func time(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }
}
