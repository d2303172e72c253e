import Configuration
import Lab
import Records
import Reports
import Sittings

/// What a listener has done and what is left: the blocks of each study, then the other sessions.
struct ListenerProgressText {
  let listener: ListenerRecord
  let sessions: [SessionRecord]
  /// By name.
  let studies: [StudyProgress]

  func text(in page: PageWidth) -> String {
    let who = listener.isSimulated.map { $0 ? "a simulated responder, " : "a person, " } ?? ""
    let trials = listener.comparisons + listener.matchings
    let excluded = sessions.count { $0.note != nil }
    let heading =
      "listener \(listener.id): \(who)\(TextTable.counted(sessions.count, "session")), "
      + TextTable.counted(trials, "answered trial") + (excluded > 0 ? ", \(excluded) excluded" : "")
    let others = sessions.filter { session in
      !studies.contains { $0.sessions.values.contains { $0.number == session.number } }
    }
    return TextTable.paragraph(heading, to: page.text()) + studies.map { "\n" + study($0, page) }.joined()
      + (others.isEmpty ? "" : "\n" + (studies.isEmpty ? "" : "Other sessions\n\n") + table(of: others).text(in: page))
  }

  private func study(_ study: StudyProgress, _ page: PageWidth) -> String {
    let progress = study.progress
    let heading =
      "study \(Shown.cut(study.participant.study)), place \(study.participant.place), order \(study.day.order.rawValue): "
      + "\(progress.blocksDone) of \(TextTable.counted(progress.blocks, "block")) done"
    var table = TextTable([
      TextColumn("block"), TextColumn("is"), TextColumn("session", .number), TextColumn("trials", .number),
      TextColumn("began", rank: 2), TextColumn("excluded", .words, rank: 1),
    ])
    for step in progress.steps {
      let session = study.sessions[step.block.name]
      table.add([
        step.block.name, ListenerProgressText.words(step.state), session.map { String($0.number) } ?? "",
        session.map { TextTable.grouped($0.trials) } ?? "", ListenerProgressText.began(session), session?.note ?? "",
      ])
    }
    return TextTable.paragraph(heading, to: page.text()) + "\n" + table.text(in: page)
  }

  private static func words(_ state: DayProgress.State) -> String {
    switch state {
    case .open: "left"
    case .begun: "begun"
    case .done: "done"
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
        String(session.number), session.kind.rawValue, Shown.cut(session.name), Shown.cut(session.strategy),
        TextTable.grouped(session.trials), ListenerProgressText.began(session), session.note ?? "",
      ])
    }
    return table
  }

  /// To the minute, UTC.
  private static func began(_ session: SessionRecord?) -> String {
    guard let session else { return "" }
    return session.startedAt.map { String($0.prefix(16)).replacing("T", with: " ") } ?? "–"
  }
}
