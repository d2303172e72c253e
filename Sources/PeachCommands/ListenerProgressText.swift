import PeachAnalysis
import PeachReporting
import PeachSessions
import PeachStorage
import PeachSupport
import PeachTrials

/// A listener's finished and remaining work: the blocks of each study, then the other sessions.
struct ListenerProgressText {
  let listener: ListenerRecord
  let sessions: [SessionRecord]
  /// By name.
  let studies: [StudyProgress]
  /// Consents and answers by the name of the study.
  let people: [String: StudyPeople.Person]

  func text(in page: PageWidth) -> String {
    let who = listener.isSimulated.map { $0 ? "a simulated responder, " : "a person, " } ?? ""
    let trials = listener.comparisons + listener.matchings
    let excluded = sessions.count { $0.note != nil }
    let heading =
      "listener \(listener.id): \(who)\(TextTable.counted(sessions.count, "session")), "
      + TextTable.counted(trials, "answered trial") + (excluded > 0 ? ", \(excluded) excluded" : "")
    let others = sessions.filter { session in
      !studies.contains { study in
        study.sessions.values.contains { $0.number == session.number }
          || study.repairs.contains { $0.session == session.number }
      }
    }
    return TextTable.paragraph(heading, to: page.text()) + studies.map { "\n" + study($0, page) }.joined()
      + (others.isEmpty ? "" : "\n" + (studies.isEmpty ? "" : "Other sessions\n\n") + table(of: others).text(in: page))
  }

  private func study(_ study: StudyProgress, _ page: PageWidth) -> String {
    let progress = study.progress
    let heading =
      "study \(SafeText.cut(study.participant.study)), listener number \(study.participant.place), "
      + (progress.group.map { "group \(SafeText.cut($0)), " } ?? "")
      + "order of blocks \(study.day.order.rawValue): \(progress.blocksDone) of "
      + "\(TextTable.counted(progress.blocks, "block")) done"
      + (progress.blocksSkipped > 0 ? ", \(progress.blocksSkipped) skipped" : "")
    let hasDays = !study.day.days.isEmpty
    let hasConditions = study.day.all.contains { !$0.conditions.isEmpty }
    var table = TextTable(
      (hasDays ? [TextColumn("day")] : []) + [TextColumn("block")] + (hasConditions ? [TextColumn("condition")] : [])
        + [
          TextColumn("is"), TextColumn("session", .number), TextColumn("trials", .number),
          TextColumn("began", rank: 2), TextColumn("excluded", .words, rank: 1),
        ])
    for step in progress.steps {
      for part in step.parts {
        let session = study.sessions[part]
        table.add(
          (hasDays ? [part.day ?? ""] : []) + [part.block] + (hasConditions ? [part.condition ?? ""] : []) + [
            ListenerProgressText.words(study.state(of: part)), session.map { String($0.number) } ?? "",
            session.map { TextTable.grouped($0.trials) } ?? "", ListenerProgressText.began(session),
            session?.note ?? "",
          ])
      }
    }
    return TextTable.paragraph(heading, to: page.text()) + "\n" + table.text(in: page) + repairs(of: study, page)
      + changes(of: study, page)
      + (people[study.participant.study].map { PeopleText.listener($0, study.day.questions, in: page) } ?? "")
  }

  /// Empty if no block was skipped or restarted.
  private func repairs(of study: StudyProgress, _ page: PageWidth) -> String {
    guard !study.repairs.isEmpty else { return "" }
    var table = TextTable([
      TextColumn("block"), TextColumn("was"), TextColumn("when", rank: 1), TextColumn("session", .number, rank: 2),
      TextColumn("trials", .number, rank: 2), TextColumn("note", .words),
    ])
    for repair in study.repairs {
      table.add([
        SafeText.cut(LabPart(block: repair.block, day: repair.day).text), repair.action.rawValue,
        ListenerProgressText.minute(repair.time),
        repair.session.map { String($0) } ?? "–", TextTable.grouped(repair.trials), repair.note,
      ])
    }
    return "\nSkipped and restarted blocks; their trials stay stored but no fit uses them\n\n" + table.text(in: page)
  }

  /// Empty if the study's file is what it was.
  private func changes(of study: StudyProgress, _ page: PageWidth) -> String {
    guard !study.changes.isEmpty else { return "" }
    var table = TextTable([
      TextColumn("changed"), TextColumn("value", .words), TextColumn("was", .words, rank: 1),
      TextColumn("is", .words, rank: 1),
    ])
    for change in study.changes {
      table.add([
        ListenerProgressText.minute(change.time), SafeText.cut(change.path), change.old.map(SafeText.cut) ?? "–",
        change.new.map(SafeText.cut) ?? "–",
      ])
    }
    return "\nChanges to the study's file since it began\n\n" + table.text(in: page)
  }

  private static func words(_ state: DayProgress.State) -> String {
    switch state {
    case .open: "left"
    case .begun: "begun"
    case .done: "done"
    case .skipped: "skipped"
    }
  }

  private func table(of sessions: [SessionRecord]) -> TextTable {
    var table = TextTable([
      TextColumn("session", .number), TextColumn("task", rank: 1), TextColumn("experiment", rank: 1),
      TextColumn("strategy"), TextColumn("trials", .number), TextColumn("began", rank: 2),
      TextColumn("excluded", .words, rank: 1),
    ])
    for session in sessions {
      table.add([
        String(session.number), session.task.rawValue, SafeText.cut(session.name), SafeText.cut(session.strategy),
        TextTable.grouped(session.trials), ListenerProgressText.began(session), session.note ?? "",
      ])
    }
    return table
  }

  /// To the minute, UTC.
  private static func began(_ session: SessionRecord?) -> String {
    session.map { minute($0.startedAt) } ?? ""
  }

  private static func minute(_ time: String?) -> String {
    time.map { String($0.prefix(16)).replacing("T", with: " ") } ?? "–"
  }
}
