import Foundation
import PeachFitting
import PeachMath
import PeachTrials
import Testing

/// Joint fits made by scipy alone.
struct GoldenJointFits: Decodable {
  struct Group: Decodable {
    var x: [Double]
    var n: [Double]
    var k: [Double]

    var counts: Counts { Counts(x.indices.map { Counts.Bin(level: x[$0], trials: n[$0], positives: k[$0]) }) }
  }

  /// A number, or the bounds of a free parameter, or the name of another.
  enum Asymptote: Decodable {
    case number(Double)
    case bounds([Double])
    case name(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else if let bounds = try? container.decode([Double].self) {
        self = .bounds(bounds)
      } else {
        self = .name(try container.decode(String.self))
      }
    }

    var asymptote: PeachFitting.Asymptote {
      get throws {
        switch self {
        case .number(let number): return .fixed(number)
        case .bounds(let bounds): return .free(upTo: bounds[1])
        case .name: return try #require(nil)
        }
      }
    }
  }

  struct Fit: Decodable {
    var name: String
    var function: String
    var reading: String
    var guess: Asymptote
    var lapse: Asymptote
    var at: Double?
    var isLogLevel: Bool
    var share: [String]
    var groups: [Group]
    var thresholds: [Double]
    var scales: [Double]
    var guesses: [Double]
    var lapses: [Double]
    var logLikelihood: Double
    var freeLogLikelihood: Double
    var parameters: Int
    var freeParameters: Int
    var df: Int
    var p: Double

    enum CodingKeys: String, CodingKey {
      case name, function, reading, guess, lapse, at, share, groups, thresholds, scales, guesses, lapses, parameters
      case df, p
      case isLogLevel = "log_level"
      case logLikelihood = "loglik"
      case freeLogLikelihood = "loglik_free"
      case freeParameters = "parameters_free"
    }

    var settings: FitSettings {
      get throws {
        let type = try #require(BuiltInFunctions.named(function))
        let reading = try #require(Reading(rawValue: reading))
        var guess = GuessRate.lapse
        if case .name = self.guess {} else { guess = .asymptote(try self.guess.asymptote) }
        return FitSettings(
          type, reading: reading, guess: guess, lapse: try lapse.asymptote, isLogLevel: isLogLevel, at: at)
      }
    }

    var shared: SharedParameters {
      get throws { SharedParameters(Set(try share.map { try #require(FitParameter(rawValue: $0)) })) }
    }
  }

  var fits: [Fit]

  static func read() throws -> [Fit] {
    let url = try #require(Bundle.module.url(forResource: "Golden/joint_fits", withExtension: "json"))
    return try JSONDecoder().decode(GoldenJointFits.self, from: Data(contentsOf: url)).fits
  }
}

@Suite struct GoldenJointFitsTests {
  @Test func `joint fits and likelihood ratios agree with the golden ones`() throws {
    let golden = try GoldenJointFits.read()
    #expect(golden.count == 9)
    for golden in golden {
      let comment = Comment(rawValue: golden.name)
      let fitter = try golden.settings.makeFitter()
      let groups = golden.groups.map(\.counts)
      let found = fitter.likelihoodRatio(groups, sharing: try golden.shared)
      let shared = found.shared
      #expect(shared.status == .ok, comment)
      #expect(abs(try #require(shared.logLikelihood) - golden.logLikelihood) < 1e-7, comment)
      #expect(abs(try #require(found.freeLogLikelihood) - golden.freeLogLikelihood) < 1e-7, comment)
      #expect(shared.parameters == golden.parameters, comment)
      #expect(found.freeParameters == golden.freeParameters, comment)
      #expect(found.degreesOfFreedom == golden.df, comment)
      #expect(abs(try #require(found.p) / golden.p - 1) < 1e-5, comment)
      for (index, group) in shared.groups.enumerated() {
        #expect(abs(try #require(group.threshold) / golden.thresholds[index] - 1) < 1e-4, comment)
        #expect(abs(try #require(group.scale) / golden.scales[index] - 1) < 1e-4, comment)
        #expect(abs(try #require(group.guess) - golden.guesses[index]) < 1e-5, comment)
        #expect(abs(try #require(group.lapse) - golden.lapses[index]) < 1e-5, comment)
      }
      #expect(fitter.fit(groups, sharing: try golden.shared) == shared, comment)
    }
  }
}
