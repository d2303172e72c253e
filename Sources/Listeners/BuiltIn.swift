public import Configuration

public typealias ListenerRegistry = Registry<any ListenerDeclaration.Type>
public typealias MatchingListenerRegistry = Registry<any MatchingListenerDeclaration.Type>

/// The listeners that experiment files can name.
public enum BuiltInListeners {
  private static let answering: [any ListenerDeclaration.Type] = [
    GaussianListener.self, PsychometricListener.self, FrequencyLawListener.self, HearingListener.self,
    TwinListener.self, ProcessListener.self, MemoryListener.self, ContractionListener.self,
    ChangingListener<ChoiceHistory>.self,
    ChangingListener<Learning>.self, ChangingListener<Fatigue>.self, ChangingListener<WanderingCriterion>.self,
    ChangingListener<LapseBursts>.self, ChangingListener<IntervalHearing>.self, DirectionDeafListener.self,
    MixtureListener.self, PopulationListener.self, ReplayListener.self, ChangingListener<LoudnessPitch>.self,
  ]
  private static let tuning: [any MatchingListenerDeclaration.Type] = [TunerListener.self]

  /// Those that answer comparisons and levels.
  public static let registry = ListenerRegistry(
    "listener", answering, name: { $0.kind },
    meant: { word in
      tuning.contains { $0.kind == word } ? "\(word) tunes notes, in a task of kind: matching" : nil
    })

  /// Those that tune notes, in a task of matchings.
  public static let matching = MatchingListenerRegistry(
    "listener", tuning, name: { $0.kind },
    meant: { word in
      answering.contains { $0.kind == word }
        ? "\(word) answers comparisons; in a task of kind: matching use \(TunerListener.kind)" : nil
    })
}
