import CProcess
import Synchronization

/// The error of a program that acts as a strategy or a listener, in words without a full stop.
package struct ProgramFault: Error, Hashable, Sendable {
  package var reason: String

  package init(reason: String) { self.reason = reason }
}

/// A program next to ours that answers each line of JSON with one. It serves up to `tracks` tracks at a time, each with one
/// message at a time.
///
/// Each message has a number, `id`, which its answer repeats, and the number of its track if there can be several. Errors
/// end the program: it must answer in time, with one line for a message, which is no longer than `ReplyLine.longest`.
/// Peach reads what it writes on stderr, and keeps the end.
///
/// One of the threads that wait for an answer reads the output for all.
final class Conversation: @unchecked Sendable {
  /// A message without an answer, or with one that its track has not taken.
  fileprivate struct Message {
    var track: Int
    var reply: Reply?
    var isWaiting = false
  }

  fileprivate struct State {
    var count = 0
    var messages: [Int: Message] = [:]
    /// Whether a thread reads the output.
    var isReading = false
    var lastReply = ContinuousClock.now
    var fault: ProgramFault?
  }

  /// The program's stderr, and the end of what it wrote there.
  fileprivate struct Errors {
    /// -1 once it is closed.
    var descriptor: Int32
    var last: [UInt8] = []
  }

  let program: Program
  private let child: ChildProcess
  private let input: Int32
  private let output: Int32
  private let state = Mutex(State())
  /// Held while a message is written.
  private let writing = Mutex(())
  /// Held while the words of the first error are found.
  private let failing = Mutex(())
  /// Wakes the thread that waits for the answer to a track.
  private let wakers: [Semaphore]
  /// Unread output, which belongs to the thread that reads.
  private var line = ReplyLine()
  private let errors: Mutex<Errors>
  /// The ends of pipes that are the program's. Its input stays open here: a program that is gone then shows at its output,
  /// not by a signal to us.
  private let readerOfInput: Int32

  init(_ program: Program) throws(ProgramFault) {
    self.program = program
    wakers = (0..<program.tracks).map { _ in Semaphore() }
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
    (readerOfInput, input, output) = (pipes[0][0], pipes[0][1], pipes[1][0])
    errors = Mutex(Errors(descriptor: pipes[2][0]))
  }

  /// Ends it. It has a moment to end by itself once nothing more can come.
  deinit {
    close(readerOfInput)
    close(input)
    for _ in 0..<20 where child.poll() == nil { usleep(5000) }
    child.kill()
    close(output)
    errors.withLock { $0.close() }
  }

  /// How many tracks it serves at a time.
  var tracks: Int { program.tracks }

  /// Whether it has had no error. If no track uses it: whether it still runs, with nothing more said than was asked.
  func isReady(isIdle: Bool) -> Bool {
    state.withLock { $0.fault } == nil && (!isIdle || child.poll() == nil && line.isEmpty)
  }

  /// A message that was sent and whose answer nobody has taken.
  struct PendingMessage {
    let type: String
    /// Its `id`.
    let number: Int
  }

  /// Sends a message. Its track sends no other before it has taken the answer.
  ///
  /// - Parameters:
  ///   - type: The type of the message.
  ///   - fields: The rest of the message, each field with a comma before it.
  ///   - track: 0 ..< `tracks`.
  func send(_ type: String, _ fields: String, track: Int) throws(ProgramFault) -> PendingMessage {
    if tracks == 1, let excess = line.excess { throw fail { excess } }
    let message = state.withLock { state in
      state.count += 1
      state.messages[state.count] = Message(track: track)
      return state.count
    }
    let place = tracks > 1 ? ",\"track\":\(track)" : ""
    try write("{\"id\":\(message),\"type\":\"\(type)\"\(place)\(fields)}\n", of: type, .now)
    return PendingMessage(type: type, number: message)
  }

  /// Waits for the answer to a message.
  func answer(to sent: PendingMessage) throws(ProgramFault) -> Reply {
    let asked = ContinuousClock.now
    while true {
      if let reply = try next(sent.number) { return reply }
      defer { state.withLock { $0.isReading = false } }
      _ = try wait(sent.type, asked)
      try readReplies(sent.type)
    }
  }

  /// The answer to a message; `nil` once this thread is the one that reads.
  private func next(_ message: Int) throws(ProgramFault) -> Reply? {
    enum Turn {
      case answered(Reply, successor: Int?)
      case failed(ProgramFault)
      case reading
      case waiting(track: Int)
    }
    while true {
      let turn: Turn = state.withLock { state in
        guard let own = state.messages[message] else { preconditionFailure("the answer to \(message) was taken") }
        if let reply = own.reply {
          state.messages[message] = nil
          return .answered(reply, successor: state.isReading ? nil : state.wakeReader())
        }
        if let fault = state.fault { return .failed(fault) }
        if state.isReading {
          state.messages[message]?.isWaiting = true
          return .waiting(track: own.track)
        }
        state.isReading = true
        return .reading
      }
      switch turn {
      case .answered(let reply, let successor):
        if let successor { wakers[successor].signal() }
        return reply
      case .failed(let fault): throw fault
      case .reading: return nil
      case .waiting(let track): wakers[track].wait()
      }
    }
  }

  /// Reads what there is of the output, and wakes the threads whose answers came.
  private func readReplies(_ type: String) throws(ProgramFault) {
    guard readOutput() else { throw ended(type) }
    do throws(ProgramFault) {
      while let reply = try line.next(tracks == 1 ? type : nil) {
        if tracks == 1, let excess = line.excess { throw ProgramFault(reason: excess) }
        let track = try state.withLock { state throws(ProgramFault) in try state.take(reply, type, tracks) }
        if let track { wakers[track].signal() }
      }
    } catch {
      throw fail { error.reason }
    }
  }

