package import PeachSupport
package import PeachTrials

/// Accelerated stochastic approximation: x_{n+1} = x_n − (c/n)·(z_n − φ) for the first two trials, from then on
/// x_n − c/(2 + m)·(z_n − φ), m being how often the direction has changed among the steps that led to x_n. The change
/// that the n-th answer makes counts from the next step on, so that steps are never shorter than Robbins and Monro's, and
/// equal theirs where the direction changes every time. Its estimate is the level that would be presented next.
///
/// Source: Kesten (1958), Ann. Math. Stat. 29:41–59, doi:10.1214/aoms/1177706705; for psychophysics Treutwein (1995),
/// Vision Res. 35:2503–2522, doi:10.1016/0042-6989(95)00016-X.
package struct Kesten: ApproximationStrategy {
  package static let kind = "kesten"
  package static let family = StrategyFamily.steps
  package static let summary = "accelerated stochastic approximation: steps shrink only when the direction changes"
  package static let noun = "accelerated stochastic approximation"
  package static let rule =
    "A correct answer moves the level down by s·(1 − target). A wrong answer moves it up by s·target. The size s "
    + "is c after the first trial and c/2 after the second. Later it is c/(2 + m), where m counts the changes of "
    + "direction among the earlier steps. The parameter step sets c."
  package static func rule(of settings: Value, on axis: Axis) -> String {
    "A correct answer moved the level down by s·(1 − p), and a wrong answer moved it up by s·p, where p was the "
      + "target proportion. The size s was the step constant c after the first trial and c/2 after the second. Later it "
      + "was c/(2 + m), where m was the number of changes of direction among the earlier steps."
  }

  package static let use =
    "Use it like robbins-monro, but also from a distant start. The steps keep their size until the level has "
    + "passed the threshold."
  package static let source = "Kesten (1958), doi:10.1214/aoms/1177706705"
  package static let convergence = "the parameter target, 75 % by default"
  package static let example = "start: 100, step: {factor: 16}"
  package static let exampleNote =
    "The answers are the same as in the example of robbins-monro, and so are the first two steps. After that a "
    + "step keeps its size until the direction changes. The correct answers at trials 2, 3 and 4 each divide the "
    + "level by 1.414. After the reversals at trials 5 and 6, the answers at trials 7, 8 and 9 each divide it by "
    + "1.189. A reversal shrinks only the later steps: the wrong answer at trial 5 still multiplies the level by "
    + "2.83."

  var approximation: StochasticApproximation

  package init(_ settings: StochasticApproximation.Settings, using streams: inout Streams) {
    approximation = StochasticApproximation(settings)
  }

  package mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    approximation.update(presented, response) { answer, reversals in answer <= 2 ? answer : 2 + reversals }
  }
}
