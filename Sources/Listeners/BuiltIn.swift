public import Configuration

public typealias ListenerRegistry = Registry<any ListenerDeclaration.Type>

/// The listeners that experiment files can name.
public enum BuiltInListeners {
  public static let registry = ListenerRegistry(
    "listener", [GaussianListener.self, PsychometricListener.self, FrequencyLawListener.self], name: { $0.kind })
}
