import PeachConformance
import PeachPitch
import PeachTrials
import Testing

/// The conformance suite catches what it is for: one broken promise at a time.
@Suite struct FaultyListenerTests {
  enum Fault: String, CaseIterable {
    case answersOtherwise = "where the probability is"
    case drawsByOutcome = "draws at"
    case falls = "accuracy falls"
    case exceedsOne = "the probability at"
    case hidesItsLapse = "at any level at most"
    case differsByNote = "isSameOnAllNotes, but the probability at"
    case sitsOtherwise = "a track is answered otherwise"
  }

  /// Correct with probability 0.7, and in 0.9 of the trials far out.
  struct Faulty: Listener {
    let fault: Fault

    mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
      let isCorrect = random.unit() < (fault == .answersOtherwise ? 0.63 : accuracy(comparison))
      if fault == .drawsByOutcome, isCorrect { _ = random.unit() }
      return Answer(isHigher: isCorrect == (comparison.offset > 0))
    }

    func sit(
      _ strategy: StrategyFactory, using streams: inout Streams, random: inout RandomStream, log: inout TrackLog
    ) -> PlayedTrack {
      var listener = self
      if fault == .sitsOtherwise { _ = random.unit() }
      return strategy.play(using: &streams, log: &log) { listener.answer($0, using: &random) }
    }

    func probability(of comparison: Comparison) -> Double {
      if fault == .exceedsOne, comparison.offset > 20 { return 1.1 }
      return comparison.offset > 0 ? accuracy(comparison) : 1 - accuracy(comparison)
    }

    private func accuracy(_ comparison: Comparison) -> Double {
      if comparison.level.value > 1e9 { return 0.9 }
      if fault == .differsByNote, comparison.reference.number > 60 { return 0.701 }
      return fault == .falls && comparison.level.value > 10 ? 0.69 : 0.7
    }

    var isSameOnAllNotes: Bool { fault == .differsByNote }
    var lapse: Double { fault == .hidesItsLapse ? 0.03 : 0.1 }
  }

  @Test(arguments: Fault.allCases) func `a broken promise is found`(fault: Fault) throws {
    let task = try Listening.task()
    let messages = brokenPromises(of: Faulty(fault: fault), in: task, levels: [2.9, 8.3, 17.1, 61.7])
    #expect(messages.contains { $0.contains(fault.rawValue) })
  }
}
