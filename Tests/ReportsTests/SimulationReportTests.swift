import Foundation
import PeachExperiments
import PeachReporting
import PeachStorage
import PeachTrials
import Testing

/// The report of a simulation, of runs made by hand: the answer comes first, and nothing misleads.
@Suite struct SimulationReportTests {
  private struct Made {
    var strategy: String
    var listener = "ear"
    var varied: [String] = []
    /// The estimates of the common fit, over and over; `nil` without a threshold.
    var thresholds: [Double?]
  }

  private static let runs = 40

  /// The page of cells whose truth is 10, and its figures drawn as empty pictures.
  private func html(
    _ cells: [Made], question: String? = "Which is best?", varied: [String] = [], scale: Axis.Scale = .log,
    unit: String = "cents", drawing: @escaping (Figure) -> String? = { _ in "<svg/>" }
  ) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let simulation = SimulationRecord(
      name: "made", question: question, digest: "", seed: "", version: "", build: "", experiment: "{}",
      task: "comparison", unit: unit, scale: scale, alternatives: 2, varied: varied, replicates: Self.runs)
    let records = cells.enumerated().map { id, cell in
      CellRecord(
        id: id, strategy: cell.strategy, listener: cell.listener, varied: cell.varied,
        estimators: [EstimatorRecord(name: "fit", target: 0.75, truth: 10, trueLapse: 0, idealSweat: 3)])
    }
    let file = try ResultsFile.create(
      at: folder.appending(path: "r.sqlite").path, simulation, cells: records, replacing: true)
    for (id, cell) in cells.enumerated() {
      var batch = BatchRecord(cell: id, replicates: 1...Self.runs, seconds: 0)
      for run in 0..<Self.runs {
        let threshold = cell.thresholds[run % cell.thresholds.count]
        batch.runs.append(
          RunRecord(
            replicate: run + 1, trials: 60, reversals: 9, correct: 45, judged: 60, stopReason: "trials", failure: nil))
        var estimate = EstimateRecord(
          replicate: run + 1, estimator: 0, status: threshold == nil ? .allCorrect : .ok)
        estimate.threshold = threshold
        batch.estimates.append(estimate)
      }
      try file.append([batch])
    }
    let report = try SimulationReport(file, named: "made.sqlite", kinds: .builtIn, year: 2031)
    return HTMLPage(report.page, program: "peach 1.2.3", drawing: drawing).html
  }

  private static let near = Made(strategy: "near", thresholds: [9.5, 10.5, 10, 9.8])
  private static let far = Made(strategy: "far", thresholds: [20, 5, 18, 6])
  /// Its errors are the smallest, but half of its runs have no threshold.
  private static let lucky = Made(strategy: "lucky", thresholds: [10, nil, 10.1, nil])

  /// What stands before the list of sections.
  private func first(_ html: String) throws -> String {
    String(html[..<(try #require(html.firstRange(of: "<nav"))).lowerBound])
  }

  /// The rows of each table whose first column is of strategies: the texts of their cells.
  private func tables(_ html: String) -> [[[String]]] {
    html.matches(of: /<table>(?<table>[\s\S]*?)<\/table>/).map { String($0.output.table) }
      .filter { $0.contains("<thead><tr><th scope=\"col\">strategy</th>") }
      .map { table in
        table.matches(of: /<tr(?<mark>[^>]*)>(?<row>.*?)<\/tr>/).map { match in
          [String(match.output.mark)]
            + match.output.row.matches(of: /<t[hd][^>]*>(?<text>[^<]*)</).map { String($0.output.text) }
        }
      }
  }

  @Test func `the question is the heading, and the answer names the best strategy and the one to avoid`() throws {
    let html = try html([Self.lucky, Self.far, Self.near])
    #expect(html.contains("<h1>Which is best?</h1>"))
    let first = try first(html)
    #expect(first.contains("<strong class=\"best\">near</strong> has the smallest error, 4 %."), "\(first)")
    #expect(
      first.contains(
        "<strong class=\"caution\">lucky</strong> finds no threshold in 50 % of the runs with ear: every answer right, "
          + "so the levels are too easy."), "\(first)")
    #expect(first.contains("Simulation report · made · 40 runs of 60 trials each · no person answered"))
    // Each statement stands once.
    #expect(html.ranges(of: "Which is best?").count == 2)
  }

  @Test func `without a question the name is the heading`() throws {
    #expect(try html([Self.near], question: nil).contains("<h1>made</h1>"))
  }

  @Test func `answer, figure, caption and a table of five columns stand before everything else`() throws {
    let first = try first(html([Self.lucky, Self.far, Self.near]))
    let places = ["<p class=\"lead\">", "<figure id=\"figure-1\">", "<figcaption>", "<table>"].map { sign in
      first.firstRange(of: sign)?.lowerBound
    }
    #expect(!places.contains(nil))
    #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
    #expect(
      first.contains(
        "<strong>Figure 1. Estimates around the true threshold.</strong> 40 runs of 60 trials each. Shape: "
          + "distribution"))
    #expect(
      tables(first).first?.first == ["", "strategy", "error", "bias", "within 10 %", "no threshold"], "\(first)")
  }

  @Test func `two listeners have a panel and a table each, next to each other`() throws {
    let cells = ["one", "two"].flatMap { listener in
      [Self.far, Self.near].map { cell in
        var cell = cell
        cell.listener = listener
        return cell
      }
    }
    let first = try first(html(cells))
    #expect(first.ranges(of: "<svg/>").count == 2)
    #expect(first.contains("<p class=\"panel\">one</p>") && first.contains("<p class=\"panel\">two</p>"))
    #expect(tables(first).map { $0.dropFirst().map { $0[1] } } == [["near\u{A0}◀", "far"], ["near\u{A0}◀", "far"]])
    #expect(
      first.contains(
        "<strong class=\"best\">near</strong> has the smallest error: 4 % for one and 4 % for two."), "\(first)")
  }

  @Test func `a strategy without a threshold in many runs comes last in every table, in brackets and amber`() throws {
    let html = try html([Self.lucky, Self.far, Self.near])
    let tables = tables(html)
    #expect(tables.count >= 2)
    for table in tables.prefix(2) {
      #expect(table.dropFirst().map { $0[1].replacing("\u{A0}◀", with: "") } == ["near", "far", "(lucky)"])
      #expect(table.last?[0] == " class=\"caution\"")
      #expect(table.last?.contains { $0.hasPrefix("(1 %") || $0.hasPrefix("(0.0") } == true, "\(table)")
      #expect(table.last?.contains("50 %") == true || table.last?.contains("50.0 %") == true)
    }
    #expect(tables[0][1].prefix(2) == [" class=\"best\"", "near\u{A0}◀"])
  }

  @Test func `the shape of a strategy that often fails is hollow, and lower than all others`() throws {
    final class Drawn { var figures: [Figure] = [] }
    let drawn = Drawn()
    _ = try html([Self.lucky, Self.far, Self.near]) { figure in
      drawn.figures.append(figure)
      return "<svg/>"
    }
    let panel = try #require(drawn.figures.first?.panels.first)
    func heights(_ colour: Figure.Colour) -> [Double] {
      panel.layers.filter { $0.mark == .band && $0.colour == colour }.map { layer in
        layer.data.map { ($0.high ?? 0) - ($0.low ?? 0) }.max() ?? 0
      }
    }
    let (failing, best, others) = (heights(.caution), heights(.best), heights(.faint))
    #expect(failing.count == 1 && best.count == 1 && others.count == 1)
    // Half of its runs have a threshold, and without this rule its narrow shape would be the highest but one.
    #expect(failing[0] > 0 && failing[0] <= 0.5 * others[0] + 1e-9)
    #expect(!panel.layers.contains { $0.mark == .thickInterval && $0.colour == .caution })
  }

  @Test func `no heading or sentence says that a run failed`() throws {
    let html = try html([Self.lucky, Self.far, Self.near])
    let shown = html[..<(try #require(html.firstRange(of: "<script")).lowerBound)]
    #expect(!shown.contains("failed"))
    #expect(!shown.contains("Failed"))
  }

  @Test func `an axis whose zero is a convention has the median error in place of a share`() throws {
    let tables = tables(try first(html([Self.far, Self.near], scale: .linear, unit: "dB")))
    #expect(
      tables.first?.first == ["", "strategy", "error (dB)", "bias (dB)", "median error (dB)", "no threshold"])
    #expect(tables.first?[1].prefix(2) == [" class=\"best\"", "near\u{A0}◀"])
  }

  @Test func `a sweep says which strategy is best in each condition`() throws {
    let cells = ["5", "10"].flatMap { jnd in
      [Self.lucky, Self.near, Self.far].map { cell in
        var cell = cell
        cell.varied = [jnd]
        return cell
      }
    }
    let first = try first(html(cells, varied: ["listeners.ear.jnd"]))
    let rows = first.matches(of: /<tr><th scope="row">(?<row>.*?)<\/tr>/).map {
      String($0.output.row).replacing(/<[^>]*>/, with: "|").replacing("||", with: "|")
    }
    // The data of the figures stand before.
    let found = rows.filter { $0.hasPrefix("jnd") }
    #expect(found == ["jnd 5 cents|near|4 %|−1 %|lucky 50 %|", "jnd 10 cents|near|4 %|−1 %|lucky 50 %|"], "\(rows)")
    #expect(first.contains("<summary>All strategies in all conditions</summary>"))
    let all = tables(first).first
    #expect(all?.dropFirst().suffix(2).map { $0[1] } == ["far", "(lucky)"])
  }

  private static func with(_ cell: Made, listener: String = "ear", varied: [String] = []) -> Made {
    var cell = cell
    (cell.listener, cell.varied) = (listener, varied)
    return cell
  }

  @Test func `the answer of a sweep names the values for which each strategy is best`() throws {
    let good = ["5": "near", "10": "near", "20": "near", "40": "far"]
    let cells = good.keys.sorted { (Int($0) ?? 0) < (Int($1) ?? 0) }.flatMap { jnd -> [Made] in
      ["near", "far"].map { name in
        var cell = Self.with(good[jnd] == name ? Self.near : Self.far, varied: [jnd])
        cell.strategy = name
        return cell
      }
    }
    let first = try first(html(cells, varied: ["listeners.ear.jnd"]))
    #expect(
      first.contains(
        "The smallest error is that of <strong class=\"best\">near</strong> for jnd 5, 10 and 20 cents and "
          + "<strong class=\"best\">far</strong> for jnd 40 cents."), "\(first)")
  }

  @Test func `many listeners have a table of the best strategies, and the other rows are folded`() throws {
    let cells = (1...9).flatMap { number in
      [Self.near, Self.far].map { Self.with($0, listener: "listener-\(number)") }
    }
    let first = try first(html(cells))
    #expect(first.contains(". Best strategy in each condition") && first.contains(". Error in each condition."))
    #expect(first.contains("<summary>All strategies in all conditions</summary>"))
  }

  @Test func `panels next to each other do not repeat a legend that the caption states`() throws {
    let cells = ["one", "two"].flatMap { listener in [Self.far, Self.near].map { Self.with($0, listener: listener) } }
    let first = try first(html(cells) { SVGPicture($0).element })
    #expect(first.contains("<p class=\"panel\">two</p>"))
    #expect(!first.contains(">middle 2/3</text>"))
    #expect(first.contains("thick and thin line: middle 2/3 and 95 % of estimates."))
  }

  @Test func `too few runs name no best strategy`() throws {
    // Without a threshold in both there are no pairs.
    let first = try first(
      html([Made(strategy: "a", thresholds: [9, nil, nil, nil]), Made(strategy: "b", thresholds: [nil, 9, nil, nil])]))
    #expect(!first.contains("<strong class=\"best\">"))
    #expect(first.contains("no threshold"))
  }
}
