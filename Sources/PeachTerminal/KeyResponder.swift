package import PeachSessions
package import PeachTrials

/// A person at a terminal, who answers by a key. Keys that come while answers are refused are gone.
package final class KeyResponder<Task: SessionTask>: Responder {
  private let keys: KeyInput
  private let hasSettings: Bool
  private let responses: SessionResponses
  private let input: (Key) -> Task.Input?
  private let refuse: (_ isEarly: Bool) -> Void
  private let showHelp: (() -> Void)?

  /// - Parameters:
  ///   - hasSettings: Whether s opens the settings: an experiment file freezes them.
  ///   - responses: How the listener answers.
  ///   - refuse: Shows that a key was refused, because it came early or means nothing.
  ///   - showHelp: Shows the meaning of the keys; `nil` if there is no screen for it.
  ///   - input: What a key means to this kind of trial; `nil` if it means nothing.
  package init(
    _ keys: KeyInput, hasSettings: Bool, responses: SessionResponses = SessionResponses(),
    refuse: @escaping (_ isEarly: Bool) -> Void = { _ in }, showHelp: (() -> Void)? = nil,
    _ input: @escaping (Key) -> Task.Input?
  ) {
    self.keys = keys
    self.hasSettings = hasSettings
    self.responses = responses
    self.refuse = refuse
    self.showHelp = showHelp
    self.input = input
  }

  package func wait(until moment: Double, for question: Question<Task>?) -> SessionEvent<Task.Input>? {
    while let wake = keys.next(until: moment) {
      switch wake {
      case .interruption(let interruption): return .interruption(interruption)
      case .key(let key): if let event = event(of: key, question?.subject) { return event }
      }
    }
    return nil
  }

  private func event(of key: Key, _ subject: Question<Task>.Subject?) -> SessionEvent<Task.Input>? {
    switch key {
    case .end, .character("q"), .character("Q"): return .interruption(.leave)
    case .character("s") where hasSettings, .character("S") where hasSettings: return .interruption(.settings)
    case .character("?") where showHelp != nil: return .interruption(.help)
    default: break
    }
    let event = subject.flatMap { answer(by: key, $0) }
    if event == nil { refuse(subject == nil) }
    return event
  }

  private func answer(by key: Key, _ subject: Question<Task>.Subject) -> SessionEvent<Task.Input>? {
    switch subject {
    case .confidence(let scale):
      return key.name.flatMap(scale.rating).map { .confidence($0, at: keys.clock.now) }
    case .answer(let mayRepeat):
      if let name = key.name, responses.repeats?.keys.contains(name) == true { return mayRepeat ? .again : nil }
      return input(key).map { .input($0, at: keys.clock.now) }
    }
  }

  package func help() -> SessionInterruption? {
    guard let showHelp else { return nil }
    let before = keys.redraw
    defer { keys.redraw = before }
    keys.redraw = showHelp
    showHelp()
    return keys.key() == nil ? .signal(keys.ended ?? 0) : nil
  }

  package func suspend() { keys.suspend() }
}
