import Glibc
import PeachSupport
import Synchronization
import Testing

@Suite struct InputPipeTests {
  private func write(_ count: Int, into pipe: InputPipe) -> InputPipe.Outcome {
    [UInt8](repeating: 7, count: count).withUnsafeBytes { pipe.write($0) }
  }

  @Test func `bytes wait until they are read, and a full pipe accepts none`() throws {
    let pipe = try InputPipe()
    // F_SETPIPE_SZ of Linux.
    #expect(fcntl(pipe.reader, 1031, 8192) == 8192)
    #expect(write(4096, into: pipe) == .written)
    #expect(write(1000, into: pipe) == .written)
    #expect(pipe.waiting == 5096)
    #expect(write(4096, into: pipe) == .full)
    #expect(pipe.waiting == 5096)
    var bytes = [UInt8](repeating: 0, count: 5000)
    #expect(read(pipe.reader, &bytes, 5000) == 5000)
    #expect(pipe.waiting == 96)
    pipe.close()
    #expect(read(pipe.reader, &bytes, 5000) == 96)
    #expect(read(pipe.reader, &bytes, 5000) == 0)
    #expect(pipe.waiting == 0)
    #expect(write(1, into: pipe) == .failed(EBADF))
  }

  @Test func `a pipe that nobody reads is an error of the write, in a thread without signals`() throws {
    let pipe = try InputPipe()
    pipe.closeReader()
    let outcome = Mutex<InputPipe.Outcome?>(nil)
    let shared = Shared(outcome)
    try SignalFreeThread.start { shared.outcome.withLock { $0 = [1, 2, 3].withUnsafeBytes { pipe.write($0) } } }
    let limit = time(nil) + 20
    while shared.outcome.withLock({ $0 }) == nil, time(nil) < limit { usleep(1000) }
    #expect(shared.outcome.withLock { $0 } == .failed(EPIPE))
  }

  private final class Shared: Sendable {
    let outcome: Mutex<InputPipe.Outcome?>
    init(_ outcome: consuming Mutex<InputPipe.Outcome?>) { self.outcome = outcome }
  }
}
