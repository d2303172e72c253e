import Synchronization

/// A place at a program for one track: the program is started for it, and gets its trials one by one.
///
/// A track is a value, and a copy of it forks; a program does not. So a seat remembers all that it sent: who continues from an
/// earlier trial gets a seat of its own, with a program that gets the same again. Programs that are done with a track
/// serve the next one: as many run as tracks at a time.
package final class ProgramConnection: Sendable {
  private struct State: @unchecked Sendable {
    var conversation: Conversation?
    /// The messages sent so far, as UTF-8, and the end of each.
    var told: [UInt8] = []
    var ends: [Int] = []
    /// The sound of each message, if messages have one.
    var sounds: [Sound] = []
    var fault: ProgramFault?
    /// Whether somebody waits for an answer.
    var isAsking = false
  }

  /// Makes the sound of a trial, and fields that describe it, whenever Peach sends the trial.
  package typealias Sound = @Sendable () throws(ProgramFault) -> (file: UnnamedFile, fields: String)

  private let program: Program
  /// The fields of the message `start`, each with a comma before it.
  private let start: String
  private let state = Mutex(State())

  /// - Parameters:
  ///   - opening: The message from `opening`.
  ///   - seed: 64 random bits. The program receives as many as a JSON number holds in every language.
  package convenience init(_ program: Program, opening: String, seed: UInt64) {
    self.init(program, start: ",\"seed\":\(seed >> 11)" + opening)
  }

  private init(_ program: Program, start: String) {
    self.program = program
    self.start = start
  }

  /// The fields of the message `start` but the seed, the same in every run of an experiment.
  ///
  /// - Parameters:
  ///   - role: `strategy` or `listener`.
  ///   - limits: The range of levels that it may request.
  package static func opening(
    role: String, settings: Value, task: Value, limits: ClosedRange<Double>? = nil
  ) -> String {
    var fields = [
      Value.Field("protocol", .integer(1)), Value.Field("role", .text(role)), Value.Field("settings", settings),
      Value.Field("task", task),
    ]
    if let limits {
      fields.append(Value.Field("limits", .list([.number(limits.lowerBound), .number(limits.upperBound)])))
    }
    return fields.map { ",\(Escaping.json($0.key)):\($0.value.json())" }.joined()
  }

  deinit { state.withLock { if let conversation = $0.conversation { ProgramPool.giveBack(conversation) } } }

  /// Sits down: the program begins a track.
  ///
  /// - Returns: Its answer to `start`.
  package func open() throws(ProgramFault) -> Reply {
    state.withLock { $0.isAsking = true }
    return try asking { () throws(ProgramFault) in
      let conversation = try ProgramPool.take(program)
      state.withLock { $0.conversation = conversation }
      return try conversation.ask("start", start)
    }
  }

  /// Reports a trial to the program.
  ///
  /// - Parameters:
  ///   - fields: The fields of the message, each with a comma before it.
  ///   - sound: The sound, of which the program gets the path as `sound`; it may read it until it has answered.
  ///   - count: The number of earlier trials.
  /// - Returns: The answer and the seat to continue from: this one, or another if this one has already continued.
  package func tell(
    _ type: String, _ fields: String, sound: Sound? = nil, after count: Int
  ) throws(ProgramFault) -> (reply: Reply, seat: ProgramConnection) {
    if let fork = try fork(at: count, type) {
      return (try fork.tell(type, fields, sound: sound, after: count).reply, fork)
    }
    return (try ask(type, fields, sound, isKept: true), self)
  }

  /// Asks what changes nothing.
  package func ask(_ type: String, after count: Int, telling: String) throws(ProgramFault) -> Reply {
    if let fork = try fork(at: count, telling) { return try fork.ask(type, after: count, telling: telling) }
    return try ask(type, "", nil, isKept: false)
  }

  /// - Parameter isKept: Whether a fork gets the same.
  private func ask(
    _ type: String, _ fields: String, _ sound: Sound?, isKept: Bool
  ) throws(ProgramFault) -> Reply {
    try asking { () throws(ProgramFault) in
      guard let conversation = state.withLock(\.conversation) else {
        throw ProgramFault(reason: "\(program.shown) was not asked")
      }
      let heard = try sound?()
      let text = heard.map { ",\"sound\":\"\($0.file.path)\"\($0.fields)" } ?? ""
      let reply = try withExtendedLifetime(heard) { () throws(ProgramFault) in
        try conversation.ask(type, fields + text)
      }
      if isKept {
        state.withLock { state in
          state.told.append(contentsOf: fields.utf8)
          state.ends.append(state.told.count)
          if let sound { state.sounds.append(sound) }
        }
      }
      return reply
    }
  }

  /// Ends the program after a useless answer.
  ///
  /// - Parameter what: The error, such as `answered without a level`.
  /// - Returns: The fault.
  package func refuse(_ what: String) -> ProgramFault {
    let fault = ProgramFault(reason: "\(program.shown) \(what)")
    state.withLock { state in
      state.fault = state.fault ?? fault
      state.conversation = nil
    }
    return fault
  }

  /// The fault; `nil` if there is none.
  package var fault: ProgramFault? { state.withLock { $0.fault } }

  /// Makes a seat that has been told the first `count` trials. Returns `nil` if this seat is free and has been told
  /// exactly these: it is then reserved until the caller's question is answered, and other callers get a fork.
  private func fork(at count: Int, _ type: String) throws(ProgramFault) -> ProgramConnection? {
    let told: [(fields: String, sound: Sound?)]? = state.withLock { state in
      if state.ends.count == count, !state.isAsking {
        state.isAsking = true
        return nil
      }
      return (0..<count).map {
        (
          String(decoding: state.told[($0 == 0 ? 0 : state.ends[$0 - 1])..<state.ends[$0]], as: UTF8.self),
          $0 < state.sounds.count ? state.sounds[$0] : nil
        )
      }
    }
    guard let told else { return nil }
    let fork = ProgramConnection(program, start: start)
    _ = try fork.open()
    for (place, told) in told.enumerated() {
      _ = try fork.tell(type, told.fields, sound: told.sound, after: place)
    }
    return fork
  }

  /// Waits for an answer, with no lock held. After a failure the program is ended, and every question has the same answer.
  private func asking(_ question: () throws(ProgramFault) -> Reply) throws(ProgramFault) -> Reply {
    defer { state.withLock { $0.isAsking = false } }
    if let fault { throw fault }
    do throws(ProgramFault) {
      return try question()
    } catch {
      state.withLock { state in
        state.fault = error
        state.conversation = nil
      }
      throw error
    }
  }
}

/// Programs that run and have no track.
enum ProgramPool {
  /// How many wait for a track at most.
  private static let mostIdle = 16
  private static let idle = Mutex<[Conversation]>([])

  static func take(_ program: Program) throws(ProgramFault) -> Conversation {
    while let conversation = idle.withLock({ idle -> Conversation? in
      idle.lastIndex { $0.program == program }.map { idle.remove(at: $0) }
    }) {
      if conversation.isReady { return conversation }
    }
    return try Conversation(program)
  }

  static func giveBack(_ conversation: Conversation) {
    let excess = idle.withLock { idle -> Conversation? in
      idle.append(conversation)
      return idle.count > mostIdle ? idle.removeFirst() : nil
    }
    // What is too many ends here, outside the lock.
    withExtendedLifetime(excess) {}
  }
}
