import Synchronization

/// A place at a program for one track: the program is started anew for it, and told of its trials one by one.
///
/// A track is a value, and a copy of it forks; a program is none. So a seat remembers all that it told: who goes on from an
/// earlier trial gets a seat of its own, with a program that is told the same again. Programs that are done with a track
/// serve the next one: as many run as tracks at a time.
public final class ProgramSeat: Sendable {
  private struct State: @unchecked Sendable {
    var conversation: Conversation?
    /// What was told, as UTF-8, one after another; where each ends.
    var told: [UInt8] = []
    var ends: [Int] = []
    var fault: ProgramFault?
  }

  private let program: Program
  private let opening: String
  private let state = Mutex(State())

  /// - Parameter opening: The fields of the message `start`, each with a comma before it.
  public init(_ program: Program, opening: String) {
    self.program = program
    self.opening = opening
  }

  deinit { state.withLock { if let conversation = $0.conversation { ProgramPool.giveBack(conversation) } } }

  /// Sits down: the program begins a track.
  ///
  /// - Returns: Its answer to `start`.
  public func open() throws(ProgramFault) -> Reply {
    try working { state throws(ProgramFault) in
      let conversation = try ProgramPool.take(program)
      state.conversation = conversation
      return try conversation.ask("start", opening)
    }
  }

  /// Tells of a trial, of which the program keeps what it needs.
  ///
  /// - Parameters:
  ///   - fields: Of the message, each with a comma before it.
  ///   - count: How many trials were told before.
  /// - Returns: The answer, and the seat to go on from: this one, or another where this has gone on already.
  public func tell(
    _ type: String, _ fields: String, after count: Int
  ) throws(ProgramFault) -> (reply: Reply, seat: ProgramSeat) {
    if let fork = try fork(at: count, type) { return (try fork.tell(type, fields, after: count).reply, fork) }
    let reply = try working { state throws(ProgramFault) in
      guard let conversation = state.conversation else { throw ProgramFault(reason: "\(program.shown) was not asked") }
      let reply = try conversation.ask(type, fields)
      state.told.append(contentsOf: fields.utf8)
      state.ends.append(state.told.count)
      return reply
    }
    return (reply, self)
  }

  /// Asks what changes nothing.
  public func ask(_ type: String, after count: Int, telling: String) throws(ProgramFault) -> Reply {
    if let fork = try fork(at: count, telling) { return try fork.ask(type, after: count, telling: telling) }
    return try working { state throws(ProgramFault) in
      guard let conversation = state.conversation else { throw ProgramFault(reason: "\(program.shown) was not asked") }
      return try conversation.ask(type, "")
    }
  }

  /// Ends the program, whose answer was of no use.
  ///
  /// - Parameter what: Such as `answered without a level`.
  /// - Returns: What went wrong.
  public func refuse(_ what: String) -> ProgramFault {
    let fault = ProgramFault(reason: "\(program.shown) \(what)")
    state.withLock { state in
      state.fault = state.fault ?? fault
      state.conversation = nil
    }
    ProgramPool.failed(program)
    return fault
  }

  /// What went wrong; nil where all is well.
  public var fault: ProgramFault? { state.withLock { $0.fault } }

  /// A seat that has been told as many of the same trials; nil where this one is.
  private func fork(at count: Int, _ type: String) throws(ProgramFault) -> ProgramSeat? {
    let told: [String]? = state.withLock { state in
      guard state.ends.count != count else { return nil }
      return (0..<count).map {
        String(decoding: state.told[($0 == 0 ? 0 : state.ends[$0 - 1])..<state.ends[$0]], as: UTF8.self)
      }
    }
    guard let told else { return nil }
    let fork = ProgramSeat(program, opening: opening)
    _ = try fork.open()
    for (place, fields) in told.enumerated() { _ = try fork.tell(type, fields, after: place) }
    return fork
  }

  /// Runs what may fail; after a failure the program is ended, and every question has the same answer.
  private func working(
    _ body: (inout State) throws(ProgramFault) -> Reply
  ) throws(ProgramFault) -> Reply {
    let outcome: Result<Reply, ProgramFault> = state.withLock { state in
      if let fault = state.fault { return .failure(fault) }
      let outcome = Result { () throws(ProgramFault) in try body(&state) }
      if case .failure(let fault) = outcome {
        state.fault = fault
        state.conversation = nil
        ProgramPool.failed(program)
      }
      return outcome
    }
    return try outcome.get()
  }
}

/// Programs that run and have no track, and those that fail again and again.
enum ProgramPool {
  /// How many wait for a track at most.
  private static let mostIdle = 16
  /// A program that fails in so many runs without one that goes well between is started no more.
  static let mostFailures = 10

  private struct State: @unchecked Sendable {
    var idle: [Conversation] = []
    var failures: [Program: Int] = [:]
  }

  private static let state = Mutex(State())

  static func take(_ program: Program) throws(ProgramFault) -> Conversation {
    if state.withLock({ $0.failures[program] ?? 0 }) >= mostFailures {
      throw ProgramFault(
        reason: "\(program.shown) failed in \(mostFailures) runs one after another and is started no more")
    }
    while let idle = state.withLock({ state -> Conversation? in
      state.idle.lastIndex { $0.program == program }.map { state.idle.remove(at: $0) }
    }) {
      if idle.isReady { return idle }
    }
    return try Conversation(program)
  }

  static func giveBack(_ conversation: Conversation) {
    let excess = state.withLock { state -> Conversation? in
      state.failures[conversation.program] = nil
      state.idle.append(conversation)
      return state.idle.count > mostIdle ? state.idle.removeFirst() : nil
    }
    // What is too many ends here, outside the lock.
    withExtendedLifetime(excess) {}
  }

  static func failed(_ program: Program) { state.withLock { $0.failures[program, default: 0] += 1 } }
}
