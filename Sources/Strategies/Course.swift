public import Trials

/// The trials of a track so far, and whether its stop rule has ended it.
public struct Course: Sendable {
  public let stop: StopRule
  public private(set) var trials = 0
  public private(set) var status = Status.running
  private var seconds = 0.0
  private let pace: TrialTask.Pace

  public init(_ stop: StopRule, pace: TrialTask.Pace) {
    self.stop = stop
    self.pace = pace
  }

  public var isRunning: Bool { if case .running = status { true } else { false } }

  /// Counts a trial and asks the stop rule.
  ///
  /// - Parameter belief: The width of the threshold's interval and the posterior's entropy; asked only where the stop
  ///   rule looks at them.
  @inline(__always)
  public mutating func count(
    _ response: Response, reversals: Int = 0, belief: () -> (width: Double?, entropy: Double?) = { (nil, nil) }
  ) {
    trials += 1
    if stop.needsTime { seconds += pace.seconds(of: response) }
    if isRunning, trials >= stop.firstPossibleTrial || stop.needsMore { ask(reversals, belief) }
  }

  private mutating func ask(_ reversals: Int, _ belief: () -> (width: Double?, entropy: Double?)) {
    var progress = TrackProgress(trials: trials, reversals: reversals, seconds: seconds)
    if stop.needsBelief { (progress.width, progress.entropy) = belief() }
    if let reason = stop.reason(progress) { status = .finished(reason) }
  }

  /// Ends the track for a reason of its own.
  @inline(__always)
  public mutating func end(_ ending: Status) { if isRunning { status = ending } }
}
