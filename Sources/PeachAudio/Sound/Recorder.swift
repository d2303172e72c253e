import CProcess
import PeachSupport
import Synchronization

/// Records a device through arecord, with the time at which each stretch of samples was handed over.
package final class Recorder: Sendable {
  /// A recording of one channel, −1…1, with the time of each read.
  package struct Recording: Sendable {
    package var samples: [Float] = []
    /// After each read: how many samples there were, and the monotonic clock in seconds.
    package var reads: [(count: Int, time: Double)] = []

    package init() {}
  }

  package static let rate = SampleRate.hz44100
  private let device: SoundDevice
  private let child: Mutex<Child>
  private let tape = Mutex(Recording())
  private let reader: Int32

  /// State that only the thread that made it uses.
  private struct Child: @unchecked Sendable {
    var process: ChildProcess
    var messages: UnnamedFile
  }

  package init(_ device: SoundDevice) throws(SoundError) {
    self.device = device
    let messages = try UnnamedFile.make()
    let nothing = try UnnamedFile.make()
    var ends: [Int32] = [-1, -1]
    guard peach_pipe(&ends, -1) == 0 else { throw SoundError("cannot create a pipe") }
    reader = ends[0]
    defer { close(ends[1]) }
    let process: ChildProcess
    do throws(SoundError) {
      process = try Aplay.record(device, rate: Self.rate, nothing: nothing, to: ends[1], messages: messages)
    } catch {
      close(ends[0])
      throw error
    }
    child = Mutex(Child(process: process, messages: messages))
    // The thread closes the pipe when arecord ends.
    do throws(ChildProcess.ErrorNumber) { try SignalFreeThread.start { self.read() } } catch {
      close(ends[0])
      throw SoundError("cannot start another thread")
    }
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: 8192)
    // A sample that was read in part.
    var rest: UInt8?
    while true {
      let count = Glibc.read(reader, &bytes, bytes.count)
      let now = MonotonicTime.now
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      tape.withLock { tape in
        for byte in bytes[..<count] {
          guard let low = rest else {
            rest = byte
            continue
          }
          rest = nil
          tape.samples.append(Float(Int16(bitPattern: UInt16(low) | UInt16(byte) << 8)) / 32_768)
        }
        tape.reads.append((tape.samples.count, now))
      }
    }
    close(reader)
  }

  /// - Throws: `SoundError` if arecord has ended.
  func check() throws(SoundError) {
    try child.withLock { child throws(SoundError) in
      guard let end = child.process.poll() else { return }
      throw Aplay.failure(end, device: device, said: child.messages.text, work: "recorded")
    }
  }

  /// Ends the recording.
  func stop() -> Recording {
    child.withLock { $0.process.kill() }
    return tape.withLock { $0 }
  }
}
