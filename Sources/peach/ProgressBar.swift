import Reports
import Simulation

/// One line on a terminal's stderr: how far, how fast, how long still. Silent elsewhere.
struct ProgressBar {
  private let start = ContinuousClock.now
  private var lastDrawn: ContinuousClock.Instant?
  private var isShown = false

  mutating func show(_ progress: Simulator.Progress) {
    guard Standard.errorIsTerminal else { return }
    let now = ContinuousClock.now
    if let lastDrawn, lastDrawn.duration(to: now) < .milliseconds(100), progress.done < progress.total { return }
    lastDrawn = now
    isShown = true
    let line = ProgressBar.line(progress, seconds: start.duration(to: now) / .seconds(1), width: Standard.errorWidth)
    Standard.error("\r\u{1b}[K" + line)
  }

  mutating func clear() {
    if isShown { Standard.error("\r\u{1b}[K") }
    isShown = false
  }

  /// The line, in at most `width` − 1 columns: a line that wraps could not be drawn over.
  static func line(_ progress: Simulator.Progress, seconds: Double, width: Int) -> String {
    var text = " \(TextTable.grouped(progress.done)) / \(TextTable.grouped(progress.total)) runs"
    if progress.new > 0, seconds > 0 {
      let rate = Double(progress.new) / seconds
      text += "  \(TextTable.grouped(Int(rate))) runs/s  \(time(Double(progress.total - progress.done) / rate)) left"
    }
    let size = max(0, min(30, width - 1 - text.count))
    let filled = Int(Double(progress.done) / Double(max(1, progress.total)) * Double(size))
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
