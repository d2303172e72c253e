import PeachAnalysis
import PeachFitting
import PeachSupport

/// The model in symbols and in words, its priors or penalties, and how it was fitted.
enum PopulationModelSection {
  static func section(_ page: PopulationPage) -> PageSection? {
    let report = page.report
    let isThreshold = report.model.coordinates == .thresholdAndWidth
    let effect = report.model.hasVaryingEffects ? " + eᵢⱼ" : ""
    var facts: [PageFact] = []
    facts.add("answers", "kᵢⱼ(x) ~ Binomial(nᵢⱼ(x), ψᵢⱼ(x)) for listener i in condition j at level x")
    facts.add("ψ", "ψᵢⱼ(x) = γ + (1 − γ − λ)·F(uᵢⱼ), F between 0 and 1")
    facts.add(
      "u",
      isThreshold
        ? "uᵢⱼ = W·(x − tᵢⱼ)/wᵢⱼ + q; W: the width of F from 0.05 to 0.95; q: the u of the threshold"
        : "uᵢⱼ = aᵢⱼ + bᵢⱼ·x")
    facts.add(
      "listeners",
      isThreshold
        ? "tᵢⱼ = μⱼ + aᵢ\(effect), ln wᵢⱼ = νⱼ + bᵢ, (a, b)ᵢ ~ Normal(0, Σ) with SDs σ₁ and σ₂ and correlation r"
        : "aᵢⱼ = μⱼ + aᵢ\(effect), bᵢⱼ = νⱼ + bᵢ, (a, b)ᵢ ~ Normal(0, Σ) with SDs σ₁ and σ₂ and correlation r")
    if report.model.hasVaryingEffects { facts.add("effects", "eᵢⱼ ~ Normal(0, σ₃), independent") }
    if let posterior = report.posterior {
      facts.add("priors", PopulationPriorText.sentences(posterior, report).joined(separator: " ") + ".")
    }
    for fact in PopulationText(report).facts.facts { facts.add(fact.key, fact.text) }
    return PageSection("Model", [.facts(facts)])
  }
}

/// The origin of the page, and the command that reproduces it.
enum PopulationProvenanceSection {
  static func section(_ page: PopulationPage) -> PageSection? {
    var facts: [PageFact] = []
    facts.add("data", page.report.source)
    facts.add("SHA-256 of the data", page.background.sha256)
    facts.add("fitted by", "peach \(page.program.version)")
    facts.add("build", page.program.build)
    facts.add("seed", String(page.report.request.seed))
    return PageSection(
      "Provenance",
      [
        .facts(facts), .text("To get the same numbers from the same data with the same build of Peach:"),
        .commands([page.command]),
      ])
  }
}
