/// How many frames of an endless sound are due: the clock says it, corrected by what the pipe still holds, so that clocks
/// that differ neither starve the player nor fill the pipe.
///
/// The pipe is to hold `aim` where it holds least. What is less is made up for, and what is more spared, by at most half a
/// percent of the frames: far more than clocks differ, and little enough that a device which takes all at once (a file,
/// `null`) is still played to in its time. Of time in which nothing ran, as while the process stood still, no more than
/// the lead is made up for.
package struct StreamPace: Sendable {
  /// Seconds that are handed over ahead: aplay's buffer, the period in its hands, and one for the pipe.
  package static let lead = 0.060
  /// Seconds that the pipe holds where it holds least.
  package static let aim = 0.005
  /// Seconds that the pipe holds at most; what would be more waits for the player.
  package static let most = 0.030
  /// Seconds over which the least is looked for: longer than the periods in which players read.
  package static let window = 0.2
  private static let strongest = 0.005

  private let rate: Double
  private var last: Double
  /// Frames that are due and not whole.
  private var credit = 0.0
  private var correction = 0.0
  private var least = Int.max
  private var windowEnd: Double

  /// - Parameters:
  ///   - rate: Frames a second.
  ///   - now: In seconds, when the lead was handed over.
  package init(rate: Double, at now: Double) {
    self.rate = rate
    last = now
    windowEnd = now + Self.window
  }

  /// - Parameters:
  ///   - now: In seconds; does not go back.
  ///   - waiting: Frames that the pipe holds.
  /// - Returns: Frames to be handed over.
  package mutating func due(at now: Double, waiting: Int) -> Int {
    let elapsed = min(now - last, Self.lead)
    last = now
    correct(at: now, waiting)
    guard Double(waiting) <= Self.most * rate else {
      credit = 0
      return 0
    }
    credit += elapsed * rate * (1 + correction)
    let frames = credit.rounded(.down)
    credit -= frames
    return Int(frames)
  }

  private mutating func correct(at now: Double, _ waiting: Int) {
    least = min(least, waiting)
    guard now >= windowEnd else { return }
    let missing = 1 - Double(least) / (Self.aim * rate)
    correction = Self.strongest * max(-1, min(1, missing))
    least = .max
    windowEnd = now + Self.window
  }
}
