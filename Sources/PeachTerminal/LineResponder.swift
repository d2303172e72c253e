package import PeachSessions

/// Whoever writes lines into standard input: read only once answers are accepted, so that none is lost. The
/// end of input leaves.
package final class LineResponder<Task: SessionTask>: Responder {
  private let lines: LineInput
  private let input: (String) -> Task.Input?
  /// Says what an answer looks like.
  private let explain: () -> Void

  /// - Parameters:
  ///   - input: What a line means to this kind of trial; `nil` if it means nothing.
  ///   - explain: Says what an answer looks like.
  package init(_ lines: LineInput, _ input: @escaping (String) -> Task.Input?, explain: @escaping () -> Void) {
    self.lines = lines
    self.input = input
    self.explain = explain
  }

  package func wait(until moment: Double, for question: Question<Task>?) -> SessionEvent<Task.Input>? {
    guard question != nil else { return lines.pause(until: moment).map { .interruption($0) } }
    while true {
      switch lines.next(until: moment) {
      case nil: return nil
      case .interruption(let interruption)?: return .interruption(interruption)
      case .end?: return .interruption(.leave)
      case .line(let line)?:
        if LineInput.leaves(line) { return .interruption(.leave) }
        if let input = input(line) { return .input(input, at: lines.clock.now) }
        explain()
      }
    }
  }

  package func suspend() { lines.suspend() }
}
