import Foundation
import PeachAnalysis
import PeachExperiments
import PeachFitting
import PeachListeners
import PeachSimulation
import PeachStorage
import PeachStrategies
import PeachSupport
import PeachTrials
import Testing

/// Hears with Gaussian noise that from some trial on has another size.
private struct ChangingListener: ListenerDeclaration {
  static let kind = "changing"
  static let summary = "hears with Gaussian noise that changes"
  static let source = "none"
  static let example = "sigma: 20, later: 10, from: 30"

  private let sigma: Double
  private let later: Double
  private let from: Int
  private var trial = 0

  static func read(_ reader: Reader, in task: TrialTask) -> ChangingListener {
    ChangingListener(
      sigma: reader.number("sigma", unit: "cents", in: .positive, "Of the noise at first"),
      later: reader.number("later", unit: "cents", in: .positive, "Of the noise later"),
      from: reader.integer("from", in: 1...1_000_000, "The first trial with the later noise, less one"))
  }

  private init(sigma: Double, later: Double, from: Int) { (self.sigma, self.later, self.from) = (sigma, later, from) }

  var isConditional: Bool { true }
  var lapse: Double { 0 }

  func probability(of comparison: Comparison) -> Double {
    erfc(-comparison.offset / ((trial < from ? sigma : later) * 2.squareRoot())) / 2
  }

  mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    let isHigher = random.unit() < probability(of: comparison)
    trial += 1
    return Answer(isHigher: isHigher)
  }
}

/// Drifts that are found, of listeners who do drift and who do not.
@Suite struct DriftTests {
  private static let strategies = """
      - {name: kazez, kind: kazez}
      - {name: adaptive, kind: adaptive}
      - {name: two-down, kind: transformed-up-down, start: 100, down: 2, step: {factor: 2, after-reversals: {2: 1.414}}}
      - {name: garcia-perez, kind: garcia-perez, start: 100, down: 3, step: {factor: 1.68, after-reversals: {2: 1.414}}}
      - {name: weighted, kind: weighted-up-down, start: 100, target: 0.75, step: {factor: 1.414, after-reversals: {2: 1.189}}}
      - {name: robbins-monro, kind: robbins-monro, start: 60, step: {log: 1.6}, target: 0.75}
      - {name: zest, kind: zest, function: weibull, threshold: {from: 1, to: 200, count: 60, spacing: log}, slope: 1.306, lapse: 0.02}
      - {name: psi, kind: psi, function: weibull, levels: {from: 1, to: 150, count: 30, spacing: log}, threshold: {from: 1, to: 150, count: 30, spacing: log}, slope: {from: 0.5, to: 4, count: 8, spacing: log}, lapse: 0.02}
      - {name: constant, kind: constant-stimuli, levels: [3, 8, 15, 25, 40, 60], repetitions: 100, order: random}
    """

  /// Those of these names.
  private static func strategies(_ names: [String]?) -> String {
    strategies.split(separator: "\n").filter { line in
      names?.contains { line.contains("{name: \($0),") } ?? true
    }.joined(separator: "\n")
  }

  private static let reading: [Reading: FitSettings] = [
    .accuracy: FitSettings(reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: .free(upTo: 0.1)),
    .direction: FitSettings(reading: .direction, guess: .lapse, lapse: .free(upTo: 0.1)),
  ]

