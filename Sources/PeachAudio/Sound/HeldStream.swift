import PeachPitch
import PeachSupport
import Synchronization

/// A held sound on its way to aplay: a pipe, and a thread that fills it little by little, so that a change is heard soon.
///
/// Only the thread makes samples and writes once aplay was started; what is wished of it, it looks up before each chunk. It
/// ends with the sound, and with it the pipe.
final class HeldStream: AplaySound, Sendable {
  /// Seconds between looks at what is due: a change is handed over so much later at most.
  private static let chunk = 0.005

  private struct State {
    /// Nil until it is tuned.
    var frequency: Frequency?
    var isReleased = false
    var isAbandoned = false
    /// Bytes handed over.
    var written = 0
    /// When samples of the last tuning were handed over; `nil` if none were.
    var tuned: Double?
    /// The number of the error that ended it; 0 for none.
    var error: Int32 = 0
  }

  private let pipe: InputPipe
  private let rate: SampleRate
  private let format: SampleFormat
  private let channel: Channel
  private let ramp: Ramp
  /// The bytes after the lead.
  private let rest: StreamBytes
  private let state = Mutex(State())

  /// Hands over the lead: aplay will begin with it at once.
  init(_ sound: HeldSound, format: SampleFormat, on channel: Channel) throws(SoundError) {
    rate = sound.sampleRate
    self.format = format
    self.channel = channel
    ramp = try Ramp(AplayPlayer.releaseSeconds)
    do throws(ChildProcess.ErrorNumber) { pipe = try InputPipe() } catch { throw HeldStream.failure(error.value) }
    var bytes = try StreamBytes(sound, format: format, on: channel)
    // A pipe that is too small for the lead keeps the rest waiting, and that is all.
    if case .failed(let number) = bytes.put(rate.frames(StreamPace.lead), into: pipe) {
      throw HeldStream.failure(number)
    }
    rest = bytes
    state.withLock { $0.written = rest.written }
  }

  private static func failure(_ number: Int32) -> SoundError {
    SoundError("the sound cannot be handed to aplay: \(String(cString: strerror(number)))")
  }

  func start(on device: SoundDevice, messages: UnnamedFile) throws(SoundError) -> ChildProcess {
    let child = try Aplay.start(pipe.reader, samples: (rate, format, channel), device: device, messages: messages)
    pipe.closeReader()
    do throws(ChildProcess.ErrorNumber) { try SignalFreeThread.start { self.run() } } catch {
      throw HeldStream.failure(error.value)
    }
    return child
  }

  // MARK: What is wished

  func tune(to frequency: Frequency) {
    state.withLock {
      $0.frequency = frequency
      $0.tuned = nil
    }
  }

  func release(_ child: ChildProcess) { state.withLock { $0.isReleased = true } }
  func abandon() { state.withLock { $0.isAbandoned = true } }

  var hasEnd: Bool { state.withLock { $0.isReleased } }

  var failure: SoundError? {
    let number = state.withLock { $0.error }
    // Where nobody reads any more, aplay has ended and says why.
    return number == 0 || number == EPIPE ? nil : HeldStream.failure(number)
  }

  /// More was handed over than waits.
  var hasBeenRead: Bool { state.withLock { $0.written > pipe.waiting } }

  var bytesRead: Int { state.withLock { $0.written - pipe.waiting } }
  var isRead: Bool { false }

  var tuned: Double? { state.withLock { $0.tuned } }

  // MARK: The thread

  private static func sleep(until moment: Double) {
    let whole = moment.rounded(.down)
    var time = timespec(tv_sec: Int(whole), tv_nsec: Int((moment - whole) * 1e9))
    // Signals are blocked here; whatever else wakes us early does no harm.
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
  }

  private func run() {
    var bytes = rest
    var pace = StreamPace(rate: rate.hertz, at: MonotonicTime.now)
    var next = MonotonicTime.now
    var outcome = InputPipe.Outcome.written
    while true {
      // After a pause the chunks that were missed are no turns of their own: the pace makes up for them.
      next = max(next + Self.chunk, MonotonicTime.now)
      Self.sleep(until: next)
      let wish = state.withLock { $0 }
      if wish.isAbandoned { break }
      if let frequency = wish.frequency { bytes.tune(to: frequency) }
      if wish.isReleased {
        outcome = bytes.end(by: ramp, into: pipe)
        if outcome != .full { break }
      } else {
        let frames = pace.due(at: MonotonicTime.now, waiting: pipe.waiting / (format.bytesPerSample * channel.count))
        outcome = bytes.put(frames, into: pipe)
        note(bytes.written, of: wish.frequency)
      }
      if case .failed = outcome { break }
    }
    if case .failed(let number) = outcome { state.withLock { $0.error = number } }
    pipe.close()
  }

  /// Keeps what was handed over, and when, of the frequency that was wished.
  private func note(_ written: Int, of frequency: Frequency?) {
    let now = MonotonicTime.now
    state.withLock { state in
      if written > state.written, state.frequency == frequency, frequency != nil, state.tuned == nil {
        state.tuned = now
      }
      state.written = written
    }
  }
}
