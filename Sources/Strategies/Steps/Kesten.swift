public import Trials

/// Accelerated stochastic approximation: x_{n+1} = x_n − (c/n)·(z_n − φ) for the first two trials, from then on
/// x_n − c/(2 + m)·(z_n − φ), m being how often the direction has changed among the steps that led to x_n. The change
/// that the n-th answer makes counts from the next step on, so that steps are never shorter than Robbins and Monro's, and
/// equal theirs where the direction changes every time. Its estimate is the level that would be presented next.
///
/// Source: Kesten (1958), Ann. Math. Stat. 29:41–59, doi:10.1214/aoms/1177706705; for psychophysics Treutwein (1995),
/// Vision Res. 35:2503–2522, doi:10.1016/0042-6989(95)00016-X.
public struct Kesten: ApproximationStrategy {
  public static let kind = "kesten"
  public static let family = StrategyFamily.steps
  public static let summary = "accelerated stochastic approximation: steps shrink only when the direction changes"
  public static let rule =
    "A correct answer moves the level down by s·(1 − target), a wrong one up by s·target; s is c and c/2 in the first "
    + "two trials, then c/(2 + m), m the changes of direction among the steps before."
  public static let use =
    "As robbins-monro, and also from a start far away: the steps keep their size until the threshold is passed."
  public static let source = "Kesten (1958), doi:10.1214/aoms/1177706705"
  public static let convergence = "the parameter target, 75 % by default"
  public static let example = "start: 100, step: {factor: 16}"
  public static let exampleNote =
    "The answers are those of the example of robbins-monro, and so are the first two steps. From then on a step "
    + "keeps its size until the direction changes: the correct answers at trials 2, 3 and 4 divide by 1.414 each, and "
    + "after the turns at trials 5 and 6 those at 7, 8 and 9 by 1.189 each. A turn itself shrinks only what follows: "
    + "the wrong answer at trial 5 still multiplies by 2.83."

  var approximation: StochasticApproximation

  public init(_ settings: StochasticApproximation.Settings, using streams: inout Streams) {
    approximation = StochasticApproximation(settings)
  }

  public mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    approximation.update(presented, response) { answer, reversals in answer <= 2 ? answer : 2 + reversals }
  }
}
