import Synchronization

/// The connection of one track to a program, which gets the trials of the track one by one.
///
/// A track is a value, and a copy of it forks; a program does not. So a connection remembers all that it sent: who
/// continues from an earlier trial gets a connection of its own, with a program that gets the same again. Programs that are
/// done with a track serve the next one: as many run as are needed for the tracks at a time.
///
/// Inside `ProgramPool.$isShared`, a program serves as many tracks as it can. If it fails, all of them fail.
package final class ProgramConnection: Sendable {
  fileprivate struct State: @unchecked Sendable {
    var place: ProgramPool.Place?
    /// The messages sent so far, as UTF-8, and the end of each.
    var told: [UInt8] = []
    var ends: [Int] = []
    /// The sound of each message, if messages have one.
    var sounds: [Sound] = []
    /// The last of these messages, while nobody has taken its answer.
    var unanswered: Conversation.PendingMessage?
    /// The answer to the last of these messages, or to `start`.
    var last: Reply?
    var fault: ProgramFault?
    /// Whether somebody waits for an answer.
    var isAsking = false
  }

  /// Makes the sound of a trial, and fields that describe it, whenever Peach sends the trial.
  package typealias Sound = @Sendable () throws(ProgramFault) -> (file: UnnamedFile, fields: String)

  fileprivate typealias Told = (fields: String, sound: Sound?)

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

  /// A place whose program still has to answer is not given back: the next track there would begin before that answer. A
  /// program with this place alone ends.
  deinit { state.withLock { if let place = $0.place, $0.unanswered == nil { ProgramPool.giveBack(place) } } }

  /// Begins the track at the program.
  ///
  /// - Returns: Its answer to `start`.
  package func open() throws(ProgramFault) -> Reply {
    state.withLock { $0.isAsking = true }
    return try asking(isOpening: true) { place throws(ProgramFault) in
      let reply = try place.ask("start", start)
      state.withLock { $0.last = reply }
      return reply
    }
  }

  /// Reports a trial to the program, and waits for the answer.
  ///
  /// - Parameters:
  ///   - fields: The fields of the message, each with a comma before it.
  ///   - sound: The sound, of which the program gets the path as `sound`; it may read it until it has answered.
  ///   - count: The number of earlier trials.
  /// - Returns: The answer and the connection to continue from: this one, or another if this one has already continued.
  package func tell(
    _ type: String, _ fields: String, sound: Sound? = nil, after count: Int
  ) throws(ProgramFault) -> (reply: Reply, connection: ProgramConnection) {
    if let fork = try fork(at: count, type) {
      return (try fork.tell(type, fields, sound: sound, after: count).reply, fork)
    }
    let reply = try asking { place throws(ProgramFault) in
      let reply = try place.ask(type, fields, sound)
      state.withLock { $0.keep(fields, sound, answered: reply) }
      return reply
    }
    return (reply, self)
  }

  /// Reports a trial to the program without waiting: `answer(after:)` takes the answer.
  ///
  /// - Parameters:
  ///   - fields: The fields of the message, each with a comma before it.
  ///   - count: The number of earlier trials.
  /// - Returns: The connection to continue from, as `tell` does.
  package func send(_ type: String, _ fields: String, after count: Int) throws(ProgramFault) -> ProgramConnection {
    if let fork = try fork(at: count, type) { return try fork.send(type, fields, after: count) }
    try asking { place throws(ProgramFault) in
      let sent = try place.send(type, fields)
      state.withLock { $0.keep(fields, sent: sent) }
    }
    return self
  }

  /// The answer to the last trial. Waits for it if necessary.
  ///
  /// - Parameters:
  ///   - count: The number of trials.
  ///   - telling: The type of message that reports one.
  package func answer(
    after count: Int, telling: String
  ) throws(ProgramFault) -> (reply: Reply, connection: ProgramConnection) {
    if let fork = try fork(at: count, telling) { return (try fork.answer(after: count, telling: telling).reply, fork) }
    let reply = try asking { _ throws(ProgramFault) in state.withLock(\.last) }
    guard let reply else { preconditionFailure("nothing was told") }
    return (reply, self)
  }

  /// Asks what changes nothing.
  package func ask(_ type: String, after count: Int, telling: String) throws(ProgramFault) -> Reply {
    if let fork = try fork(at: count, telling) { return try fork.ask(type, after: count, telling: telling) }
    return try asking { place throws(ProgramFault) in try place.ask(type, "") }
  }

  /// Ends the track after a useless answer, and the program with it if the track does not share it.
  ///
  /// - Parameter what: The error, such as `answered without a level`.
  /// - Returns: The fault.
  package func refuse(_ what: String) -> ProgramFault {
    let fault = ProgramFault(reason: "\(program.shown) \(what)")
    leave(with: fault)
    return fault
  }

  private func leave(with fault: ProgramFault) {
    let place = state.withLock { state in
      state.fault = state.fault ?? fault
      defer { state.place = nil }
      return state.unanswered == nil ? state.place : nil
    }
    if let place, place.isShared { ProgramPool.giveBack(place) }
  }

  /// The fault; `nil` if there is none.
  package var fault: ProgramFault? { state.withLock { $0.fault } }

  /// Makes a connection that has been told the first `count` trials. Returns `nil` if this one is free and has been told
  /// exactly these: it is then reserved until the caller's question is answered, and other callers get a fork.
  private func fork(at count: Int, _ type: String) throws(ProgramFault) -> ProgramConnection? {
    let told: [Told]? = state.withLock { state in
      if state.ends.count == count, !state.isAsking {
        state.isAsking = true
        return nil
      }
      return state.told(count)
    }
    guard let told else { return nil }
    let fork = ProgramConnection(program, start: start)
    _ = try fork.open()
    for (place, told) in told.enumerated() {
      _ = try fork.tell(type, told.fields, sound: told.sound, after: place)
    }
    return fork
  }

  /// Takes the answer to the last trial and then asks a question, with no lock held. After a failure every question has
  /// the same answer.
  ///
  /// - Parameter isOpening: Whether the question begins the track.
  private func asking<Answer>(
    isOpening: Bool = false, _ question: (ProgramPool.Place) throws(ProgramFault) -> Answer
  ) throws(ProgramFault) -> Answer {
    defer { state.withLock { $0.isAsking = false } }
    if let fault { throw fault }
    do throws(ProgramFault) {
      if isOpening {
        let place = try ProgramPool.take(program)
        state.withLock { $0.place = place }
      }
      guard let place = state.withLock(\.place) else { throw ProgramFault(reason: "\(program.shown) was not asked") }
      if let sent = state.withLock(\.unanswered) {
        let reply = try place.conversation.answer(to: sent)
        state.withLock { ($0.last, $0.unanswered) = (reply, nil) }
      }
      return try question(place)
    } catch {
      leave(with: error)
      throw error
    }
  }
}

