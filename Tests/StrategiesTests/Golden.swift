import Foundation
import Testing

/// Staircases of other people's packages; `Golden/provenance.json` says which.
struct Golden: Decodable {
  var stair: [Stair]
  var weightedUpDown: [Weighted]

  struct Stair: Decodable {
    var config: Config
    var responses: [Int]
    var usedTrials: Int
    var intensities: [Double]
    var nextIntensity: Double
    /// Counted from 0.
    var reversalTrials: [Int]
    var reversalIntensities: [Double]

    struct Config: Decodable {
      var startVal: Double
      var nTrials: Int
      var nReversals: Int
      var nUp: Int
      var nDown: Int
      var applyInitialRule: Bool
      var stepType: String
      var stepSizes: StepSizes
      var minVal: Double?
      var maxVal: Double?
    }
  }

  /// A list, or one number for all steps.
  struct StepSizes: Decodable {
    var values: [Double]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      values = try (try? container.decode([Double].self)) ?? [container.decode(Double.self)]
    }
  }

  struct Weighted: Decodable {
    var config: Config
    var responses: [Int]
    var levels: [Double]
    /// Counted from 0.
    var reversalTrials: [Int]
    var finishedAfterTrial: Int
    var estimateMedianOfLast6: Double

    struct Config: Decodable {
      var start: Double
      /// What a hit adds, or multiplies by.
      var hitEffect: Double
      var target: Double
      var multiplicative: Bool
      var reversals: Int
      var reversalsToUse: Int
    }
  }

  static func read() throws -> Golden {
    let url = try #require(Bundle.module.url(forResource: "staircases", withExtension: "json", subdirectory: "Golden"))
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Golden.self, from: Data(contentsOf: url))
  }
}
