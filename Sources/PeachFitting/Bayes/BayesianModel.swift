import PeachMath
import PeachSupport

/// The posterior of a psychometric function up to its normalisation: counts on the fit's scale, and the priors.
struct BayesianModel: Sendable {
  let settings: BayesianFit
  /// With what is made from the levels written out.
  let prior: Prior
  /// Distinct, rising, on the fit's scale.
  let levels: [Double]
  let positives: [Double]
  let negatives: [Double]
  let threshold: BoundedDensity
  let width: BoundedDensity
  /// F⁻¹(½), and F⁻¹(0.95) − F⁻¹(0.05).
  let middle: Double
  let standardWidth: Double

  init(_ settings: BayesianFit, _ counts: Counts) {
    self.settings = settings
    let scaled = counts.bins.map { settings.scale.place(of: $0.level) }
    precondition(scaled.allSatisfy(\.isFinite), "levels must be above 0 to have a logarithm")
    prior = settings.prior.resolved(on: scaled)
    let most = Double.greatestFiniteMagnitude
    guard let threshold = BoundedDensity(prior.threshold, within: -most...most),
      let width = BoundedDensity(prior.width, within: 0...most)
    else { preconditionFailure("a prior without mass") }
    self.threshold = threshold
    self.width = width
    let asked = counts.bins.indices.filter { counts.bins[$0].trials > 0 }
    levels = asked.map { scaled[$0] }
    positives = asked.map { counts.bins[$0].positives }
    negatives = asked.map { counts.bins[$0].trials - counts.bins[$0].positives }
    middle = settings.function.standardQuantile(0.5)
    standardWidth = settings.function.standardQuantile(0.95) - settings.function.standardQuantile(0.05)
  }

  /// The prior of a parameter that is free.
  func density(of parameter: Prior.Parameter) -> BoundedDensity? {
    switch parameter {
    case .threshold: threshold
    case .width: width
    case .guess: settings.guessDensity
    case .lapse: settings.lapseDensity
    case .overdispersion: settings.overdispersionDensity
    }
  }

  var isTied: Bool { settings.guess == .lapse }

  /// F and 1 − F at every level, each accurate in its tail.
  func fill(_ curve: inout Curve, threshold: Double, width: Double) {
    let function = settings.function
    let perScale = standardWidth / width
    for index in levels.indices {
      let u = (levels[index] - threshold) * perScale + middle
      let value = function.standardValue(u)
      if value < 0.5 {
        curve.values[index] = value
        curve.complements[index] = 1 - value
      } else {
        let complement = function.standardComplement(u)
        curve.values[index] = 1 - complement
        curve.complements[index] = complement
      }
    }
  }

  /// F and 1 − F at every level.
  struct Curve {
    var values: [Double]
    var complements: [Double]

    init(_ model: BayesianModel) {
      values = [Double](repeating: 0, count: model.levels.count)
      complements = values
    }
  }

  /// Probabilities are kept above this, so that an impossible answer costs much and not infinitely much.
  static let floor = 1e-300

  /// Without binomial coefficients.
  func logLikelihood(_ curve: Curve, guess: Double, lapse: Double, overdispersion: Double) -> Double {
    let height = 1 - guess - lapse
    var product = LogProduct()
    var sum = 0.0
    let dispersed = overdispersion > 0 ? BetaBinomial(overdispersion: overdispersion) : nil
    for index in levels.indices {
      let probability = max(guess + height * curve.values[index], Self.floor)
      let complement = max(lapse + height * curve.complements[index], Self.floor)
      if let dispersed {
        sum +=
          dispersed.logShape(
            positives: positives[index], negatives: negatives[index], probability: probability, complement: complement)
          + dispersed.logNormaliser(trials: positives[index] + negatives[index])
      } else {
        product.multiply(by: probability, times: positives[index])
        product.multiply(by: complement, times: negatives[index])
      }
    }
    return sum + product.log
  }

  /// The logarithm of the prior of threshold and width, −∞ outside of its bounds.
  func logPrior(threshold: Double, width: Double) -> Double {
    let own = self.threshold.log(threshold) + self.width.log(width)
    guard own > -.infinity, let penalty = settings.penalty else { return own }
    return own + penalty(threshold, log(width))
  }

  /// The logarithm of the prior of the rates that are free.
  func logPrior(guess: Double, lapse: Double, overdispersion: Double) -> Double {
    (settings.guessDensity?.log(guess) ?? 0) + (settings.lapseDensity?.log(lapse) ?? 0)
      + (settings.overdispersionDensity?.log(overdispersion) ?? 0)
  }

  /// −∞ outside of the prior's bounds.
  func logPosterior(at point: Posterior.Point) -> Double {
    let prior =
      logPrior(threshold: point.threshold, width: point.width)
      + logPrior(guess: point.guess, lapse: point.lapse, overdispersion: point.overdispersion)
    guard prior > -.infinity else { return -.infinity }
    var curve = Curve(self)
    fill(&curve, threshold: point.threshold, width: point.width)
    return prior
      + logLikelihood(curve, guess: point.guess, lapse: point.lapse, overdispersion: point.overdispersion)
  }
}
