public import PeachSupport

/// A registry of strategies, which finds a strategy by the word for `kind` in experiment files.
public typealias StrategyRegistry = Registry<any StrategyDeclaration.Type>

/// The strategies that come with Peach.
public enum BuiltInStrategies {
  /// All strategies that come with Peach, in the order of lists. Add your own with `adding`.
  public static let registry = StrategyRegistry(
    "strategy",
    [
      Kazez.self, Adaptive.self, TransformedUpDown.self, WeightedUpDown.self, GarciaPerez.self, Pest.self, Hall.self,
      RobbinsMonro.self, Kesten.self, Quest.self, Zest.self, BestPest.self, MaximumLikelihood.self,
      UpdatedMaximumLikelihood.self, Psi.self, PsiMarginal.self, QuestPlus.self, Calibration.self, Siam.self,
      MethodOfLimits.self,
      ConstantStimuli.self, RandomLevel.self, Interleaved.self, Succession.self, ProcessStrategy.self,
    ],
    name: { $0.kind }, meant: OtherNames.hint)
}
