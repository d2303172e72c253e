import Foundation
import Glibc
import PeachMath
import PeachStrategies
import Testing

/// Trajectories of QUEST+, psi and psi-marginal against an independent computation with which four packages agree.
@Suite struct GoldenAdaptiveTests {
  struct Trajectory: Decodable {
    var name: String
    var function: String
    var levels: [Double]
    var threshold: [Double]
    var slope: [Double]
    var guess: [Double]
    var lapse: [Double]
    /// The axes summed out: 0 threshold, 1 slope, 2 guess, 3 lapse.
    var marginalize: [Int]
    var responses: [Int]
    var chosen: [Double]
    var minExpectedEntropy: [Double]
    var meanThreshold: [Double]
    var meanSlope: [Double]
    var meanGuess: [Double]
    var meanLapse: [Double]
    var finalEntropy: Double
    var finalSdThreshold: Double
    var finalThreshold: [Double]
    var mode: [String: Double]

    /// The function here and what its slope is there, as a slope here.
    var curve: (function: any PsychometricFunction.Type, slope: @Sendable (Double) -> Double) {
      switch function {
      case "weibull_dB": (GumbelFunction.self, { $0 / 20 })
      case "weibull_log10": (GumbelFunction.self, { $0 })
      case "weibull_linear": (WeibullFunction.self, { $0 })
      case "logistic_beta": (LogisticFunction.self, { $0 })
      default: (NormalFunction.self, { 1 / $0 })
      }
    }
  }

  let trajectories: [Trajectory]

  init() throws {
    let url = try #require(Bundle.module.url(forResource: "adaptive", withExtension: "json", subdirectory: "Golden"))
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    trajectories = try decoder.decode([Trajectory].self, from: Data(contentsOf: url))
  }

  @Test func `there are eight trajectories`() { #expect(trajectories.count == 8) }

  @Test(arguments: 0..<8) func `every level, entropy and posterior is theirs`(index: Int) throws {
    let golden = trajectories[index]
    let (function, slope) = golden.curve
    let grid = ParameterGrid(
      function: function, threshold: golden.threshold, slope: golden.slope.map(slope), guess: golden.guess,
      lapse: golden.lapse)
    let model = GridModel(grid, levels: golden.levels)
    let nuisance = golden.marginalize.compactMap { ParameterGrid.Parameter(rawValue: $0) }
    let selector = LevelSelector(model, nuisance: Set(nuisance))
    var posterior = GridPosterior(model)
    var path = LevelSelector.Path()
    for (trial, response) in golden.responses.enumerated() {
      let chosen = selector.best(&posterior, path)
      #expect(golden.levels[chosen] == golden.chosen[trial], "trial \(trial + 1)")
      let present = nuisance.isEmpty ? posterior.entropy : entropyWithoutLapse(posterior)
      let expected = present - selector.information(&posterior)[chosen]
      #expect(abs(expected - golden.minExpectedEntropy[trial]) < 1e-9, "trial \(trial + 1)")
      posterior.update(index: chosen, isPositive: response == 1)
      selector.follow(isPositive: response == 1, wasChosen: true, &path)
      let marginals = posterior.marginals
      #expect(abs(marginals[0].mean - golden.meanThreshold[trial]) < 1e-9, "trial \(trial + 1)")
      let inverted = golden.function == "normal_sd" ? marginals[1].mean { 1 / $0 } : marginals[1].mean / slope(1)
      #expect(abs(inverted - golden.meanSlope[trial]) < 1e-9, "trial \(trial + 1)")
      #expect(abs(marginals[2].mean - golden.meanGuess[trial]) < 1e-9, "trial \(trial + 1)")
      #expect(abs(marginals[3].mean - golden.meanLapse[trial]) < 1e-9, "trial \(trial + 1)")
    }
    checkEnd(posterior, golden)
  }

  private func checkEnd(_ posterior: GridPosterior, _ golden: Trajectory) {
    #expect(abs(posterior.entropy - golden.finalEntropy) < 1e-9)
    let threshold = posterior.marginal(of: .threshold)
    let mean = threshold.mean
    let sd = threshold.mean { ($0 - mean) * ($0 - mean) }.squareRoot()
    #expect(abs(sd - golden.finalSdThreshold) < 1e-9)
    for (mass, expected) in zip(threshold.masses, golden.finalThreshold) { #expect(abs(mass - expected) < 1e-12) }
    let (_, slope) = golden.curve
    #expect(posterior.mode.threshold == golden.mode["threshold"])
    let steepness = golden.mode["slope"].map(slope)
    #expect(posterior.mode.slope == steepness)
    #expect(posterior.mode.lapse == golden.mode["lapse"])
  }

  /// The entropy of threshold, slope and guess after the lapse is summed out.
  private func entropyWithoutLapse(_ posterior: GridPosterior) -> Double {
    let lapses = posterior.model.grid.values[3].count
    let weights = posterior.weights
    return stride(from: 0, to: weights.count, by: lapses).reduce(0) { sum, start in
      let mass = weights[start..<(start + lapses)].reduce(0, +)
      return mass > 0 ? sum - mass * log(mass) : sum
    }
  }
}
