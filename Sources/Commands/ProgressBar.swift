import Reports

/// One line on a terminal's stderr: how far, how fast, how long still. Silent elsewhere.
struct ProgressBar {
  /// What is counted, such as "runs".
  private let unit: String
  /// Shorter work needs no line.
  private let delay: Duration
  private let start = ContinuousClock.now
  private var lastDrawn: ContinuousClock.Instant?
  private var isShown = false

  init(counting unit: String, after delay: Duration = .zero) {
    self.unit = unit
    self.delay = delay
  }

  /// - Parameter new: How many of those done were done now.
  mutating func show(done: Int, total: Int, new: Int) {
    guard Standard.errorIsTerminal else { return }
    let now = ContinuousClock.now
    if start.duration(to: now) < delay { return }
    if let lastDrawn, lastDrawn.duration(to: now) < .milliseconds(100), done < total { return }
    lastDrawn = now
    isShown = true
    Standard.status(line(done, total, new: new, seconds: start.duration(to: now) / .seconds(1)))
  }

  mutating func clear() {
    if isShown { Standard.status("") }
    isShown = false
  }

  /// The line, a column less than the terminal: one that wraps could not be drawn over.
  private func line(_ done: Int, _ total: Int, new: Int, seconds: Double) -> String {
    let width = Standard.errorWidth
    var text = " \(TextTable.grouped(done)) / \(TextTable.grouped(total)) \(unit)"
    if new > 0, seconds > 0 {
      let rate = Double(new) / seconds
      text += "  \(TextTable.grouped(Int(rate))) \(unit)/s  \(ProgressBar.time(Double(total - done) / rate)) left"
    }
    let size = max(0, min(30, width - 1 - text.count))
    let filled = Int(Double(done) / Double(max(1, total)) * Double(size))
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
