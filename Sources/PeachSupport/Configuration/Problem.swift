/// A problem in a file, or a warning about it: its position, the message, and a hint.
public struct Problem: Hashable, Sendable, CustomStringConvertible {
  /// The position in the file.
  public var place: Place
  /// The dotted path of the value, such as `listeners.musician.jnd`; empty for the file itself.
  public var path: String
  /// The message, such as `expected a number > 0, got 'x'`, without a full stop.
  public var message: String
  /// Advice on what to write; `nil` if there is none.
  public var hint: String?

  /// A problem; see the properties.
  public init(place: Place, path: String, message: String, hint: String? = nil) {
    self.place = place
    self.path = path
    self.message = message
    self.hint = hint
  }

  /// The problem on one line, `FILE:LINE:COLUMN: PATH: MESSAGE`, and its hint on a second one. Control characters of
  /// the file are escaped.
  public var description: String {
    SafeText.line("\(place): \(path.isEmpty ? "" : path + ": ")\(message)")
      + (hint.map { "\n  hint: \(SafeText.line($0))" } ?? "")
  }
}

/// The error of a configuration file: all its problems, in the order of their places.
///
/// ```swift
/// do {
///   _ = try Experiment.parse("task: {kind: comparison}", file: "pilot.yaml")
/// } catch {
///   for problem in error.problems { print(problem) }
/// }
/// ```
public struct ConfigurationError: Error, Sendable, CustomStringConvertible {
  /// The problems, in the order of their positions in the file.
  public var problems: [Problem]
  /// Number of further problems that `problems` leaves out; 0 if it has all. Peach keeps the first 20 problems of a
  /// table or of the syntax of YAML, and all problems of the settings in an experiment.
  public var omitted: Int

  /// Makes an error. State the problems in the order of their positions, because the error does not sort them.
  ///
  /// - Parameter omitted: The number of further problems that `problems` leaves out.
  public init(_ problems: [Problem], omitted: Int = 0) {
    self.problems = problems
    self.omitted = omitted
  }

  /// All problems, one or two lines for each, and the number of omitted ones.
  public var description: String {
    let rest = omitted == 0 ? [] : ["and \(omitted) more problem\(omitted == 1 ? "" : "s")"]
    return (problems.map(\.description) + rest).joined(separator: "\n")
  }
}

/// Collects the problems, warnings and advice of one file while it is read. A `Reader` reports to it, and Peach throws
/// the problems as a `ConfigurationError`. In your own package, only pass it on to `Reader.read`.
///
/// A problem that occurs twice counts once. A file whose parameters vary is read once for each value, and an aliased
/// node wherever it is used.
public final class Diagnostics {
  /// How many problems of a table are reported: one mistake in a column is made in every row.
  package static let tableLimit = 20

  private let limit: Int
  /// Returns a hint for a list that stands where one value is expected.
  let hintForList: (_ path: String, _ items: [Node]) -> String?
  private var found: [Problem] = []
  private var seen: Set<Complaint> = []
  private var omitted = 0
  /// Warnings about valid settings that cannot work, in the order in which they were found.
  package private(set) var warnings: [Problem] = []
  /// Advice on values that are valid but could be better, in the order in which they were read.
  package private(set) var advice: [Problem] = []

  /// The identity of a problem: message, key and place.
  private struct Complaint: Hashable {
    var place: Place
    var key: Substring?
    var message: String

    init(_ problem: Problem) {
      (place, message) = (problem.place, problem.message)
      key = problem.path.split(separator: ".").last
    }
  }

  /// - Parameters:
  ///   - limit: How many problems are kept; those after them are only counted.
  ///   - hintForList: What to write instead of a list under a path where one value is expected.
  package init(
    limit: Int = .max, hintForList: @escaping (_ path: String, _ items: [Node]) -> String? = { _, _ in nil }
  ) {
    self.limit = limit
    self.hintForList = hintForList
  }

  package var isEmpty: Bool { found.isEmpty }

  /// How many there are so far.
  package var count: Int { found.count + omitted }

  package func report(_ problem: Problem) {
    if found.count >= limit {
      omitted += seen.contains(Complaint(problem)) ? 0 : 1
    } else if seen.insert(Complaint(problem)).inserted {
      found.append(problem)
    }
  }

  /// Notes advice on a valid value. The same advice counts once, as a problem does.
  package func advise(_ problem: Problem) { if seen.insert(Complaint(problem)).inserted { advice.append(problem) } }

  /// Notes what is right and yet hopeless; it counts once, as a problem does.
  package func warn(_ problem: Problem) { if seen.insert(Complaint(problem)).inserted { warnings.append(problem) } }

  /// - Throws: `ConfigurationError` with all problems so far, if there are any.
  package func check() throws(ConfigurationError) {
    guard !found.isEmpty else { return }
    let inOrder = found.enumerated().sorted {
      ($0.element.place.line, $0.element.place.column, $0.offset)
        < ($1.element.place.line, $1.element.place.column, $1.offset)
    }
    throw ConfigurationError(inOrder.map(\.element), omitted: omitted)
  }
}
