import PeachStorage
import PeachTrials

/// A question that a listener of a study has not answered yet, with the session of the block that it follows.
struct OpenQuestion {
  var question: LabQuestion
  var text: PageText
  var session: SessionRecord?
}

extension StudyProgress {
  /// The questions that come now: those before the first block, those after blocks that are done, and, once no block is
  /// left, those after the last.
  func openQuestions(in database: LiveDatabase) throws(RecordsError) -> [OpenQuestion] {
    if day.questions.isEmpty { return [] }
    let known = Set(try database.answers(of: participant).map { Key(question: $0.question, session: $0.session?.id) })
    func open(_ questions: [LabQuestion], _ session: SessionRecord? = nil) -> [OpenQuestion] {
      questions.compactMap { question in
        guard let text = question.ask, !known.contains(Key(question: question.name, session: session?.id)) else {
          return nil
        }
        return OpenQuestion(question: question, text: text, session: session)
      }
    }
    let between = progress.steps.flatMap { step -> [OpenQuestion] in
      guard step.state.isDone, let session = step.parts.compactMap({ sessions[$0] }).first else { return [] }
      return open(day.questions.filter { $0.follows(step.block.name) }, session)
    }
    return open(day.questions.filter { $0.moment == .before }) + between
      + (progress.next == nil ? open(day.questions.filter { $0.moment == .after }) : [])
  }

  private struct Key: Hashable {
    var question: String
    var session: Int?
  }
}

extension LabQuestion {
  /// The answer of a simulated listener. It depends on the study's seed, the listener, the question and the block, and not
  /// on when it is asked.
  ///
  /// - Parameter block: The block that the question follows; empty for other questions.
  func simulated(seed: UInt64, listener: String, block: String) -> LabAnswer {
    var random = StreamFamily(seed: seed, path: ["answers", listener, name, block]).stream(replicate: 1)
    return simulated(using: &random)
  }
}
