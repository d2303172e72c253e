package import PeachAnalysis
package import PeachSupport
import PeachTrials

/// One row for each question of a study: the dictionary of its answers.
package enum QuestionsTable: PeopleTable {
  package static let name = "questions"
  package static let summary = "one row for each question of a study, with kind, unit and allowed answers"
  package static let key = ["study", "question"]

  private typealias Row = (study: String, question: LabQuestion)

  private static let all: [TableColumn<Row>] = [
    .init("study", "The study's name", text: { $0.study }),
    .init("question", "The question's name", text: { $0.question.name }),
    .init(
      "about",
      "What the answer describes: study (the whole study or one of its blocks), or listener (the table participants "
        + "has a column with the answer)",
      text: { $0.question.subject.rawValue }
    ).oneOf(LabQuestion.Subject.allCases.map(\.rawValue)),
    .init(
      "when",
      "When the question is asked: before the first block, between (after each block) or after the last block; empty "
        + "if only the experimenter enters the answer",
      text: { $0.question.ask == nil ? nil : $0.question.moment.rawValue }
    ).oneOf(LabQuestion.Moment.allCases.map(\.rawValue)),
    .init(
      "blocks",
      "Names of the blocks after which the question is asked, separated by spaces; empty if it follows every block, or "
        + "if when is not between",
      text: { $0.question.blocks.isEmpty ? nil : $0.question.blocks.joined(separator: " ") }),
    .init(
      "kind", "Kind of the answer: text, number, choice (one of several answers) or scale (a number with words)",
      text: { $0.question.kind.word }
    ).oneOf(["text", "number", "choice", "scale"]),
    .init("unit", "The unit of the answer", text: { $0.question.unit.isEmpty ? nil : $0.question.unit }),
    .init("allowed", "The answers that are accepted", text: { $0.question.allowed }),
    .init("labels", "The words of a choice or scale, in English", text: { $0.question.labels.nonEmpty }),
    .init("optional", "1 if the listener may refuse to answer, else 0", flag: { $0.question.isOptional }),
    .init("meaning", "The description of the answer", text: { $0.question.description }),
    .init("text_en", "The question in English", text: { $0.question.ask?.english }),
    .init("text_de", "The question in German", text: { $0.question.ask?.german }),
  ]

  package static let declared = all.map(\.column)

  package static func rows(of studies: [StudyPeople]) -> [[Value?]] {
    studies.flatMap { study in
      study.questions.map { question in all.map { $0.value((study.study, question)) } }
    }
  }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
