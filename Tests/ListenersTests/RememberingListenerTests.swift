import Glibc
import PeachConformance
import PeachTrials
import Testing

/// A listener with a memory needs no edit anywhere else: it says that its probabilities are conditional.
@Suite struct RememberingListenerTests {
  enum Fault: String, CaseIterable {
    case forgetsToSay = "where the probability is conditional"
    case drawsByMemory = "draws at"
    case sharesItsMemory = "a copy's trials change the listener"
    case runsBackwards = "an answer's time is no finite number"
  }

  /// What copies share where they must share nothing.
  final class Shared: @unchecked Sendable {
    var last: Bool?
  }

  /// Says the same again more often than not, hears better with every trial, and is slow while it is uncertain.
  struct Remembering: Listener {
    var fault: Fault?
    var shared = Shared()
    var last: Bool?
    var trials = 0.0

    let isConditional = true
    let lapse = 0.0

    func probability(of comparison: Comparison) -> Double {
      let last = fault == .sharesItsMemory ? shared.last : last
      let heard = comparison.offset / (20 + 300 / (1 + trials)) + (last.map { $0 ? 0.9 : -0.9 } ?? 0)
      return 1 / (1 + exp(-heard))
    }

    mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
      let probability = probability(of: comparison)
      let isHigher = random.unit() < (fault == .forgetsToSay ? (probability + 1) / 2 : probability)
      if fault == .drawsByMemory, last == true { _ = random.unit() }
      (last, shared.last) = (isHigher, isHigher)
      trials += 1
      let certainty = abs(probability - 0.5)
      return Answer(isHigher: isHigher, seconds: fault == .runsBackwards ? -0.1 : 1.7 - certainty)
    }
  }

  @Test func `it keeps the promises of a listener`() throws {
    let task = try Listening.task()
    checkListener(Remembering(), in: task, levels: [2.9, 17.1, 61.7])
  }

  @Test(arguments: Fault.allCases) func `a broken promise is found`(fault: Fault) throws {
    let messages = brokenPromises(of: Remembering(fault: fault), in: try Listening.task(), levels: [2.9, 61.7])
    #expect(messages.contains { $0.contains(fault.rawValue) })
  }
}
