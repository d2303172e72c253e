import PeachSupport

/// The prior of a population, in standard units. Coordinates are independent, and so are their parameters.
package struct PopulationPrior: Hashable, Sendable {
  /// A normal density.
  package struct Normal: Hashable, Sendable {
    package var mean: Double
    package var deviation: Double

    package init(mean: Double, deviation: Double) { (self.mean, self.deviation) = (mean, deviation) }
  }

  /// The priors of the means of both coordinates, the same in every cell.
  package var means: [Normal]
  /// The scales of the half-normal densities of the standard deviations of both coordinates, and of effects.
  package var deviations: [Double]
  package var effect: Double
  /// η of the density (1 − r²)^(η − 1) of the correlation r.
  ///
  /// Source: Lewandowski, Kurowicka & Joe (2009), J. Multivar. Anal. 100:1989–2001, doi:10.1016/j.jmva.2009.04.008.
  package var concentration = 2.0
  /// The priors of the logits of free rates.
  package var lapse: Normal
  package var guess: Normal

  package init(means: [Normal], deviations: [Double], effect: Double, lapse: Normal, guess: Normal) {
    (self.means, self.deviations, self.effect, self.lapse, self.guess) = (means, deviations, effect, lapse, guess)
  }

  /// The usual prior of levels with a range: densities of standard deviations and rates as in the penalised likelihood, and
  /// of means twice as wide as the range. A width is about half the range.
  ///
  /// - Precondition: The coordinates are threshold and width.
  init(range: Double) {
    means = [Normal(mean: 0, deviation: 2 * range), Normal(mean: log(range / 2), deviation: 1.5)]
    deviations = [range, 1]
    effect = range
    lapse = Normal(mean: PopulationLikelihood.lapsePrior.mean, deviation: PopulationLikelihood.lapsePrior.deviation)
    guess = Normal(mean: PopulationLikelihood.guessPrior.mean, deviation: PopulationLikelihood.guessPrior.deviation)
  }
}
