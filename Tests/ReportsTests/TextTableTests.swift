import Reports
import Testing

@Suite struct TextTableTests {
  @Test(
    arguments: [
      (0, 0, "0"), (0, 2, "0.00"), (2.5, 0, "3"), (-2.5, 0, "−3"), (0.05, 1, "0.1"), (1.25, 1, "1.3"),
      (0.999, 2, "1.00"), (9.996, 2, "10.00"), (-0.004, 2, "0.00"), (-0.006, 2, "−0.01"), (1234.5678, 3, "1234.568"),
      (0.0001234, 6, "0.000123"), (1e12, 2, "1000000000000.00"), (1e20, 2, "1e+20"), (.infinity, 1, "inf"),
      (.nan, 1, "nan"),
    ])
  func `numbers are rounded to their decimals, away from zero at a half`(value: Double, decimals: Int, text: String) {
    #expect(TextTable.fixed(value, decimals) == text)
  }

  @Test func `a sign is shown where it is asked for`() {
    #expect(TextTable.fixed(1.5, 1, signed: true) == "+1.5")
    #expect(TextTable.fixed(-1.5, 1, signed: true) == "−1.5")
    #expect(TextTable.fixed(0, 1, signed: true) == "+0.0")
    #expect(TextTable.fixed(-0.01, 1, signed: true) == "+0.0")
  }

  @Test(
    arguments: [
      (0, "0"), (7, "7"), (999, "999"), (1000, "1 000"), (-1000, "−1 000"), (123_456, "123 456"),
      (1_234_567, "1 234 567"), (.min, "−9 223 372 036 854 775 808"),
    ])
  func `whole numbers are grouped by three`(value: Int, text: String) {
    #expect(TextTable.grouped(value) == text)
  }

  @Test func `words stand to the left, numbers to the right, and no line ends in spaces`() {
    var table = TextTable([("name", false), ("cents", true), ("note", false)])
    table.add(["kazez", "5", ""])
    table.add(["2-down", "1234.5", "größer"])
    #expect(
      table.text == """
        name     cents  note
        ──────  ──────  ──────
        kazez        5
        2-down  1234.5  größer

        """)
  }

  @Test func `a table without rows is its heading`() {
    #expect(TextTable([("a", false), ("long heading", true)]).text == "a  long heading\n─  ────────────\n")
  }
}
