import Synchronization

/// A place at a program for one track: the program is started for it, and gets its trials one by one.
///
/// A track is a value, and a copy of it forks; a program does not. So a seat remembers all that it sent: who continues from an
/// earlier trial gets a seat of its own, with a program that gets the same again. Programs that are done with a track
/// serve the next one: as many run as are needed for the tracks at a time.
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

  deinit { state.withLock { if let place = $0.place { ProgramPool.giveBack(place) } } }

  /// Sits down: the program begins a track.
  ///
  /// - Returns: Its answer to `start`.
  package func open() throws(ProgramFault) -> Reply {
    state.withLock { $0.isAsking = true }
    return try asking(isOpening: true) { place throws(ProgramFault) in try place.ask("start", start) }
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
    try asking { place throws(ProgramFault) in
      let reply = try place.ask(type, fields, sound)
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
      return state.place
    }
    if let place, place.isShared { ProgramPool.giveBack(place) }
  }

  /// The fault; `nil` if there is none.
  package var fault: ProgramFault? { state.withLock { $0.fault } }

  /// Makes a seat that has been told the first `count` trials. Returns `nil` if this seat is free and has been told
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

  /// Asks a question and waits for the answer, with no lock held. After a failure every question has the same answer.
  ///
  /// - Parameter isOpening: Whether the question begins the track.
  private func asking(
    isOpening: Bool = false, _ question: (ProgramPool.Place) throws(ProgramFault) -> Reply
  ) throws(ProgramFault) -> Reply {
    defer { state.withLock { $0.isAsking = false } }
    if let fault { throw fault }
    do throws(ProgramFault) {
      if isOpening {
        let place = try ProgramPool.take(program)
        state.withLock { $0.place = place }
      }
      guard let place = state.withLock(\.place) else { throw ProgramFault(reason: "\(program.shown) was not asked") }
      return try question(place)
    } catch {
      leave(with: error)
      throw error
    }
  }
}

extension ProgramConnection.State {
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
        try conversation.ask(type, fields + text, track: track)
      }
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
