import ArgumentParser
import Configuration
import Records
import Reports

struct ListenerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listener",
    abstract: "List, add, reset or delete listeners.",
    discussion: """
      Listeners are pseudonyms. Their records are in $PEACH_HOME, else in the XDG data folder.

      Example:
        peach listener list
      """,
    subcommands: [List.self, Add.self, Reset.self, Delete.self])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the listeners with what is stored of them.")

    @OptionGroup var layout: PageOptions

    func run() throws {
      let listeners = try ListenerDatabase.existing()?.listeners() ?? []
      var table = TextTable([
        TextColumn("listener"), TextColumn("answers", rank: 3), TextColumn("sessions", .number, rank: 1),
        TextColumn("comparisons", .number, rank: 2), TextColumn("matchings", .number, rank: 2),
        TextColumn("last session", rank: 1),
      ])
      for listener in listeners {
        let answers = listener.isSimulated.map { $0 ? "responder" : "person" } ?? "–"
        table.add([
          Shown.cut(listener.id), answers, String(listener.sessions), String(listener.comparisons),
          String(listener.matchings),
          listener.lastStartedAt ?? "–",
        ])
      }
      Standard.output(table.text(in: layout.page))
      if listeners.isEmpty, Standard.errorIsTerminal { Standard.error("add one: peach listener add ID\n") }
    }
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add a listener.")

    @Argument(help: "A pseudonym.")
    var id: String

    func validate() throws { try ListenerOption.check(id, of: "ID") }

    func run() throws {
      guard try ListenerDatabase.open().addListener(id) else {
        throw Failure(status: ExitStatus.commandLine, message: "listener \(Shown.quoted(id)) is there already")
      }
      Standard.output("added listener \(Shown.cut(id))\n")
    }
  }

  struct Reset: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Let a listener's profile start anew.",
      discussion: """
        Sessions so far leave the profile. They stay stored, with their numbers, and are exported as before. Without a \
        kind, both.
        """)

    @Argument(help: "The listener.", completion: Completions.listeners)
    var id: String

    @Flag(help: "Comparisons leave the profile.")
    var comparison = false

    @Flag(help: "Pitch matchings leave the profile.")
    var matching = false

    func run() throws {
      let live = try ListenerDatabase.opened(for: [id])
      let kinds: Set<SessionKind> =
        comparison == matching ? [.comparison, .matching] : comparison ? [.comparison] : [.matching]
      let leaving = try live.sessions(of: id).filter { $0.isInProfile && kinds.contains($0.kind) }
      let counts = SessionKind.allCases.filter(kinds.contains).map { kind in
        ListenerCommand.counted(leaving.filter { $0.kind == kind }.count, "\(kind.rawValue) session")
      }
      try live.reset(id, kinds)
      Standard.output(
        "listener \(id): \(counts.joined(separator: " and ")) out of the profile from now on; the records stay\n")
    }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Delete a listener with all records and settings.",
      discussion: "Nothing of them is left in the database. Files exported before stay where they are.")

    @Argument(help: "The listener.", completion: Completions.listeners)
    var id: String

    @Flag(help: "Do not ask.")
    var yes = false

    func run() throws {
      let live = try ListenerDatabase.opened(for: [id])
      guard let listener = try live.listener(id) else { return }
      let what =
        "listener \(id): " + ListenerCommand.counted(listener.sessions, "session") + ", "
        + ListenerCommand.counted(listener.comparisons, "comparison") + ", "
        + ListenerCommand.counted(listener.matchings, "pitch matching") + " and the settings"
      if !yes {
        guard Standard.inputIsTerminal else {
          throw Failure(
            status: ExitStatus.commandLine,
            message: "\(what) would be deleted\n  hint: --yes does it without asking")
        }
        Standard.error("delete \(what)? This cannot be undone. [y/N] ")
        guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else {
          Standard.error("nothing was deleted\n")
          return
        }
      }
      try live.delete(id)
      Standard.output("deleted \(what)\n")
    }
  }

  /// "1 session", "2 sessions".
  static func counted(_ count: Int, _ what: String) -> String { "\(count) \(what)\(count == 1 ? "" : "s")" }
}