  /// Of each strategy: in how many tracks there was something to say, and in how many of them a drift was found.
  private func found(
    _ listener: String, trials: Int, replicates: Int, _ reading: Reading, isDown: Bool? = nil,
    only: [String]? = nil
  ) async throws -> [String: (told: Int, drifting: Int)] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = """
      name: drift
      seed: 20261122
      task: {kind: comparison, intervals: [prime]}
      listeners: [\(listener)]
      strategies:
      \(DriftTests.strategies(only))
      stop: {trials: \(trials)}
      replicates: \(replicates)
      keep-trials: \(replicates)

      """
    let kinds = Experiment.Kinds(
      strategies: BuiltInStrategies.registry, listeners: BuiltInListeners.registry.adding(ChangingListener.self))
    let plan = try Experiment.parse(text, file: "drift.yaml", kinds: kinds).plan
    let results = try ResultsFile.create(
      at: folder.appending(path: "r.sqlite").path, plan.record(version: "", build: ""), cells: plan.cellRecords,
      replacing: false)
    _ = try await Simulator(plan, jobs: 2, isCancelled: { false }).run(into: results) { _ in }
    let fitter = try #require(DriftTests.reading[reading]).makeFitter()
    var found: [String: (told: Int, drifting: Int)] = [:]
    for cell in try results.cells() {
      var tracks: [Int: [ObservedTrial]] = [:]
      try results.forEachTrial(of: cell) { stored in
        guard let trial = DriftTests.observed(stored.trial, reading) else { return }
        tracks[stored.replicate, default: []].append(trial)
      }
      for trials in tracks.values {
        var counts = Counts()
        counts.add(trials.map { Counts.Bin(level: $0.level, trials: 1, positives: $0.isPositive ? 1 : 0) })
        guard let drift = Drift(trials, fitter.fit(counts), fitter) else { continue }
        found[cell.strategy, default: (0, 0)].told += 1
        if drift.isDrifting, isDown == nil || drift.isDown == isDown {
          found[cell.strategy, default: (0, 0)].drifting += 1
        }
      }
    }
    return found
  }

  private static func observed(_ trial: TrialRecord, _ reading: Reading) -> ObservedTrial? {
    switch reading {
    case .accuracy: trial.isCorrect.map { ObservedTrial(level: trial.level, isPositive: $0) }
    case .direction: trial.offset.map { ObservedTrial(level: $0, isPositive: trial.answer == "higher") }
    }
  }

  private static let isLong = ProcessInfo.processInfo.environment["PEACH_TEST_LONG"] != nil
  private static let lengths = isLong ? [60, 120, 400] : [60, 120]
  private static let replicates = isLong ? 300 : 60

  /// n = 300 tracks of each of nine procedures at each length in the long form (SE of a rate of 5 %: 1.3 % each, 0.4 % of
  /// all), else 60. Were the rate of one 5 %, more than 5 % + 3.5 SE would be found in 0.1 % of such cells.
  @Test(arguments: [Reading.direction, .accuracy], lengths)
  func `a drift is rarely reported for a steady listener`(reading: Reading, trials: Int) async throws {
    let found = try await found(
      "{name: ear, kind: gaussian, jnd: 12, lapse: 0.02}", trials: trials, replicates: DriftTests.replicates, reading)
    #expect(found.count == 9)
    for (strategy, count) in found {
      let most = 0.05 + 3.5 * (0.05 * 0.95 / Double(count.told)).squareRoot()
      #expect(Double(count.drifting) <= most * Double(count.told), "\(strategy): \(count)")
    }
    let (told, drifting) = found.values.reduce((0, 0)) { ($0.0 + $1.told, $0.1 + $1.drifting) }
    let most = 0.05 + 2.5 * (0.05 * 0.95 / Double(told)).squareRoot()
    #expect(Double(drifting) <= most * Double(told), "\(drifting) of \(told)")
    if DriftTests.isLong { print("steady \(reading) \(trials): \(drifting) of \(told)") }
  }

  /// The share of tracks in which a JND that halves midway is found lower: simulated by `DriftPower` from the fitted curve,
  /// and by a real simulation of a listener whose noise halves. n = 300 tracks of each procedure in both in the long form,
  /// whose difference has an SE of at most 4.1 %; else 80 and 7.9 %. Were both the same, a difference above 3.5 SE would be
  /// found in 1 of 2 000 cells; 29 and 6 % for different procedures differ by more.
  @Test(arguments: isLong ? lengths : [120])
  func `the stated power is the power of this procedure`(trials: Int) async throws {
    let sigma = 24.0
    let tracks = DriftTests.isLong ? 300 : 80
    let procedures = DriftTests.isLong ? ["two-down", "zest", "constant", "kazez", "weighted"] : ["two-down", "zest"]
    let found = try await found(
      "{name: ear, kind: changing, sigma: \(sigma), later: 12, from: \(trials / 2)}", trials: trials,
      replicates: tracks, .direction, isDown: true, only: procedures)
    let fitter = try #require(DriftTests.reading[.direction]).makeFitter()
    let plan = try Experiment.parse(
      """
      name: power
      seed: 1
      task: {kind: comparison, intervals: [prime]}
      listeners: [{name: ear, kind: gaussian, sigma: \(sigma)}]
      strategies:
      \(DriftTests.strategies)
      stop: {trials: \(trials)}
      replicates: 1

      """, file: "power.yaml"
    ).plan
    let given = (0..<trials).map { _ in ObservedTrial(level: 10, isPositive: true, run: "r") }
    for procedure in procedures {
      let cell = try #require(plan.cells.first { $0.strategy == procedure })
      let power = try #require(
        DriftPower(
          given, fitter.readings(of: FitPoint(0, log(sigma), 0, 0)), fitter, .jnd, seed: 7, tracks: tracks
        ) { _ in cell })
      #expect(power.isOfProcedure)
      let real = Double(found[procedure]?.drifting ?? 0) / Double(tracks)
      let error = (power.standardError * power.standardError + real * (1 - real) / Double(tracks)).squareRoot()
      #expect(abs(real - power.share) < 3.5 * error + 0.01, "\(procedure), \(trials): \(real), said \(power.share)")
      if DriftTests.isLong { print("power \(procedure) \(trials): \(power.share), real \(real)") }
    }
  }

  /// Without a procedure the answers are drawn at the levels of the data.
  @Test func `levels of an unknown procedure stay as they are`() throws {
    let fitter = try #require(DriftTests.reading[.direction]).makeFitter()
    let levels = [-40.0, -20, -10, -5, 5, 10, 20, 40]
    let given = (0..<400).map { ObservedTrial(level: levels[$0 % 8], isPositive: true) }
    let curve = fitter.readings(of: FitPoint(0, log(20), 0, 0))
    let power = try #require(DriftPower(given, curve, fitter, .jnd, seed: 7, tracks: 40) { _ in nil })
    #expect(!power.isOfProcedure)
    #expect(power.share > 0.6, "\(power.share)")
    let few = try #require(DriftPower(Array(given.prefix(48)), curve, fitter, .jnd, seed: 7, tracks: 40) { _ in nil })
    #expect(few.share < power.share)
  }
}
