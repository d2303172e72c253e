import Foundation
import PeachMath
import Testing

/// Numbers made at 40 digits and more; `Golden/provenance.json` says how.
enum Golden {
  struct Standard: Decodable {
    var function: String
    var u: [Double]
    var value: [Double]
    var complement: [Double]
    var density: [Double]
    var p: [Double]
    var quantile: [Double]
  }

  struct Parameters: Decodable {
    var alpha: Double
    var beta: Double
    var gamma: Double
    var lambda: Double
  }

  struct Curve: Decodable {
    var function: String
    var params: Parameters
    var x: [Double]
    var value: [Double]
    var derivative: [Double]

    enum CodingKeys: String, CodingKey {
      case function, params, x
      case value = "value_mpmath"
      case derivative = "derivative_mpmath"
    }
  }

  struct Normal: Decodable {
    var z: [Double]
    var cumulative: [Double]
    var density: [Double]
    var p: [Double]
    var quantile: [Double]
  }

  static func read<Content: Decodable>(_ file: String, as type: Content.Type = Content.self) throws -> Content {
    let url = try #require(Bundle.module.url(forResource: file, withExtension: "json", subdirectory: "Golden"))
    return try JSONDecoder().decode(type, from: Data(contentsOf: url))
  }
}

/// Whether two numbers agree to a relative error, or within 4 ulp.
func agrees(_ computed: Double, _ exact: Double, relative: Double = 1e-13) -> Bool {
  computed == exact || (computed - exact).magnitude <= max(relative * exact.magnitude, 4 * exact.ulp)
}
