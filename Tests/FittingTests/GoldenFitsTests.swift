import Fitting
import Foundation
import Psychometrics
import Testing

/// Fits made with other people's optimisers and polished to 60 digits.
struct GoldenFits: Decodable {
  struct DataSet: Decodable, CustomTestStringConvertible {
    var name: String
    var guess: Double
    var x: [Double]
    var k: [Double]
    var n: [Double]
    var fits: [Fit]

    var testDescription: String { name }

    var counts: Counts {
      Counts(x.indices.map { Counts.Bin(level: x[$0], trials: n[$0], positives: k[$0]) })
    }
  }

  struct Fit: Decodable {
    var function: String
    var config: String
    var alpha: Double
    var beta: Double
    var lambda: Double
    var gamma: Double
    var loglik: Double
    var atBound: [String]
    var degenerate: Bool
    var xAtF50: Double
    var width595: Double

    enum CodingKeys: String, CodingKey {
      case function, config, alpha, beta, lambda, gamma, loglik, degenerate
      case atBound = "at_bound"
      case xAtF50 = "x_at_F50"
      case width595 = "width_5_95"
    }

    var type: any FitFunction.Type { function == "normal" ? NormalFunction.self : LogisticFunction.self }
  }

  var datasets: [DataSet]

  static func read() throws -> [DataSet] {
    let url = try #require(Bundle.module.url(forResource: "Golden/ml_fits", withExtension: "json"))
    return try JSONDecoder().decode(GoldenFits.self, from: Data(contentsOf: url)).datasets
  }
}

@Suite struct GoldenFitsTests {
  private func fit(_ data: GoldenFits.DataSet, _ golden: GoldenFits.Fit) -> FitResult {
    let isFree = golden.config != "A"
    let estimator = AccuracyEstimator(
      golden.type, guess: golden.config == "C" ? .free(upTo: 0.25) : .fixed(data.guess),
      lapse: isFree ? .free(upTo: 0.1) : .fixed(0), isLogLevel: false, estimand: nil)
    return estimator.fit(data.counts)
  }

  @Test func `two-parameter fits agree with the golden ones`() throws {
    var count = 0
    for data in try GoldenFits.read() {
      for golden in data.fits where golden.config == "A" {
        let found = fit(data, golden)
        let comment = Comment(rawValue: "\(data.name) \(golden.function)")
        let location = try #require(found.location, comment)
        let scale = try #require(found.scale, comment)
        #expect(abs(try #require(found.logLikelihood) - golden.loglik) < 1e-8, comment)
        #expect(abs(location / golden.alpha - 1) < 1e-6, comment)
        #expect(abs(1 / scale / golden.beta - 1) < 1e-6, comment)
        #expect(abs(try #require(found.threshold) / golden.xAtF50 - 1) < 1e-6, comment)
        #expect(found.status == .ok, comment)
        count += 1
      }
    }
    #expect(count == 26)
  }

  @Test func `fits with free asymptotes agree with the golden ones`() throws {
    var count = 0
    for data in try GoldenFits.read() {
      for golden in data.fits where golden.config != "A" {
        let found = fit(data, golden)
        let comment = Comment(rawValue: "\(data.name) \(golden.function) \(golden.config)")
        #expect(abs(try #require(found.logLikelihood) - golden.loglik) < 1e-8, comment)
        #expect(abs(try #require(found.location) / golden.xAtF50 - 1) < 1e-5, comment)
        #expect(abs(try #require(found.lapse) - golden.lambda) < 1e-5, comment)
        #expect(abs(try #require(found.guess) - golden.gamma) < 1e-5, comment)
        count += 1
      }
    }
    #expect(count == 36)
  }
}
