import CGSL

/// The points and weights of Gauss and Legendre on −1…1, from GSL, and the way from there to points that lie close.
package struct GaussLegendre: Sendable {
  package let points: [Double]
  package let weights: [Double]
  /// For each point in turn, what its value contributes to the polynomial at each of the close points.
  private let refinement: [Double]

  package static let most = 64
  /// How many close intervals there are to a point; even.
  package static let fineness = 6

  /// The rule with that many points.
  ///
  /// - Parameter count: 1…`most`.
  package static func rule(_ count: Int) -> GaussLegendre { rules[count - 1] }

  private static let rules = (1...most).map { GaussLegendre($0) }

  private init(_ count: Int) {
    _ = GSL.ready
    var points: [Double] = []
    var weights: [Double] = []
    guard let table = gsl_integration_glfixed_table_alloc(count) else { preconditionFailure("no memory") }
    defer { gsl_integration_glfixed_table_free(table) }
    for index in 0..<count {
      var point = 0.0
      var weight = 0.0
      gsl_integration_glfixed_point(-1, 1, index, &point, &weight, table)
      points.append(point)
      weights.append(weight)
    }
    self.points = points
    self.weights = weights
    let intervals = count * Self.fineness
    let shares = (0...intervals).map { index in
      Self.shares(of: points, weights, at: 2 * Double(index) / Double(intervals) - 1)
    }
    refinement = points.indices.flatMap { point in shares.map { $0[point] } }
  }

  /// Lagrange's polynomials in barycentric form, with the weights that Legendre's points have.
  ///
  /// Source: Wang & Xiang (2012), Math. Comp. 81:861–877, doi:10.1090/S0025-5718-2011-02549-4.
  private static func shares(of points: [Double], _ weights: [Double], at x: Double) -> [Double] {
    if let index = points.firstIndex(of: x) { return points.indices.map { $0 == index ? 1 : 0 } }
    var terms = points.indices.map { index in
      ((1 - points[index] * points[index]) * weights[index]).squareRoot() / (x - points[index])
        * (index.isMultiple(of: 2) ? 1 : -1)
    }
    let sum = terms.reduce(0, +)
    for index in terms.indices { terms[index] /= sum }
    return terms
  }

  /// The polynomial through values at the points, at equal distances from −1 to 1.
  package func refined(_ values: [Double]) -> [Double] {
    let rows = points.count * Self.fineness + 1
    return [Double](unsafeUninitializedCapacity: rows) { sums, count in
      count = rows
      sums.initialize(repeating: 0)
      refinement.withUnsafeBufferPointer { refinement in
        for (point, value) in values.enumerated() {
          for row in 0..<rows { sums[row] += refinement[point * rows + row] * value }
        }
      }
    }
  }
}
