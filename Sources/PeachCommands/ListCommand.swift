import ArgumentParser
import PeachListeners
import PeachMath
import PeachPitch
import PeachReporting
import PeachStrategies
import PeachSupport

struct ListCommand: ParsableCommand {
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case strategies, listeners, functions, tunings, intervals, sounds, estimators, columns, task, experiment

    /// Whether it is one page, rather than a list of several.
    var isPage: Bool { self == .task || self == .experiment }

    /// The line of this kind in the list of lists.
    var summary: String {
      switch self {
      case .strategies: "procedures that choose the next level, and their parameters"
      case .listeners: "simulated listeners, and their parameters"
      case .functions: "psychometric functions: formulas and conversions"
      case .tunings: "tunings and the sizes of their intervals"
      case .intervals: "musical intervals, up and down"
      case .sounds: "sounds (timbres) of the notes"
      case .estimators: "how a threshold is computed from the trials of a track"
      case .columns: "the tables that Peach writes, and their columns"
      case .task: "the keys of task in an experiment file"
      case .experiment: "every key of an experiment file"
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List strategies, listeners and other declared names.",
    discussion: """
      Examples:
        peach list
        peach list strategies
        peach list strategies weighted-up-down
        peach list listeners gaussian --format json
      """)

  @Argument(help: "What to list: \(Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
  var kind: Kind?

  @Argument(help: "A name from the list, to see its details.", completion: Completions.listed)
  var name: String?

  @Option(help: "Output format.")
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
      throw ValidationError("no \(kind.rawValue) named \(SafeText.quoted(name)); \(hint)")
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
