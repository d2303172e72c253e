import ArgumentParser
import PeachReporting
import PeachSessions
import PeachStorage
import PeachSupport
import PeachTrials

extension ListenerCommand {
  /// The block to repair, its study and the reason.
  struct RepairOptions: ParsableArguments {
    @Argument(help: "The listener.", completion: Completions.listeners)
    var id: String

    @Option(
      help: ArgumentHelp(
        """
        The block: its name, or its position in this listener's order of blocks, from 1.
        """, valueName: "NAME|N"))
    var block: String

    @Option(help: ArgumentHelp("The reason, in words.", valueName: "TEXT"))
    var note: String

    @Option(help: ArgumentHelp("The day; needed if the block comes on several days.", valueName: "NAME"))
    var day: String?

    @Option(help: ArgumentHelp("The study; needed if the listener takes part in several.", valueName: "NAME"))
    var study: String?

    func validate() throws { try ListenerCommand.check(note: note) }
  }

  struct Skip: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Skip one block of a study.",
      discussion: """
        Trials that the block has stay stored; they are excluded, with your note as the reason. peach listener restart \
        includes the block again. The name of the practice block is 'practice'.

        Examples:
          peach listener skip P07 --block fifth --note "headphones failed"
          peach listener skip P07 --block 3 --note "no time left" --study lab-day
        """)

    @OptionGroup var options: RepairOptions

    func run() throws {
      let target = try RepairTarget(options)
      switch target.step.state {
      case .done:
        throw target.refusal(
          "is done",
          hint: target.sessions.map {
            "peach listener exclude \(options.id) --session \($0.number) --note \(SafeText.forShell(options.note))"
          }.joined(separator: "; ") + " leaves it out of fits")
      case .skipped:
        throw target.refusal("is skipped already", hint: target.restarting("includes it again"))
      case .open, .begun: break
      }
      try target.repair(.skipped)
    }
  }

  struct Restart: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Run a block of a study again from its first trial.",
      discussion: """
        The block's session so far stays stored, excluded with the note. The block gets a new session. A skipped block is \
        included again.

        Examples:
          peach listener restart P07 --block fifth --note "phone rang"
          peach listener restart P07 --block 3 --note "wrong headphones" --study lab-day
        """)

    @OptionGroup var options: RepairOptions

    func run() throws {
      let target = try RepairTarget(options)
      guard target.step.state != .open else {
        throw target.refusal("has not begun", hint: "peach live runs it when its turn comes")
      }
      try target.repair(.restarted)
    }
  }

  static func check(note: String) throws {
    if note.allSatisfy(\.isWhitespace) { throw ValidationError("--note: expected a reason, got nothing") }
    if note.count > longestNote {
      throw ValidationError("--note: expected at most \(longestNote) characters, got \(note.count)")
    }
  }
}

/// The block of a study to repair for one listener.
private struct RepairTarget {
  let options: ListenerCommand.RepairOptions
  let live: LiveDatabase
  let study: StudyProgress
  let step: DayProgress.Step

  var sessions: [SessionRecord] { step.parts.compactMap { study.sessions[$0] } }

  init(_ options: ListenerCommand.RepairOptions) throws {
    self.options = options
    live = try ListenerDatabase.opened(for: [options.id])
    let live = live
    let all = try live.participations(of: options.id)
    guard !all.isEmpty else {
      throw RepairTarget.failure(
        "listener \(SafeText.quoted(options.id)) does not take part in any study",
        hint: "peach listener exclude \(options.id) --session N excludes a single session")
    }
    let names = all.map { SafeText.forShell($0.study) }.joined(separator: ", ")
    if let name = options.study, !all.contains(where: { $0.study == name }) {
      throw RepairTarget.failure(
        "--study: listener \(SafeText.quoted(options.id)) takes part in no study \(SafeText.quoted(name)); expected \(names)"
      )
    }
    let asked = all.filter { options.study == nil || $0.study == options.study }
    let studies = try asked.map { try StudyProgress(of: $0, in: live, kinds: Peach.kinds) }
    let found = studies.flatMap { study in
      RepairTarget.steps(options.block, on: options.day, of: study).map { (study, $0) }
    }
    guard let first = found.first else {
      let blocks = studies.flatMap { $0.progress.steps.map { SafeText.forShell($0.block.name) } }.distinct
      throw RepairTarget.failure(
        "--block: no block \(SafeText.quoted(options.block))\(options.day.map { " on day \(SafeText.quoted($0))" } ?? "") in \(names); expected \(blocks.joined(separator: ", ")), "
          + "or a position from 1")
    }
    let days = found.filter { $0.0.participant.study == first.0.participant.study }.compactMap(\.1.day)
    if days.count > 1, options.day == nil {
      throw RepairTarget.failure(
        "--block: \(SafeText.quoted(options.block)) comes on the days \(days.map(SafeText.forShell).joined(separator: ", "))",
        hint: "say which: --day \(SafeText.forShell(days[0]))")
    }
    if found.count > 1 {
      throw RepairTarget.failure(
        "--block: \(found.count) studies of listener \(SafeText.quoted(options.id)) have a block "
          + "\(SafeText.quoted(options.block)): \(names)",
        hint: "say which: --study \(SafeText.forShell(first.0.participant.study))")
    }
    (study, step) = first
  }

  /// The steps of that name, else the blocks at that place in the listener's order of a day.
  private static func steps(_ block: String, on day: String?, of study: StudyProgress) -> [DayProgress.Step] {
    let steps = study.progress.steps.filter { day == nil || $0.day == day }
    let named = steps.filter { $0.block.name == block }
    guard named.isEmpty, let place = NumberGrammar.integer(block) else { return named }
    return steps.filter { $0.number == place }
  }

  private static func failure(_ message: String, hint: String? = nil) -> Failure {
    Failure(status: ExitStatus.commandLine, message: message + (hint.map { "\n  hint: \($0)" } ?? ""))
  }

  private var name: String {
    "block \(SafeText.quoted(step.part.text)) of listener \(SafeText.quoted(options.id)), "
      + "study \(SafeText.quoted(study.participant.study)),"
  }

  func refusal(_ what: String, hint: String?) -> Failure { RepairTarget.failure("\(name) \(what)", hint: hint) }

  /// The command that restarts the block, and what it does.
  func restarting(_ what: String) -> String {
    let study =
      (step.day.map { " --day \(SafeText.forShell($0))" } ?? "")
      + (options.study.map { " --study \(SafeText.forShell($0))" } ?? "")
    return "peach listener restart \(options.id) --block \(SafeText.forShell(step.block.name))\(study) "
      + "--note \(SafeText.forShell(options.note)) \(what)"
  }

  func repair(_ action: BlockRepair.Action) throws {
    let repairs = try live.repair(
      step.part, of: study.participant, action, because: options.note, at: Timestamp.now())
    let after = try StudyProgress(of: study.participant, in: live, kinds: Peach.kinds).progress
    let sessions = repairs.compactMap(\.session).map { String($0) }
    let trials = TextTable.counted(repairs.reduce(0) { $0 + $1.trials }, "trial")
    let kept =
      switch sessions.count {
      case 0: ""
      case 1: "; session \(sessions[0]) with \(trials) stays stored, excluded with the note"
      default:
        "; sessions \(sessions.joined(separator: ", ")) with \(trials) stay stored, excluded with the note"
      }
    let next = after.next.map { "\(SafeText.quoted($0.part.text)) comes next" } ?? "no block is left"
    Standard.output("\(name) \(action.rawValue)\(kept); \(next)\n")
  }
}
