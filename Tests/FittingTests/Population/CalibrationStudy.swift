import Foundation
import PeachFitting
import PeachMath

/// Simulation-based calibration of the posterior: parameters come from the prior, answers from the parameters, and the rank
/// of each parameter among draws of its posterior is then uniform.
///
/// Source: Talts, Betancourt, Simpson, Vehtari & Gelman (2018), arXiv:1804.06788.
struct CalibrationStudy {
  var listeners = 6
  var conditions = 1
  var trials = 16.0

  static let levels = [-3.0, -1.5, 0, 1.5, 3]
  /// The standard deviation of the levels, which is the sampler's unit.
  static let unit = 4.5.squareRoot()
  /// A rank is 0 … 99, because 99 draws are kept.
  static let kept = 99
  private static let thinning = 8

  /// Narrow enough that hardly any data set is degenerate.
  static let prior = PopulationPrior(
    means: [.init(mean: 0, deviation: 0.4), .init(mean: 0.2, deviation: 0.3)], deviations: [0.4, 0.3], effect: 0.3,
    lapse: .init(mean: -3.5, deviation: 1), guess: .init(mean: -2, deviation: 1))

  var model: PopulationModel {
    var model = PopulationModel(
      FitSettings(NormalFunction.self, reading: .accuracy, guess: .asymptote(.fixed(0.25)), lapse: .free(upTo: 0.1)))
    model.hasVaryingEffects = conditions > 1
    return model
  }

  var names: [String] {
    (0..<conditions).map { "mean \($0)" } + (0..<conditions).map { "width \($0)" }
      + ["sd of thresholds", "sd of widths", "correlation"] + (conditions > 1 ? ["sd of effects"] : [])
      + ["lapse", "listener's threshold", "listener's width"]
  }

  /// The rank of each parameter; `nil` if the data determine no population.
  func ranks(seed: UInt64) -> [Int]? {
    var random = TestRandom(seed: seed)
    for _ in 0..<20 { _ = random.uniform() }
    func normal() -> Double { NormalDistribution.quantile(max(random.uniform(), 1e-17)) }
    let prior = Self.prior
    func drawn(_ density: PopulationPrior.Normal) -> Double { density.mean + density.deviation * normal() }
    let first = (0..<conditions).map { _ in drawn(prior.means[0]) }
    let second = (0..<conditions).map { _ in drawn(prior.means[1]) }
    let deviations = prior.deviations.map { abs($0 * normal()) }
    // 1 − r² is a beta density of (r + 1)/2 with parameters 2 and 2: the middle of three uniform numbers.
    let r = 2 * [random.uniform(), random.uniform(), random.uniform()].sorted()[1] - 1
    let effect = conditions > 1 ? abs(prior.effect * normal()) : 0
    let lapse = 1 / (1 + exp(-drawn(prior.lapse)))
    let width = 2 * NormalDistribution.quantile(0.95)
    var own: [Double] = []
    let people = (0..<listeners).map { index in
      let z = [normal(), normal()]
      return PopulationListener(
        name: "P\(index)",
        cells: (0..<conditions).map { condition in
          let t = first[condition] + deviations[0] * z[0] + effect * normal()
          let w = second[condition] + deviations[1] * (r * z[0] + (1 - r * r).squareRoot() * z[1])
          if index == 0, condition == 0 { own = [t, w] }
          let bins = Self.levels.map { level in
            let u = width * exp(-w) * (level / Self.unit - t)
            let p = 0.25 + (0.75 - lapse) * NormalDistribution.cumulative(u)
            return Counts.Bin(
              level: level, trials: trials,
              positives: random.binomial(trials: trials, probability: p))
          }
          return (condition, Counts(bins))
        })
    }
    let design = PopulationDesign(
      conditions: (0..<conditions).map { "c\($0)" },
      cells: (0..<conditions).map { PopulationDesign.Cell(group: 0, condition: $0) })
    let fit = PopulationFitter(model, design, people).fit()
    guard fit.status.hasEstimates else { return nil }
    let sampler = PopulationSampler(fit, prior: prior)
    let chain = sampler.chain(.init(warmUp: 300, draws: Self.kept * Self.thinning), using: &random)
    let posterior = PopulationPosterior(fit, prior, [chain])
    let logUnit = log(Self.unit)
    let truths =
      first.map { $0 * Self.unit } + second.map { $0 + logUnit } + [deviations[0] * Self.unit, deviations[1], r]
      + (conditions > 1 ? [effect * Self.unit] : []) + [lapse, own[0] * Self.unit, own[1] + logUnit]
    let terms = fit.terms.filter { if case .contrast = $0 { false } else { true } }
    let draws = terms.map { posterior.draws(of: $0)[0] } + (0...1).map { chain.member(0, $0) }
    return zip(truths, draws).map { truth, draws in
      (0..<Self.kept).count { draws[(Self.thinning - 1) + $0 * Self.thinning] < truth }
    }
  }

  /// The p value of a χ² test that ranks are uniform, with 10 classes.
  static func uniformity(_ ranks: [Int]) -> Double {
    var classes = [Double](repeating: 0, count: 10)
    for rank in ranks { classes[rank * 10 / (kept + 1)] += 1 }
    let expected = Double(ranks.count) / 10
    let statistic = classes.reduce(0) { $0 + ($1 - expected) * ($1 - expected) / expected }
    return ChiSquare.upperTail(statistic, degreesOfFreedom: 9)
  }
}
