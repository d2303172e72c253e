import ArgumentParser
import PeachAnalysis
import PeachReporting
import PeachSessions
import PeachStorage
import PeachSupport
import PeachTrials

extension ListenerCommand {
  struct Describe: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Enter facts about a listener of a study.",
      discussion: """
        A fact is the answer to a question that the study's file marks with about: listener. The listener must take \
        part in the study, so that nothing is stored without consent. A new value replaces the earlier one, which \
        stays in the column earlier of the table answers. If the listener refuses to answer, write - as the value. \
        Without a fact, the command shows what is known.

        Examples:
          peach listener describe P07
          peach listener describe P07 age=34 instrument=violin --study lab-day
          peach listener describe P07 instrument=-
        """)

    @Argument(help: "The listener.", completion: Completions.listeners)
    var id: String

    @Argument(help: ArgumentHelp("Facts about the listener, such as age=34.", valueName: "NAME=VALUE"))
    var facts: [String] = []

    @Option(help: ArgumentHelp("The study; needed if the listener takes part in several.", valueName: "NAME"))
    var study: String?

    func run() throws {
      let live = try ListenerDatabase.opened(for: [id])
      let progress = try progress(in: live)
      let questions = progress.day.questions.filter { $0.subject == .listener }
      let name = "listener \(SafeText.quoted(id)), study \(SafeText.quoted(progress.participant.study))"
      if questions.isEmpty {
        throw Describe.failure(
          "\(name): the study declares no facts about listeners", hint: "add questions with about: listener to its file"
        )
      }
      let answers = try facts.map { try Describe.answer($0, questions) }
      if let twice = answers.map(\.question).first(where: { name in answers.count { $0.question == name } > 1 }) {
        throw Describe.failure("\(twice): given twice; expected each fact once")
      }
      try live.replace(answers, of: progress.participant)
      let person = try StudyPeople.Person(progress, in: live)
      Standard.output(name + PeopleText.facts(person, questions, in: PageWidth(columns: PageWidth.usual)))
    }

    private func progress(in live: LiveDatabase) throws -> StudyProgress {
      let all = try live.participations(of: id)
      let names = all.map { SafeText.forShell($0.study) }.joined(separator: ", ")
      guard let first = all.first else {
        throw Describe.failure(
          "listener \(SafeText.quoted(id)) does not take part in any study",
          hint: "peach live FILE --listener \(id) begins a study")
      }
      guard let study else {
        if all.count == 1 { return try StudyProgress(of: first, in: live, kinds: Peach.kinds) }
        throw Describe.failure(
          "listener \(SafeText.quoted(id)) takes part in \(all.count) studies: \(names)",
          hint: "say which: --study \(SafeText.forShell(first.study))")
      }
      guard let chosen = all.first(where: { $0.study == study }) else {
        throw Describe.failure(
          "--study: listener \(SafeText.quoted(id)) takes part in no study \(SafeText.quoted(study)); expected \(names)"
        )
      }
      return try StudyProgress(of: chosen, in: live, kinds: Peach.kinds)
    }

    private static func answer(_ fact: String, _ questions: [LabQuestion]) throws -> AnswerRecord {
      guard let sign = fact.firstIndex(of: "=") else {
        throw failure("expected NAME=VALUE, got \(SafeText.quoted(fact))")
      }
      let (name, value) = (String(fact[..<sign]), String(fact[fact.index(after: sign)...]))
      let names = questions.map(\.name)
      guard let question = questions.first(where: { $0.name == name }) else {
        throw failure(
          "\(SafeText.cut(name)): the study has no question about the listener with this name; expected one of "
            + "\(names.joined(separator: ", "))",
          hint: NearestName.question(for: name, among: names))
      }
      guard let answer = question.answer(value, isNumbered: false) else {
        throw failure("\(name): expected \(question.expectation), got \(SafeText.quoted(value))")
      }
      return AnswerRecord(name, answer, source: .experimenter, language: nil, time: Timestamp.now())
    }

    private static func failure(_ message: String, hint: String? = nil) -> Failure {
      Failure(status: ExitStatus.commandLine, message: message + (hint.map { "\n  hint: \($0)" } ?? ""))
    }
  }
}
