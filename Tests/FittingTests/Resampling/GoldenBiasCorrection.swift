import Foundation
import PeachFitting
import PeachTrials
import Testing

/// BCa intervals found with another program, with the resamples that they are made from.
struct GoldenBiasCorrection: Decodable {
  struct Case: Decodable {
    struct Quantity: Decodable {
      var estimate: Double
      var acceleration: Double
      /// The proportions of resamples below the ends.
      var lowProportion: Double
      var highProportion: Double
      var low: Double
      var high: Double
      var resamples: [Double]

      enum CodingKeys: String, CodingKey {
        case estimate, acceleration, low, high, resamples
        case lowProportion = "low_proportion"
        case highProportion = "high_proportion"
      }
    }

    var name: String
    var x: [Double]
    var n: [Double]
    var k: [Double]
    var guess: Double
    var lapse: Double
    var threshold: Quantity
    var width: Quantity

    var counts: Counts {
      Counts(x.indices.map { Counts.Bin(level: x[$0], trials: n[$0], positives: k[$0]) })
    }

    var fitter: any Fitter {
      FitSettings(reading: .accuracy, guess: .asymptote(.fixed(guess)), lapse: .fixed(lapse)).makeFitter()
    }

    /// The resamples as fits.
    var refits: [FitResult] {
      zip(threshold.resamples, width.resamples).map { threshold, width in
        var result = FitResult(status: .ok)
        result.threshold = threshold
        result.width = width
        return result
      }
    }
  }

  var cases: [Case]

  static func read() throws -> [Case] {
    let url = try #require(Bundle.module.url(forResource: "Golden/bca", withExtension: "json"))
    return try JSONDecoder().decode(GoldenBiasCorrection.self, from: Data(contentsOf: url)).cases
  }
}
