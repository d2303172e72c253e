import CProcess
import Synchronization

/// The standard input of a program next to ours, written while it runs and never waited for.
///
/// Write on a thread that has SIGPIPE blocked, as `SignalFreeThread` has, once the reader may be gone.
package final class InputPipe: Sendable {
  /// The size of one write in bytes: a pipe takes it completely or not at all (POSIX, write(2)).
  package static let largest = 4096

  /// The result of a write.
  package enum Outcome: Hashable, Sendable {
    case written
    /// There is no room: nothing was written.
    case full
    /// The number of the error; EPIPE where nobody reads any more.
    case failed(Int32)
  }

  private struct Ends {
    var reader: Int32
    var writer: Int32
  }

  private let ends: Mutex<Ends>

  /// - Throws: The error number where there is no room for a pipe.
  package init() throws(ChildProcess.ErrorNumber) {
    var numbers: [Int32] = [-1, -1]
    guard peach_pipe(&numbers, 1) == 0 else { throw ChildProcess.ErrorNumber(value: errno) }
    ends = Mutex(Ends(reader: numbers[0], writer: numbers[1]))
  }

  deinit {
    closeReader()
    close()
  }

  /// The end for the program; -1 once it was closed here.
  package var reader: Int32 { ends.withLock { $0.reader } }

  /// Closes our copy of the program's end, once the program has its own: then EPIPE reports its end.
  package func closeReader() {
    ends.withLock {
      if $0.reader >= 0 { Glibc.close($0.reader) }
      $0.reader = -1
    }
  }

  /// Writes bytes, all or none.
  ///
  /// - Parameter bytes: At most `largest`.
  package func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    precondition(bytes.count <= Self.largest, "more than the pipe accepts at once")
    return ends.withLock { ends in
      guard ends.writer >= 0 else { return .failed(EBADF) }
      while true {
        let count = Glibc.write(ends.writer, bytes.baseAddress, bytes.count)
        if count == bytes.count { return .written }
        if count >= 0 { return .failed(EIO) }
        if errno == EAGAIN { return .full }
        if errno != EINTR { return .failed(errno) }
      }
    }
  }

  /// How many bytes the program has not read; 0 once it is closed.
  package var waiting: Int {
    ends.withLock { ends in
      var count: Int32 = 0
      guard ends.writer >= 0, ioctl(ends.writer, UInt(FIONREAD), &count) == 0 else { return 0 }
      return Int(count)
    }
  }

  /// Takes back what the program has not read. The program must stand still, and its end must still be open here.
  ///
  /// - Returns: How many bytes these were.
  package func takeBack() -> Int {
    let count = waiting
    return ends.withLock { ends in
      guard ends.reader >= 0 else { return 0 }
      var taken = 0
      var bytes = [UInt8](repeating: 0, count: max(count, 1))
      while taken < count {
        let read = Glibc.read(ends.reader, &bytes, count - taken)
        if read > 0 { taken += read } else if errno != EINTR { break }
      }
      return taken
    }
  }

  /// Ends the input: the program reads what is waiting, and no more.
  package func close() {
    ends.withLock {
      if $0.writer >= 0 { Glibc.close($0.writer) }
      $0.writer = -1
    }
  }
}
