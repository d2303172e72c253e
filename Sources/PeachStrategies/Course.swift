package import PeachTrials

/// The values of a posterior that a stop rule uses.
package struct PosteriorSpread: Sendable {
  /// Width of the threshold's 95 % interval, on the scale of the axis.
  package var width: Double?
  /// Nats.
  package var entropy: Double?
  /// (high / low)^½ − 1 of that interval.
  package var precision: Double?

  package init(width: Double? = nil, entropy: Double? = nil, precision: Double? = nil) {
    self.width = width
    self.entropy = entropy
    self.precision = precision
  }

  /// Takes the values from an estimate on an axis.
  init(_ estimate: Estimate?, on axis: Axis) {
    width = estimate?.intervalWidth(on: axis.scale)
    entropy = estimate?.entropy
    precision = estimate?.precision(on: axis)
  }
}

/// The trials of a track so far, and whether its stop rule has ended it.
package struct Course: Sendable {
  package let stop: StopRule
  package private(set) var trials = 0
  package private(set) var status = Status.running
  private var seconds = 0.0
  private let pace: TrialTask.Pace

  package init(_ stop: StopRule, pace: TrialTask.Pace) {
    self.stop = stop
    self.pace = pace
  }

  package var isRunning: Bool { if case .running = status { true } else { false } }

  /// Counts a trial and asks the stop rule.
  ///
  /// - Parameter belief: The present estimate; computed only if the stop rule needs it.
  @inline(__always)
  package mutating func count(
    _ response: Response, reversals: Int = 0, belief: () -> PosteriorSpread = { PosteriorSpread() }
  ) {
    trials += 1
    if stop.needsTime { seconds += pace.seconds(of: response) }
    if isRunning, trials >= stop.firstPossibleTrial || stop.needsMore { ask(reversals, belief) }
  }

  private mutating func ask(_ reversals: Int, _ belief: () -> PosteriorSpread) {
    var progress = TrackProgress(trials: trials, reversals: reversals, seconds: seconds)
    if stop.needsBelief {
      let belief = belief()
      (progress.width, progress.entropy, progress.precision) = (belief.width, belief.entropy, belief.precision)
    }
    if let reason = stop.reason(progress) { status = .finished(reason) }
  }

  /// Ends the track for a reason of its own.
  @inline(__always)
  package mutating func end(_ ending: Status) { if isRunning { status = ending } }
}
