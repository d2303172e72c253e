import PeachAnalysis
import PeachExperiments
import PeachReporting
import PeachSessions
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTerminal
import PeachTrials

/// A day in the lab: an experiment file with a section `lab`, gone through by a listener at a terminal, in lines, or by a
/// simulated one.
struct LiveLab {
  let experiment: Experiment
  let lab: LabPlan
  let path: String
  let listener: String
  let place: Int?
  let group: String?
  let isEarly: Bool
  let device: String?
  let responders: [String]

  /// - Returns: The number of the signal that ended it; `nil` if none did.
  func run(in room: LiveTerminal, _ database: LiveDatabase) throws -> Int32? {
    let sitting = try StudySession(
      experiment, lab, path: path, device: device, isSilent: room.isSilent, database: database, listener: listener,
      place: place, group: group, isEarly: isEarly, responders: responders, responderPlace: "--responder",
      twins: { try Twins.source(of: $0, calibration: $1, in: database) }, kinds: Peach.kinds)
    let outcome = try sitting.run(in: room)
    room.close()
    LiveTerminal.tell(text(of: outcome, room.words))
    if case .signal(let number) = outcome.end { return number }
    return nil
  }

  private func text(of outcome: StudySession.Outcome, _ words: Words) -> String {
    let name = "\(SafeText.cut(experiment.plan.name)), \(listener)"
    guard let progress = outcome.progress?.progress else {
      return "\(name): \(outcome.isDeclined ? words.declined : words.leftBeforeConsent)\n"
    }
    let count = outcome.sessions.count
    let done = words.blocks(done: progress.blocksDone, of: progress.blocks, skipped: progress.blocksSkipped)
    let isOver = progress.next == nil && count == 0
    if outcome.isScreenedOut { return "\(name): \(words.screenedOut)\n" + backup(outcome) }
    let over = !isOver ? "" : progress.blocksSkipped > 0 ? words.noBlockLeft : words.studyComplete
    var text = "\(name): \(over)\(done)"
    if let next = progress.next {
      text += "; " + words.next(next.part.text, after: next.state.trials, day: outcome.nextDay)
    }
    let changes = outcome.changes.map {
      "\(SafeText.cut(experiment.plan.name)): the file has changed since the study began; the study continues with the "
        + "change, which is stored: \($0.text)\n"
    }
    return text + "\n" + changes.joined() + backup(outcome)
      + commands(outcome, words).text(to: min(PageWidth.usual, Standard.errorWidth))
  }

  /// The last copy of the records, or why there is none.
  private func backup(_ outcome: StudySession.Outcome) -> String {
    if let problem = outcome.backupProblem {
      return
        "all answers are stored, but the records could not be copied after the last block: \(problem.description)\n"
    }
    return outcome.backup.map { "copied the records to \(SafeText.line($0))\n" } ?? ""
  }

  /// The commands that show what was stored. Only the researcher sees tracks; a listener sees no score.
  private func commands(_ outcome: StudySession.Outcome, _ words: Words) -> FactList {
    var commands = FactList()
    if outcome.progress?.progress.next != nil {
      commands.add("peach live \(SafeText.forShell(path)) --listener \(listener)", words.continuesStudy)
    }
    commands.add("peach listener \(listener)", words.whatIsLeft)
    if let session = outcome.sessions.last(where: { $0.trials > 0 }) {
      commands.add("peach trace --listener \(listener) --session \(session.number)", words.seesBlock)
      commands.add("peach report --listener \(listener) -o \(listener).html", words.seesStudy)
    }
    return commands
  }
}
