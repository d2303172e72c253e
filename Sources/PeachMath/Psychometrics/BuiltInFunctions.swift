/// The psychometric functions that can be named. One word here makes a new one known everywhere.
package enum BuiltInFunctions {
  package static let all: [any PsychometricFunction.Type] = [
    NormalFunction.self, LogisticFunction.self, WeibullFunction.self, GumbelFunction.self,
    ReversedGumbelFunction.self, HyperbolicSecantFunction.self, HalfNormalFunction.self,
  ]

  /// The function with that name, or `nil` if there is none.
  package static func named(_ name: String) -> (any PsychometricFunction.Type)? {
    all.first { $0.name == name }
  }
}
