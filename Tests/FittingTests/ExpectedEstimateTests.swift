import Foundation
import Glibc
import PeachFitting
import PeachMath
import Testing

/// Expected estimates of small designs, with every outcome enumerated by another program.
@Suite struct ExpectedEstimateTests {
  private struct Design: Decodable {
    var name: String
    var x: [Double]
    /// At each level.
    var trials: Int
    var guess: Double
    /// The bounds of the lapse rate, the same twice if it is fixed.
    var lapse: [Double]
    /// Place, scale and lapse rate of the listener.
    var truth: [Double]
    /// The number of outcomes with a curve, and their probability.
    var curves: Int
    var mass: Double
    var threshold: Double
    var logScale: Double
    var lapseMean: Double

    enum CodingKeys: String, CodingKey {
      case name, x, trials, guess, lapse, truth, curves, mass, threshold
      case logScale = "log_scale"
      case lapseMean = "lapse_mean"
    }
  }

  @Test func `expected estimates equal an enumeration by scipy`() throws {
    let url = try #require(Bundle.module.url(forResource: "Golden/expected", withExtension: "json"))
    let designs = try JSONDecoder().decode([Design].self, from: Data(contentsOf: url))
    #expect(designs.count == 3)
    for design in designs {
      let comment = Comment(rawValue: design.name)
      let (low, high) = (design.lapse[0], design.lapse[1])
      let fitter = FitSettings(
        reading: .accuracy, guess: .asymptote(.fixed(design.guess)),
        lapse: low == high ? .fixed(low) : .free(upTo: high), method: .reduced
      ).makeFitter()
      let truth = design.x.map { x in
        design.guess
          + (1 - design.guess - design.truth[2]) * NormalFunction.standardValue((x - design.truth[0]) / design.truth[1])
      }
      var sums = (curves: 0, mass: 0.0, threshold: 0.0, logScale: 0.0, lapse: 0.0)
      for outcome in 0..<Int(pow(Double(design.trials + 1), Double(design.x.count))) {
        var (rest, weight) = (outcome, 1.0)
        let counts = Counts(
          design.x.indices.map { index in
            let positives = rest % (design.trials + 1)
            rest /= design.trials + 1
            weight *= Self.probability(of: positives, in: design.trials, truth[index])
            return Counts.Bin(level: design.x[index], trials: Double(design.trials), positives: Double(positives))
          })
        let found = fitter.fit(counts)
        guard let place = found.location, let scale = found.scale, let lapse = found.lapse else { continue }
        sums.curves += 1
        sums.mass += weight
        sums.threshold += weight * place
        sums.logScale += weight * log(scale)
        sums.lapse += weight * lapse
      }
      #expect(sums.curves == design.curves, comment)
      #expect(abs(sums.mass - design.mass) < 1e-12, comment)
      #expect(abs(sums.threshold / sums.mass - design.threshold) < 1e-7, comment)
      #expect(abs(sums.logScale / sums.mass - design.logScale) < 1e-7, comment)
      #expect(abs(sums.lapse / sums.mass - design.lapseMean) < 1e-7, comment)
    }
  }

  private static func probability(of count: Int, in trials: Int, _ share: Double) -> Double {
    let ways = exp(lgamma(Double(trials + 1)) - lgamma(Double(count + 1)) - lgamma(Double(trials - count + 1)))
    return ways * pow(share, Double(count)) * pow(1 - share, Double(trials - count))
  }
}
