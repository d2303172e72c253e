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
    var screenings = PageTable(
      "Headphone screening",
      PageTable.columns(
        ["study", "outcome"],
        numbers: HeadphoneTest.allCases.map { "correct in \($0.rawValue)" } + [
          "likelihood ratio", "prior", "probability of headphones",
        ]))
    var (hasAnswers, hasScreening) = (false, false)
    for (study, person) in all {
      places.add([
        SafeText.cut(study.study), person.order.map(SafeText.cut).joined(separator: ", "),
        consent(person.consent), String(person.participant.place), String(person.blocksDone),
      ])
      if let result = person.screening, let isPassed = result.isPassed {
        hasScreening = true
        screenings.add(
          [
            SafeText.cut(study.study),
            ScreeningText.outcome(result, isPassed: isPassed),
          ]
            + HeadphoneTest.allCases.map { test in result.correct[test].map(String.init) ?? "–" } + [
              result.likelihoodRatio.map(ScreeningText.number) ?? "–", TextTable.fixed(result.screening.prior, 2),
              result.probability.map { TextTable.fixed($0, 2) } ?? "–",
            ])
      }
      for row in PeopleText.rows(person, study.questions) {
        answers.add([SafeText.cut(study.study)] + row.map { $0.isEmpty ? "–" : $0 })
        hasAnswers = true
      }
    }
    return PageSection(
      "Studies",
      [.table(places)] + (hasScreening ? [.table(screenings), .text(note)] : []) + (hasAnswers ? [.table(answers)] : [])
    )
  }

  private static let note =
    "The likelihood ratio says how many times as probable the outcome is with headphones as with loudspeakers, by the "
    + "rates that Woods et al. (2017) and Milne et al. (2021) published."

  private static func consent(_ consent: ConsentRecord?) -> String {
    guard let consent else { return "not asked" }
    let time = consent.time.map { PeopleText.minute($0) + " UTC, " } ?? ""
    return "\(time)text \(consent.text.digest) (\(consent.text.language.rawValue))"
  }
}
