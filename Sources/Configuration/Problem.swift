/// One thing wrong with a file: where, what, and how to mend it.
public struct Problem: Hashable, Sendable, CustomStringConvertible {
  public var place: Place
  /// The dotted way to the value, such as `listeners.musician.jnd`; empty for the file itself.
  public var path: String
  /// `expected …, got …`, without a full stop.
  public var message: String
  public var hint: String?

  public init(place: Place, path: String, message: String, hint: String? = nil) {
    self.place = place
    self.path = path
    self.message = message
    self.hint = hint
  }

  public var description: String {
    "\(place): \(path.isEmpty ? "" : path + ": ")\(message)" + (hint.map { "\n  hint: \($0)" } ?? "")
  }
}

/// Every problem of a file, in the order of their places.
public struct ConfigurationError: Error, Sendable, CustomStringConvertible {
  public var problems: [Problem]

  public init(_ problems: [Problem]) { self.problems = problems }

  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// Gathers the problems of one file while reading goes on. A problem met twice (a sweep reads its file once for each
/// value) counts once.
public final class Diagnostics {
  private var found: [Problem] = []
  private var seen: Set<Problem> = []

  public init() {}

  public var isEmpty: Bool { found.isEmpty }

  public func report(_ problem: Problem) {
    if seen.insert(problem).inserted { found.append(problem) }
  }

  /// - Throws: `ConfigurationError` with all problems so far, if there are any.
  public func check() throws(ConfigurationError) {
    guard !found.isEmpty else { return }
    let inOrder = found.enumerated().sorted {
      ($0.element.place.line, $0.element.place.column, $0.offset)
        < ($1.element.place.line, $1.element.place.column, $1.offset)
    }
    throw ConfigurationError(inOrder.map(\.element))
  }
}
