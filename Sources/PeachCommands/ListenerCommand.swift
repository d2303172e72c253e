import ArgumentParser
import PeachAnalysis
import PeachReporting
import PeachSessions
import PeachStorage
import PeachSupport

struct ListenerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listener",
    abstract: "Show, repair and manage listeners and their sessions.",
    discussion: """
      Listeners have pseudonyms. Their records are in the folder ~/.local/share/peach, or in $PEACH_HOME or \
      $XDG_DATA_HOME/peach if such an environment variable is set. With only a pseudonym, the command shows the \
      listener's sessions and the progress of each study.

      Examples:
        peach listener list
        peach listener P07
        peach listener describe P07 age=34 instrument=violin --study lab-day
        peach listener exclude P07 --session 3 --note "fell asleep"
        peach listener skip P07 --block fifth --note "headphones failed"
        peach listener restart P07 --block fifth --note "phone rang"
      """,
    subcommands: [
      Show.self, List.self, Add.self, Describe.self, Exclude.self, Include.self, Skip.self, Restart.self, Reset.self,
      Delete.self,
    ],
    defaultSubcommand: Show.self)

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show a listener's sessions and the progress of studies.",
      discussion: """
        Examples:
          peach listener show P07
          peach listener P07
        """)

    @Argument(help: "The listener.", completion: Completions.listeners)
    var id: String?

    @OptionGroup var layout: PageOptions

    func run() throws {
      guard let id else { throw CleanExit.helpRequest(ListenerCommand.self) }
      let live = try ListenerCommand.opened(for: id)
      guard let listener = try live.listener(id) else { return }
      let studies = try live.participations(of: id).map { try StudyProgress(of: $0, in: live, kinds: Peach.kinds) }
      let people = try studies.map { ($0.participant.study, try StudyPeople.Person($0, in: live)) }
      let text = ListenerProgressText(
        listener: listener, sessions: try live.sessions(of: id), studies: studies,
        people: Dictionary(people, uniquingKeysWith: { first, _ in first }))
      Standard.output(text.text(in: layout.page))
    }
  }

  struct Exclude: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Exclude a session from fits, profile and reports.",
      discussion: """
        The trials of the session stay stored, and every export has your note in their column excluded. peach fit \
        --with-excluded includes these trials; peach listener include undoes the exclusion.

        Examples:
          peach listener exclude P07 --session 3 --note "fell asleep"
          peach listener exclude P07 --session 5 --note "wrong headphones"
        """)

    @Argument(help: "The listener.", completion: Completions.listeners)
    var id: String

    @Option(help: ArgumentHelp("The number of the session.", valueName: "N"))
    var session: Int

    @Option(help: ArgumentHelp("The reason, in words.", valueName: "TEXT"))
    var note: String

    func validate() throws { try ListenerCommand.check(note: note) }

    func run() throws { try ListenerCommand.exclude(session, of: id, because: note) }
  }

  struct Include: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Include an excluded session again.",
      discussion: """
        Examples:
          peach listener include P07 --session 3
          peach listener include P08 --session 1
        """)

    @Argument(help: "The listener.", completion: Completions.listeners)
    var id: String

    @Option(help: ArgumentHelp("The number of the session.", valueName: "N"))
    var session: Int

    func run() throws { try ListenerCommand.exclude(session, of: id, because: nil) }
  }

  static let longestNote = 1000

  private static func exclude(_ number: Int, of id: String, because note: String?) throws {
    let live = try ListenerDatabase.opened(for: [id])
    guard let session = try live.session(number, of: id) else {
      let count = try live.sessions(of: id).count
      throw Failure(
        status: ExitStatus.commandLine,
        message: "listener \(SafeText.quoted(id)) has no session \(number)\n  hint: there \(count == 1 ? "is" : "are") "
          + counted(count, "session"))
    }
    try live.exclude(session, because: note)
    let name = "session \(number) of \(id)" + (session.block.map { ", block \(SafeText.cut($0))" } ?? "")
    let trials = session.trials == 1 ? "its 1 trial stays" : "its \(session.trials) trials stay"
    let isPractice = session.isPractice ? ", but fits and profile still leave them out: the session is practice" : ""
    let earlier =
      session.note.flatMap { $0 == note ? nil : ", which replaces the earlier one, \(SafeText.quoted($0))" } ?? ""
    Standard.output(
      note == nil
        ? "\(name): included again\(isPractice)\n" : "\(name): excluded; \(trials) stored, with the note\(earlier)\n")
  }

  /// The database, if it knows the listener. A word that was meant as a command gets a hint.
  private static func opened(for id: String) throws -> LiveDatabase {
    do {
      return try ListenerDatabase.opened(for: [id])
    } catch let failure as Failure where !failure.message.contains("did you mean") {
      let names = configuration.subcommands.map { $0._commandName }
      guard let near = NearestName.of(id, among: names) else { throw failure }
      throw Failure(
        status: ExitStatus.commandLine,
        message: "no listener \(SafeText.quoted(id))\n  hint: did you mean peach listener \(near)?")
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the listeners and their stored sessions.",
      discussion: """
        Examples:
          peach listener list
          peach listener list --wide
        """)

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
          SafeText.cut(listener.id), answers, String(listener.sessions), String(listener.comparisons),
          String(listener.matchings),
          listener.lastStartedAt ?? "–",
        ])
      }
      Standard.output(table.text(in: layout.page))
      if listeners.isEmpty, Standard.errorIsTerminal { Standard.error("add one: peach listener add ID\n") }
    }
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add a listener.",
      discussion: """
        Examples:
          peach listener add P07
          peach listener add pilot-1
        """)

    @Argument(help: "A pseudonym.")
    var id: String

    func validate() throws { try ListenerOption.check(id, of: "ID") }

    func run() throws {
      guard try ListenerDatabase.open().addListener(id) else {
        throw Failure(status: ExitStatus.commandLine, message: "listener \(SafeText.quoted(id)) exists already")
      }
      Standard.output("added listener \(SafeText.cut(id))\n")
    }
  }

  struct Reset: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Start a listener's profile again from nothing.",
      discussion: """
        Peach removes earlier sessions from the profile. They stay stored with their numbers, and exports include them. \
        Without an option, the command resets comparisons and matchings.

        Examples:
          peach listener reset P07
          peach listener reset P07 --comparison
        """)

    @Argument(help: "The listener.", completion: Completions.listeners)
    var id: String

    @Flag(help: "Remove comparisons from the profile.")
    var comparison = false

    @Flag(help: "Remove pitch matchings from the profile.")
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
        "listener \(id): \(counts.joined(separator: " and ")) no longer count in the profile; the records stay "
          + "stored\n")
    }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Delete a listener with all records and settings.",
      discussion: """
        The database then has no data of the listener. Files exported before stay where they are.

        Examples:
          peach listener delete P07
          peach listener delete P07 --yes
        """)

    @Argument(help: "The listener.", completion: Completions.listeners)
    var id: String

    @Flag(help: "Delete without asking.")
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
            message: "\(what) would be deleted\n  hint: add --yes to delete without asking")
        }
        Standard.error("delete \(what)? This cannot be undone. [y/N] ")
        guard let answer = Standard.line(), ["y", "yes"].contains(answer.lowercased()) else {
          Standard.error("cancelled; nothing was deleted\n")
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
