import PeachReporting
import PeachSessions
import PeachStorage
import PeachSupport

/// The sounds that reports of stored sessions draw.
enum StoredSounds {
  /// More would make a page too long.
  private static let most = 6

  /// The first trial of each task with composed sounds. A sound that cannot be made again is left out: its files may be elsewhere.
  static func first(of sessions: [SessionRecord], in live: LiveDatabase) -> [DrawnSound] {
    let listeners = sessions.map(\.listener).distinct
    var names: Set<String> = []
    return sessions.compactMap { session in
      let name = session.name + (session.block.map { "/\($0)" } ?? "")
      guard session.trials > 0, !names.contains(name), names.count < most,
        let stored = try? StoredSession(session.number, of: session.listener, in: live, kinds: Peach.kinds),
        let made = try? stored.sound(ofTrial: 1, in: live, folder: ".")
      else { return nil }
      names.insert(name)
      let whose = listeners.count > 1 ? " of \(SafeText.cut(session.listener))" : ""
      return DrawnSound(made.sound, of: "trial 1 of session \(session.number)\(whose), \(SafeText.cut(name))")
    }
  }
}
