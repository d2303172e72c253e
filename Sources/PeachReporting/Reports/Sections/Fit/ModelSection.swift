import PeachAnalysis
import PeachFitting
import PeachSupport
import PeachTrials

/// The function, its fixed and free parameters, and the method of the intervals.
enum ModelSection {
  static func section(_ page: FitPage) -> PageSection {
    let settings = page.report.request.settings
    var facts: [PageFact] = []
    facts.add("ψ", "γ + (1 − γ − λ)·F, F between 0 and 1")
    for fact in FitText(page.report).overviewFacts.facts
    where EstimateStatus(rawValue: fact.key) == nil && fact.key != "note" {
      facts.add(fact.key, fact.text)
    }
    facts.add("free parameters", free(settings))
    facts.add("fixed", fixed(settings))
    return PageSection("Model", [.facts(facts)])
  }

  private static func free(_ settings: FitSettings) -> String {
    var free = ["threshold", "width"]
    if case .asymptote(.free) = settings.guess { free.append("guess γ") }
    if case .free = settings.lapse { free.append("lapse λ") }
    return free.joined(separator: ", ")
  }

  private static func fixed(_ settings: FitSettings) -> String {
    var fixed: [String] = []
    switch settings.guess {
    case .lapse: fixed.append("guess γ, equal to the lapse rate")
    case .asymptote(.fixed(let value)): fixed.append("guess γ at \(FitWords.rate(value))")
    case .asymptote: break
    }
    if case .fixed(let value) = settings.lapse { fixed.append("lapse λ at \(FitWords.rate(value))") }
    return fixed.isEmpty ? "none" : fixed.joined(separator: ", ")
  }
}
