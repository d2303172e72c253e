import PeachExperiments
package import PeachMath
package import PeachStorage
import PeachSupport
package import PeachTrials

extension SessionRecord {
  /// The task of its trials, as its experiment has it; a comparison or a matching of notes if that is not known.
  package var task: TrialTask.Kind {
    guard kind == .comparison else { return .matching }
    let stated = (Value(storedJSON: experiment)?["task"]?["kind"]?.word).flatMap(TrialTask.Kind.init)
    return stated == .matching ? .comparison : stated ?? .comparison
  }
}

/// The psychometric function that experiments state for the common fit: their `estimator-function`.
package enum StatedFunction {
  /// - Returns: `nil` if the answered sessions state none, or different ones.
  package static func of(_ sessions: [SessionRecord]) -> (any PsychometricFunction.Type)? {
    let answered = sessions.filter { $0.kind == .comparison && $0.trials > 0 && $0.excluded == nil }
    let names = answered.map(\.experiment).distinct.map(name).distinct
    return names.count == 1 ? names[0].flatMap(BuiltInFunctions.named) : nil
  }

  /// - Parameter experiment: The resolved experiment as JSON.
  /// - Returns: `nil` if it states none.
  package static func of(experiment: String) -> (any PsychometricFunction.Type)? {
    name(in: experiment).flatMap(BuiltInFunctions.named)
  }

  private static func name(in experiment: String) -> String? {
    Value(storedJSON: experiment)?["estimator-function"]?.word
  }
}
