import Foundation
import PeachAnalysis
import PeachFitting
import PeachReporting
import PeachTrials
import Testing

/// The figures of a population fit.
@Suite struct PopulationFigureTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")

  /// Counts of six listeners in two conditions.
  private static var counts: String {
    var text = "listener,condition,level,n,k\n"
    for listener in 0..<6 {
      for (number, condition) in ["still", "with vibration"].enumerated() {
        for level in [2.0, 5, 8, 11, 14] {
          let threshold = 7 + 0.6 * Double(number) + 0.3 * Double(listener)
          let share = 0.5 + 0.48 / (1 + exp((threshold - level) / 1.5))
          text += "listener-\(listener),\(condition),\(level),40,\(Int((40 * share).rounded()))\n"
        }
      }
    }
    return text
  }

  private func report() async throws -> PopulationReport {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "data.csv").path
    try Data(Self.counts.utf8).write(to: URL(filePath: path))
    var request = PopulationReport.Request(FitRequest(), participant: "listener", seed: 1)
    request.within = ["condition"]
    let observations = try Observations.read(
      FitData.read(path).table, reading: request.fit.reading, by: request.by)
    var separate = try FitReport(observations, source: "data.csv", by: request.by, request: request.fit, seed: 1)
    await separate.fit(observations.groups, jobs: 1) { _ in }
    return try await PopulationReport(
      observations, separate: separate.fits, source: "data.csv", request, jobs: 1)
  }

  @Test func `figures of a population are readable and have the values of its rows`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let report = try await report()
    let forests = Figure.populationForests(report)
    #expect(forests.map(\.name) == ["population-forest-1", "population-forest-2"])
    for forest in forests { expectReadable(forest) }
    let shrunken = report.rows.filter { $0.kind == .shrunken }.compactMap(\.estimate)
    let drawn = forests.flatMap(\.panels).flatMap(\.layers).filter { $0.name.hasPrefix("shrunken") }.flatMap(\.data)
    #expect(drawn.count == 12 && drawn.compactMap(\.x).allSatisfy { shrunken.contains($0) })
    let draws = try #require(report.draws)
    let checks = report.checks(draws)
    let curves = try #require(Figure.populationCurves(report, draws, checks))
    let checked = try #require(Figure.populationChecks(report, checks))
    for figure in [curves, checked] {
      expectReadable(figure)
      #expect(figure.panels.map(\.title) == ["still", "with vibration"])
    }
    // Two bands of one grey could not be told apart in print.
    for panel in curves.panels {
      #expect(panel.layers.filter { $0.mark == .band }.map(\.name) == ["median listener, 95 % interval"])
      #expect(panel.layers.count { $0.mark == .dashedLine } == 2)
    }
  }
}
