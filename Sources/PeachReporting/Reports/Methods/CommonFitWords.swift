import PeachFitting
import PeachMath
package import PeachSimulation
import PeachSupport
import PeachTrials

/// The methods of the common fit in words.
package enum CommonFitWords {
  static func name(_ method: FitRequest.Method) -> String {
    switch method {
    case .ml: "maximum likelihood"
    case .reduced: "penalised maximum likelihood"
    case .bayes: "maximisation of the posterior density with the prior of the software psignifit"
    }
  }

  /// All methods in words, with their citations.
  ///
  /// - Parameter isByDirection: Whether the fit reads answers by direction.
  static func named(_ methods: [FitRequest.Method], isByDirection: Bool, citing text: inout MethodsText) -> String {
    let named = methods.map { method in
      switch method {
      case .ml: name(method) + (methods.contains(.reduced) ? " without a penalty" : "")
      case .reduced:
        (isByDirection
          ? "maximum likelihood with the penalty ½ ln det I(μ/σ, 1/σ), where I was the expected Fisher information matrix"
          : "maximum likelihood with the penalty ¼ ln det I(μ/σ, 1/σ), where μ and σ were the location and scale of the "
            + "function and I was the expected Fisher information matrix for guess and lapse rates of 0")
          + text.cite(KnownReferences.firth, KnownReferences.kosmidis)
      case .bayes: name(method) + text.cite(KnownReferences.schuett)
      }
    }
    guard named.count > 1 else { return named.joined() }
    return "\(named.count.spelled) methods: " + named.dropLast().joined(separator: "; ") + "; and "
      + named[named.count - 1]
  }

  /// The function of the accuracy reading and its argument.
  static func function(_ function: any PsychometricFunction.Type, on scale: Axis.Scale) -> String {
    let isLogLevel = scale == .log && !function.usesLogarithm
    return "\(function.name) function of \(isLogLevel ? "log10 of the level" : "the level")"
  }

  /// The function of the accuracy reading in an experiment; `nil` for comparisons.
  package static func ofLevels(_ plan: Plan) -> String? {
    guard let task = plan.cells.first(where: { $0.factory != nil })?.task, task.kind != .comparison else { return nil }
    return function(plan.estimatorFunction, on: task.axis.scale)
  }

  /// The lapse rate in the direction reading.
  static func lapse(_ value: Double?) -> String {
    value.map { "fixed at \($0.shortest)" } ?? "estimated between 0 and \(FitRequest.greatestLapse.shortest)"
  }
}
