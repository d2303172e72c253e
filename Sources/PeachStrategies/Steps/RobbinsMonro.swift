package import PeachSupport
package import PeachTrials

/// Stochastic approximation: x_{n+1} = x_n − (c/n)·(z_n − φ), z being 1 for a positive response and else 0. The level
/// converges on the one where a share φ of responses is positive. Its estimate is the level that would be presented next.
///
/// Source: Robbins & Monro (1951), Ann. Math. Stat. 22:400–407, doi:10.1214/aoms/1177729586; for psychophysics Treutwein
/// (1995), Vision Res. 35:2503–2522, doi:10.1016/0042-6989(95)00016-X.
package struct RobbinsMonro: ApproximationStrategy {
  package static let kind = "robbins-monro"
  package static let family = StrategyFamily.steps
  package static let summary =
    "stochastic approximation: steps shrink as c/n with trial n, weighted so that they balance at the target"
  package static let noun = "stochastic approximation"
  package static let rule =
    "After trial n a correct answer moves the level down by (c/n)·(1 − target). A wrong answer moves it up by "
    + "(c/n)·target. The parameter step sets c."
  package static func rule(of settings: Value, on axis: Axis) -> String {
    "After trial n a correct answer moved the level down by (c/n)·(1 − p), and a wrong answer moved it up by "
      + "(c/n)·p, where p was the target proportion and c the step constant."
  }

  package static let use =
    "Use it if the start is near the threshold and you do not want to assume a psychometric function. From a "
    + "distant start it arrives late, because its steps shrink with every trial."
  package static let source = "Robbins & Monro (1951), doi:10.1214/aoms/1177729586"
  package static let convergence = "the parameter target, 75 % by default"
  package static let example = "start: 100, step: {factor: 16}"
  package static let exampleNote =
    "The first correct answer divides the level by 16^(1 − 0.75) = 2. In log units, step n is an n-th of the "
    + "first. A wrong answer multiplies the level by 16^(0.75/5) = 1.52 at trial 5, but only by 16^(0.75/10) = "
    + "1.23 at trial 10. The correct answer at trial 14 lowers the level by less than 5 %. The estimate is the "
    + "level that comes next."

  var approximation: StochasticApproximation

  package init(_ settings: StochasticApproximation.Settings, using streams: inout Streams) {
    approximation = StochasticApproximation(settings)
  }

  package mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    approximation.update(presented, response) { answer, _ in answer }
  }
}
