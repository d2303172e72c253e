package import PeachPitch
import PeachSupport

/// Plays the sounds of trials through aplay, one at a time. The next can be made ready while one is heard.
///
/// A sound is aplay's standard input: a file without a name, of which nothing is left after any end, or a pipe where it is
/// held. aplay is killed with the thread that starts it.
package final class AplayPlayer {
  /// The length of the ramp that ends a sound early, in seconds.
  package static let releaseSeconds = 0.010

  private let device: SoundDevice
  private let format: SampleFormat
  private let channel: Channel
  private var prepared: (any AplaySound)?
  private var playing: (any AplaySound)?
  private var child: ChildProcess?
  /// An aplay that waits for the samples of the prepared sound; `nil` if none was started.
  private var waiting: (child: ChildProcess, messages: UnnamedFile)?
  private var messages: UnnamedFile?
  /// How much aplay had read when it was last looked at, and the moment at which that was first seen.
  private var lastRead: (bytes: Int, moment: Double)?

  package init(
    device: SoundDevice, format: SampleFormat = .pcm24, channel: Channel = .both
  ) throws(SoundError) {
    self.device = device
    self.format = format
    self.channel = channel
  }

  deinit { silence() }

  /// Writes a sound into a file; it is the one that `start` plays. What is heard meanwhile goes on.
  package func prepare(_ sound: RenderedSound) throws(SoundError) {
    endWaiting()
    prepared = try PipedSound(sound, format: format, on: channel)
  }

  /// Starts aplay on the prepared sound, which it waits for: then `start` takes next to no time. What is heard ends.
  ///
  /// A held sound is not waited for. `start` reports a busy device.
  package func warm() throws(SoundError) {
    guard waiting == nil, let sound = prepared as? PipedSound else { return }
    end()
    let messages = try UnnamedFile.make()
    waiting = (try sound.start(on: device, messages: messages), messages)
  }

  /// Ends an aplay that waits. The prepared sound stays so.
  private func endWaiting() {
    guard let waiting else { return }
    waiting.child.kill()
    self.waiting = nil
    // The part that it has read is there for the next.
    try? (prepared as? PipedSound)?.reset()
  }

  /// Makes a held sound ready; `start` begins it. What is heard meanwhile goes on.
  ///
  /// - Throws: `SoundError` if a pair of such notes would, and where the timbre cannot hold a note.
  package func prepare(_ sound: HeldSound) throws(SoundError) {
    endWaiting()
    prepared = try HeldStream(sound, format: format, on: channel)
  }

  /// Starts the prepared sound; an earlier aplay is ended first, whose sound is over.
  package func start() throws(SoundError) {
    guard let sound = prepared else { throw SoundError("there is no sound to play") }
    if let waiting, waiting.child.poll() == nil {
      self.waiting = nil
      end()
      (child, messages, playing, lastRead) = (waiting.child, waiting.messages, sound, nil)
    } else {
      endWaiting()
      try start(sound)
    }
    prepared = nil
    try (sound as? PipedSound)?.feed()
  }

  /// Plays a sound at once; what was prepared stays so.
  package func play(_ sound: RenderedSound) throws(SoundError) {
    endWaiting()
    try start(try FileSound(sound, format: format, on: channel))
  }

  private func start(_ sound: any AplaySound) throws(SoundError) {
    end()
    let messages = try UnnamedFile.make()
    child = try sound.start(on: device, messages: messages)
    self.messages = messages
    lastRead = nil
    playing = sound
  }

  /// Changes the frequency of the held note while it sounds; nothing where none does. Never above the highest it was made
  /// for.
  package func tune(to frequency: Frequency) { playing?.tune(to: frequency) }

  /// When samples of the last tuning were handed to aplay, by the monotonic clock in seconds; `nil` if none were yet.
  package var tuned: Double? { playing?.tuned }

  /// Whether aplay has read sample data of the sound that was started.
  ///
  /// - Throws: `SoundError` if aplay has failed, or ended without reading any.
  package func hasStarted() throws(SoundError) -> Bool {
    guard let playing, let child, let messages else { return false }
    let end = child.poll()
    try check()
    let hasRead = playing.hasBeenRead
    if let end, !hasRead { throw Aplay.failure(end, device: device, said: messages.text) }
    return hasRead
  }

  /// - Throws: `SoundError` if aplay has failed, or has ended and left a held note; that it has ended well before another
  ///   sound is over is normal.
  package func check() throws(SoundError) {
    guard let playing, let child else { return }
    if let failure = playing.failure {
      silence()
      throw failure
    }
    guard let end = child.poll(), end != .exit(0) || !playing.hasEnd else { return }
    let text = messages?.text ?? ""
    silence()
    throw Aplay.failure(end, device: device, said: text)
  }

  // MARK: Stalls

  /// Seconds without a read after which the device has certainly played all it had: aplay's buffer and the period in its
  /// hands last 50 ms.
  private static let longestPause = 0.07

  /// Whether aplay still has samples to read.
  package var isReading: Bool { playing.map { !$0.isRead } ?? false }

  /// Whether the sound has stalled, so that the listener heard a gap: aplay reported an underrun, or its last read
  /// lies further back than its buffer lasts.
  ///
  /// Call it often while a sound plays. A time in which nobody looked is no stall, because aplay read meanwhile.
  ///
  /// - Parameter now: Seconds of a clock that does not go back.
  package func hasStalled(at now: Double) -> Bool {
    guard let playing, !playing.isRead else { return false }
    let bytes = playing.bytesRead
    guard let last = lastRead, last.bytes == bytes else {
      lastRead = (bytes, now)
      return hasUnderrun
    }
    return now - last.moment > Self.longestPause || hasUnderrun
  }

  /// aplay reports "underrun!!! (at least 61.310 ms long)".
  private var hasUnderrun: Bool {
    messages.map { String(decoding: $0.bytes, as: UTF8.self).contains("underrun") } ?? false
  }

  /// Whether aplay runs.
  var isPlaying: Bool { child.map { $0.poll() == nil } ?? false }

  /// Ends the sound by a ramp over the next 10 ms that aplay has not read. What it has read is heard first: at most its
  /// buffer.
  package func release() {
    guard let playing, let child else { return }
    playing.release(child)
  }

  /// Waits until aplay has ended by itself; it does so up to two seconds after its sound. A held note is released first.
  package func finish() {
    if playing?.hasEnd == false { release() }
    _ = child?.reap()
    silence()
  }

  /// Ends the sound at once, and an aplay that waits.
  package func silence() {
    endWaiting()
    end()
  }

  private func end() {
    child?.kill()
    playing?.abandon()
    child = nil
    playing = nil
    messages = nil
  }
}
