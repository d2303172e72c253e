package import PeachSupport

/// A psychometric function as a file names it, and whether it takes log10 of the level: the settings `function` and
/// `log-level`, read here for all that has them.
package struct FunctionSetting: Sendable {
  package var function: any PsychometricFunction.Type
  package var isLogLevel: Bool

  /// The purpose of the function.
  package enum Use: Sendable {
    /// Its values are asked for at levels; one that takes a logarithm itself has a value at 0 and below.
    case assumed
    /// It is fitted to levels, none of which may then be 0 or negative under a logarithm.
    case fitted
  }

  /// Reads both and reports what does not go together. A `log-level` that is wrong is taken as false.
  ///
  /// - Parameters:
  ///   - arePositive: Whether all levels are above 0.
  ///   - default: The name of the function if none is stated.
  package static func read(
    _ reader: Reader, _ use: Use, arePositive: Bool, default fallback: String = NormalFunction.name,
    source: String? = nil
  ) -> FunctionSetting {
    var setting = FunctionSetting(
      function: readFunction(reader, use, default: fallback, source: source),
      isLogLevel: reader.flag("log-level", default: false, "true: the function F takes log10 of the level"))
    if setting.isLogLevel, setting.function.usesLogarithm {
      reader.report(
        "expected false, because \(setting.function.name) already takes the logarithm of the level", at: "log-level")
      if use == .fitted { setting.isLogLevel = false }
    }
    if !arePositive { setting.reportLogarithm(reader, use) }
    setting.isLogLevel = setting.isLogLevel && arePositive && !setting.function.usesLogarithm
    return setting
  }

  /// Reads only `function`.
  package static func readFunction(
    _ reader: Reader, _ use: Use, default fallback: String = NormalFunction.name, source: String? = nil
  ) -> any PsychometricFunction.Type {
    let name = reader.choice(
      "function", from: BuiltInFunctions.all.map { $0.name }, default: fallback,
      "Psychometric function F" + (use == .fitted ? " to fit" : "") + "; peach list functions describes each one",
      source: source)
    return BuiltInFunctions.named(name) ?? NormalFunction.self
  }

  /// Reports a logarithm of levels that may be 0 or negative.
  ///
  /// - Returns: Whether there is none.
  @discardableResult
  package func reportLogarithm(_ reader: Reader, _ use: Use) -> Bool {
    switch use {
    case .assumed:
      guard isLogLevel else { return true }
      reader.report(
        "expected false, because levels on a linear axis may be 0 or negative and have no logarithm", at: "log-level")
    case .fitted:
      guard isLogLevel || function.usesLogarithm else { return true }
      reader.report(
        "expected a function that takes no logarithm of the level: levels on a linear axis may be 0 or negative",
        at: isLogLevel ? "log-level" : "function")
    }
    return false
  }

  /// The unit of α.
  package func thresholdUnit(_ unit: String) -> String { isLogLevel ? "log10 \(unit)" : unit }

  /// The unit of β.
  package func slopeUnit(_ unit: String) -> String {
    function.usesLogarithm ? "1" : isLogLevel ? "1/log10" : "1/\(unit)"
  }

  package init(function: any PsychometricFunction.Type, isLogLevel: Bool) {
    self.function = function
    self.isLogLevel = isLogLevel
  }
}
