import PeachMath
import PeachSupport
import Testing

/// `function` and `log-level`, read in one place for strategies, estimators and listeners.
@Suite struct FunctionSettingTests {
  private func listed(_ use: FunctionSetting.Use) -> [String] {
    Reader.describe { _ = FunctionSetting.read($0, use, arePositive: true) }.map { "\($0.name): \($0.meaning)" }
  }

  @Test func `both settings are listed, with the purpose of the function`() {
    #expect(
      listed(.assumed) == [
        "function: Psychometric function F; peach list functions describes each one",
        "log-level: true: the function F takes log10 of the level",
      ])
    #expect(
      listed(.fitted) == [
        "function: Psychometric function F to fit; peach list functions describes each one",
        "log-level: true: the function F takes log10 of the level",
      ])
  }

  @Test func `units follow the scale of the function`() {
    func units(_ function: any PsychometricFunction.Type, _ isLogLevel: Bool) -> [String] {
      let setting = FunctionSetting(function: function, isLogLevel: isLogLevel)
      return [setting.thresholdUnit("dB"), setting.slopeUnit("dB")]
    }
    #expect(units(NormalFunction.self, false) == ["dB", "1/dB"])
    #expect(units(NormalFunction.self, true) == ["log10 dB", "1/log10"])
    #expect(units(WeibullFunction.self, false) == ["dB", "1"])
  }
}
