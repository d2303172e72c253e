import PeachAnalysis
import PeachFitting
import PeachReporting
import PeachSupport

/// Tables of several listeners as `peach fit --population` takes them, from the text to the printed population and its
/// page. The first byte says how they are fitted.
struct PopulationTarget: FuzzTarget {
  static let name = "population"

  private let file = Scratch("population.csv")
  /// Larger tables are left to tests of speed.
  private static let most = (groups: 12, levels: 10)

  func messages(of bytes: [UInt8]) -> [String] {
    guard let way = bytes.first else { return [] }
    var fit = FitRequest()
    fit.reading = way & 1 == 0 ? .accuracy : .direction
    fit.method = way & 2 == 0 ? .reduced : way & 4 == 0 ? .ml : .bayes
    fit.guess = way & 8 == 0 ? nil : .free(upTo: nil)
    return peach_fuzz.messages {
      file.write(Array(bytes.dropFirst()))
      var request = PopulationReport.Request(fit, participant: "listener", seed: 1)
      if way & 16 != 0 { request.within = ["condition"] }
      if way & 32 != 0 { request.between = ["group"] }
      request.hasVaryingEffects = way & 64 == 0
      request.interval = fit.method == .bayes ? .posterior : .wald
      request.lengths = PopulationSampler.Lengths(warmUp: 100, draws: 8)
      guard fit.contradictions.isEmpty else { return [] }
      let observations = try Observations.read(FitData.read(file.path).table, reading: fit.reading, by: request.by)
      guard observations.groups.count <= Self.most.groups,
        observations.groups.allSatisfy({ $0.counts.bins.count <= Self.most.levels })
      else { return observations.notes }
      let separate = try FitReport(observations, source: "x.csv", by: request.by, request: fit, seed: 1)
      guard separate.hasOneGuess else { return [] }
      return waited { [request] in await Self.texts(observations, separate, request) }
    }
  }

  private static func texts(
    _ observations: Observations, _ separate: FitReport, _ request: PopulationReport.Request
  ) async -> [String] {
    var separate = separate
    await separate.fit(observations.groups, jobs: 1) { _ in }
    do {
      let report = try await PopulationReport(
        observations, separate: separate.fits, source: "x.csv", request, jobs: 1)
      if report.rows.contains(where: { $0.status.isEmpty }) { find("a row without a status") }
      if let draws = report.draws, report.checks(draws).listeners.contains(where: { $0.p.isNaN }) {
        find("a p that is no number")
      }
      let page = PopulationPage(
        report, influences: await PopulationInfluence.all(of: report.fit, jobs: 1), DataBackground(file: "-"),
        warnings: [],
        command: "", arguments: [], program: ("0", "0", 2026))
      guard !page.page.sections.isEmpty else { find("a page without sections") }
      _ = Notebook.population(report, version: "0")
      return [PopulationText(report).styled(in: PageWidth(columns: 60)).plain] + report.notes
    } catch {
      return ["\(error.listener) \(error.groups)"].map(SafeText.line)
    }
  }
}
