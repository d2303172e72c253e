import Glibc
public import Psychometrics

/// F and what a Newton step needs of it, at one u.
public struct FunctionPoint {
  /// F(u).
  public var value: Double
  /// 1 − F(u), accurate in the upper tail.
  public var complement: Double
  /// F′(u).
  public var density: Double
  /// F″(u).
  public var densitySlope: Double

  /// Far out on either side.
  static func flat(isHigh: Bool) -> FunctionPoint {
    FunctionPoint(value: isHigh ? 1 : 0, complement: isHigh ? 0 : 1, density: 0, densitySlope: 0)
  }

  public init(value: Double, complement: Double, density: Double, densitySlope: Double) {
    self.value = value
    self.complement = complement
    self.density = density
    self.densitySlope = densitySlope
  }
}

/// A psychometric function that can be fitted: F(u), u = (x − threshold) / scale.
///
/// The two fits are requirements only so that each is compiled for every function's own type; leave them to the defaults.
public protocol FitFunction: PsychometricFunction {
  static func point(_ u: Double) -> FunctionPoint
  /// Beyond ±`reach` F is 0 or 1 within 1e-12.
  static var reach: Double { get }
  static func directionFit(estimand: Double, lapse: Double) -> (Counts) -> FitResult
  static func accuracyFit(
    guess: FitModel.Asymptote, lapse: FitModel.Asymptote, isLogLevel: Bool, estimand: Double?
  ) -> (Counts) -> FitResult
}

extension FitFunction {
  public static func directionFit(estimand: Double, lapse: Double) -> (Counts) -> FitResult {
    let fitter = DirectionFitter<Self>(estimand: estimand, lapse: lapse)
    return { fitter.fit($0) }
  }

  public static func accuracyFit(
    guess: FitModel.Asymptote, lapse: FitModel.Asymptote, isLogLevel: Bool, estimand: Double?
  ) -> (Counts) -> FitResult {
    let fitter = AccuracyFitter<Self>(guess: guess, lapse: lapse, isLogLevel: isLogLevel, estimand: estimand)
    return { fitter.fit($0) }
  }
}

extension NormalFunction: FitFunction {
  public static var reach: Double { 7.1 }

  @inline(__always)
  public static func point(_ u: Double) -> FunctionPoint {
    let tail = 0.5 * erfc(abs(u) * 0.707_106_781_186_547_524_4)
    let density = 0.398_942_280_401_432_677_9 * exp(-0.5 * u * u)
    return FunctionPoint(
      value: u > 0 ? 1 - tail : tail, complement: u > 0 ? tail : 1 - tail, density: density, densitySlope: -u * density)
  }
}

extension LogisticFunction: FitFunction {
  public static var reach: Double { 28 }

  @inline(__always)
  public static func point(_ u: Double) -> FunctionPoint {
    let small = exp(-abs(u))
    let tail = small / (1 + small)
    let rest = 1 / (1 + small)
    let density = tail * rest
    let value = u > 0 ? rest : tail
    return FunctionPoint(
      value: value, complement: u > 0 ? tail : rest, density: density, densitySlope: density * (1 - 2 * value))
  }
}
