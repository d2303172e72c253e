package import PeachAnalysis
import PeachStorage
import PeachSupport
package import PeachTrials

/// The people of a study as text for a terminal.
package enum PeopleText {
  /// The refusals, the headphone screenings, and what is known about the listeners; empty if there is nothing.
  package static func study(_ study: StudyPeople, in page: PageWidth) -> String {
    refusals(study, page) + screenings(study, page) + metadata(study, page)
  }

  private static func refusals(_ study: StudyPeople, _ page: PageWidth) -> String {
    guard let last = study.refusals.last else { return "" }
    let count = study.refusals.count
    let time = last.time.map { ", \(count == 1 ? "at" : "the last at") \(minute($0)) UTC" } ?? ""
    return "\n"
      + TextTable.paragraph(
        "\(count == 1 ? "1 listener" : "\(count) listeners") refused to take part\(time)", to: page.text())
  }

  private static func screenings(_ study: StudyPeople, _ page: PageWidth) -> String {
    let people = study.people.filter { $0.screening.map { !$0.correct.isEmpty } ?? false }
    if people.isEmpty { return "" }
    var table = TextTable([TextColumn("listener"), TextColumn("headphone screening", .words)])
    for person in people {
      table.add([
        SafeText.cut(person.participant.listener), person.screening.map(ScreeningText.text) ?? "",
      ])
    }
    return "\n" + table.text(in: page)
  }

  private static func metadata(_ study: StudyPeople, _ page: PageWidth) -> String {
    let questions = study.metadata
    if questions.isEmpty || study.people.isEmpty { return "" }
    var table = TextTable(
      [TextColumn("listener")]
        + questions.enumerated().map { place, question in
          let unit = question.unit.isEmpty ? "" : " (\(question.unit))"
          var isNumber = false
          if case .number = question.kind { isNumber = true }
          return TextColumn(question.name + unit, isNumber ? .number : .words, rank: place + 1)
        })
    for person in study.people {
      table.add(
        [SafeText.cut(person.participant.listener)]
          + questions.map { question in
            switch person.answer(to: question) {
            case nil: "–"
            case .refused?: "refused"
            case .value(let text)?: SafeText.cut(text)
            }
          })
    }
    return "\n" + table.text(in: page)
  }

  /// The headphone screening and the answers of a listener; empty if the study has neither.
  package static func listener(
    _ person: StudyPeople.Person, _ questions: [LabQuestion], in page: PageWidth
  ) -> String {
    let comforts = person.comforts.map { comfort in
      "\n"
        + TextTable.paragraph(
          "comfortable level\(comfort.day.map { ", \(SafeText.cut($0))" } ?? ""): "
            + "\(TextTable.fixed(comfort.level, 1)) \(comfort.scale.rawValue)", to: page.text())
    }.joined()
    let screening = person.screening.flatMap { $0.correct.isEmpty ? nil : $0 }.map {
      "\n" + TextTable.paragraph("headphone screening: \(ScreeningText.text($0))", to: page.text())
    }
    if questions.isEmpty { return (screening ?? "") + comforts }
    var table = TextTable([
      TextColumn("question"), TextColumn("after block", rank: 1), TextColumn("answer", .words),
      TextColumn("from", rank: 2),
    ])
    for row in rows(person, questions) { table.add(row) }
    return (screening ?? "") + comforts + "\n" + table.text(in: page)
  }

  /// The facts about a listener, and those that are not known yet with the values that they can have.
  package static func facts(
    _ person: StudyPeople.Person, _ questions: [LabQuestion], in page: PageWidth
  ) -> String {
    var facts = FactList()
    for question in questions {
      let answer = question.text(person.answer(to: question)).map(SafeText.line)
      facts.add(question.name, answer ?? "not known yet: \(question.allowed)")
    }
    return "\n" + facts.text(to: page.columns)
  }

  /// The answers in the order of the questions, with question, block, answer and source. A question about the listener that
  /// has no answer yet has a row too.
  static func rows(_ person: StudyPeople.Person, _ questions: [LabQuestion]) -> [[String]] {
    questions.flatMap { question -> [[String]] in
      let answers = person.answers.filter { $0.question == question.name }
      if answers.isEmpty { return question.subject == .listener ? [[question.name, "", "not known yet", ""]] : [] }
      return answers.map { answer in
        [
          question.name, answer.session?.block.map(SafeText.cut) ?? "", question.text(answer.answer) ?? "",
          answer.source.rawValue,
        ]
      }
    }
  }

  static func minute(_ time: String) -> String { String(time.prefix(16)).replacing("T", with: " ") }
}
