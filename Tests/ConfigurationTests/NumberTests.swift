import PeachSupport
import Testing

@Suite struct NumberTests {
  @Test(
    arguments: [
      ("0", 0.0), ("5", 5), ("5.0", 5), ("+5", 5), ("-5", -5), (".5", 0.5), ("5.", 5), ("-.25", -0.25), ("1e4", 1e4),
      ("1E4", 1e4), ("1e+4", 1e4), ("2.5e-3", 0.0025), ("007", 7), ("1e308", 1e308), ("5e-324", .leastNonzeroMagnitude),
      ("1e-999", 0),
    ])
  func `a finite decimal is a number`(text: String, value: Double) {
    #expect(NumberGrammar.double(text) == value)
  }

  @Test(
    arguments: [
      "nan", "NaN", ".nan", "inf", "-inf", ".inf", "infinity", "0x10", "0x1p3", "1_000", "", ".", "+", "-", "+-1",
      "--1",
      "1e", "1e+", "e5", ".e5", "1e999", "-1e999", "1.2.3", "1,5", " 1", "1 ", "1\n", "½", "٣", "1e5.5", "5 cents",
      "0b1", "0o7", "1d3",
    ])
  func `anything else is no number`(text: String) {
    #expect(NumberGrammar.double(text) == nil)
    #expect(NumberGrammar.integer(text) == nil)
    #expect(NumberGrammar.unsigned(text) == nil)
  }

  @Test func `minus zero is zero`() throws {
    #expect(try #require(NumberGrammar.double("-0")).sign == .plus)
    #expect(try #require(NumberGrammar.double("-0.0e5")).shortest == "0")
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("-12", -12), ("+12", 12), ("1e4", 10_000), ("1000.0", 1000), ("1.5e1", 15),
      ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min), ("9007199254740993", 9_007_199_254_740_993),
      ("9.007199254740992e15", 9_007_199_254_740_992),
    ])
  func `a whole number may be written any way`(text: String, value: Int) {
    #expect(NumberGrammar.integer(text) == value)
  }

  @Test(arguments: ["1.5", "1e-1", "9223372036854775808", "1e16", "-1e16", "1e300"])
  func `a fraction, or a number too large to be exact, is no whole number`(text: String) {
    #expect(NumberGrammar.integer(text) == nil)
  }

  @Test(
    arguments: [
      ("0", UInt64(0)), ("20260211", 20_260_211), ("9223372036854775808", 9_223_372_036_854_775_808),
      ("18446744073709551615", UInt64.max),
    ])
  func `a seed goes from 0 to the largest number of 64 bits`(text: String, value: UInt64) {
    #expect(NumberGrammar.unsigned(text) == value)
  }

  @Test(arguments: ["18446744073709551616", "-1", "+1", "1e3", "1.0", "99999999999999999999999999"])
  func `a seed is nothing but digits`(text: String) {
    #expect(NumberGrammar.unsigned(text) == nil)
  }

  @Test(
    arguments: [
      (5.0, "5"), (-5.0, "-5"), (0.1, "0.1"), (1e-5, "1e-05"), (0.30000000000000004, "0.30000000000000004"),
      (1e16, "1e+16"), (100_000, "100000"), (1.5e300, "1.5e+300"), (.leastNonzeroMagnitude, "5e-324"),
      (1414.0 / 1000, "1.414"),
    ])
  func `the shortest text of a number reads back as it`(value: Double, text: String) {
    #expect(value.shortest == text)
    #expect(NumberGrammar.double(text) == value)
  }
}
