import CProcess

/// The error of a program that acts as a strategy or a listener, in words without a full stop.
package struct ProgramFault: Error, Hashable, Sendable {
  package var reason: String

  package init(reason: String) { self.reason = reason }
}

/// A program next to ours that answers each line of JSON with one. It belongs to one owner at a time.
///
/// Each message has a number, `id`, which its answer repeats. What is wrong ends the program: it must answer in time, with
/// one line for a message, which is no longer than `ReplyLine.longest`. What it writes on its stderr is read along, the end of
/// it kept.
final class Conversation: @unchecked Sendable {
  /// Bytes that are kept of what it writes on stderr.
  private static let keptOfErrors = 4096

  let program: Program
  private let child: ChildProcess
  private let input: Int32
  private let output: Int32
  private var errors: Int32
  private var messages = 0
  private var line = ReplyLine()
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
      child = try ProgramStarter.start(words, input: pipes[0][0], output: pipes[1][1], error: pipes[2][1])
    } catch {
      closeAll()
      throw ProgramFault(reason: "\(program.shown) cannot be started: \(String(cString: strerror(error.value)))")
    }
    close(pipes[1][1])
    close(pipes[2][1])
    (readerOfInput, input, output, errors) = (pipes[0][0], pipes[0][1], pipes[1][0], pipes[2][0])
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
  var isReady: Bool { child.poll() == nil && line.isEmpty }

  /// Sends a message and waits for its answer.
  ///
  /// - Parameters:
  ///   - type: The type of the message.
  ///   - fields: The rest of the message, each field with a comma before it.
  func ask(_ type: String, _ fields: String) throws(ProgramFault) -> Reply {
    if let excess = line.excess { throw fault(excess) }
    messages += 1
    let deadline = ContinuousClock.now + .seconds(program.timeout)
    try send("{\"id\":\(messages),\"type\":\"\(type)\"\(fields)}\n", of: type, deadline)
    while true {
      if let reply = try reply(type) { return reply }
      try wait(for: Int16(POLLIN), type, deadline)
      guard readOutput() else { throw ended(type) }
    }
  }

  /// The answer to the last message; `nil` while its line has no end.
  private func reply(_ type: String) throws(ProgramFault) -> Reply? {
    do { return try line.reply(to: messages, type) } catch { throw fault(error.reason) }
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
      if count > 0 { line.append(chunk[..<count]) }
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

  private func ended(_ type: String) -> ProgramFault {
    // Its end may come a moment after that of its output.
    for _ in 0..<40 where child.poll() == nil { usleep(5000) }
    let end =
      switch child.end {
      case .exit(let status)?: "ended with status \(status)"
      case .signal(let number)?: "was ended by signal \(number)"
      case nil: "closed its output"
      }
    return fault("\(end) instead of an answer to '\(type)'")
  }

  /// The error, with the program's last lines on stderr.
  private func fault(_ what: String) -> ProgramFault {
    child.kill()
    for _ in 0..<16 where errors >= 0 { readErrors() }
    return ProgramFault(program.shown, what, saying: saidLast)
  }
}
