import Glibc
import PeachMath
import Testing

/// What every family owes, whichever it is: a new one is tested by being registered.
@Suite struct PsychometricFunctionTests {
  static let names = BuiltInFunctions.all.map { $0.name }

  private func family(_ name: String) throws -> any PsychometricFunction.Type {
    try #require(BuiltInFunctions.named(name))
  }

  @Test func `the built-in functions have the names that files use`() {
    #expect(Self.names == ["normal", "logistic", "weibull", "gumbel", "reversed-gumbel", "sech", "half-normal"])
    #expect(BuiltInFunctions.named("Logistic") == nil)
  }

  @Test(arguments: names) func `a function states its name, its formula and its source`(
    name: String
  ) throws {
    let family = try family(name)
    #expect(!family.summary.isEmpty)
    #expect(family.formula.contains("α") && family.formula.contains("β"))
    // Its sources are two books, and a paper whose identifier we could not look up.
    #expect(family.source.contains("doi:") || name == "half-normal")
    #expect(family.usesLogarithm == ["weibull", "half-normal"].contains(name))
  }

  static let formulas = [
    "Φ(β(x−α))", "1/(1+e^(−β(x−α)))", "1−exp(−(x/α)^β)", "1−exp(−10^(β(x−α)))", "exp(−10^(−β(x−α)))",
    "(2/π)·arctan(e^(πβ(x−α)/2))", "erf((x/α)^β/2)",
  ]

  @Test(arguments: zip(names, formulas))
  func `the formula is the documented one`(name: String, formula: String) throws {
    #expect(try family(name).formula == formula)
  }

  @Test(arguments: zip(names, [0.5, 0.5, 1 - exp(-1), 1 - exp(-1), exp(-1), 0.5, erf(0.5)]))
  func `F at the threshold is the documented proportion`(name: String, proportion: Double) throws {
    let family = try family(name)
    #expect(agrees(family.valueAtThreshold, proportion))
    #expect(agrees(family.value(2.385, threshold: 2.385, slope: 1.73), proportion))
  }

  @Test func `standard functions agree with 50 digits, tails included`() throws {
    for golden in try Golden.read("standard", as: [Golden.Standard].self) {
      let family = try family(golden.function)
      for (index, u) in golden.u.enumerated() {
        let place: Comment = "\(golden.function), u = \(u)"
        #expect(agrees(family.standardValue(u), golden.value[index]), place)
        #expect(agrees(family.standardComplement(u), golden.complement[index]), place)
        #expect(agrees(family.standardDensity(u), golden.density[index]), place)
      }
      for (p, exact) in zip(golden.p, golden.quantile) {
        #expect(agrees(family.standardQuantile(p), exact), "\(golden.function), p = \(p)")
      }
    }
  }

  @Test func `the golden file has every built-in function`() throws {
    #expect(try Golden.read("standard", as: [Golden.Standard].self).map(\.function) == Self.names)
  }

  @Test(arguments: names) func `a function rises from 0 to 1`(name: String) throws {
    let family = try family(name)
    #expect(family.standardValue(-.infinity) == 0 && family.standardValue(.infinity) == 1)
    #expect(family.standardComplement(-.infinity) == 1 && family.standardComplement(.infinity) == 0)
    #expect(family.standardDensity(-.infinity) == 0 && family.standardDensity(.infinity) == 0)
    let low = family.inverse(1e-9, threshold: 23.1, slope: 1.37)
    let high = family.inverse(1 - 1e-9, threshold: 23.1, slope: 1.37)
    let levels = (0...400).map { low + (high - low) * Double($0) / 400 }
    for (low, high) in zip(levels, levels.dropFirst()) {
      let values = [low, high].map { family.value($0, threshold: 23.1, slope: 1.37) }
      let complements = [low, high].map { family.complement($0, threshold: 23.1, slope: 1.37) }
      #expect(values[0] < values[1], "between \(low) and \(high)")
      #expect(complements[0] > complements[1], "between \(low) and \(high)")
    }
  }