extension ProgramConnection.State {
  /// Records a message that reported a trial, with its answer, or as sent if the answer has not come.
  fileprivate mutating func keep(
    _ fields: String, _ sound: ProgramConnection.Sound? = nil, answered reply: Reply? = nil,
    sent: Conversation.PendingMessage? = nil
  ) {
    told.append(contentsOf: fields.utf8)
    ends.append(told.count)
    if let sound { sounds.append(sound) }
    (last, unanswered) = (reply, sent)
  }

  /// The first `count` messages that reported trials.
  fileprivate func told(_ count: Int) -> [ProgramConnection.Told] {
    (0..<count).map {
      (
        String(decoding: told[($0 == 0 ? 0 : ends[$0 - 1])..<ends[$0]], as: UTF8.self),
        $0 < sounds.count ? sounds[$0] : nil
      )
    }
  }
}

/// Programs that can take a track, or another one.
package enum ProgramPool {
  /// Whether tracks that begin now share programs that serve several tracks. Otherwise each has a program of its own.
  @TaskLocal package static var isShared = false

  /// A track's place at a program.
  struct Place {
    let conversation: Conversation
    let track: Int
    let isShared: Bool

    /// Sends a message and waits for the answer. A sound lasts until then.
    func ask(
      _ type: String, _ fields: String, _ sound: ProgramConnection.Sound? = nil
    ) throws(ProgramFault) -> Reply {
      let heard = try sound?()
      let text = heard.map { ",\"sound\":\"\($0.file.path)\"\($0.fields)" } ?? ""
      return try withExtendedLifetime(heard) { () throws(ProgramFault) in
        try conversation.answer(to: try send(type, fields + text))
      }
    }

    /// Sends a message whose answer is taken later.
    func send(_ type: String, _ fields: String) throws(ProgramFault) -> Conversation.PendingMessage {
      try conversation.send(type, fields, track: track)
    }
  }

  private struct Entry {
    let conversation: Conversation
    /// The numbers of tracks that it can take.
    var free: [Int]

    var isIdle: Bool { free.count == conversation.tracks }
  }

  /// How many without any track wait for one at most.
  private static let mostIdle = 16
  private static let entries = Mutex<[Entry]>([])
  /// Held while a shared program is started: others wait for places at it.
  private static let starting = Mutex(())

  /// A place at a program that runs, or at a new one.
  static func take(_ program: Program) throws(ProgramFault) -> Place {
    guard isShared, program.tracks > 1 else {
      if let place = free(program, isShared: false) { return place }
      return Place(conversation: try Conversation(program), track: 0, isShared: false)
    }
    if let place = free(program, isShared: true) { return place }
    return try starting.withLock { _ throws(ProgramFault) in
      if let place = free(program, isShared: true) { return place }
      let conversation = try Conversation(program)
      entries.withLock { $0.append(Entry(conversation: conversation, free: Array(1..<conversation.tracks))) }
      return Place(conversation: conversation, track: 0, isShared: true)
    }
  }

  private static func free(_ program: Program, isShared: Bool) -> Place? {
    var ended: [Conversation] = []
    let place = entries.withLock { entries -> Place? in
      while let index = entries.lastIndex(where: { $0.conversation.program == program && (isShared || $0.isIdle) }) {
        let conversation = entries[index].conversation
        guard conversation.isReady(isIdle: entries[index].isIdle) else {
          ended.append(entries.remove(at: index).conversation)
          continue
        }
        let track = entries[index].free.removeLast()
        if !isShared || entries[index].free.isEmpty { entries.remove(at: index) }
        return Place(conversation: conversation, track: track, isShared: isShared)
      }
      return nil
    }
    // Release ended programs here, outside the lock.
    withExtendedLifetime(ended) {}
    return place
  }

  static func giveBack(_ place: Place) {
    let conversation = place.conversation
    let excess = entries.withLock { entries -> Entry? in
      let index = entries.firstIndex { $0.conversation === conversation }
      guard conversation.isReady(isIdle: false) else { return index.map { entries.remove(at: $0) } }
      if let index {
        entries[index].free.append(place.track)
      } else {
        let free = place.isShared ? [place.track] : Array(0..<conversation.tracks)
        entries.append(Entry(conversation: conversation, free: free))
      }
      guard entries.count(where: \.isIdle) > mostIdle else { return nil }
      return entries.firstIndex(where: \.isIdle).map { entries.remove(at: $0) }
    }
    // Release a surplus or ended program here, outside the lock.
    withExtendedLifetime(excess) {}
  }
}
