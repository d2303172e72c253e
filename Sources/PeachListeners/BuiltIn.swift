import PeachMath
public import PeachSupport

/// A registry of listeners who answer comparisons and levels. It finds a listener by the word for `kind` in
/// experiment files.
public typealias ListenerRegistry = Registry<any ListenerDeclaration.Type>
/// A registry of listeners who tune notes. It finds a listener by the word for `kind` in experiment files.
public typealias MatchingListenerRegistry = Registry<any MatchingListenerDeclaration.Type>

/// The simulated listeners that come with Peach.
public enum BuiltInListeners {
  private static let answering: [any ListenerDeclaration.Type] = [
    GaussianListener.self, PsychometricListener.self, FrequencyLawListener.self, HearingListener.self,
    TwinListener.self, ProcessListener.self, MemoryListener.self, ContractionListener.self,
    ChangingListener<ChoiceHistory>.self,
    ChangingListener<Learning>.self, ChangingListener<Fatigue>.self, ChangingListener<WanderingCriterion>.self,
    ChangingListener<LapseBursts>.self, ChangingListener<IntervalHearing>.self, DirectionDeafListener.self,
    MixtureListener.self, PopulationListener.self, ReplayListener.self, ChangingListener<LoudnessPitch>.self,
    EnergyListener.self, EnvelopeListener.self, ExcitationListener.self, BinauralListener.self,
    ModulationListener.self, HeadphonesListener.self,
  ]
  private static let tuning: [any MatchingListenerDeclaration.Type] = [TunerListener.self]

  /// All listeners of Peach who answer comparisons and levels, in the order of lists. Add your own with `adding`.
  public static let registry = ListenerRegistry(
    "listener", answering, name: { $0.kind },
    meant: { word in
      if tuning.contains(where: { $0.kind == word }) {
        return "\(word) answers by tuning a note: it needs a task of kind: matching"
      }
      return functionName(word).map { "write kind: \(PsychometricListener.kind), function: \($0)" }
    })

  /// Peach's name of a psychometric function that others name by `word`; `nil` if there is none.
  private static func functionName(_ word: String) -> String? {
    let word = word.lowercased().replacing("_", with: "-").replacing(" ", with: "-")
    return switch word {
    case "cumulative-normal", "cumulative-gaussian", "probit", "phi", "erf": NormalFunction.name
    case "logit", "sigmoid": LogisticFunction.name
    case "hyperbolic-secant", "secant": HyperbolicSecantFunction.name
    default: BuiltInFunctions.named(word)?.name
    }
  }

  /// All listeners of Peach who tune notes in pitch matching, in the order of lists. Add your own with `adding`.
  public static let matching = MatchingListenerRegistry(
    "listener", tuning, name: { $0.kind },
    meant: { word in
      answering.contains { $0.kind == word }
        ? "\(word) answers comparisons; in a task of kind: matching use \(TunerListener.kind)" : nil
    })
}
