import PeachPitch
import PeachSupport
import Synchronization

/// A sound that aplay waits for: it has the header of the file and has opened the device, and gets the samples through a pipe
/// once the sound is to begin. So the time that a program and a device take to start is over by then.
///
/// The end of the sound can still be changed: what aplay has not read is taken back out of the pipe.
final class PipedSound: AplaySound, Sendable {
  /// Microseconds between looks at whether the pipe has room.
  private static let pause: UInt32 = 2000

  private struct State {
    /// Bytes of the file that were written into the pipe.
    var written = 0
    /// The end of the file.
    var end: Int
    var isAbandoned = false
    var error: Int32 = 0
  }

  private let file: UnnamedFile
  private let layout: SoundFile.Layout
  private let ramp: ReleaseRamp
  private let pipe: InputPipe
  private let state: Mutex<State>

  /// Writes the sound into a file and its header into the pipe.
  init(_ sound: RenderedSound, format: SampleFormat, on channel: Channel) throws(SoundError) {
    file = try UnnamedFile.make()
    layout = try SoundFile.write(sound, format: format, on: channel, to: file.descriptor)
    ramp = ReleaseRamp(try Ramp(AplayPlayer.releaseSeconds), rate: sound.sampleRate, format: format)
    do throws(ChildProcess.ErrorNumber) {
      pipe = try InputPipe()
    } catch {
      throw PipedSound.failure(error.value)
    }
    state = Mutex(State(end: layout.dataOffset + layout.frames * layout.bytesPerFrame))
    try reset()
  }

  /// Puts the header into the pipe, and nothing else: for an aplay that has not read it.
  func reset() throws(SoundError) {
    let outcome = state.withLock { state -> InputPipe.Outcome in
      _ = pipe.takeBack()
      state.written = 0
      return put(upTo: layout.dataOffset, &state)
    }
    guard outcome == .written else { throw PipedSound.failure(EIO) }
  }

  private static func failure(_ number: Int32) -> SoundError {
    SoundError("the sound cannot be handed to aplay: \(String(cString: strerror(number)))")
  }

  func start(on device: SoundDevice, messages: UnnamedFile) throws(SoundError) -> ChildProcess {
    try Aplay.start(pipe.reader, device: device, messages: messages)
  }

  /// Begins to hand over the samples.
  func feed() throws(SoundError) {
    do throws(ChildProcess.ErrorNumber) { try SignalFreeThread.start { self.run() } } catch {
      throw PipedSound.failure(error.value)
    }
  }

  var hasBeenRead: Bool { bytesRead > layout.dataOffset }
  var bytesRead: Int { state.withLock { $0.written - pipe.waiting } }
  var isRead: Bool { state.withLock { $0.written >= $0.end && pipe.waiting == 0 } }
  var hasEnd: Bool { true }
  var failure: SoundError? {
    let number = state.withLock { $0.error }
    return number == 0 || number == EPIPE ? nil : PipedSound.failure(number)
  }

  /// Takes back what aplay has not read, and lets it fall to silence. aplay stands still meanwhile.
  func release(_ child: ChildProcess) {
    child.halted {
      state.withLock { state in
        state.written -= pipe.takeBack()
        file.position = state.written
        if let end = ramp.end(file, layout) { state.end = end }
      }
    }
  }

  func tune(to frequency: Frequency) {}
  var tuned: Double? { nil }
  func abandon() { state.withLock { $0.isAbandoned = true } }

  // MARK: The thread

  private func run() {
    while true {
      let outcome = state.withLock { state -> InputPipe.Outcome? in
        guard !state.isAbandoned, state.error == 0 else { return nil }
        if state.written < state.end { return put(upTo: state.end, &state) }
        // Until aplay has read all of it, its end can be taken back.
        return pipe.waiting > 0 ? .full : nil
      }
      guard let outcome else { break }
      if outcome == .full { usleep(Self.pause) }
    }
    pipe.close()
  }

  /// Writes the next bytes of the file, as many as the pipe takes at once.
  private func put(upTo end: Int, _ state: inout State) -> InputPipe.Outcome {
    let count = min(InputPipe.largest, end - state.written)
    return withUnsafeTemporaryAllocation(byteCount: count, alignment: 8) { bytes in
      guard pread(file.descriptor, bytes.baseAddress, count, state.written) == count else {
        state.error = EIO
        return .failed(EIO)
      }
      let outcome = pipe.write(UnsafeRawBufferPointer(bytes))
      switch outcome {
      case .written: state.written += count
      case .full: break
      case .failed(let number): state.error = number
      }
      return outcome
    }
  }
}
