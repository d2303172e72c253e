package import PeachFitting
package import PeachSimulation
import PeachSupport
package import PeachTrials

/// How often a drift of a stated size would be found in tracks like those of the data: the power of `Drift`.
///
/// Tracks are simulated with the fitted curve as the listener, whose threshold halves midway through every run. The
/// procedure of the data chooses the levels if it is known; else the levels are those of the data.
package struct DriftPower: Hashable, Sendable {
  /// How many tracks were simulated, and in how many of them the drift was found in the right direction.
  package var tracks: Int
  package var found: Int
  /// Whether the procedure itself chose the levels of the simulated tracks.
  package var isOfProcedure: Bool

  package var share: Double { Double(found) / Double(tracks) }
  package var standardError: Double { (share * (1 - share) / Double(tracks)).squareRoot() }

  /// The change that halves the JND: the curve is compressed toward a fixed level, or shifted.
  package enum Change: Hashable, Sendable {
    /// About the point of subjective equality: the JND halves.
    case jnd
    /// About 0: the threshold halves.
    case threshold
    /// On a linear axis, whose 0 is a convention: the threshold falls by half the width.
    case halfWidth
  }

  /// - Parameters:
  ///   - axis: The axis of the levels; `nil` if the data do not say.
  package static func change(of reading: Reading, on axis: Axis?) -> Change {
    if reading == .direction { return .jnd }
    return axis?.hasTrueZero ?? false ? .threshold : .halfWidth
  }

  /// - Parameters:
  ///   - trials: Those of one group in their order; each run is simulated with as many trials as it has.
  ///   - fit: The fit of all of them.
  ///   - cell: The procedure of a run by its name; `nil` if it is not known.
  ///   - tracks: How many are simulated, at least 1.
  /// - Returns: `nil` if the fit has no curve.
  package init?(
    _ trials: [ObservedTrial], _ fit: FitResult, _ fitter: any Fitter, _ change: Change, seed: UInt64, tracks: Int,
    cell: (String) -> Cell?
  ) {
    guard let listener = HalvingListener(fit, fitter, change) else { return nil }
    var runs: [(name: String, trials: [ObservedTrial])] = []
    var places: [String: Int] = [:]
    for trial in trials {
      let place = places[trial.run, default: runs.count]
      if place == runs.count {
        runs.append((trial.run, []))
        places[trial.run] = place
      }
      runs[place].trials.append(trial)
    }
    let cells = runs.map { cell($0.name) }
    self.tracks = tracks
    isOfProcedure = cells.allSatisfy { $0?.factory != nil }
    found = 0
    for replicate in 1...tracks {
      var simulated: [ObservedTrial] = []
      for (place, run) in runs.enumerated() {
        let names = StreamNames(seed: seed, listener: "drift", strategy: run.name, within: ["drift", "\(place)"])
        var random = names.listener.stream(replicate: replicate)
        if isOfProcedure, let cell = cells[place] {
          var streams = names.streams(replicate: replicate)
          simulated += listener.track(of: cell, run.name, run.trials.count, fitter.settings.reading, &streams, &random)
        } else {
          simulated += listener.answers(to: run.trials, &random)
        }
      }
      var counts = Counts()
      counts.add(simulated.map { Counts.Bin(level: $0.level, trials: 1, positives: $0.isPositive ? 1 : 0) })
      guard let drift = Drift(simulated, fitter.fit(counts), fitter) else { continue }
      if drift.isDrifting, drift.isDown { found += 1 }
    }
  }
}

/// A listener with a fitted curve whose threshold halves midway.
private struct HalvingListener {
  private let fit: FitResult
  private let fitter: any Fitter
  private let change: DriftPower.Change
  private let center: Double
  private let shift: Double

  init?(_ fit: FitResult, _ fitter: any Fitter, _ change: DriftPower.Change) {
    guard fitter.probabilities(at: [1], of: fit) != nil, let width = fit.width else { return nil }
    self.fit = fit
    self.fitter = fitter
    self.change = change
    center = change == .jnd ? fit.pse ?? 0 : 0
    shift = width / 2
  }

  /// The probability of a positive response at a level: of "higher" in the direction reading.
  private func probability(at level: Double, isLate: Bool) -> Double {
    var heard = level
    if isLate {
      switch change {
      case .jnd, .threshold: heard = center + 2 * (level - center)
      case .halfWidth: heard = level + shift
      }
    }
    return fitter.probabilities(at: [heard], of: fit)?.first ?? 0.5
  }

  /// Answers at the levels of the data.
  func answers(to trials: [ObservedTrial], _ random: inout RandomStream) -> [ObservedTrial] {
    trials.enumerated().map { place, trial in
      let isPositive =
        random.unit() < probability(at: trial.level, isLate: 2 * place >= trials.count)
      return ObservedTrial(level: trial.level, isPositive: isPositive, run: trial.run)
    }
  }

  /// A track of the procedure with so many test trials, unless it stops before.
  func track(
    of cell: Cell, _ run: String, _ count: Int, _ reading: Reading, _ streams: inout Streams,
    _ random: inout RandomStream
  ) -> [ObservedTrial] {
    guard let factory = cell.factory else { return [] }
    let isJudged = cell.task.kind == .comparison && !factory.isSigned
    func play<S: ComparisonStrategy>(_ fresh: S) -> [ObservedTrial] {
      var strategy = fresh
      var trials: [ObservedTrial] = []
      // Catch and comfort trials come between.
      for _ in 0..<(4 * count) {
        guard trials.count < count, let asked = strategy.next else { break }
        let level = reading == .direction ? asked.offset : asked.level.value
        let isLate = 2 * trials.count >= count
        let rate = asked.level.kind == .noise ? fit.guess ?? 0 : probability(at: level, isLate: isLate)
        let isPositive = random.unit() < rate
        let isHigher = reading == .accuracy && isJudged ? isPositive == (asked.offset > 0) : isPositive
        strategy.update(CompletedComparison(asked, isHigher: isHigher, seconds: 0), using: &streams)
        if asked.level.kind == .test { trials.append(ObservedTrial(level: level, isPositive: isPositive, run: run)) }
      }
      return trials
    }
    return play(factory.make(using: &streams))
  }
}
