import ArgumentParser
import Configuration
import Listeners
import Pitch
import Psychometrics
import Reports
import Strategies

struct ListCommand: ParsableCommand {
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case strategies, listeners, functions, tunings, intervals, sounds, estimators, columns, task, experiment

    /// Whether it is one page, rather than a list of several.
    var isPage: Bool { self == .task || self == .experiment }
  }

  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List what experiment files can name, or the parameters of one of them.",
    discussion: """
      Examples:
        peach list strategies
        peach list strategies weighted-up-down
        peach list listeners gaussian --format json
        peach list task
      """)

  @Argument(help: "What to list: \(Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
  var kind: Kind

  @Argument(help: "One of them, to see all about it.")
  var name: String?

  @Option(help: "How the list is printed.")
  var format: ListFormat = .table

  func run() throws {
    guard let name = name ?? (kind.isPage ? kind.rawValue : nil) else {
      let catalogue = Catalogue.list(kind)
      if format == .json {
        Standard.data(JSONRows.text(catalogue.columns, catalogue.rows.map { $0.map { $0.map(Value.text) } }))
      } else {
        Standard.output(
          catalogue.text + (catalogue.advice.map { "\n\($0)\n" } ?? "")
            + (Catalogue.hasDetails(kind) ? "\nmore: peach list \(kind.rawValue) NAME\n" : ""))
      }
      return
    }
    guard let page = try Catalogue.page(kind, name) else {
      let hint = Catalogue.hint(kind, for: name)
      throw ValidationError("no \(kind.rawValue) named \(Shown.quoted(name)); \(hint)")
    }
    if format == .json { Standard.data(page.value.json(indent: 2) + "\n") } else { Standard.output(page.text) }
  }
}
