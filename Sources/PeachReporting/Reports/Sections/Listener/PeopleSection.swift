import PeachAnalysis
import PeachStorage
import PeachSupport
import PeachTrials

/// The listener's place and order in each study, the consent, and the answers to its questions.
enum PeopleSection {
  static func section(_ report: ListenerReport) -> PageSection? {
    let all = report.studies.flatMap { study in study.people.map { (study: study, person: $0) } }
    if all.isEmpty { return nil }
    var places = PageTable(
      "Place and order in studies",
      PageTable.columns(["study", "order of blocks", "consent"], numbers: ["place", "blocks done"]))
    var answers = PageTable(
      "Answers to questions", PageTable.columns(["study", "question", "after block", "answer", "from"]))
    var hasAnswers = false
    for (study, person) in all {
      places.add([
        SafeText.cut(study.study), person.order.map(SafeText.cut).joined(separator: ", "),
        consent(person.consent), String(person.participant.place), String(person.blocksDone),
      ])
      for row in PeopleText.rows(person, study.questions) {
        answers.add([SafeText.cut(study.study)] + row.map { $0.isEmpty ? "–" : $0 })
        hasAnswers = true
      }
    }
    return PageSection("Studies", [.table(places)] + (hasAnswers ? [.table(answers)] : []))
  }

  private static func consent(_ consent: ConsentRecord?) -> String {
    guard let consent else { return "not asked" }
    let time = consent.time.map { PeopleText.minute($0) + " UTC, " } ?? ""
    return "\(time)text \(consent.text.digest) (\(consent.text.language.rawValue))"
  }
}
