import Foundation
import Testing

/// Input without an end, or without line ends.
@Suite struct EndlessDataTests {
  private static let long = "the line is longer than 4 MB, the longest that Peach reads"
  private static let hint = "check that the file has line ends, and that each row has its own line"

  @Test func `a device without an end is no table`() throws {
    let outcome = try Workshop().shell("ulimit -v 400000; $peach fit /dev/zero; $peach import /dev/zero --listener A")
    let message =
      "/dev/zero:1:1: expected a text file, got a file with binary data (bytes of value 0)\n  hint: open the "
      + "table in the program that made it, and save it as CSV in UTF-8\n"
    #expect(outcome.error == message + message)
  }

  @Test(arguments: ["a", "é", "1,", "x ", "\\\"\\\""])
  func `a line without an end is refused`(text: String) throws {
    let outcome = try Workshop().shell("yes \"\(text)\" | tr -d '\\n' | (ulimit -v 400000; $peach fit -)")
    #expect(outcome.status == 65)
    #expect(outcome.error == "-:1:1: \(Self.long)\n  hint: \(Self.hint)\n")
  }

  @Test func `an object without an end is refused`() throws {
    let outcome = try Workshop().shell("(printf '[{\"a\": \"'; yes | tr -d '\\n') | (ulimit -v 400000; $peach fit -)")
    #expect(outcome.status == 65)
    #expect(outcome.error.hasPrefix("-:1:2: the object is longer than 4 MB, the longest that Peach reads\n"))
  }

  @Test func `a field that is too long is named`() throws {
    let workshop = try Workshop(
      "level,correct,note\n1,1,x\n2,0,\(String(repeating: "y", count: 1_000_001))\n", as: "d.csv")
    let outcome = try workshop.fit("d.csv")
    #expect(outcome.status == 65)
    #expect(
      outcome.error == """
        d.csv:3:5: the field is longer than 1 MB, the longest that Peach reads
          hint: leave out this column, or check the line for a missing separator

        """)
    // A picture in base64 is none.
    try workshop.write("d.csv", "level,correct,note\n1,1,x\n2,0,\(String(repeating: "y", count: 900_000))\n")
    #expect(try workshop.fit("d.csv").status == 0)
  }

  @Test func `answers of a track have lines that end`() throws {
    let workshop = try Workshop()
    try workshop.takeExperiment("strategy-comparison.yaml")
    let outcome = try workshop.shell(
      "head -c 6000000 /dev/zero | tr '\\0' a | "
        + "$peach trace experiments/strategy-comparison.yaml --strategy weighted-75 --responses -")
    #expect(outcome.status != 0 && outcome.output == "")
  }
}
