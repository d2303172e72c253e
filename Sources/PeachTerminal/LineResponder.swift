package import PeachSessions
package import PeachTrials

/// Whoever writes lines into standard input. Lines that come while answers are refused are gone, unless the input is a file,
/// which is read only once answers are accepted. The end of input leaves.
package final class LineResponder<Task: SessionTask>: Responder {
  private let lines: LineInput
  private let responses: SessionResponses
  private let input: (String) -> Task.Input?
  /// Says what a line looks like, or that it came early.
  private let explain: (LineRefusal) -> Void

  /// - Parameters:
  ///   - responses: How the listener answers.
  ///   - input: What a line means to this kind of trial; `nil` if it means nothing.
  ///   - explain: Says what a line looks like, or that it came early.
  package init(
    _ lines: LineInput, responses: SessionResponses = SessionResponses(), _ input: @escaping (String) -> Task.Input?,
    explain: @escaping (LineRefusal) -> Void
  ) {
    self.lines = lines
    self.responses = responses
    self.input = input
    self.explain = explain
  }

  package func wait(until moment: Double, for question: Question<Task>?) -> SessionEvent<Task.Input>? {
    guard let question else { return refuse(until: moment) }
    while true {
      switch lines.next(until: moment) {
      case nil: return nil
      case .interruption(let interruption)?: return .interruption(interruption)
      case .end?: return .interruption(.leave)
      case .line(let line)?:
        if LineInput.leaves(line) { return .interruption(.leave) }
        if let event = answer(by: line, question.subject) { return event }
        explain(.unknown)
      }
    }
  }

  private func refuse(until moment: Double) -> SessionEvent<Task.Input>? {
    let wake = lines.pause(until: moment) { [explain] line in
      if LineInput.leaves(line) { return true }
      if !line.isEmpty { explain(.early) }
      return false
    }
    switch wake {
    case nil: return nil
    case .line?, .end?: return .interruption(.leave)
    case .interruption(let interruption)?: return .interruption(interruption)
    }
  }

  private func answer(by line: String, _ subject: Question<Task>.Subject) -> SessionEvent<Task.Input>? {
    switch subject {
    case .confidence(let scale):
      return scale.rating(by: line.lowercased()).map { .confidence($0, at: lines.clock.now) }
    case .answer(let mayRepeat):
      if responses.repeats?.keys.contains(line.lowercased()) == true { return mayRepeat ? .again : nil }
      return input(line).map { .input($0, at: lines.clock.now) }
    }
  }

  package func suspend() { lines.suspend() }
}

/// Why a line was refused.
package enum LineRefusal: Hashable, Sendable {
  /// It came while answers were refused.
  case early
  /// It means nothing.
  case unknown
}
