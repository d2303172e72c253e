package import PeachAnalysis
import PeachStorage
package import PeachSupport
import PeachTrials

/// One row for each listener of a study with a headphone screening.
package enum ScreeningsTable: PeopleTable {
  package static let name = "screenings"
  package static let summary = "one row for each headphone screening of a listener, with the probability of headphones"
  package static let key = ["study", "listener"]

  private typealias Row = (study: String, listener: String, result: ScreeningResult)

  private static func correct(_ test: HeadphoneTest, _ name: String) -> TableColumn<Row> {
    TableColumn<Row>(
      "\(test.rawValue)_correct",
      "Correct answers of \(HeadphoneTest.trials) in \(name); empty without the test, or before its end",
      integer: { $0.result.correct[test] }
    ).within(.within(0...Double(HeadphoneTest.trials)))
  }

  private static let all: [TableColumn<Row>] = [
    .init("study", "The study's name", text: { $0.study }),
    .init("listener", "The listener's ID", text: { $0.listener }),
    .init("test", "The tests of the screening", text: { $0.result.screening.choice.rawValue })
      .oneOf(HeadphoneScreening.Choice.allCases.map(\.rawValue)),
    correct(.antiphase, "the antiphase test (Woods et al. 2017)"),
    correct(.huggins, "the Huggins test (Milne et al. 2021)"),
    .init(
      "passed", "1 if each test has the correct answers that the study asks for, else 0; empty before the end",
      flag: { $0.result.isPassed }),
    .init(
      "likelihood_ratio", unit: "1",
      "How many times as probable the outcome is with headphones as with loudspeakers, by published rates",
      number: { $0.result.likelihoodRatio }
    ).within(.atLeast(0)),
    .init(
      "prior", unit: "1", "Probability of headphones before the screening, as the study states it",
      number: { $0.result.screening.prior }
    ).within(.within(0...1)),
    .init(
      "probability", unit: "1", "Probability of headphones after the screening", number: { $0.result.probability }
    ).within(.within(0...1)),
    .init(
      "screened_out", "1 if the study ended for the listener because of the screening, else 0",
      flag: { $0.result.isExcluded }),
  ]

  package static let declared = all.map(\.column)

  package static func rows(of studies: [StudyPeople]) -> [[Value?]] {
    studies.flatMap { study in
      study.people.compactMap { person -> [Value?]? in
        guard let result = person.screening, !result.correct.isEmpty else { return nil }
        return all.map { $0.value((study.study, person.participant.listener, result)) }
      }
    }
  }
}
