import Foundation
import Glibc
import PeachFitting
import PeachTrials
import Testing

/// Tracks of 60 trials by listeners with a bias, in both readings: their likelihoods have several peaks more often than
/// not, and the profile of the threshold changes from one to another. Held against dense grids.
@Suite struct BiasedListenersTests {
  private static let isLong = ProcessInfo.processInfo.environment["PEACH_TEST_LONG"] != nil

  /// Biases in cents; each with JNDs of 5, 12 and 25 cents.
  private static let biases = [0, 2, 5, 10]
  private static let jnds = [5, 12, 25]
  private static let strategies = [
    "kind: kazez", "kind: adaptive",
    "kind: transformed-up-down, start: 100, down: 2, step: {factor: 2, after-reversals: {2: 1.414}}",
    "kind: transformed-up-down, start: 100, down: 3, step: {factor: 2, after-reversals: {2: 1.414}}",
    "kind: weighted-up-down, start: 100, target: 0.75, step: {factor: 1.414, after-reversals: {2: 1.189}}",
    "kind: garcia-perez, start: 100, down: 3, step: {factor: 1.68, after-reversals: {2: 1.414}}",
  ]

  private struct Track {
    var name: String
    var counts: Counts
  }

  /// The tracks of a strategy in a reading, `replicates` of each listener.
  private static func tracks(_ strategy: String, _ reading: Reading, replicates: ClosedRange<Int>) throws -> [Track] {
    var tracks: [Track] = []
    for jnd in jnds {
      for bias in biases {
        let listener = "kind: gaussian, jnd: \(jnd), lapse: 0.02, bias: \(bias)"
        let played = try Tracks("\(strategy), stop: {trials: 60}", listener: listener, seed: 4711)
        var replicate = replicates.lowerBound
        played.forEach(replicates) { _, trials in
          var counts = Counts()
          for trial in trials {
            let offset = trial.comparison.offset
            let isCorrect = trial.isHigher == (offset > 0)
            counts.add(
              reading == .direction ? offset : abs(offset),
              isPositive: reading == .direction ? trial.isHigher : isCorrect)
          }
          tracks.append(Track(name: "\(strategy) jnd \(jnd) bias \(bias) \(replicate)", counts: counts))
          replicate += 1
        }
      }
    }
    return tracks
  }

  private static func fitter(_ reading: Reading, _ method: FitMethod) -> any Fitter {
    switch reading {
    case .direction:
      FitSettings(reading: .direction, guess: .lapse, lapse: .fixed(0.01), at: 0.75, method: method).makeFitter()
    case .accuracy:
      FitSettings(reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: .free(upTo: 0.1), method: method)
        .makeFitter()
    }
  }

  private static func grid(_ reading: Reading, _ counts: Counts, _ method: FitMethod) -> any TrackGrid {
    reading == .direction ? DirectionGrid(counts, method) : AccuracyGrid(counts, method)
  }

  /// A fit of tracks that have an inner peak or a step; nil for others.
  private static func fit(_ counts: Counts, _ fitter: any Fitter) -> (result: FitResult, logLikelihood: Double)? {
    let found = fitter.fit(counts)
    // A reduced fit that decreases states the likelihood alone.
    let isKnown = found.status == .step || (found.status == .decreasing && fitter.settings.method == .ml)
    guard !found.status.isOfData || isKnown else { return nil }
    return (found.penalised ?? found.logLikelihood).map { (found, $0) }
  }

  /// n = 3 tracks of each of 12 listeners and 6 strategies, with PEACH_TEST_LONG 200: then at least 99.8 % of each
  /// strategy's 2 400 are to come within 0.001 of the grid's highest likelihood. Of the few at most one in all may miss
  /// it; a true share of 1 %, as it was, passes that in 1 of 3 runs (with a fixed seed: it did not).
  @Test(arguments: [Reading.direction, .accuracy], FitMethod.allCases)
  func `the highest peak is found in 998 of 1000 tracks`(reading: Reading, method: FitMethod) async throws {
    let replicates = Self.isLong ? 200 : 3
    let cells = try await Self.strategies.asyncMap { strategy in
      let fitter = Self.fitter(reading, method)
      var (fits, missed) = (0, [String]())
      for track in try Self.tracks(strategy, reading, replicates: 1...replicates) {
        guard let found = Self.fit(track.counts, fitter) else { continue }
        fits += 1
        let best = try Self.grid(reading, track.counts, method).highest().value
        if found.logLikelihood < best - 1e-3 { missed.append("\(track.name): \(found.logLikelihood) < \(best)") }
      }
      return (strategy: strategy, fits: fits, missed: missed)
    }
    if Self.isLong {
      for cell in cells {
        print(
          "\(reading.rawValue), \(method.rawValue), \(cell.strategy): \(cell.missed.count) of \(cell.fits) missed the highest peak"
        )
        #expect(Double(cell.missed.count) <= 0.002 * Double(cell.fits), "\(cell.missed.prefix(5))")
      }
    }
    let missed = cells.flatMap(\.missed)
    let fits = cells.reduce(0) { $0 + $1.fits }
    #expect(fits > 60 * replicates)
    #expect(Double(missed.count) <= max(1, 0.002 * Double(fits)), "\(missed.prefix(5))")
  }

