import PeachConformance
import PeachPitch
import PeachStrategies
import PeachTrials
import Testing

/// The conformance suite catches what it is for: one broken promise at a time.
@Suite struct FaultyStrategyTests {
  enum Fault: String, CaseIterable {
    case drawsByAnswer = "depend on levels or answers"
    case drawsUnevenly = "another number of draws"
    case leavesLimits = "has level"
    case neverEnds = "does not end in 10000 trials"
    case endsSilently = "says it runs"
    case remembersElsewhere = "replayed, trial"
    case overflows = "has level inf"
    case learnsFromOthers = "it learns from the answer to a comfort trial"
    case namesNoTrack = "are not those of the tracks"
  }

  /// What a copy shares with its original, where it must share nothing.
  final class Shared: @unchecked Sendable {
    var trials = 0
  }

  private func factory(_ fault: Fault) -> StrategyFactory {
    let shared = Shared()
    return StrategyFactory { _ in Faulty(fault: fault, shared: shared) }
  }

  struct Faulty: ComparisonStrategy {
    let fault: Fault
    let shared: Shared
    var trials = 0
    var value = 23.7

    var next: Comparison? {
      let isOver = fault == .neverEnds ? false : trials >= 40
      guard !isOver, let reference = try? MIDINote(61) else { return nil }
      return Comparison(reference: reference, interval: .prime, offset: value, level: Level(value))
    }

    mutating func pass(_ done: CompletedComparison, using streams: inout Streams) {
      if fault == .learnsFromOthers, done.isHigher { value += 1 }
      take(done, using: &streams)
    }

    mutating func take(_ done: CompletedComparison, using streams: inout Streams) {
      trials += 1
      shared.trials += 1
      _ = streams.task.sign()
      switch fault {
      case .drawsByAnswer: if done.isHigher { _ = streams.task.sign() }
      case .drawsUnevenly: if trials == 5 { _ = streams.task.sign() }
      case .leavesLimits: value = trials == 20 ? 91.4 : 23.7
      case .remembersElsewhere: value = 23.7 + Double(shared.trials) * 1e-6
      case .overflows: value = trials == 20 ? .infinity : 23.7
      case .neverEnds, .endsSilently, .namesNoTrack, .learnsFromOthers: break
      }
    }

    var estimates: [Estimate] {
      guard fault == .namesNoTrack else { return [] }
      var estimate = Estimate(status: .ok, threshold: 7.3)
      estimate.name = "A"
      return [estimate]
    }
    var status: Status { next == nil && fault != .endsSilently ? .finished(.trials) : .running }
    var reversals: Int { 0 }
  }

  @Test(arguments: Fault.allCases) func `a broken promise is found`(fault: Fault) throws {
    let task = try comparisonTask()
    let messages = brokenPromises(of: factory(fault), in: task, levels: 1.7...91.3)
    #expect(messages.contains { $0.contains(fault.rawValue) })
  }
}
