package import PeachSessions

/// A person at a terminal, who answers by a key. Keys that come while answers are refused are gone.
package final class KeyResponder<Task: SessionTask>: Responder {
  private let keys: KeyInput
  private let hasSettings: Bool
  private let input: (Key) -> Task.Input?

  /// - Parameters:
  ///   - hasSettings: Whether s opens the settings: an experiment file freezes them.
  ///   - input: What a key means to this kind of trial; `nil` if it means nothing.
  package init(_ keys: KeyInput, hasSettings: Bool, _ input: @escaping (Key) -> Task.Input?) {
    self.keys = keys
    self.hasSettings = hasSettings
    self.input = input
  }

  package func wait(until moment: Double, for question: Question<Task>?) -> SessionEvent<Task.Input>? {
    while let wake = keys.next(until: moment) {
      switch wake {
      case .interruption(let interruption): return .interruption(interruption)
      case .key(let key): if let event = event(of: key, isAsked: question != nil) { return event }
      }
    }
    return nil
  }

  private func event(of key: Key, isAsked: Bool) -> SessionEvent<Task.Input>? {
    switch key {
    case .end, .character("q"), .character("Q"): return .interruption(.leave)
    case .character("s"), .character("S"): return hasSettings ? .interruption(.settings) : nil
    default: return isAsked ? input(key).map { .input($0, at: keys.clock.now) } : nil
    }
  }

  package func suspend() { keys.suspend() }
}
