package import PeachExperiments
package import PeachSessions
package import PeachStorage
package import PeachTrials

/// The people of a study: its questions, who takes part at which place, what they answered, and how many refused.
package struct StudyPeople: Sendable {
  package struct Person: Sendable {
    package var participant: ParticipantRecord
    package var isSimulated: Bool
    /// The names of the blocks in the listener's order.
    package var order: [String]
    package var blocksDone: Int
    /// `nil` if the study asks for no consent.
    package var consent: ConsentRecord?
    /// The headphone screening so far; `nil` if the study screens nobody.
    package var screening: ScreeningResult?
    /// The comfortable levels that the listener set.
    package var comforts: [ComfortRecord]
    /// In the order in which they were stored.
    package var answers: [AnswerRecord]

    /// The answer to a question that follows no block; `nil` if there is none.
    package func answer(to question: LabQuestion) -> LabAnswer? {
      answers.first { $0.question == question.name && $0.session == nil }?.answer
    }
  }

  package var study: String
  package var questions: [LabQuestion]
  /// By place.
  package var people: [Person]
  /// In order of time.
  package var refusals: [ConsentRecord]

  /// The questions whose answers are columns of the table of participants.
  package var metadata: [LabQuestion] { questions.filter { $0.subject == .listener } }

  /// - Parameter listeners: The listeners to include; `nil` for all and the refusals.
  /// - Throws: `LiveSessionError` if the stored experiment cannot be read, `RecordsError`.
  package init(
    of study: String, among listeners: [String]? = nil, in live: LiveDatabase, kinds: Experiment.Kinds
  ) throws {
    self.study = study
    let all = try StudyProgress.all(in: study, live, kinds: kinds)
    questions = all.first?.day.questions ?? []
    people = try all.filter { listeners?.contains($0.participant.listener) ?? true }.map { progress in
      try Person(progress, in: live)
    }
    refusals = listeners == nil ? try live.refusals(of: study) : []
  }

  /// The studies of some listeners by name, with only these listeners.
  ///
  /// - Parameter listeners: `nil` for all listeners and all refusals.
  package static func all(
    of listeners: [String]? = nil, in live: LiveDatabase, kinds: Experiment.Kinds
  ) throws -> [StudyPeople] {
    var names = Set(listeners == nil ? try live.refusedStudies() : [])
    for id in try listeners ?? live.listeners().map(\.id) {
      names.formUnion(try live.participations(of: id).map(\.study))
    }
    return try names.sorted().map { try StudyPeople(of: $0, among: listeners, in: live, kinds: kinds) }
  }
}

extension StudyPeople.Person {
  package init(_ progress: StudyProgress, in live: LiveDatabase) throws(RecordsError) {
    participant = progress.participant
    screening = progress.screening
    comforts = try live.comforts(of: participant)
    answers = try live.answers(of: participant)
    isSimulated =
      try live.listener(participant.listener)?.isSimulated ?? answers.contains { $0.source == .responder }
    order = progress.progress.order
    blocksDone = progress.progress.blocksDone
    consent = try live.consent(of: participant)
  }
}
