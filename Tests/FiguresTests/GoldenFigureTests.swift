import Foundation
import PeachAnalysis
import PeachFitting
import PeachReporting
import PeachSimulation
import PeachStorage
import PeachTrials
import Testing

/// Each figure as data: axes, labels, layers and numbers as they were recorded; `PEACH_RECORD=1` records them.
@Suite struct GoldenFigureTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
  private static let isRecording = ProcessInfo.processInfo.environment["PEACH_RECORD"] == "1"

  /// Compares with the file of the same name, numbers to six digits.
  private func check(_ figures: [Figure], _ names: [String], _ set: String) throws {
    #expect(figures.map(\.name) == names)
    for figure in figures {
      expectReadable(figure)
      #expect(figure.caption.hasSuffix("."), "\(figure.name) has no caption")
      let file = "\(set)-\(figure.name).json"
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      let made = try JSONSerialization.jsonObject(with: encoder.encode(figure))
      let text = try JSONSerialization.data(withJSONObject: rounded(made), options: [.sortedKeys])
      let shown = String(decoding: text, as: UTF8.self).replacing("},{", with: "},\n{") + "\n"
      if Self.isRecording {
        let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(file)")
        try Data(shown.utf8).write(to: source)
        continue
      }
      let golden = try #require(Bundle.module.url(forResource: "Golden", withExtension: nil)).appending(path: file)
      let recorded = try String(contentsOf: golden, encoding: .utf8)
      let lines = zip(recorded.split(separator: "\n"), shown.split(separator: "\n"))
      let first = lines.first { $0 != $1 }.map { "\($0) is now \($1)" } ?? "its length"
      #expect(recorded == shown, "\(file): \(first.prefix(400)); PEACH_RECORD=1 records it anew")
    }
  }

  private func rounded(_ value: Any) -> Any {
    if let list = value as? [Any] { return list.map(rounded) }
    if let object = value as? [String: Any] { return object.mapValues(rounded) }
    guard let number = value as? NSNumber, !(value is Bool), number.doubleValue != number.doubleValue.rounded() else {
      return value
    }
    return String(format: "%.6g", number.doubleValue)
  }

  @Test func `checkpoints have a figure of the error after so many trials`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let results = try await Making.results(Making.comparison + "\ncheckpoints: [10, 20, 30]\n", in: folder)
    let rows = try Summary.rows(of: results)
    let checkpoints = try CheckpointSummary(results)
    let figure = try #require(Figures.of(results, summary: rows, checkpoints: checkpoints).last)
    try check([figure], ["error-by-checkpoint"], "checkpoints")
    // What is drawn is what the summary says.
    let drawn = figure.panels.flatMap(\.layers).filter { $0.mark == .line }.flatMap(\.data)
    let fits = checkpoints.rows.filter { $0.summary.estimator.name == "fit" }
    #expect(Set(drawn.compactMap(\.y)) == Set(fits.compactMap(\.summary.rootMeanSquareError.value)))
    // Every line ends at the value of the table, which has all runs.
    let ends = figure.panels.flatMap(\.layers).filter { $0.mark == .line }.compactMap { $0.data.last?.y }
    let table = rows.filter { $0.estimator.name == "fit" }.compactMap(\.rootMeanSquareError.value)
    #expect(ends.count == 6 && ends.map(\.digits).sorted() == table.map(\.digits).sorted())
  }

  @Test func `a comparison of strategies has its figures`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let results = try await Making.results(Making.comparison, in: folder)
    let rows = try Summary.rows(of: results)
    let figures = try Figures.of(results, summary: rows, checkpoints: CheckpointSummary(results))
    try check(
      figures, ["comparison", "coverage", "efficiency", "tracks"], "comparison")
    // What is drawn is what the summary says.
    let fits = rows.filter { $0.estimator.name == "fit" }
    let medians = figures[0].panels.flatMap(\.layers).filter { $0.mark == .circle }.flatMap(\.data).compactMap(\.x)
    #expect(Set(medians.map { log2($0).digits }) == Set(fits.compactMap(\.medianBias.value).map(\.digits)))
    for panel in figures[0].panels {
      let own = fits.filter { $0.cell.listener == panel.title }
      #expect(panel.layers[0].name == "true threshold \(String(format: "%.2f", own[0].estimator.truth ?? 0)) cents")
      let isFailing = own.map { ($0.failed.value ?? 0) > 0.1 * Double($0.replicates) }
      #expect(panel.y.categories.count { $0.hasPrefix("(") } == isFailing.count { $0 })
      #expect(panel.layers.count { $0.mark == .note } == isFailing.count { $0 })
      for row in own where (row.failed.value ?? 0) <= 0.1 * Double(row.replicates) {
        let place = try #require(panel.y.categories.firstIndex(of: row.cell.strategy))
        let error = 100 * (exp2(row.rootMeanSquareError.value ?? 0) - 1)
        #expect(panel.margin?[place] == "\(Int(error.rounded())) %")
      }
    }
    #expect(figures[2].panels.allSatisfy { $0.x.range?.from == 0 && ($0.x.range?.to ?? 0) >= 1 })
    let efficiency = figures[2].panels.flatMap(\.layers).filter { $0.mark == .horizontalBar }.flatMap(\.data)
    #expect(
      Set(efficiency.compactMap(\.x))
        == Set(rows.filter { ($0.failed.value ?? 0) <= 0.1 * Double($0.replicates) }.compactMap(\.efficiency.value)))
    let tracks = figures[3].panels
    #expect(figures[3].arrangement == .grid)
    #expect(tracks.map(\.title) == ["kazez", "weighted", "zest"])
    var trials: [TrialRecord] = []
    try results.forEachTrial(of: results.cells()[0], in: 1...1) { trials.append($0.trial) }
    #expect(trials.count == 30)
    #expect(tracks[0].layers.first { $0.name == "level" }?.data.map(\.y) == trials.map(\.level))
    #expect(tracks[0].layers.first { $0.mark == .ring }?.data.count == trials.count { $0.isReversal })
    // A believed interval is the band.
    #expect(tracks[2].layers.first?.mark == .band)
  }

  @Test func `a strategy that often fails is last, in brackets, and has no efficiency`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    // Levels that are all easy give a step, and no threshold.
    let easy = "  - {name: easy, kind: constant-stimuli, levels: [300, 400], repetitions: 15}"
    let text = Making.comparison.replacing("strategies:", with: "strategies:\n\(easy)")
    let results = try await Making.results(text, in: folder)
    let figures = try Figures.of(results, summary: Summary.rows(of: results), checkpoints: CheckpointSummary(results))
    for panel in figures[0].panels {
      #expect(panel.y.categories.last == "(easy)")
      let note = try #require(
        panel.layers.first { $0.mark == .note && $0.data[0].text?.hasSuffix(" % no threshold") == true })
      #expect(note.colour == .caution)
    }
    let efficiency = try #require(figures.first { $0.name == "efficiency" })
    for panel in efficiency.panels {
      let place = try #require(panel.y.categories.firstIndex(of: "(easy)"))
      #expect(place == panel.y.categories.count - 1)
      #expect(!panel.layers.flatMap(\.data).contains { abs(($0.y ?? -1) - Double(place)) < 0.5 })
    }
    #expect(!figures.contains { $0.name == "error-by-trial" })
    let tracks = try #require(figures.first { $0.name == "tracks" })
    #expect(tracks.panels.allSatisfy { $0.layers.contains { $0.name == "true threshold" } })
    #expect(!tracks.panels.contains { $0.layers.contains { $0.name == "threshold" } })
    let picture = SVGPicture(figures[0]).element
    #expect(picture.contains(" % no threshold") && picture.contains("true threshold"))
  }

  @Test func `a sweep of two numbers has lines`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let results = try await Making.results(Making.sweep, in: folder)
    let rows = try Summary.rows(of: results)
    let figures = try Figures.of(results, summary: rows, checkpoints: CheckpointSummary(results))
    try check(figures, ["errors", "error", "tracks"], "sweep")
    for figure in figures { expectReadable(figure) }
    let lines = figures[1].panels.flatMap(\.layers).filter { $0.mark == .line }.flatMap(\.data).compactMap(\.y)
    let fits = rows.filter { $0.estimator.name == "fit" }
    #expect(lines.sorted() == fits.compactMap(\.rootMeanSquareError.value).sorted())
    #expect(figures[1].panels.map(\.x) == Array(repeating: FigureAxis("trials", scale: .log), count: 2))
    #expect(figures[1].panels[0].y.label == "error" && figures[1].panels[0].y.unit == "dB")
    #expect(figures[1].panels[0].y.range?.from == 0)
    // A row has the errors of its condition.
    let conditions = figures[0].panels[0]
    #expect(conditions.y.categories.first == "lapse 0, trials 20" && conditions.y.categories.count == 6)
    #expect(
      conditions.layers.flatMap(\.data).compactMap(\.x).sorted()
        == fits.filter { ($0.failed.value ?? 0) <= 0.1 * Double($0.replicates) }.compactMap(\.rootMeanSquareError.value)
        .sorted())
  }

  @Test func `a sweep writes the share of failures in a strip of its own, off the axis of errors`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    // The keen listener answers everything right at these levels; the coarse one does not.
    let text = """
      name: failing
      seed: 5
      task: {kind: comparison, notes: [C4, C5]}
      listeners: [{name: ear, kind: gaussian, jnd: {vary: [2, 60]}}]
      strategies:
        - {name: easy, kind: constant-stimuli, levels: [20, 80, 160], repetitions: 20}
        - {name: weighted, kind: weighted-up-down, start: 100, target: 0.75, step: {factor: 1.3}}
      stop: {trials: 60}
      replicates: 12
      """
    let results = try await Making.results(text, in: folder)
    let figures = try Figures.of(results, summary: Summary.rows(of: results), checkpoints: CheckpointSummary(results))
    let figure = try #require(figures.first { $0.name == "error" })
    #expect(figure.arrangement == .joined && figure.panels.count == 2)
    let (strip, panel) = (figure.panels[0], figure.panels[1])
    let line = try #require(panel.layers.first { $0.mark == .line && $0.name == "easy" })
    #expect(line.data.filter { $0.y != nil }.map(\.x) == [60])
    #expect(!panel.layers.contains { $0.colour == .caution })
    let circles = strip.layers.filter { $0.mark == .circle }.flatMap(\.data)
    #expect(circles.map(\.x) == [2] && circles.map(\.text) == ["100 % no threshold"])
    #expect(strip.y.categories == ["(easy)"] && strip.x.title == "jnd (cents)" && strip.x == panel.x)
    for figure in figures { expectReadable(figure) }
    // No strategy states intervals, so a figure of their coverage would be empty axes.
    #expect(!figures.contains { $0.name == "coverage" })
  }

  @Test func `a fit has its curve, its residuals and its contours`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let report = try await Making.report(Making.counts, FitRequest(), in: folder)
    let figures = Figures.of(report)
    try check(figures, ["psychometric-function", "residuals", "likelihood"], "fit")
    let fit = report.fits[0]
    let curve = figures[0].panels[0]
    #expect(
      curve.layers.map(\.name) == [
        "pointwise 95 % band", "guessing, 1/2", "fitted curve", "threshold with 95 % interval",
        "95 % binomial interval",
        "data",
      ])
    #expect(curve.layers[5].data.map(\.size) == fit.counts.bins.map { Optional($0.trials) })
    // The score interval of 20 of 20, of Newcombe (1998), Stat. Med. 17:857–872.
    #expect(abs((curve.layers[4].data.last?.low ?? 0) - 0.8389) < 0.0001 && curve.layers[4].data.last?.high == 1)
    #expect(figures[0].panels[1].layers.last?.data.map(\.y) == fit.residuals?.rows.map { Optional($0.residual) })
    #expect(curve.remarks[0].lines == ["threshold 7.6 cents", "95 % CI 5.1 to 10.2"])
    #expect(figures[2].panels[0].x.label == "threshold")
    let threshold = curve.layers[3].data[0]
    #expect(threshold.x == fit.result.threshold)
    #expect(threshold.low == fit.intervals[.threshold]?.low && threshold.high == fit.intervals[.threshold]?.high)
    // The region of 95 % for both is wider than the interval of one.
    let region = figures[2].panels[0].layers[0].data.compactMap(\.x)
    let (low, high) = (try #require(region.min()), try #require(region.max()))
    #expect(low < threshold.low ?? 0 && high > threshold.high ?? .infinity)
    #expect(low > 0.5 * (threshold.low ?? 0) && high < 2 * (threshold.high ?? 0))
  }

  @Test func `the contours of a threshold at another proportion are not called those of the threshold`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var request = FitRequest()
    request.at = 0.8
    let report = try await Making.report(Making.counts, request, in: folder)
    let figure = try #require(Figures.of(report).last)
    #expect(figure.panels[0].x.label == "level where F is ½")
    #expect(figure.title == "Likely values of level where F is ½ and width")
    expectReadable(figure)
  }

  @Test func `groups in the direction reading have figures with their own names`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var text = "listener,offset_cents,answer\n"
    for index in 0..<240 {
      let offset = Double((index * 37) % 61) - 30.5
      let isHigher = offset + Double((index * 7919) % 31) - 12 > 0
      text += "\(index % 2 == 0 ? "a/<b>" : "c"),\(offset),\(isHigher ? "higher" : "lower")\n"
    }
    var request = FitRequest()
    request.reading = .direction
    request.guess = nil
    let report = try await Making.report(text, request, by: ["listener"], in: folder)
    let figures = Figures.of(report)
    try check(
      figures, ["psychometric-function", "residuals", "likelihood"].withSuffixes(["-1", "-2"]), "groups")
    #expect(figures[0].title == "Psychometric function of a/<b>")
    #expect(figures[0].panels[0].layers.contains { $0.name == "data, levels pooled" })
    // 120 trials of a group at as many levels.
    for residuals in [figures[1], figures[4]] {
      for panel in residuals.panels {
        let bins = try #require(panel.layers.last?.data)
        #expect(bins.count == 15 && bins.reduce(0) { $0 + ($1.size ?? 0) } == 120)
      }
    }
  }

  @Test func `a group without a fit shows only its data`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let report = try await Making.report("level,n,k\n1,10,10\n2,10,10\n3,9,9\n", FitRequest(), in: folder)
    let figures = Figures.of(report)
    #expect(figures.map(\.name) == ["psychometric-function"])
    #expect(figures[0].panels[0].layers.map(\.name) == ["95 % binomial interval", "data"])
    #expect(figures[0].description == "29 trials at 3 levels; the fit gives no threshold (status all-correct).")
  }

  @Test func `sessions and matchings of a listener have figures`() throws {
    let sessions = (1...5).map { (number: Int) -> SessionThreshold in
      let threshold = 30 / Double(number)
      let high: Double? = number == 2 ? nil : 1.5 * threshold
      return SessionThreshold(session: number, threshold: threshold, low: 0.7 * threshold, high: high, trials: 60)
    }
    let matchings = (0..<40).map { (index: Int) -> MatchingRecord in
      let error = Double((index * 7919) % 23) - 9.5
      return MatchingRecord(
        trial: index + 1, reference: 60, target: 60 + index % 3, interval: "prime", initialOffset: 20, error: error,
        adjustments: 2, heard: Presentation())
    }
    let progress = try #require(Figure.progress(sessions, axis: .cents))
    let matching = try #require(Figure.matching(matchings))
    try check([progress, matching], ["progress", "matching"], "listener")
    #expect(matching.panels[0].layers[0].data.reduce(0) { $0 + ($1.y ?? 0) } == 40)
    #expect(matching.panels[1].layers.flatMap(\.data).compactMap(\.x) == [60.0, 61, 62])
  }

  @Test func `no line joins sessions of different tasks`() throws {
    let sessions = (1...4).map { SessionThreshold(session: $0, series: $0 % 2 == 0 ? "loud" : "pitch", threshold: 9) }
    let figure = try #require(Figure.progress(sessions, axis: .cents))
    let lines = figure.panels[0].layers.filter { $0.mark == .line }
    #expect(lines.map { $0.data.compactMap(\.x) } == [[1, 3], [2, 4]])
  }

  @Test func `there is no figure without data`() {
    #expect(Figure.progress([], axis: .cents) == nil)
    #expect(Figure.matching([]) == nil)
    #expect(Figure.track([FigureTrack(trials: [])], axis: .cents) == nil)
  }

  @Test func `a track figure marks the averaged reversals and shows every answer`() throws {
    var trials: [TrialRecord] = []
    for number in 1...8 {
      var trial = TrialRecord(trial: number, level: Double(40 - 3 * number), isReversal: number.isMultiple(of: 3))
      trial.isCorrect = number == 7 ? nil : number.isMultiple(of: 2)
      trial.kind = number == 5 ? .catch : .test
      trial.track = number.isMultiple(of: 2) ? "low" : "high"
      trials.append(trial)
    }
    let figure = try #require(
      Figure.track(
        [FigureTrack(trials: trials, threshold: 21.5, truth: 20, averaged: [6])],
        axis: Axis(unit: "dB", scale: .linear, isSigned: false)))
    let layers = figure.panels[0].layers
    #expect(
      layers.map(\.name) == [
        "level of high", "level of low", "correct", "wrong", "neither", "reversal", "averaged reversal",
        "estimated threshold",
        "true threshold",
      ])
    #expect(layers[0].data.compactMap(\.x) == [1, 3, 7])
    #expect(layers[2...4].reduce(0) { $0 + $1.data.count } == 8)
    #expect(layers[6].data == [Figure.Datum(6, 22)])
    #expect(
      figure.description == "8 trials, 4 correct, 2 reversals, 1 of them averaged; from 37 to 16 dB; "
        + "estimated threshold 21.5 dB; true threshold 20 dB."
    )
    #expect(figure.panels[0].y == FigureAxis("level", unit: "dB"))
    expectReadable(figure)
  }
}

extension Double {
  /// Rounded to nine decimals.
  fileprivate var digits: Double { (self * 1e9).rounded() }
}

extension [String] {
  /// All of them with one ending, then all with the next.
  fileprivate func withSuffixes(_ suffixes: [String]) -> [String] { suffixes.flatMap { suffix in map { $0 + suffix } } }
}
