import Foundation
import Glibc
import PeachAnalysis
import PeachFitting
import PeachStorage
import PeachTrials
import Testing

/// Smoothed thresholds along the keyboard hold the truth of listeners whose hearing changes from note to note.
///
/// 49 notes in random order, 490 trials of one weighted up-down track that goes on from note to note. Short: 10 listeners,
/// 490 intervals; PEACH_TEST_LONG=1: 200 listeners, 9 800 intervals.
@Suite struct SmoothedThresholdTests {
  private static let isLong = ProcessInfo.processInfo.environment["PEACH_TEST_LONG"] != nil
  private static let notes = 36...84

  /// The JND of a listener, note by note.
  enum Hearing: String, CaseIterable, CustomTestStringConvertible {
    case level, tilted
    var testDescription: String { rawValue }

    func jnd(at note: Int) -> Double {
      switch self {
      case .level: 15
      case .tilted: 33 * pow(8.0 / 33, Double(note - 36) / 48)
      }
    }
  }

  private func trials(_ hearing: Hearing, each: Int, _ random: inout RandomStream) -> [ProfiledComparison] {
    var level = 60.0
    return (0..<each * Self.notes.count).map { trial in
      let note = Self.notes.lowerBound + random.index(below: Self.notes.count)
      let isAbove = random.unit() < 0.5
      let offset = isAbove ? level : -level
      let isLapse = random.unit() < 0.01
      let heard = isLapse ? random.unit() : 0.5 * erfc(-offset / (hearing.jnd(at: note) * 2.0.squareRoot()))
      let isHigher = isLapse ? heard < 0.5 : random.unit() < heard
      level *= isHigher == isAbove ? pow(1.3, -1.0 / 3) : 1.3
      level = min(max(level, 0.5), 200)
      return ProfiledComparison(
        session: 1, reference: note, target: note, offset: offset, isHigher: isHigher, sessionTimestamp: nil)
    }
  }

  @Test(arguments: Hearing.allCases) func `95 % intervals of smoothed thresholds cover`(hearing: Hearing) async throws {
    var random = RandomStream(seed: 20_261_124)
    // P(correct) of both signs is 75 % at 0.674 σ; with 1 % of guesses a little above.
    let perSigma = try #require(Self.thresholdPerSigma)
    var (covered, all, open, logError) = (0, 0, 0, [Double]())
    for _ in 0..<(Self.isLong ? 200 : 10) {
      let profile = await ListenerProfile(of: "P1", trials(hearing, each: 10, &random), jobs: 2)
      for found in await profile.smoothedThresholds(jobs: 2) {
        let truth = perSigma * hearing.jnd(at: found.note)
        all += 1
        guard let threshold = found.threshold else { continue }
        logError.append(log2(threshold / truth))
        if found.interval.low == nil || found.interval.high == nil { open += 1 }
        if found.interval.low ?? 0 <= truth && truth <= found.interval.high ?? .infinity { covered += 1 }
      }
    }
    let share = Double(covered) / Double(all)
    let bias = logError.reduce(0, +) / Double(logError.count)
    print("smoothed thresholds,", hearing, "coverage", share, "of", all, "open", open, "bias, octaves", bias)
    #expect((0.9...0.985).contains(share))
    #expect(abs(bias) < 0.1)
  }

  /// The level of 75 % correct, in σ, of 1 % lapses that are answered at random.
  private static var thresholdPerSigma: Double? {
    var (low, high) = (0.0, 5.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if 0.005 + 0.99 * 0.5 * erfc(-middle / 2.0.squareRoot()) < 0.75 { low = middle } else { high = middle }
    }
    return low
  }
}
