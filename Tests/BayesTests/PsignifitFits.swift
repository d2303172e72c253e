import Foundation
import PeachFitting
import PeachMath
import Testing

/// Bayesian fits made with psignifit; `Golden/provenance.json` says how.
struct PsignifitFits: Decodable {
  struct Parameters: Decodable {
    var threshold: Double
    var width: Double
    var gamma: Double
    var lambda: Double
    var eta: Double

    var point: Posterior.Point {
      Posterior.Point(threshold: threshold, width: width, guess: gamma, lapse: lambda, overdispersion: eta)
    }
  }

  struct Ranges: Decodable {
    var threshold: [Double]
    var width: [Double]
    var gamma: [Double]
    var lambda: [Double]
    var eta: [Double]

    subscript(parameter: Prior.Parameter) -> [Double] {
      switch parameter {
      case .threshold: threshold
      case .width: width
      case .guess: gamma
      case .lapse: lambda
      case .overdispersion: eta
      }
    }
  }

  struct Value: Decodable {
    var params: Parameters
    var logPosterior: Double

    enum CodingKeys: String, CodingKey {
      case params
      case logPosterior = "log_posterior"
    }
  }

  struct Run: Decodable {
    var sigmoid: String
    var eta: String
    var transform: String
    var maximum: Parameters
    var maximumLogPosterior: Double
    var mean: Parameters
    var interval: Ranges
    var bounds: Ranges
    var values: [Value]

    enum CodingKeys: String, CodingKey {
      case sigmoid, eta, mean, bounds
      case transform = "x_transform"
      case maximum = "map_tight"
      case maximumLogPosterior = "map_tight_log_posterior"
      case interval = "ci95"
      case values = "log_posterior"
    }

    /// Their Gumbel on ln x is the Weibull.
    var function: any PsychometricFunction.Type {
      if transform == "ln" { return WeibullFunction.self }
      switch sigmoid {
      case "norm": return NormalFunction.self
      case "logistic": return LogisticFunction.self
      default: return GumbelFunction.self
      }
    }
  }

  struct DataSet: Decodable {
    var name: String
    var task: String
    var x: [Double]
    var k: [Double]
    var n: [Double]
    var runs: [String: Run]

    var counts: Counts { Counts(x.indices.map { Counts.Bin(level: x[$0], trials: n[$0], positives: k[$0]) }) }
  }

  var datasets: [DataSet]

  /// One of the fits, with what it was made from.
  struct Case: CustomTestStringConvertible {
    var data: DataSet
    var name: String
    var run: Run

    var testDescription: String { "\(data.name) \(name)" }

    var fit: BayesianFit {
      get throws {
        try BayesianFit(
          function: run.function,
          guess: .asymptote(data.task == "yes/no" ? .free(upTo: 0.5) : .fixed(run.maximum.gamma)),
          lapse: .free(upTo: 0.5), hasOverdispersion: run.eta == "free")
      }
    }

    var posterior: Posterior { get throws { try fit.fit(data.counts) } }
  }

  static let cases: [Case] = {
    guard let url = Bundle.module.url(forResource: "Golden/psignifit", withExtension: "json"),
      let data = try? Data(contentsOf: url), let fits = try? JSONDecoder().decode(PsignifitFits.self, from: data)
    else { return [] }
    return fits.datasets.flatMap { data in
      data.runs.sorted { $0.key < $1.key }.map { Case(data: data, name: $0.key, run: $0.value) }
    }
  }()

  static func named(_ data: String, _ run: String) throws -> Case {
    try #require(cases.first { $0.data.name == data && $0.name == run })
  }
}
