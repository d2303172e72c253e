import PeachExperiments
import PeachReporting
import PeachSimulation
import PeachStorage
import Testing

/// The lines of equal power of a plan.
@Suite struct PowerFigureTests {
  private static func text(_ strategies: String) -> String {
    """
    name: small
    seed: 4
    task: {kind: comparison, notes: [C4, C4]}
    listeners: [{name: ear, kind: gaussian, jnd: 15}]
    strategies: [\(strategies)]
    stop: {trials: 60}
    replicates: 3
    """
  }

  private static let twoDown =
    "{name: two-down, kind: transformed-up-down, start: 60, down: 2, step: {factor: 1.5}}"

  private func rows(_ text: String, _ study: Study) async throws -> [PowerRow] {
    let procedure = try Procedure { trials in
      try Experiment.parse(text, file: "x.yaml", overrides: Experiment.Overrides(trials: trials)).plan
    }
    let plan = PowerPlan(procedure, study: study, jobs: 2) { false }
    return try await plan.rows(foreseen: { _ in }, progress: { _ in }) ?? []
  }

  @Test func `a line is drawn for each power with the values of the table`() async throws {
    let study = Study(effect: 0.6, power: 0.85)
    let rows = try await rows(Self.text(Self.twoDown), study)
    let figure = try #require(Figure.power(rows, of: study, varied: []))
    #expect(figure.name == "power")
    expectReadable(figure)
    #expect(figure.title == "Trials and listeners for a difference of 60 %")
    let panel = figure.panels[0]
    #expect(figure.panels.count == 1)
    #expect(panel.title == "")
    #expect(panel.x == FigureAxis("trials in each condition", scale: .log))
    #expect(panel.y == FigureAxis("listeners"))
    let lines = panel.layers.filter { $0.mark == .line }
    #expect(lines.map(\.name) == ["50 % power", "80 % power", "85 % power", "90 % power", "95 % power"])
    let fits = rows.filter { $0.estimator.name == "fit" }
    for (line, power) in zip(lines, [0.5, 0.8, 0.85, 0.9, 0.95]) {
      #expect(line.data == fits.contour(at: power).map { Figure.Datum($0.trials, $0.listeners) })
      #expect(line.data.count > 3)
    }
    let enough = fits.filter(\.isFewest).map { "\(Int($0.trials)) trials × \($0.listeners)" }
    #expect(
      figure.description == "Lines of equal power, within listeners. For 85 % there are enough: two-down, ear: "
        + enough.joined(separator: ", ") + ".")
  }

  @Test func `two groups have separate axes, and each cell has a panel`() async throws {
    let study = Study(design: .between, effect: 0.9, listeners: 5)
    let rows = try await rows(Self.text(Self.twoDown + ", {name: kazez, kind: kazez}"), study)
    let figure = try #require(Figure.power(rows, of: study, varied: []))
    #expect(figure.panels.map(\.title) == ["two-down, ear", "kazez, ear"])
    expectReadable(figure)
    // Two panels stand in one column, with one scale of listeners.
    #expect(figure.arrangement == .joined && figure.panels[0].y == figure.panels[1].y)
    #expect(figure.panels.allSatisfy { $0.y.label == "listeners in each group" })
    #expect(Figure.power([], of: study, varied: []) == nil)
  }
}
