import Analysis
import Configuration
import Experiments
import Inference
import Strategies

/// What the report rests on.
enum FitReferencesSection {
  static func section(_ page: FitPage) -> PageSection {
    var sources = page.background.strategies.compactMap { page.kinds.strategies[$0["kind"]?.word ?? ""]?.source }
    sources.append(
      "Wichmann & Hill (2001), Percept. Psychophys. 63:1293–1313, doi:10.3758/BF03194544 (fits, deviance, residuals)")
    if page.report.plan.resamples > 0 {
      sources.append(
        "Wichmann & Hill (2001), Percept. Psychophys. 63:1314–1329, doi:10.3758/BF03194545 (bootstrap intervals)")
    }
    if page.report.request.method == .bayes {
      sources.append(
        "Schütt, Harmeling, Macke & Wichmann (2016), Vision Res. 122:105–123, doi:10.1016/j.visres.2016.02.002")
    }
    sources.append(
      "Manning, Jones, Dekker & Pellicano (2018), Atten. Percept. Psychophys. 80, doi:10.3758/s13414-018-1510-2 (refits "
        + "beside reversals, inattention)")
    return PageSection("References", [.list(SimulationReport.distinct(sources.filter { $0 != "none" }))])
  }
}
