import Foundation
import PeachReporting
import PeachSimulation
import PeachStorage
import PeachTrials
import Testing

/// What `peach simulate` prints, of runs made by hand.
@Suite struct AnswerTextTests {
  private typealias Cell = MadeResults.Cell

  private func text(
    _ made: MadeResults, columns: Int = 80, within share: Double? = nil, of estimates: AnswerText.Estimates = .common,
    isPlain: Bool = false
  ) throws -> StyledText {
    try made.with { file in
      try AnswerText(
        SimulationSummary(of: file, within: share ?? 0.1), of: estimates, isPlain: isPlain
      ).text(in: PageWidth(columns: columns))
    }
  }

  private func lines(_ made: MadeResults, columns: Int = 80) throws -> [String] {
    try text(made, columns: columns).plain.split(separator: "\n").map(String.init)
  }

  /// Two listeners and five strategies, with names as long as those of the first example; one often has no threshold.
  private static let example: MadeResults = {
    let names = ["kazez", "adaptive", "2-down-1-up", "weighted-75", "garcia-perez-3-down"]
    let cells = ["musician", "non-musician"].flatMap { listener in
      names.enumerated().map { place, name in
        let fails = name == "adaptive" && listener == "musician"
        return Cell(
          strategy: name, listener: listener,
          thresholds: MadeResults.spread(0.8 - 0.13 * Double(place), failing: fails ? 0.51 : 0))
      }
    }
    return MadeResults(cells: cells)
  }()

