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
      "about", "listener: a column of the table participants; study: the study or a block",
      text: { $0.question.subject.rawValue }
    ).oneOf(LabQuestion.Subject.allCases.map(\.rawValue)),
    .init(
      "when", "When it is asked; empty if only the experimenter enters the answer",
      text: { $0.question.ask == nil ? nil : $0.question.moment.rawValue }
    ).oneOf(LabQuestion.Moment.allCases.map(\.rawValue)),
    .init(
      "blocks", "The blocks that it follows, separated by spaces; empty for all, or none",
      text: { $0.question.blocks.isEmpty ? nil : $0.question.blocks.joined(separator: " ") }),
    .init("kind", "Kind of the answer", text: { $0.question.kind.word }).oneOf(["text", "number", "choice", "scale"]),
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
