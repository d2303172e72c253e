import Foundation
import PeachFitting
import PeachMath
import PeachTrials
import Testing

/// Fits made with other people's optimisers and polished to 60 digits.
struct GoldenFits: Decodable {
  struct DataSet: Decodable {
    var name: String
    var x: [Double]
    var k: [Double]
    var n: [Double]
    var fits: [Fit]

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
    var deviance: Double
    var aic: Double
    var bic: Double
    var npar: Int
    var degenerate: Bool
    var xAtF50: Double
    var width595: Double
    var slopeAtF50: Double
    var covParams: [String]?
    var cov: [[Double]]?

    enum CodingKeys: String, CodingKey {
      case function, config, alpha, beta, lambda, gamma, loglik, deviance, aic, bic, npar, degenerate, cov
      case xAtF50 = "x_at_F50"
      case width595 = "width_5_95"
      case slopeAtF50 = "dpsi_dx_at_F50"
      case covParams = "cov_params"
    }

    var settings: FitSettings {
      get throws {
        let type = try #require(BuiltInFunctions.named(function))
        return FitSettings(
          type, reading: .accuracy, guess: .asymptote(config == "C" ? .free(upTo: 0.25) : .fixed(gamma)),
          lapse: config == "A" ? .fixed(0) : .free(upTo: 0.1))
      }
    }
  }

  var datasets: [DataSet]

  static func read() throws -> [(name: String, counts: Counts, fit: Fit)] {
    let url = try #require(Bundle.module.url(forResource: "Golden/ml_fits", withExtension: "json"))
    let sets = try JSONDecoder().decode(GoldenFits.self, from: Data(contentsOf: url)).datasets
    return sets.flatMap { data in
      data.fits.map { ("\(data.name) \($0.function) \($0.config)", data.counts, $0) }
    }
  }
}

@Suite struct GoldenFitsTests {
  @Test func `fits agree with the golden ones`() throws {
    let golden = try GoldenFits.read()
    #expect(golden.count == 109)
    for (name, counts, golden) in golden {
      let comment = Comment(rawValue: name)
      let found = try golden.settings.makeFitter().fit(counts)
      #expect(found.status == .ok, comment)
      #expect(abs(try #require(found.logLikelihood) - golden.loglik) < 1e-8, comment)
      #expect(abs(try #require(found.threshold) - golden.xAtF50) <= 1e-6 * golden.width595, comment)
      #expect(abs(try #require(found.width) / golden.width595 - 1) < 1e-5, comment)
      #expect(abs(try #require(found.slope) / golden.slopeAtF50 - 1) < 1e-5, comment)
      #expect(abs(try #require(found.lapse) - golden.lambda) < 1e-5, comment)
      #expect(abs(try #require(found.guess) - golden.gamma) < 1e-5, comment)
      #expect(found.parameters == golden.npar, comment)
    }
  }

  /// Golden covariances are those of α and β; the delta method carries them to the place of F = ½ and the width.
  @Test func `standard errors agree with the golden covariances`() throws {
    var count = 0
    for (name, counts, golden) in try GoldenFits.read() {
      guard let cov = golden.cov, golden.covParams?.prefix(2) == ["alpha", "beta"] else { continue }
      let fitter = try golden.settings.makeFitter()
      let found = fitter.fit(counts)
      let comment = Comment(rawValue: name)
      func variance(_ byAlpha: Double, _ byBeta: Double) -> Double {
        byAlpha * byAlpha * cov[0][0] + 2 * byAlpha * byBeta * cov[0][1] + byBeta * byBeta * cov[1][1]
      }
      let type = fitter.settings.function
      // Derivatives of the place and of the width by α and β, by central differences of the closed forms.
      func place(_ p: Double, _ alpha: Double, _ beta: Double) -> Double {
        type.inverse(p, threshold: alpha, slope: beta)
      }
      func width(_ alpha: Double, _ beta: Double) -> Double { place(0.95, alpha, beta) - place(0.05, alpha, beta) }
      let (da, db) = (1e-6 * golden.width595, 1e-6 * golden.beta)
      let (alpha, beta) = (golden.alpha, golden.beta)
      let threshold = variance(
        (place(0.5, alpha + da, beta) - place(0.5, alpha - da, beta)) / (2 * da),
        (place(0.5, alpha, beta + db) - place(0.5, alpha, beta - db)) / (2 * db))
      let spread = variance(
        (width(alpha + da, beta) - width(alpha - da, beta)) / (2 * da),
        (width(alpha, beta + db) - width(alpha, beta - db)) / (2 * db))
      let found50 = try #require(fitter.standardError(.threshold, found, counts), comment)
      let foundWidth = try #require(fitter.standardError(.width, found, counts), comment)
      #expect(abs(found50 / threshold.squareRoot() - 1) < 1e-4, comment)
      #expect(abs(foundWidth / spread.squareRoot() - 1) < 1e-4, comment)
      count += 1
    }
    #expect(count == 109)
  }

  @Test func `deviance and criteria agree with the golden fits`() throws {
    for (name, counts, golden) in try GoldenFits.read() {
      var random = TestRandom(seed: 1)
      let found = FitAnalysis(
        counts, blocks: [], try golden.settings.makeFitter(), FitAnalysis.Plan(interval: .wald), using: &random)
      let comment = Comment(rawValue: name)
      #expect(abs(try #require(found.deviance) - golden.deviance) < 1e-7, comment)
      #expect(abs(try #require(found.aic) - golden.aic) < 1e-7, comment)
      #expect(abs(try #require(found.bic) - golden.bic) < 1e-7, comment)
    }
  }
}
