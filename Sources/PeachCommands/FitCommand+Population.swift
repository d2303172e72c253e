import ArgumentParser
import Foundation
import PeachAnalysis
import PeachFitting
import PeachReporting
import PeachSessions
import PeachSupport

/// `peach fit --population COLUMN`.
extension FitCommand {
  /// Rejects options that do not go together with `--population`, or need it.
  func checkPopulation() throws {
    guard let participant = people.population else {
      let needing: [(String, Bool)] = [
        ("between", !people.between.isEmpty), ("effects", people.effects != nil),
        ("coordinates", people.coordinates != nil), ("points", people.points != nil),
        ("draws", people.draws != nil), ("notebook", people.notebook != nil),
      ]
      if let (name, _) = needing.first(where: \.1) { throw ValidationError("--\(name): needs --population") }
      return
    }
    let refused: [(String, Bool)] = [
      ("by", !by.isEmpty), ("share", share != nil), ("compare", compare), ("history", history != nil),
      ("simulate", options.simulate != nil), ("catch", options.catches != nil), ("residuals", residuals != nil),
      ("prior", options.prior != nil),
      ("overdispersion", options.overdispersion),
    ]
    if let (name, _) = refused.first(where: \.1) {
      throw ValidationError("--\(name): cannot be combined with --population")
    }
    let columns = [participant] + within + people.between
    for (index, name) in columns.enumerated() where columns[..<index].contains(name) {
      throw ValidationError("--population, --within, --between: column \(SafeText.quoted(name)) is named twice")
    }
    if people.notebook == "" { throw ValidationError("--notebook: expected a folder, got ''") }
    if people.notebook != nil, people.coordinates == .interceptAndSlope {
      throw ValidationError("--notebook: expected --coordinates threshold-width, whose curves it draws")
    }
    if options.method == .bayes, people.coordinates == .interceptAndSlope {
      throw ValidationError("--coordinates: expected threshold-width with --method bayes")
    }
    if let draws = people.draws, options.method != .bayes || !(100...100_000).contains(draws) {
      throw ValidationError("--draws: expected 100 to 100 000 with --method bayes, got \(draws)")
    }
    if options.reading == .direction, options.at != nil {
      throw ValidationError(
        "--at: cannot be combined with --population and --reading direction, which estimate the PSE")
    }
    if people.coordinates == .interceptAndSlope, options.at != nil {
      throw ValidationError("--at: cannot be combined with --coordinates intercept-slope, which has no threshold")
    }
    if let points = people.points, !(1...25).contains(points) || points == 2 {
      throw ValidationError("--points: expected 1, or 3 to 25, got \(points)")
    }
    switch options.interval {
    case nil, .wald, .profile: break
    case .posterior where options.method == .bayes: break
    case .percentile:
      if options.bootstrap == nil {
        throw ValidationError("--interval percentile: needs --bootstrap N with --population")
      }
    case .bca, .posterior:
      throw ValidationError("--interval: expected wald, profile or percentile with --population")
    }
  }

  /// Fits the population and prints it.
  func fit(population participant: String) async throws {
    let source = try data.map { try FitData.read($0, separator: columns.givenSeparator) } ?? liveData()
    let page = try reporting.file(sources: [data].compactMap(\.self))
    let observations = try read(source, by: [participant] + within + people.between)
    let request = try populationRequest(participant, request(for: observations, of: source))
    var separateRequest = request.fit
    separateRequest.interval = request.fit.method == .bayes ? .posterior : .profile
    separateRequest.resamples = nil
    var separate = try FitReport(observations, source: shown, by: request.by, request: separateRequest, seed: seed)
    guard separate.hasOneGuess else {
      throw ValidationError(
        "--population: expected listeners with the same number of alternatives; --guess or --alternatives states one for "
          + "all")
    }
    let warnings = FitHints.warnings(source, observations, request.fit, alternatives: options.alternatives)
    for warning in warnings {
      Standard.error("\(SafeText.line(shown)): \(warning)\n")
    }
    Interruption.endAtOnce()
    let jobs = ProcessInfo.processInfo.activeProcessorCount
    await separate.fit(observations.groups, jobs: jobs) { _ in }
    let isBayesian = request.fit.method == .bayes
    let bar = ProgressBar(counting: isBayesian ? "chains" : "resamples", after: .milliseconds(500))
    let total = isBayesian ? PopulationReport.chains : request.resamples
    let report: PopulationReport
    do {
      report = try await PopulationReport(
        observations, separate: separate.fits, source: shown, request, jobs: jobs
      ) { bar.show(done: $0, total: total, new: $0) }
    } catch {
      throw Failure(
        status: ExitStatus.wrongContent,
        message: "\(SafeText.line(shown)): listener \(SafeText.quoted(error.listener)) is in the groups "
          + "\(error.groups.map(SafeText.quoted).joined(separator: " and ")); expected one group for each listener\n"
          + "  hint: a column that changes within a listener belongs to --within")
    }
    bar.clear()
    if let page {
      let shown = try reporting.page(
        report, influences: await PopulationInfluence.all(of: report.fit, jobs: jobs), background(), warnings: warnings)
      try page.write(shown.page, shown.figures, to: reporting.drawing, force: reporting.force)
      Standard.error("report: \(SafeText.line(reporting.report ?? ""))\n")
    }
    if let folder = people.notebook {
      let (source, notebook) = Notebook.population(report, version: BuildInfo.version)
      _ = try DataSet.write(
        source, to: folder, replacing: false, standard: PsychDS.self, notebook: notebook, isCancelled: { false })
      Standard.error("notebook: \(SafeText.line(folder))/notebook.ipynb\n")
    }
    switch format {
    case .table: Standard.output(PopulationText(report).styled(in: layout.page))
    case .csv: Standard.data(PopulationTable.csv(report))
    case .json: Standard.data(PopulationTable.json(report))
    }
    if format != .table, Standard.errorIsTerminal { for note in report.notes { Standard.error(note + "\n") } }
    if strict, report.status != .ok { throw ExitCode(ExitStatus.runFailed) }
  }

  private func populationRequest(_ participant: String, _ fit: FitRequest) -> PopulationReport.Request {
    var request = PopulationReport.Request(fit, participant: participant, seed: seed)
    request.within = within
    request.between = people.between
    request.coordinates = people.coordinates ?? .thresholdAndWidth
    request.hasVaryingEffects = people.effects != .common
    request.points = people.points
    request.resamples = fit.resamples ?? 0
    request.interval =
      options.interval ?? (fit.method == .bayes ? .posterior : fit.resamples == nil ? .wald : .percentile)
    if let draws = people.draws { request.lengths.draws = draws }
    return request
  }
}
