import PeachSupport
package import PeachTrials

/// A listener's threshold in one session.
package struct SessionThreshold: Hashable, Sendable {
  /// The number of the session, from 1.
  package var session: Int
  /// The task that measured it; empty if all sessions have the same task.
  package var series: String
  package var threshold: Double
  package var low: Double?
  package var high: Double?
  package var trials: Int?

  package init(
    session: Int, series: String = "", threshold: Double, low: Double? = nil, high: Double? = nil, trials: Int? = nil
  ) {
    self.session = session
    self.series = series
    self.threshold = threshold
    self.low = low
    self.high = high
    self.trials = trials
  }
}

extension Figure {
  /// The threshold of a listener in each session, with its interval.
  ///
  /// - Returns: `nil` without sessions.
  package static func progress(_ sessions: [SessionThreshold], axis: Axis, name: String = "progress") -> Figure? {
    guard let first = sessions.first, let last = sessions.last else { return nil }
    let isLog = axis.scale == .log && sessions.allSatisfy { $0.threshold > 0 }
    let series = sessions.map(\.series).distinct
    var layers: [Layer] = []
    for (number, name) in series.enumerated() {
      let own = sessions.filter { $0.series == name }
      let label = name.isEmpty ? "threshold with interval" : name
      let points = own.map { session in
        Datum(
          Double(session.session), session.threshold, low: session.low.flatMap { !isLog || $0 > 0 ? $0 : nil },
          high: session.high)
      }
      // A bar without ends would mean an unbounded interval.
      layers.append(
        Layer(
          label, .line, .series(number), naming: series.count > 1 ? .direct : .none, points.map { Datum($0.x, $0.y) }))
      let open = own.allSatisfy { $0.low == nil && $0.high == nil }
      layers.append(
        Layer(label, open ? .disc : .interval, .series(number), naming: series.count > 1 ? .direct : .legend, points))
    }
    let panel = Panel(
      x: FigureAxis("session"), y: FigureAxis("threshold", unit: axis.unit, scale: isLog ? .log : .linear),
      layers: layers)
    return Figure(
      name: name, title: "Threshold by session",
      description: sessions.count == 1
        ? "\(first.threshold.brief) \(axis.unit) in session \(first.session)."
        : "Thresholds of \(sessions.count) sessions: \(first.threshold.brief) \(axis.unit) in session "
          + "\(first.session), "
          + "\(last.threshold.brief) \(axis.unit) in session \(last.session).",
      caption:
        "Point: threshold of a session. Bar: its 95 % interval. Only sessions of the same task are joined. Lower thresholds are "
        + "better.",
      panels: [panel])
  }
}
