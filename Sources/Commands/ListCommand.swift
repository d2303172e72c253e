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

    /// What is said of it where all of them are listed.
    var summary: String {
      switch self {
      case .strategies: "procedures that choose the next level, and what each can be told"
      case .listeners: "simulated listeners, and what each can be told"
      case .functions: "psychometric functions: formulas, and how their parameters convert"
      case .tunings: "tunings, and how large intervals are in each"
      case .intervals: "musical intervals, up and down"
      case .sounds: "what notes are made of"
      case .estimators: "how a threshold is taken from a track"
      case .columns: "the tables that peach writes, and what each column holds"
      case .task: "what the task of an experiment file can say"
      case .experiment: "every key of an experiment file"
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List what experiment files can name, or the parameters of one of them.",
    discussion: """
      Examples:
        peach list
        peach list strategies
        peach list strategies weighted-up-down
        peach list listeners gaussian --format json
      """)

  @Argument(help: "What to list: \(Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
  var kind: Kind?

  @Argument(help: "One of them, to see all about it.", completion: Completions.listed)
  var name: String?

  @Option(help: "How the list is printed.")
  var format: ListFormat = .table

  @OptionGroup var layout: PageOptions

  func run() throws {
    guard let kind else { return print(Catalogue.kinds, more: "peach list WHAT, peach list WHAT NAME") }
    guard let name = name ?? (kind.isPage ? kind.rawValue : nil) else {
      let more = Catalogue.hasDetails(kind) ? "peach list \(kind.rawValue) NAME" : nil
      return print(Catalogue.list(kind), more: more)
    }
    guard let page = try Catalogue.page(kind, name) else {
      let hint = Catalogue.hint(kind, for: name)
      throw ValidationError("no \(kind.rawValue) named \(Shown.quoted(name)); \(hint)")
    }
    if format == .json {
      Standard.data(page.value.json(indent: 2) + "\n")
    } else {
      Standard.output(page.text(in: layout.page))
    }
  }

  private func print(_ list: Catalogue.List, more: String?) {
    if format == .json {
      Standard.data(JSONRows.text(list.columns, list.rows.map { $0.map { $0.map(Value.text) } }))
    } else {
      Standard.output(list.text(in: layout.page) + (more.map { "\nmore: \($0)\n" } ?? ""))
    }
  }
}
