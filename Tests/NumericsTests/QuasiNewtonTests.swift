import PeachMath
import Testing

@Suite("Minimisation with derivatives, Gauss–Hermite rules, Cholesky factors")
struct QuasiNewtonTests {
  @Test("Rosenbrock's valley ends at (1, 1)")
  func rosenbrock() throws {
    let found = try QuasiNewton.minimum(start: [-1.2, 1], step: 0.1, tolerance: 1e-8) { x in
      let (a, b) = (1 - x[0], x[1] - x[0] * x[0])
      return (a * a + 100 * b * b, [-2 * a - 400 * x[0] * b, 200 * b])
    }
    #expect(found.hasConverged)
    #expect(abs(found.point[0] - 1) < 1e-7 && abs(found.point[1] - 1) < 1e-7)
    #expect(found.value < 1e-14)
  }

  @Test("A search that may not go on says so")
  func iterations() throws {
    let found = try QuasiNewton.minimum(start: [-1.2, 1], step: 0.1, tolerance: 1e-8, iterations: 2) { x in
      let (a, b) = (1 - x[0], x[1] - x[0] * x[0])
      return (a * a + 100 * b * b, [-2 * a - 400 * x[0] * b, 200 * b])
    }
    #expect(!found.hasConverged)
  }

  @Test("Gauss–Hermite rules are exact up to the degree 2n − 1", arguments: [1, 3, 9, 25])
  func hermite(_ count: Int) {
    let rule = GaussHermite(count)
    // ∫ exp(−x²) x²ᵐ dx = √π (2m − 1)!!/2ᵐ
    var expected = Double.pi.squareRoot()
    for power in 0..<min(count, 8) {
      if power > 0 { expected *= Double(2 * power - 1) / 2 }
      let sum = zip(rule.points, rule.weights).reduce(0) { sum, pair in
        sum + pair.1 * (0..<(2 * power)).reduce(1) { product, _ in product * pair.0 }
      }
      #expect(abs(sum / expected - 1) < 1e-12)
    }
  }

  @Test("A factor solves, inverts and refuses what is not positive definite")
  func cholesky() {
    // [[4, 2, 0], [2, 5, 3], [0, 3, 6]], whose determinant is 60.
    let rows: [Double] = [4, 2, 0, 2, 5, 3, 0, 3, 6]
    let factor = CholeskyFactor(size: 3)
    let isFactored = factor.factor(rows)
    #expect(isFactored)
    let half = factor.halfLogDeterminant
    #expect(abs(half - 2.047_172_281_111_05) < 1e-12)  // ½ ln 60
    let solved = factor.solve([6, 10, 9])
    for value in solved { #expect(abs(value - 1) < 1e-12) }
    let inverse = factor.inverse
    for i in 0..<3 {
      for j in 0..<3 {
        let product = (0..<3).reduce(0.0) { $0 + rows[3 * i + $1] * inverse[3 * $1 + j] }
        #expect(abs(product - (i == j ? 1 : 0)) < 1e-12)
      }
    }
    // L⁻¹ and L⁻ᵀ one after the other are A⁻¹.
    let twice = factor.solveTransposed(factor.solveLower([6, 10, 9]))
    for value in twice { #expect(abs(value - 1) < 1e-12) }
    let isIndefinite = factor.factor([1, 2, 0, 2, 1, 0, 0, 0, 1])
    #expect(!isIndefinite)
  }
}
