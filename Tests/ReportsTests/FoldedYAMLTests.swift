import PeachReporting
import Testing

@Suite struct FoldedYAMLTests {
  @Test func `long lines wrap after commas, and their comments are above them`() {
    #expect(
      FoldedYAML.text(
        """
        name: mine  # short
        # a comment of its own that is longer than the page is
        strategies:
          - {name: two-down, kind: transformed-up-down, start: 100}  # two right answers
        """, to: 40) == """
          name: mine  # short
          # a comment of its own that is longer
          # than the page is
          strategies:
            # two right answers
            - {name: two-down,
               kind: transformed-up-down,
               start: 100}
          """)
  }

  @Test func `lines that fit stay unchanged`() {
    let text = "a: 1  # one\n\nb: [1, 2]\n"
    #expect(FoldedYAML.text(text, to: 12) == text)
  }
}
