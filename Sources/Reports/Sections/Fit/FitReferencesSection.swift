import Analysis
import Configuration
import Experiments
import Inference
import Strategies

/// What the report rests on.
enum FitReferencesSection {
  static func section(_ page: FitPage) -> PageSection {
    let procedures = page.background.strategies.flatMap { strategy in
      KnownReferences.named(in: page.kinds.strategies[strategy["kind"]?.word ?? ""]?.source ?? "")
    }
    let resampling = page.report.plan.resamples > 0 ? [KnownReferences.wichmannBootstrap] : []
    return MethodsTextSection.references(
      page.methods, [KnownReferences.wichmannFit] + ReversalsSection.references(of: page) + resampling + procedures)
  }
}
