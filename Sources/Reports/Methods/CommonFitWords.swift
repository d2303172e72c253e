import Configuration
import Inference

/// The common fit's methods in words.
enum CommonFitWords {
  static func name(_ method: FitRequest.Method) -> String {
    switch method {
    case .ml: "maximum likelihood"
    case .reduced: "penalised maximum likelihood"
    case .bayes: "the highest posterior with psignifit's prior"
    }
  }

  /// All of them, with what a paper cites for each.
  ///
  /// - Parameter isByDirection: Whether the fit reads answers by direction.
  static func named(_ methods: [FitRequest.Method], isByDirection: Bool, citing text: inout MethodsText) -> String {
    let named = methods.map { method in
      switch method {
      case .ml: name(method)
      case .reduced:
        (isByDirection
          ? "maximum likelihood with the penalty ½ ln det I(μ/σ, 1/σ)"
          : "maximum likelihood with the penalty ¼ ln det I(μ/σ, 1/σ), I without guesses and lapses,")
          + text.cite(KnownReferences.firth, KnownReferences.kosmidis)
      case .bayes: name(method) + text.cite(KnownReferences.schuett)
      }
    }
    return named.joined(separator: ", and again by ")
  }

  /// What λ is in the direction reading.
  static func lapse(_ value: Double?) -> String {
    value.map { "fixed at \($0.shortest)" } ?? "free between 0 and \(FitRequest.greatestLapse.shortest)"
  }
}
