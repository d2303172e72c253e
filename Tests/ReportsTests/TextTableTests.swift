import PeachReporting
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

  @Test func `words are left-aligned, numbers are right-aligned, and no line ends in spaces`() {
    var table = TextTable([TextColumn("name"), TextColumn("cents", .number), TextColumn("note", .words)])
    table.add(["kazez", "5", ""])
    table.add(["2-down", "1234.5", "größer"])
    #expect(
      table.text(in: PageWidth(columns: 60)) == """
        name     cents  note
        ──────  ──────  ──────
        kazez        5
        2-down  1234.5  größer

        """)
  }

  @Test func `a table without rows is its heading`() {
    let table = TextTable([TextColumn("a"), TextColumn("long heading", .number)])
    #expect(table.text(in: PageWidth(columns: 60)) == "a  long heading\n─  ────────────\n")
  }

  private static let made: TextTable = {
    var table = TextTable([
      TextColumn("name"), TextColumn("bias", .number, rank: 1), TextColumn("sd", .number, rank: 2),
      TextColumn("meaning", .words),
    ])
    table.add(["weighted-up-down", "+0.10", "1.5", "the step up is p/(1 − p) times the step down"])
    table.add(["kazez", "−0.25", "2.5", "for training"])
    return table
  }()

  @Test func `words wrap before a column is hidden`() {
    #expect(
      TextTableTests.made.text(in: PageWidth(columns: 56)) == """
        name               bias   sd  meaning
        ────────────────  ─────  ───  ──────────────────────────
        weighted-up-down  +0.10  1.5  the step up is p/(1 − p)
                                      times the step down
        kazez             −0.25  2.5  for training

        """)
  }

  @Test func `the column with the highest rank is hidden first and named`() {
    #expect(
      TextTableTests.made.text(in: PageWidth(columns: 45)) == """
        name               bias  meaning
        ────────────────  ─────  ────────────────────
        weighted-up-down  +0.10  the step up is p/(1
                                 − p) times the step
                                 down
        kazez             −0.25  for training
        not shown: sd; all with --wide

        """)
  }

  @Test func `names wrap if no other column can be hidden`() {
    #expect(
      TextTableTests.made.text(in: PageWidth(columns: 24)) == """
        name         meaning
        ───────────  ───────────
        weighted-    the step up
        up-down      is p/(1 −
                     p) times
                     the step
                     down
        kazez        for
                     training
        not shown: bias, sd;
          all with --wide

        """)
  }

  @Test func `a wide table has every column on one line`() {
    #expect(
      TextTableTests.made.text(in: PageWidth(columns: 24, isWide: true)) == """
        name               bias   sd  meaning
        ────────────────  ─────  ───  ────────────────────────────────────────────
        weighted-up-down  +0.10  1.5  the step up is p/(1 − p) times the step down
        kazez             −0.25  2.5  for training

        """)
  }

  @Test(arguments: 1...80) func `no line is longer than the page`(columns: Int) {
    let text = TextTableTests.made.text(in: PageWidth(columns: columns))
    // Two columns and what is between them need four.
    for line in text.split(separator: "\n") { #expect(line.count <= max(4, columns), "\(line)") }
  }

  @Test func `numbers in groups and percentages stay whole, and long words are broken after a hyphen`() {
    #expect(
      TextTable.wrapped("runs: 100 000 in all, 5 % of garcia-perez-3-down at C4", to: 13) == [
        "runs: 100 000", "in all, 5 %", "of", "garcia-perez-", "3-down at C4",
      ])
    #expect(TextTable.wrapped("abcdefghijklm", to: 5) == ["abcde", "fghij", "klm"])
    #expect(TextTable.wrapped("abcdefghijklm", to: 5, breaksWords: false) == ["abcdefghijklm"])
  }

  @Test func `facts are next to their key, or below it on a narrow page`() {
    var facts = FactList()
    facts.add("when to use it", "To train, since its steps depend on the level.")
    facts.add("empty", "")
    facts.add("rule", "Steps.")
    #expect(
      facts.text(to: 50) == """
          when to use it  To train, since its steps depend
                          on the level.
          rule            Steps.

        """)
    #expect(
      facts.text(to: 40) == """
          when to use it
              To train, since its steps depend
              on the level.
          rule
              Steps.

        """)
  }
}