  @Test(arguments: names) func `value and complement add up to 1`(name: String) throws {
    let family = try family(name)
    for u in stride(from: -9.13, through: 9.13, by: 0.317) {
      #expect((family.standardValue(u) + family.standardComplement(u) - 1).magnitude <= 3e-16, "u = \(u)")
    }
  }

  @Test(arguments: names) func `the inverse undoes the value`(name: String) throws {
    let family = try family(name)
    let low = family.inverse(1e-7, threshold: 2.71, slope: 0.83)
    let high = family.inverse(1 - 1e-7, threshold: 2.71, slope: 0.83)
    for level in stride(from: low, through: high, by: (high - low) / 97.3) {
      let value = family.value(level, threshold: 2.71, slope: 0.83)
      let back = family.inverse(value, threshold: 2.71, slope: 0.83)
      // An ulp of the value is worth ulp / derivative in level, and the tails are good to 16; the threshold is
      // subtracted and added.
      let rounding = value.ulp / family.derivative(level, threshold: 2.71, slope: 0.83)
      #expect(
        (back - level).magnitude <= 16 * rounding + 4 * max(level.magnitude, 2.71).ulp, "level \(level), back \(back)")
    }
  }

  @Test(arguments: names) func `the derivative belongs to the value`(name: String) throws {
    let family = try family(name)
    for level in stride(from: 0.371, through: 7.3, by: 0.237) {
      let step = 1e-3 * min(level, 1)
      func value(_ steps: Double) -> Double { family.value(level + steps * step, threshold: 2.71, slope: 0.83) }
      // The five-point formula: its error is step⁴ / 30 times the fifth derivative.
      let numeric = (value(-2) - 8 * value(-1) + 8 * value(1) - value(2)) / (12 * step)
      let derivative = family.derivative(level, threshold: 2.71, slope: 0.83)
      #expect((numeric - derivative).magnitude <= 2e-11, "level \(level)")
    }
  }

  @Test(arguments: names) func `quantiles are infinite at 0 and 1 and not a number outside`(name: String) throws {
    let family = try family(name)
    #expect(family.standardQuantile(0) == -.infinity)
    #expect(family.standardQuantile(1) == .infinity)
    #expect(family.standardQuantile(-0.317).isNaN)
    #expect(family.standardQuantile(-2.683).isNaN)
    #expect(family.standardQuantile(1.317).isNaN)
    #expect(family.standardQuantile(.nan).isNaN)
  }

  @Test(arguments: names) func `NaN stays NaN`(name: String) throws {
    let family = try family(name)
    #expect(family.standardValue(.nan).isNaN)
    #expect(family.standardComplement(.nan).isNaN)
    #expect(family.standardDensity(.nan).isNaN)
  }

  @Test(arguments: [0.0, -0.0, -1.73, -Double.infinity]) func `the Weibull function is 0 for levels not above 0`(
    level: Double
  ) {
    #expect(WeibullFunction.value(level, threshold: 11.3, slope: 0.71) == 0)
    #expect(WeibullFunction.complement(level, threshold: 11.3, slope: 0.71) == 1)
    #expect(WeibullFunction.derivative(level, threshold: 11.3, slope: 0.71) == 0)
  }

  @Test func `the Weibull function is the Gumbel function of the logarithm`() {
    for level in stride(from: 0.173, through: 40, by: 1.37) {
      let gumbel = GumbelFunction.value(log10(level), threshold: log10(11.3), slope: 2.17)
      #expect(agrees(WeibullFunction.value(level, threshold: 11.3, slope: 2.17), gumbel))
    }
  }

  @Test func `an inverse is infinitely far at 0 and 1, or at level 0 for the Weibull function`() {
    #expect(LogisticFunction.inverse(0, threshold: 1.37, slope: 0.71) == -.infinity)
    #expect(LogisticFunction.inverse(1, threshold: 1.37, slope: 0.71) == .infinity)
    #expect(WeibullFunction.inverse(0, threshold: 1.37, slope: 0.71) == 0)
    #expect(WeibullFunction.inverse(1, threshold: 1.37, slope: 0.71) == .infinity)
  }
}
