import CProcess
import Configuration
import Glibc

/// What is wrong with a program that answers for a strategy or a listener, in words; without a full stop.
public struct ProgramFault: Error, Hashable, Sendable {
  public var reason: String
}

/// A program beside us that answers each line of JSON with one. It belongs to one owner at a time.
///
/// Each message has a number, `id`, which its answer repeats. What is wrong ends the program: it must answer in time, with
/// one line for a message, which is no longer than `longestLine`. What it writes on its stderr is read along, the end of
/// it kept.
final class Conversation: @unchecked Sendable {
  /// Bytes of an answer.
  static let longestLine = 65_536
  /// Bytes that are kept of what it writes on stderr.
  private static let keptOfErrors = 4096

  let program: Program
  private let child: ChildProcess
  private let input: Int32
  private let output: Int32
  private var errors: Int32
  private var messages = 0
  private var buffer: [UInt8] = []
  private var saidLast: [UInt8] = []
  /// The ends of pipes that are the program's. Its input stays open here: a program that is gone then shows at its output,
  /// not by a signal to us.
  private let readerOfInput: Int32

  init(_ program: Program) throws(ProgramFault) {
    self.program = program
    let words = try program.wordsToStart()
    var pipes = [[Int32]](repeating: [-1, -1], count: 3)
    func closeAll() { for end in pipes.joined() where end >= 0 { close(end) } }
    for (index, ours) in [1, 0, 0].enumerated() where peach_pipe(&pipes[index], Int32(ours)) != 0 {
      let reason = String(cString: strerror(errno))
      closeAll()
      throw ProgramFault(reason: "\(program.shown) cannot be started: \(reason)")
    }
    do throws(ChildProcess.ErrorNumber) {
      child = try Starter.start(words, input: pipes[0][0], output: pipes[1][1], error: pipes[2][1])
    } catch {
      closeAll()
      throw ProgramFault(reason: "\(program.shown) cannot be started: \(String(cString: strerror(error.value)))")
    }
    close(pipes[1][1])
    close(pipes[2][1])
    (readerOfInput, input, output, errors) = (pipes[0][0], pipes[0][1], pipes[1][0], pipes[2][0])
    buffer.reserveCapacity(4096)
  }

  /// Ends it. It has a moment to end by itself once nothing more can come.
  deinit {
    close(readerOfInput)
    close(input)
    for _ in 0..<20 where child.poll() == nil { usleep(5000) }
    child.kill()
    close(output)
    if errors >= 0 { close(errors) }
  }

  /// Whether it still runs, with nothing more said than was asked.
  var isReady: Bool { child.poll() == nil && buffer.isEmpty }

  /// Sends a message and waits for its answer.
  ///
  /// - Parameters:
  ///   - type: What is asked.
  ///   - fields: The rest of the message, each field with a comma before it.
  func ask(_ type: String, _ fields: String) throws(ProgramFault) -> Reply {
    guard buffer.isEmpty else { throw fault("said more than was asked: \(shownLine)") }
    messages += 1
    let deadline = ContinuousClock.now + .seconds(program.timeout)
    try send("{\"id\":\(messages),\"type\":\"\(type)\"\(fields)}\n", of: type, deadline)
    var searched = 0
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0a) {
        let reply = buffer.withUnsafeBufferPointer { Reply(line: UnsafeBufferPointer(rebasing: $0[..<end])) }
        guard let reply else { throw fault("answered '\(type)' with \(shownLine), which is no object of JSON") }
        buffer.removeFirst(end + 1)
        guard buffer.isEmpty else { throw fault("said more than was asked: \(shownLine)") }
        guard let id = reply.number("id") else { throw fault("answered '\(type)' without id") }
        guard id == Double(messages) else {
          throw fault("answered message \(messages), '\(type)', with id \(id.shortest)")
        }
        return reply
      }
      searched = buffer.count
      guard searched <= Self.longestLine else {
        throw fault("answered '\(type)' with a line of more than \(Self.longestLine) bytes")
      }
      try wait(for: Int16(POLLIN), type, deadline)
      guard readOutput() else { throw ended(type) }
    }
  }

  private func send(_ text: String, of type: String, _ deadline: ContinuousClock.Instant) throws(ProgramFault) {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.write(input, $0.baseAddress! + sent, $0.count - sent) }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        try wait(for: Int16(POLLOUT), type, deadline)
      } else if errno != EINTR {
        throw ended(type)
      }
    }
  }

  /// Waits until there is something to read, or room to write.
  private func wait(for event: Int16, _ type: String, _ deadline: ContinuousClock.Instant) throws(ProgramFault) {
    while true {
      let left = (deadline - ContinuousClock.now) / .seconds(1)
      guard left > 0 else { throw fault("did not answer '\(type)' in \(program.timeout.shortest) s") }
      let watched = event == Int16(POLLIN) ? output : input
      var polled = [
        pollfd(fd: watched, events: event, revents: 0), pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
      ]
      // With its output closed a program that reads no more is gone.
      if event != Int16(POLLIN) { polled.append(pollfd(fd: output, events: 0, revents: 0)) }
      _ = peach_poll(&polled, nfds_t(polled.count), left)
      if polled[1].revents != 0 { readErrors() }
      if polled.count == 3, polled[2].revents != 0 { throw ended(type) }
      if polled[0].revents != 0 { return }
    }
  }

  /// Reads what there is of its output; false once that has ended.
  private func readOutput() -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4096) { chunk in
      let count = read(output, chunk.baseAddress, chunk.count)
      if count > 0 { buffer.append(contentsOf: chunk[..<count]) }
      return count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
    }
  }

  /// Reads a part of what it has written on stderr, and keeps the end.
  private func readErrors() {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4096) { chunk in
      let count = read(errors, chunk.baseAddress, chunk.count)
      if count > 0 {
        saidLast.append(contentsOf: chunk[..<count])
        if saidLast.count > Self.keptOfErrors { saidLast.removeFirst(saidLast.count - Self.keptOfErrors) }
      } else if count == 0 || errno != EAGAIN && errno != EINTR {
        close(errors)
        errors = -1
      }
    }
  }

  /// The first line of what it has said, as messages have it.
  private var shownLine: String {
    Shown.quoted(String(decoding: buffer.prefix { $0 != 0x0a }.prefix(200), as: UTF8.self))
  }

  private func ended(_ type: String) -> ProgramFault {
    // Its end may come a moment after that of its output.
    for _ in 0..<40 where child.poll() == nil { usleep(5000) }
    let end =
      switch child.end {
      case .exit(let status)?: "ended with status \(status)"
      case .signal(let number)?: "was ended by signal \(number)"
      case nil: "closed its output"
      }
    return fault("\(end) in place of an answer to '\(type)'")
  }

  /// What went wrong, with the last lines of what it said on stderr.
  private func fault(_ what: String) -> ProgramFault {
    child.kill()
    for _ in 0..<16 where errors >= 0 { readErrors() }
    let lines = String(decoding: saidLast, as: UTF8.self).split(whereSeparator: \.isNewline).suffix(3)
    let said = lines.map { $0.trimmed }.filter { !$0.isEmpty }.map { Shown.cut($0) }.joined(separator: " | ")
    return ProgramFault(reason: "\(program.shown) \(what)" + (said.isEmpty ? "" : "; on stderr: \(said)"))
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
