import Foundation
import PeachFitting
import PeachTrials
import Testing

/// Random small data sets, extreme ones among them: every fit ends, says what it is, and has the highest likelihood.
@Suite struct RandomDataSetsTests {
  private struct Tally {
    var fits = 0
    var missed = 0
    var unsound: [String] = []
  }

  /// n = 1 000 sets, with PEACH_TEST_LONG 100 000, half with few trials in all. At least 99 % may not lie more than 0.001
  /// below a reference of 60 simplex searches and all steps. A true share of misses of 0.4 % fails the test of 1 000 in
  /// fewer than 1 of 400 runs (with a fixed seed: never or always); one of 2 % passes it in fewer than 1 of 80.
  @Test func `random data sets are fitted to the highest likelihood in 99 of 100`() async throws {
    let isLong = ProcessInfo.processInfo.environment["PEACH_TEST_LONG"] != nil
    let count = isLong ? 100_000 : 1000
    let parts = 4
    let tallies = try await withThrowingTaskGroup(of: Tally.self) { group in
      for part in 0..<parts { group.addTask { try Self.fit(count / parts, seed: UInt64(1 + part)) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let fits = tallies.reduce(0) { $0 + $1.fits }
    let missed = tallies.reduce(0) { $0 + $1.missed }
    let unsound = tallies.flatMap(\.unsound)
    #expect(unsound.isEmpty, "\(unsound.prefix(5))")
    #expect(fits > count / 2)
    #expect(Double(missed) <= 0.01 * Double(fits), "\(missed) of \(fits)")
    if isLong { print("\(missed) of \(fits) random data sets missed the highest likelihood") }
  }

  private static func fit(_ count: Int, seed: UInt64) throws -> Tally {
    var random = RandomStream(seed: seed)
    var tally = Tally()
    for index in 0..<count {
      let data = RandomDataSet(hasFewTrials: index % 2 == 0, using: &random)
      let found = data.settings.makeFitter().fit(data.counts)
      if !isSound(found) { tally.unsound.append("\(data): \(found)") }
      guard !found.status.isOfData || found.status == .step || found.status == .decreasing,
        let logLikelihood = found.logLikelihood
      else { continue }
      tally.fits += 1
      let reference = ReferenceMaximum(data)
      let best = max(try reference.smooth(starts: 60, using: &random), max(reference.flat, reference.step))
      if logLikelihood < best - 1e-3 { tally.missed += 1 }
    }
    return tally
  }

  /// Whether every number is one, and what must be there is.
  private static func isSound(_ result: FitResult) -> Bool {
    let numbers = [
      result.threshold, result.slope, result.width, result.guess, result.lapse, result.pse, result.jnd, result.location,
      result.scale, result.logLikelihood,
    ]
    guard numbers.allSatisfy({ $0?.isFinite ?? true }) else { return false }
    return result.status != .ok || (result.threshold != nil && result.width != nil && result.logLikelihood != nil)
  }
}