  /// n = 12 tracks, one of each listener, by strategies in turn, with PEACH_TEST_LONG 504. No end may lie nearer than the
  /// grid's by more than 1 % of itself or of its distance from the threshold, none may be open where the grid's is not;
  /// one that lies farther out has to lie on the grid's own profile, which may come back above the level between places.
  @Test(arguments: [Reading.direction, .accuracy], FitMethod.allCases)
  func `profile ends equal a dense grid`(reading: Reading, method: FitMethod) async throws {
    let rounds = Self.isLong ? 7 : 1
    let tallies = try await Self.strategies.enumerated().map { ($0, $1) }.asyncMap { index, strategy in
      let own = try Self.tracks(strategy, reading, replicates: 1...rounds)
      // Of few, every sixth listener's.
      let chosen = Self.isLong ? own : own.enumerated().filter { $0.offset % 6 == index }.map(\.element)
      var tally = EndsTally()
      for track in chosen {
        try tally.add(
          track.counts, Self.fitter(reading, method), Self.grid(reading, track.counts, method), track.name)
      }
      return tally
    }
    let wrong = tallies.flatMap(\.wrong)
    let ends = tallies.reduce(0) { $0 + $1.ends }
    let open = tallies.reduce(0) { $0 + $1.open }
    if Self.isLong {
      print("\(reading.rawValue), \(method.rawValue): \(ends) ends, \(open) open, \(wrong.count) wrong: \(wrong)")
    }
    #expect(ends >= 20 * rounds)
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
  }
}

/// Ends of profile intervals held against those of a grid.
private struct EndsTally {
  private(set) var ends = 0
  private(set) var open = 0
  private(set) var wrong: [String] = []

  mutating func add(_ counts: Counts, _ fitter: any Fitter, _ grid: any TrackGrid, _ name: String) throws {
    let found = fitter.fit(counts)
    guard let threshold = found.threshold, let top = found.penalised ?? found.logLikelihood else { return }
    // χ² of one degree of freedom at 0.95 is 3.841459.
    let level = top - 3.841_458_8 / 2
    let interval = fitter.profileInterval(.threshold, found, counts, confidence: 0.95)
    for (side, own) in [(-1.0, interval.low), (1.0, interval.high)] {
      var failure: (any Error)?
      func depth(_ value: Double) -> Double {
        do { return try grid.profile(value) - level } catch {
          failure = error
          return -.infinity
        }
      }
      let wanted = DenseGrid.end(grid.places(from: threshold, side: side), depth)
      if let failure { throw failure }
      ends += 1
      if own == nil { open += 1 }
      if !isSame(own, wanted, threshold, side, depth) {
        wrong.append(
          "\(name) \(side < 0 ? "low" : "high"): \(own.map { "\($0)" } ?? "open") for "
            + "\(wanted.map { "\($0)" } ?? "open")")
      }
    }
  }

  private func isSame(
    _ own: Double?, _ wanted: Double?, _ threshold: Double, _ side: Double, _ depth: (Double) -> Double
  ) -> Bool {
    guard let wanted else { return own == nil }
    guard let own else { return false }
    let tolerance = 0.01 * max(abs(wanted), abs(wanted - threshold))
    if abs(own - wanted) <= tolerance { return true }
    return side * (own - wanted) > 0 && abs(depth(own)) < 0.02
  }
}

extension Array {
  /// The results of all elements in order, found beside one another.
  fileprivate func asyncMap<Result: Sendable>(
    _ transform: @Sendable @escaping (Element) throws -> Result
  ) async throws -> [Result] where Element: Sendable {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      for (index, element) in enumerated() { group.addTask { (index, try transform(element)) } }
      return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
}
