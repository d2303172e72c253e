import Glibc
import Processes

/// Plays the sounds of trials through aplay, one at a time. The next can be made ready while one is heard.
///
/// Each sound is a file without a name that is aplay's standard input, so that nothing is left after any end; aplay is
/// killed with the thread that starts it. Between start and end of a sound the place in the file tells how far aplay is.
public final class AplayPlayer {
  /// The length of the ramp that ends a sound early, in seconds.
  public static let releaseSeconds = 0.010

  private struct Sound {
    var file: UnnamedFile
    var layout: SoundFile.Layout
    var rate: SampleRate
  }

  private let device: SoundDevice
  private let format: SampleFormat
  private let releaseRamp: Ramp
  private var prepared: Sound?
  private var playing: Sound?
  private var child: ChildProcess?
  private var messages: UnnamedFile?

  public init(device: SoundDevice, format: SampleFormat = .pcm24) throws(SoundError) {
    self.device = device
    self.format = format
    releaseRamp = try Ramp(Self.releaseSeconds)
  }

  /// Writes a sound into a file; it is the one that `start` plays. What is heard meanwhile goes on.
  public func prepare(_ sound: RenderedSound) throws(SoundError) { prepared = try written(sound) }

  /// Starts the prepared sound; an earlier aplay is ended first, whose sound is over.
  public func start() throws(SoundError) {
    guard let sound = prepared else { throw SoundError("there is no sound to play") }
    prepared = nil
    try start(sound)
  }

  /// Plays a sound at once; what was prepared stays so.
  public func play(_ sound: RenderedSound) throws(SoundError) { try start(try written(sound)) }

  private func written(_ sound: RenderedSound) throws(SoundError) -> Sound {
    let file = try UnnamedFile.make()
    let layout = try SoundFile.write(sound, format: format, to: file.descriptor)
    file.position = 0
    return Sound(file: file, layout: layout, rate: sound.sampleRate)
  }

  private func start(_ sound: Sound) throws(SoundError) {
    silence()
    let messages = try UnnamedFile.make()
    child = try Aplay.start(sound.file, device: device, messages: messages)
    self.messages = messages
    playing = sound
  }

  /// Whether aplay has read sample data of the sound that was started.
  ///
  /// - Throws: `SoundError` when aplay has failed, or ended without reading any.
  public func hasStarted() throws(SoundError) -> Bool {
    guard let playing, let child, let messages else { return false }
    let end = child.poll()
    try check()
    let hasRead = playing.file.position > playing.layout.dataOffset
    if let end, !hasRead { throw Aplay.failure(end, device: device, said: messages.text) }
    return hasRead
  }

  /// - Throws: `SoundError` when aplay has failed; that it has ended well before its sound is over is normal.
  public func check() throws(SoundError) {
    guard let child, let end = child.poll(), end != .exit(0) else { return }
    let text = messages?.text ?? ""
    silence()
    throw Aplay.failure(end, device: device, said: text)
  }

  /// Ends the sound by a ramp over the next 10 ms that aplay has not read. What it has read is heard first: at most its
  /// buffer.
  public func release() {
    guard let playing, let child else { return }
    // Standing still, aplay reads nothing between our look at the place and our writing there.
    let ramp = ReleaseRamp(releaseRamp, rate: playing.rate, format: format)
    child.halted { ramp.end(playing.file, playing.layout) }
  }

  /// Waits until aplay has ended by itself; it does so up to two seconds after its sound.
  public func finish() {
    _ = child?.reap()
    silence()
  }

  /// Ends the sound at once.
  public func silence() {
    child?.kill()
    child = nil
    playing = nil
    messages = nil
  }
}