  private func write(_ text: String, of type: String, _ asked: ContinuousClock.Instant) throws(ProgramFault) {
    let bytes = Array(text.utf8)
    try writing.withLock { _ throws(ProgramFault) in
      var sent = 0
      while sent < bytes.count {
        let count = bytes.withUnsafeBytes { Glibc.write(input, $0.baseAddress! + sent, $0.count - sent) }
        if count > 0 {
          sent += count
        } else if errno == EAGAIN {
          try makeRoom(type, asked)
        } else if errno != EINTR {
          throw ended(type)
        }
      }
    }
  }

  /// Waits until there is room to write. Meanwhile this thread or another one reads what the program writes.
  private func makeRoom(_ type: String, _ asked: ContinuousClock.Instant) throws(ProgramFault) {
    let isReader = state.withLock { state in
      defer { state.isReading = true }
      return !state.isReading
    }
    guard isReader else {
      usleep(1000)
      if let fault = state.withLock({ $0.fault }) { throw fault }
      return
    }
    defer { state.withLock { $0.isReading = false } }
    if try wait(type, asked, orToWrite: true) { try readReplies(type) }
  }

  /// Waits until there is something to read, or room to write.
  ///
  /// - Returns: Whether there is something to read.
  private func wait(
    _ type: String, _ asked: ContinuousClock.Instant, orToWrite: Bool = false
  ) throws(ProgramFault) -> Bool {
    while true {
      // Another track's answer shows that the program is at work, but each message has its turn in the end.
      let (now, lastReply) = (ContinuousClock.now, state.withLock { $0.lastReply })
      let left = min(
        program.timeout - (now - max(asked, lastReply)) / .seconds(1),
        program.timeout * Double(tracks) - (now - asked) / .seconds(1))
      guard left > 0 else { throw fail { "did not answer '\(type)' in \(program.timeout.shortest) s" } }
      var polled = [
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errors.withLock { $0.descriptor }, events: Int16(POLLIN), revents: 0),
      ]
      if orToWrite { polled.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0)) }
      _ = peach_poll(&polled, nfds_t(polled.count), left)
      if polled[1].revents != 0 { errors.withLock { $0.read() } }
      if polled[0].revents != 0 { return true }
      if orToWrite, polled[2].revents != 0 { return false }
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

  private func ended(_ type: String) -> ProgramFault {
    fail {
      // Its end may come a moment after that of its output.
      for _ in 0..<40 where self.child.poll() == nil { usleep(5000) }
      let end =
        switch self.child.end {
        case .exit(let status)?: "ended with status \(status)"
        case .signal(let number)?: "was ended by signal \(number)"
        case nil: "closed its output"
        }
      return "\(end) instead of an answer to '\(type)'"
    }
  }

  /// Ends the program with an error, which all tracks get. An earlier one stands.
  ///
  /// - Returns: The error, with the program's last lines on stderr.
  private func fail(_ what: () -> String) -> ProgramFault {
    let (fault, waiting) = failing.withLock { _ in
      if let fault = state.withLock({ $0.fault }) { return (fault, [Int]()) }
      let reason = what()
      child.kill()
      let said = errors.withLock { errors in
        for _ in 0..<16 { errors.read() }
        return errors.last
      }
      let fault = ProgramFault(program.shown, reason, saying: said)
      return (fault, state.withLock { $0.end(with: fault) })
    }
    for track in waiting { wakers[track].signal() }
    return fault
  }
}

extension Conversation.Errors {
  /// How many bytes are kept.
  private static let kept = 4096

  /// Reads a part of what there is, and keeps the end.
  fileprivate mutating func read() {
    guard descriptor >= 0 else { return }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4096) { chunk in
      let count = Glibc.read(descriptor, chunk.baseAddress, chunk.count)
      if count > 0 {
        last.append(contentsOf: chunk[..<count])
        if last.count > Self.kept { last.removeFirst(last.count - Self.kept) }
      } else if count == 0 || errno != EAGAIN && errno != EINTR {
        close()
      }
    }
  }

  fileprivate mutating func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }
}

extension Conversation.State {
  /// Keeps an answer.
  ///
  /// - Returns: The track whose thread waits for it; `nil` if none waits.
  fileprivate mutating func take(_ reply: Reply, _ type: String, _ tracks: Int) throws(ProgramFault) -> Int? {
    guard let id = reply.number("id") else {
      throw ProgramFault(reason: "answered \(tracks == 1 ? "'\(type)'" : "a message") without id")
    }
    guard let number = Int(exactly: id), let message = messages[number], message.reply == nil else {
      throw ProgramFault(
        reason: tracks == 1
          ? "answered '\(type)' with id \(id.shortest) instead of its own"
          : "answered with id \(id.shortest), for which no message waits")
    }
    messages[number]?.reply = reply
    messages[number]?.isWaiting = false
    lastReply = .now
    return message.isWaiting ? message.track : nil
  }

  /// The track of a thread that waits without an answer and now has to read; `nil` if there is none.
  fileprivate mutating func wakeReader() -> Int? {
    // The first that was asked, so that a message without an answer is noticed in time.
    guard let number = messages.filter(\.value.isWaiting).keys.min() else { return nil }
    messages[number]?.isWaiting = false
    return messages[number]?.track
  }

  /// - Returns: The tracks whose threads wait.
  fileprivate mutating func end(with fault: ProgramFault) -> [Int] {
    self.fault = fault
    let waiting = messages.values.filter(\.isWaiting).map(\.track)
    for number in messages.keys { messages[number]?.isWaiting = false }
    return waiting
  }
}
