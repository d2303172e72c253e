package import PeachAnalysis
import PeachStorage
package import PeachSupport
import PeachTrials

/// One row for each answer to a question of a study.
package enum AnswersTable: PeopleTable {
  package static let name = "answers"
  package static let summary = "one row for each answer of a listener to a question of a study"
  package static let key = ["study", "listener", "number"]

  private struct Row {
    var study: String
    var listener: String
    var number: Int
    var question: LabQuestion?
    var answer: AnswerRecord

    var value: Value? {
      if let question { return question.value(answer.answer) }
      if case .value(let text) = answer.answer { return .text(text) }
      return nil
    }
  }

  private static let all: [TableColumn<Row>] = [
    .init("study", "The study's name", text: { $0.study }),
    .init("listener", "The listener's ID", text: { $0.listener }),
    .init("number", "Counts the listener's answers in the study from 1", integer: { $0.number }).within(.atLeast(1)),
    .init("question", "The question's name; the table questions describes it", text: { $0.answer.question }),
    .init(
      "about", "What the answer describes: study (the whole study or one of its blocks), or listener",
      text: { $0.question?.subject.rawValue }
    )
    .oneOf(LabQuestion.Subject.allCases.map(\.rawValue)),
    .init(
      "day", "The day of the block that the question followed; empty in a study without days",
      text: { $0.answer.session?.day }),
    .init(
      "block", "The block that the question followed; empty for other questions", text: { $0.answer.session?.block }),
    .init(
      "session", "Number of the session of the block that the question followed; empty for other questions",
      integer: { $0.answer.session?.number }
    ).within(.atLeast(1)),
    .init("value", .value, "The answer; empty if the listener refused to answer") { $0.value },
    .init("refused", "1 if the listener refused to answer, else 0", flag: { $0.answer.answer == .refused }),
    .init("unit", "The unit of the answer", text: { $0.question.flatMap { $0.unit.isEmpty ? nil : $0.unit } }),
    .init(
      "source", "Who gave the answer: listener, responder (a simulated listener) or experimenter",
      text: { $0.answer.source.rawValue }
    )
    .oneOf(AnswerRecord.Source.allCases.map(\.rawValue)),
    .init(
      "language", "The language in which the question was read; empty for the experimenter",
      text: { $0.answer.language?.rawValue }
    ).oneOf(PageLanguage.allCases.map(\.rawValue)),
    .init(
      "answered_at", "Time of the answer (UTC); empty in a session with --fast, which runs in simulated time",
      time: { $0.answer.time }),
    .init(
      "earlier", "Values that the experimenter replaced, the last one first; - is a refusal",
      text: { $0.answer.earlier }),
  ]

  package static let declared = all.map(\.column)

  package static func rows(of studies: [StudyPeople]) -> [[Value?]] { rows(of: studies, block: nil) }

  /// - Parameter block: Includes only answers after this block; `nil` for all.
  package static func rows(of studies: [StudyPeople], block: String?) -> [[Value?]] {
    studies.flatMap { study in
      study.people.flatMap { person in
        person.answers.enumerated().compactMap { place, answer -> [Value?]? in
          if let block, answer.session?.block != block { return nil }
          let row = Row(
            study: study.study, listener: person.participant.listener, number: place + 1,
            question: study.questions.first { $0.name == answer.question }, answer: answer)
          return all.map { $0.value(row) }
        }
      }
    }
  }
}
