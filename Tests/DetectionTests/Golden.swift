import Foundation
import PeachMath
import Testing

/// Numbers made elsewhere; `Golden/provenance.json` says how.
enum Golden {
  struct Conversion: Decodable {
    var task: String
    var rule: String?
    var alternatives: Int?
    var dPrime: [Double]
    var correct: [Double]
    var wrong: [Double]
    var slope: [Double]
    var p: [Double]
    var dPrimeAtP: [Double]

    enum CodingKeys: String, CodingKey {
      case task, rule, alternatives, correct, wrong, slope, p
      case dPrime = "d_prime"
      case dPrimeAtP = "d_prime_at_p"
    }
  }

  struct Estimate: Decodable {
    var task: String
    var rule: String?
    var hits: Int
    var signals: Int
    var falseAlarms: Int
    var noises: Int
    var correction: String
    var dPrime: Double
    var criterion: Double
    var bias: Double
    var standardError: Double

    enum CodingKeys: String, CodingKey {
      case task, rule, hits, signals, noises, correction, criterion, bias
      case falseAlarms = "false_alarms"
      case dPrime = "d_prime"
      case standardError = "d_prime_se"
    }
  }

  /// A call of another package.
  struct Call: Decodable {
    enum Argument: Decodable {
      case number(Double)
      case text(String)

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = try (try? container.decode(Double.self)).map(Self.number) ?? .text(container.decode(String.self))
      }

      var number: Double? { if case .number(let value) = self { value } else { nil } }
      var text: String? { if case .text(let value) = self { value } else { nil } }
    }

    var function: String
    var args: [Argument]
    var value: Double
    var exact: Double?

    enum CodingKeys: String, CodingKey {
      case function, args, value
      case exact = "value_mpmath"
    }
  }

  static func read<Content: Decodable>(_ file: String, as type: Content.Type = Content.self) throws -> Content {
    let url = try #require(Bundle.module.url(forResource: file, withExtension: "json", subdirectory: "Golden"))
    return try JSONDecoder().decode(type, from: Data(contentsOf: url))
  }

  /// The task of a row.
  static func task(_ name: String, _ rule: String?, _ alternatives: Int?) throws -> any DetectionTask {
    func decided() throws -> DecisionRule { try #require(rule.flatMap(DecisionRule.init(rawValue:))) }
    switch name {
    case "yes-no": return YesNo()
    case "mafc": return try ForcedChoice(alternatives: #require(alternatives))
    case "same-different": return SameDifferent(rule: try decided())
    case "abx": return ABX(rule: try decided())
    default:
      try #require(name == "oddity")
      return Oddity(rule: try decided())
    }
  }
}

/// Whether two numbers agree to a relative error, or within 4 ulp.
func agrees(_ computed: Double, _ exact: Double, relative: Double = 1e-13) -> Bool {
  computed == exact || (computed - exact).magnitude <= max(relative * exact.magnitude, 4 * exact.ulp)
}

/// Every task and rule, with forced choice among several numbers of alternatives.
struct NamedTask: CustomTestStringConvertible {
  var task: any DetectionTask

  var testDescription: String { task.title }

  static let all =
    ([YesNo(), TwoAlternativeForcedChoice()] as [any DetectionTask]
    + [2, 3, 5, 37, 1000].map { ForcedChoice(alternatives: $0) }
    + DecisionRule.allCases.flatMap {
      [SameDifferent(rule: $0), ABX(rule: $0), Oddity(rule: $0)] as [any DetectionTask]
    })
    .map(NamedTask.init)
}
