import PeachPitch
import PeachSupport

/// A sound that aplay can be given as its standard input: used once.
protocol AplaySound: AnyObject {
  /// Starts aplay on it.
  func start(on device: SoundDevice, messages: UnnamedFile) throws(SoundError) -> ChildProcess
  /// Whether aplay has read samples of it.
  var hasBeenRead: Bool { get }
  /// How many bytes aplay has read.
  var bytesRead: Int { get }
  /// Whether aplay has read all of it.
  var isRead: Bool { get }
  /// Whether aplay may end by itself, with status 0.
  var hasEnd: Bool { get }
  /// Why it cannot be handed to aplay any more; `nil` if it can.
  var failure: SoundError? { get }
  /// Ends it by a ramp of `AplayPlayer.releaseSeconds`; once is enough.
  func release(_ child: ChildProcess)
  /// Changes the frequency of a held note.
  func tune(to frequency: Frequency)
  /// When samples of the last tuning were handed to aplay, by the monotonic clock in seconds; `nil` if none were.
  var tuned: Double? { get }
  /// Aplay is gone: nothing more is needed.
  func abandon()
}