  @Test func `a comparison of five strategies with two listeners stays on a screen of 80 by 24 with a prompt`() throws {
    let answer = try text(Self.example).plain
    // The command adds one line with the next command.
    let lines = (answer + "next     peach report made.sqlite\n").split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.dropLast().count <= 23, "\(answer)")
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(answer)")
    #expect(lines[0] == "Which is best?")
    #expect(lines[1].hasPrefix("made · 200 runs in each row · standard error "))
    #expect(lines[1].count <= 80)
    #expect(lines[2].split(separator: " ").prefix(7) == ["strategy", "error", "bias", "within", "10", "%", "no"])
    #expect(lines[3] == "musician, true threshold 10.00 cents at 75 % correct")
    #expect(lines[9] == "non-musician, true threshold 10.00 cents at 75 % correct")
    #expect(
      lines.contains("warning  no threshold: adaptive 51 % for musician; all correct: levels too easy"), "\(answer)")
    #expect(lines.contains("best     musician: garcia-perez-3-down"), "\(answer)")
    #expect(!answer.contains("failed"))
  }

  @Test func `a strategy that often has no threshold comes last, in brackets and amber, and is never marked as best`()
    throws
  {
    let made = MadeResults(cells: [
      Cell(strategy: "seldom", thresholds: MadeResults.spread(0.05, failing: 0.12)),
      Cell(strategy: "rough", thresholds: MadeResults.spread(0.8)),
      Cell(strategy: "fine", thresholds: MadeResults.spread(0.2)),
    ])
    let lines = try lines(made)
    let rows = ["fine", "rough", "seldom"].map { name in lines.firstIndex { $0.hasPrefix(name + " ") } ?? -1 }
    #expect(rows == rows.sorted() && rows[0] > 0, "\(lines)")
    // A mark at the edge of the screen would touch its frame.
    #expect(lines[rows[0]].hasSuffix("◀") && lines[rows[0]].count < 80)
    #expect(!lines[rows[2]].contains("◀"))
    #expect(lines[rows[2]].contains(#/\(3\.\d %\).* 12 %/#) || lines[rows[2]].contains(#/\(\d %\).* 12 %/#), "\(lines)")
    let coloured = try text(made).text(hasColour: true).split(separator: "\n")
    #expect(coloured.contains { $0.hasPrefix("\u{1b}[33mseldom ") && $0.hasSuffix("\u{1b}[0m") })
    #expect(coloured.contains { $0.hasPrefix("\u{1b}[32;1mfine ") })
    #expect(!(try text(made).text(hasColour: false)).contains("\u{1b}"))
  }

  @Test func `an error is 2 to the power of the RMSE less 1, with the digits that its Monte Carlo error leaves`() throws
  {
    func cells(_ octaves: Double, runs: Int) -> MadeResults {
      MadeResults(cells: [
        Cell(strategy: "s", thresholds: (0..<runs).map { 10 * exp2($0 % 2 == 0 ? octaves : -octaves) })
      ])
    }
    // Errors of ±1/2 octave: 2^0.5 − 1 = 41.4 %, and no bias.
    #expect(try lines(cells(0.5, runs: 100)).contains { $0.contains(#/^s +41 % +0 % /#) })
    // Small errors keep two digits: 2^0.05 − 1 = 3.53 %.
    #expect(try lines(cells(0.05, runs: 100)).contains { $0.contains(#/^s +3\.5 % /#) })
    // A sample that says little of its error: about 2.1 octaves, known to a factor.
    let few = MadeResults(cells: [Cell(strategy: "s", thresholds: [10, 10.3, 9.8, 80])])
    #expect(try lines(few).contains { $0.contains(#/^s  +\d+ %/#) })
  }

  @Test func `the second line has the Monte Carlo standard error of the least certain error, as columns have it`()
    throws
  {
    let line = try lines(Self.example)[1]
    let stated = try #require(line.firstMatch(of: /standard error (?:[0-9.]+ to |up to )([0-9.]+) points/))
    let rows = try Self.example.with { try Summary.rows(of: $0) }
    let errors = rows.filter { $0.estimator.name == "fit" && ($0.failed.value ?? 0) < 21 }.compactMap { row in
      row.rootMeanSquareError.standardError.map { 100 * exp2(row.rootMeanSquareError.value ?? 0) * log(2) * $0 }
    }
    let most = try #require(errors.max())
    #expect(abs((Double(stated.output.1) ?? 0) / most - 1) < 0.06, "\(line): \(most)")
  }

  @Test func `a linear axis has errors in its unit, and no share of a truth`() throws {
    let made = MadeResults(
      cells: [Cell(strategy: "s", truth: -20, thresholds: [-18, -22, -21, -19, -20, -18])], scale: .linear, unit: "dB")
    let lines = try lines(made)
    #expect(lines[2].hasPrefix("strategy  error (dB)  bias (dB)  no threshold  "), "\(lines)")
    // The mean square of 2, −2, −1, 1, 0 and 2 is 14/6.
    #expect(lines.contains { $0.contains(#/^s  +1\.5  +\+0\.3  /#) }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("error: RMS distance from the truth; one fit") })
    #expect(lines[1].hasSuffix(" dB"))
  }

  @Test func `a sweep ends with a table of the best strategy for each condition`() throws {
    let made = MadeResults(
      cells: [
        Cell(strategy: "a", varied: ["5"], thresholds: MadeResults.spread(0.2)),
        Cell(strategy: "a", varied: ["20"], thresholds: MadeResults.spread(0.9)),
        Cell(strategy: "b", varied: ["5"], thresholds: MadeResults.spread(0.9)),
        Cell(strategy: "b", varied: ["20"], thresholds: MadeResults.spread(0.3)),
        Cell(strategy: "c", varied: ["5"], thresholds: MadeResults.spread(0.1, failing: 0.5)),
        Cell(strategy: "c", varied: ["20"], thresholds: MadeResults.spread(0.9)),
      ], varied: ["listeners.ear.jnd"])
    let lines = try lines(made)
    let start = try #require(lines.firstIndex(of: "best strategy in each condition"), "\(lines)")
    #expect(lines[start - 1] == "Which is best?")
    #expect(lines[start + 1].hasPrefix("jnd (cents)  best  "), "\(lines)")
    #expect(lines[start + 2].contains(#/^5            a  +15 %  +[+−]?\d+ %  c 50 %/#), "\(lines)")
    #expect(lines[start + 3].contains(#/^20           b  +\d+ %  +[+−]?\d+ %/#), "\(lines)")
    // The last lines say the same, because a table of many conditions leaves the screen.
    #expect(lines[start + 4] == "best     a: jnd 5 cents; b: jnd 20 cents", "\(lines)")
    #expect(lines.contains("ear, jnd 5 cents, true threshold 10.00 cents at 75 % correct"))
  }

  @Test func `a sweep of one strategy is one table with a column for each value`() throws {
    let made = MadeResults(
      cells: [5, 10, 20].map { Cell(strategy: "a", varied: ["\($0)"], thresholds: MadeResults.spread(0.2)) },
      varied: ["listeners.ear.jnd"])
    let lines = try lines(made)
    #expect(lines[2].hasPrefix("strategy  jnd (cents)  error"), "\(lines)")
    #expect(lines[3].hasPrefix("a         5  "))
    #expect(!lines.contains { $0.hasSuffix("best strategy in each condition") })
  }

  @Test func `own estimates stand in a table of their own`() throws {
    let made = MadeResults(cells: [
      Cell(strategy: "a", thresholds: MadeResults.spread(0.2), own: MadeResults.spread(0.6)),
      Cell(strategy: "b", thresholds: MadeResults.spread(0.3)),
    ])
    let own = try text(made, columns: 100, of: .own).plain
    #expect(own.contains("\near, each strategy at its own target\n"))
    #expect(own.contains(#/\na +70\.7 % +5\d %/#), "\(own)")
    #expect(!own.contains("\nb "))
    let none = MadeResults(cells: [Cell(strategy: "b", thresholds: MadeResults.spread(0.3))])
    #expect(
      try text(none, of: .own).plain.hasSuffix(
        "\nno strategy estimates a threshold itself; leave out --own\n"))
  }

  @Test
  func
    `bars have one scale around the truth, their area falls with missing thresholds, and arrows say what lies beyond`()
    throws
  {
    let made = MadeResults(cells: [
      Cell(strategy: "even", thresholds: MadeResults.spread(0.4)),
      Cell(strategy: "high", thresholds: MadeResults.spread(0.1, around: 14)),
      Cell(strategy: "half", thresholds: MadeResults.spread(0.4, failing: 0.5)),
      Cell(strategy: "far", thresholds: MadeResults.spread(1.6)),
    ])
    let lines = try lines(made)
    let start = try #require(lines[2].firstIndex(of: "÷").map { lines[2].distance(from: lines[2].startIndex, to: $0) })
    func bars(_ name: String) throws -> [Character] {
      Array(try #require(lines.first { $0.hasPrefix(name + " ") }).dropFirst(start))
    }
    func height(_ bars: [Character]) -> Int {
      bars.reduce(0) { $0 + (["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"].firstIndex(of: $1) ?? -1) + 1 }
    }
    let ends = lines[2].dropFirst(start).split(separator: " ")
    #expect(ends.count == 3 && ends[1] == "truth" && ends[0].dropFirst() == ends[2].dropFirst(), "\(lines)")
    // All estimates of the second lie above the truth, in the right half.
    #expect(try bars("high").prefix(8).allSatisfy { $0 == " " })
    #expect(2 * height(try bars("half")) <= height(try bars("even")) + 6)
    #expect(try bars("far").first == "‹" && bars("far").contains("›"), "\(lines)")
    // The legend explains the arrows if there are any.
    #expect(lines.contains { $0.contains("‹ ›: off the scale") }, "\(lines)")
    let near = try text(MadeResults(cells: [Cell(strategy: "even", thresholds: MadeResults.spread(0.4))])).plain
    #expect(!near.contains("off the scale"), "\(near)")
    let plain = try text(made, isPlain: true).plain.split(separator: "\n").first { $0.hasPrefix("even ") }
    #expect(plain?.dropFirst(start).allSatisfy(\.isASCII) == true)
  }

  @Test func `names of others cannot change a terminal`() throws {
    let made = MadeResults(
      cells: [Cell(strategy: "a\u{1b}[31m", thresholds: MadeResults.spread(0.2))], question: "b\u{1b}[2J?")
    let shown = try text(made).text(hasColour: true)
    let own = shown.replacing(#/\u{1b}\[[0-9;]*m/#, with: "")
    #expect(!own.contains("\u{1b}") && own.contains("a\\u{1b}[31m") && own.hasPrefix("b\\u{1b}[2J?"), "\(own)")
  }

  @Test func `no line is longer than the page, whatever its width`() throws {
    var made = Self.example
    made.cells.append(
      Cell(strategy: String(repeating: "long-", count: 12), listener: "musician", thresholds: [10, 11, nil]))
    for columns in [30, 60, 80, 100, 200] {
      for line in try lines(made, columns: columns) { #expect(line.count <= columns, "\(columns): \(line)") }
    }
  }

  @Test func `a share just above 10 percent does not read as 10 percent`() throws {
    let made = MadeResults(cells: [
      Cell(strategy: "edge", thresholds: (0..<1000).map { $0 < 101 ? nil : 10.5 }),
      Cell(strategy: "rare", thresholds: (0..<1000).map { $0 == 0 ? nil : 10.4 }),
    ])
    let lines = try lines(made)
    #expect(lines.contains { $0.hasPrefix("edge ") && $0.contains(" >10 % ") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("rare ") && $0.contains(" <1 % ") }, "\(lines)")
  }
}
