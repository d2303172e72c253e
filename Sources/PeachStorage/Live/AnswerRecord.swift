package import PeachTrials

/// A stored answer to a question of a study.
package struct AnswerRecord: Hashable, Sendable {
  /// The person or program that gave the answer.
  package enum Source: String, CaseIterable, Hashable, Sendable {
    case listener
    /// A simulated listener.
    case responder
    /// The experimenter, by command.
    case experimenter
  }

  package var question: String
  /// The session of the block that the question follows; `nil` for other questions.
  package var session: SessionRecord?
  package var answer: LabAnswer
  package var source: Source
  /// The language in which the question was read; `nil` from the experimenter.
  package var language: PageLanguage?
  /// ISO 8601 UTC; `nil` on a virtual clock.
  package var time: String?
  /// The values that the experimenter replaced, the last one first, separated by `; `; `nil` if there are none.
  package internal(set) var earlier: String?

  package init(
    _ question: String, session: SessionRecord? = nil, _ answer: LabAnswer, source: Source, language: PageLanguage?,
    time: String?
  ) {
    self.question = question
    self.session = session
    self.answer = answer
    self.source = source
    self.language = language
    self.time = time
  }
}

/// A consent to take part in a study, or the refusal of it.
package struct ConsentRecord: Hashable, Sendable {
  package var text: ConsentVersion
  /// ISO 8601 UTC; `nil` on a virtual clock.
  package var time: String?

  package init(_ text: ConsentVersion, time: String?) {
    self.text = text
    self.time = time
  }
}
