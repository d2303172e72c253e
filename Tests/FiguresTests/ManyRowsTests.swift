import Foundation
import PeachFitting
import PeachReporting
import PeachSimulation
import PeachStorage
import PeachTrials
import Testing

/// Figures of many strategies or listeners.
@Suite struct ManyRowsTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")

  private static func experiment(listeners: Int, strategies: Int) -> String {
    let listeners = (1...listeners).map { "{name: listener-\($0), kind: gaussian, jnd: \(4 + 2 * $0)}" }
    let strategies = (1...strategies).map {
      "  - {name: strategy-number-\($0), kind: constant-stimuli, levels: [\(4 + $0), \(20 + $0), 90], repetitions: 9}"
    }
    return """
      name: many
      seed: 5
      task: {kind: comparison, notes: [C4, C5]}
      listeners: [\(listeners.joined(separator: ", "))]
      strategies:
      \(strategies.joined(separator: "\n"))
      stop: {trials: 27}
      replicates: 4
      keep-trials: 1
      """
  }

  private func figures(_ text: String) async throws -> (figures: [Figure], rows: [SummaryRow]) {
    let results = try await Making.results(text, in: folder)
    let rows = try Summary.rows(of: results)
    return (try Figures.of(results, summary: rows, checkpoints: CheckpointSummary(results)), rows)
  }

  @Test func `24 strategies with three listeners have low rows, all names and one legend`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (figures, _) = try await figures(Self.experiment(listeners: 3, strategies: 24))
    for name in ["comparison", "efficiency"] {
      let figure = try #require(figures.first { $0.name == name })
      expectReadable(figure)
      let picture = SVGPicture(figure)
      // A row of 7 pt type needs about 9 pt, and a panel about 60 pt around its rows.
      #expect(picture.size.height < 3 * (24 * 10 + 60) + 40, "\(name): \(picture.size)")
      let texts = picture.textBoxes.map(\.text)
      for strategy in 1...24 {
        let label = "strategy-number-\(strategy)"
        #expect(texts.count { $0 == label || $0 == "(\(label))" } == 3, "\(name): \(label)")
      }
      for legend in Set(figure.panels.flatMap(\.layers).filter { $0.naming == .legend }.map(\.name)) {
        #expect(texts.count { $0 == legend } <= 1, "\(name): \(legend)")
      }
    }
  }

  /// Tracks of three trials from far above find no threshold.
  @Test(arguments: [3, 12]) func `texts of shares without a threshold do not overlap`(values: Int) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = """
      name: sweep
      seed: 5
      task: {kind: comparison, notes: [C4, C5]}
      listeners: [{name: ear, kind: gaussian, jnd: {vary: {from: 2, to: 20, count: \(values), spacing: log}}}]
      strategies:
        - {name: good, kind: constant-stimuli, levels: [2, 10, 40], repetitions: 9}
        - {name: short, kind: transformed-up-down, start: 1000, down: 3, step: {factor: 1.1}, stop: {trials: 3}}
      stop: {trials: 27}
      replicates: 20
      """
    let figure = try #require(try await figures(text).figures.first { $0.name == "error" })
    let strip = try #require(figure.panels.first { $0.isStrip })
    let shares = try #require(strip.layers.first { $0.mark == .note }).data
    #expect(shares.count == values)
    let texts = shares.compactMap(\.text)
    #expect(texts.count == (values == 3 ? 3 : 1))
    #expect(texts == Array(repeating: "100 %", count: texts.count))
    #expect(figure.caption.hasSuffix("numbers are their shares. Lower is better."))
    expectReadable(figure)
  }

  @Test func `nine listeners have one panel with a row each, and the errors of the summary`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (figures, rows) = try await figures(Self.experiment(listeners: 9, strategies: 3))
    #expect(!figures.contains { $0.name == "comparison" })
    let figure = try #require(figures.first { $0.name == "errors" })
    expectReadable(figure)
    let panel = figure.panels[0]
    #expect(figure.panels.count == 1 && panel.y.categories == (1...9).map { "listener-\($0)" })
    let sound = rows.filter { $0.estimator.name == "fit" && ($0.failed.value ?? 0) <= 0.1 * Double($0.replicates) }
    for strategy in Set(sound.map(\.cell.strategy)) {
      let drawn = panel.layers.filter { $0.name == strategy }.flatMap(\.data).compactMap(\.x)
      let errors = sound.filter { $0.cell.strategy == strategy }.compactMap(\.rootMeanSquareError.value)
      #expect(drawn.sorted() == errors.map { 100 * (exp2($0) - 1) }.sorted())
    }
    // The filled mark of a row is its smallest error, whose strategy is written at the right.
    for (place, listener) in panel.y.categories.enumerated() {
      let best = sound.filter { $0.cell.listener == listener }.min {
        ($0.rootMeanSquareError.value ?? 0) < ($1.rootMeanSquareError.value ?? 0)
      }
      let filled = panel.layers.filter { $0.mark == .disc }.flatMap(\.data).filter {
        abs(($0.y ?? -1) - Double(place)) < 0.5
      }
      #expect(
        filled.compactMap(\.x) == [best].compactMap { $0?.rootMeanSquareError.value }.map { 100 * (exp2($0) - 1) })
      #expect(panel.margin?[place].hasPrefix(best?.cell.strategy ?? "none") == true)
    }
    let failing = rows.filter { $0.estimator.name == "fit" && ($0.failed.value ?? 0) > 0.1 * Double($0.replicates) }
    #expect(!failing.isEmpty)
    for row in failing {
      let place = try #require(panel.y.categories.firstIndex(of: row.cell.listener))
      let text = panel.warnings?[place].first { $0.hasPrefix("(\(row.cell.strategy)) ") }
      #expect(text?.hasSuffix(" % no threshold") == true)
    }
  }

  @Test func `a strategy with one estimate is drawn at its name`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (figures, _) = try await figures(Making.comparison)
    let efficiency = try #require(figures.first { $0.name == "efficiency" })
    for panel in efficiency.panels {
      let place = try #require(panel.y.categories.firstIndex { $0.contains("kazez") })
      let own = panel.layers.flatMap(\.data).compactMap(\.y).filter { abs($0 - Double(place)) < 0.5 }
      #expect(own.allSatisfy { $0 == Double(place) }, "\(own)")
    }
  }

  @Test func `panels of tracks are wide enough for the names of strategies`() throws {
    let names = ["garcia-perez-3-down", "1-down-1-up-weighted", "quest-plus-signed"]
    let trials = (1...9).map { TrialRecord(trial: $0, level: Double(30 - $0)) }
    let figure = try #require(
      Figure.track(
        names.map { FigureTrack(title: $0, trials: trials) }, axis: .cents, name: "tracks", title: "Tracks"))
    expectReadable(figure)
    let texts = SVGPicture(figure).textBoxes.map(\.text)
    for name in names { #expect(texts.contains(name)) }
  }

  /// The errors of so many matchings of eight notes.
  private static func matchingErrors(_ count: Int) -> Figure? {
    let matchings = (0..<count).map { index in
      MatchedNote(
        note: 48 + 3 * (index % 8), initialOffset: Double((index * 37) % 41 - 20),
        error: Double((index * 13) % 17 - 6), range: 100)
    }
    return Figure.matchingErrors(MatchingAnalysis(of: matchings))
  }

  @Test func `the errors of matchings of many notes are readable`() throws {
    let figure = try #require(Self.matchingErrors(160))
    expectReadable(figure)
    // Nobody reads a percentage.
    #expect(figure.panels.contains { $0.y.unit == "cents of error per cent of pitch" })
  }

  /// Four matchings of a note leave its standard deviation wide open.
  @Test func `standard deviations of matchings end at 0`() throws {
    let figure = try #require(Self.matchingErrors(32))
    let panel = try #require(figure.panels.first { $0.title == "variable error" })
    #expect(panel.y.range?.from == 0)
    let lows = panel.layers.flatMap(\.data).compactMap(\.low)
    #expect(lows.count > 2 && lows.allSatisfy { $0 >= 0 })
  }

  @Test func `the coverage of a sweep is readable and has the values of the summary`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (figures, rows) = try await figures(
      """
      name: covered
      seed: 3
      task: {kind: comparison, notes: [C4, C5]}
      listeners: [{name: ear, kind: gaussian, jnd: {vary: [4, 12, 40]}}]
      strategies:
        - {name: weighted, kind: weighted-up-down, start: 100, target: 0.75, step: {factor: 1.3}}
        - {name: fixed, kind: constant-stimuli, levels: [3, 10, 30, 80], repetitions: 10}
      estimator-interval: 95%
      stop: {trials: 40}
      replicates: 8
      keep-trials: 1
      """)
    let figure = try #require(figures.first { $0.name == "coverage" })
    expectReadable(figure)
    let drawn = figure.panels.flatMap(\.layers).filter { $0.mark == .line }.flatMap(\.data).compactMap(\.y)
    let sound = rows.filter { $0.estimator.name == "fit" && ($0.failed.value ?? 0) <= 0.1 * Double($0.replicates) }
    #expect(!drawn.isEmpty && drawn.sorted() == sound.compactMap(\.coverage.value).map { 100 * $0 }.sorted())
    // A share of 100 % of eight runs is not known to be 100 %.
    let band = figure.panels.flatMap(\.layers).filter { $0.mark == .band }.flatMap(\.data)
    #expect(drawn.contains(100))
    let lows = band.compactMap(\.low)
    #expect(!lows.isEmpty && lows.allSatisfy { $0 < 99 })
  }

  @Test func `efficiencies end at 0`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (figures, rows) = try await figures(Making.comparison)
    // With twelve runs some Monte Carlo intervals reach below 0.
    let ends = rows.compactMap { row in row.efficiency.value.map { $0 - 1.96 * (row.efficiency.standardError ?? 0) } }
    #expect(ends.contains { $0 < 0 })
    let efficiency = try #require(figures.first { $0.name == "efficiency" })
    #expect(efficiency.panels.flatMap(\.layers).flatMap(\.data).compactMap(\.low).allSatisfy { $0 >= 0 })
  }
}
