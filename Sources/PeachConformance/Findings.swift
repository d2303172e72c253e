import Testing

/// The broken promises that a check has found so far.
final class Findings {
  private(set) var messages: [String] = []

  func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { messages.append(message()) }
  }
}

extension [String] {
  /// Makes each an issue of the running test.
  func record(_ sourceLocation: SourceLocation) {
    for message in self { Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation) }
  }
}
