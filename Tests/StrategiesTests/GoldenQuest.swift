import Foundation
import Testing

/// QUEST tracks of another package; `Golden/provenance.json` says which.
struct GoldenQuest: Decodable {
  var config: Config
  var responses: [Int]
  var levels: [Double]
  var meanAfter: [Double]
  var modeAfter: [Double]
  var quantileAfter: [Double]
  var sdFinal: Double
  var xThreshold: Double
  var quantileOrder: Double

  struct Config: Decodable {
    var startVal: Double
    var startValSd: Double
    var pThreshold: Double
    var beta: Double
    var gamma: Double
    var delta: Double
    var grain: Double
    var range: Double
    var method: String
  }

  private struct File: Decodable {
    var quest: [GoldenQuest]
  }

  static func read() throws -> [GoldenQuest] {
    let url = try #require(Bundle.module.url(forResource: "quest", withExtension: "json", subdirectory: "Golden"))
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(File.self, from: Data(contentsOf: url)).quest
  }

  static func track(_ method: String) throws -> GoldenQuest {
    try #require(read().first { $0.config.method == method })
  }

  /// The settings, without what the estimate is.
  var strategy: String {
    """
    kind: quest, prior: {mean: \(config.startVal), sd: \(config.startValSd)}, target: \(config.pThreshold), \
    slope: \(config.beta), guess: \(config.gamma), delta: \(config.delta), grain: \(config.grain), \
    range: \(config.range), place: \(config.method), start: \(config.startVal), stop: {trials: 41}
    """
  }

  var letters: String { responses.map(String.init).joined() }
}
