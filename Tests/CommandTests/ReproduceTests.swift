import Foundation
import Testing

/// Published values and ours, by the program.
@Suite struct ReproduceTests {
  private static let table = """
    paper          what                            published  ours      verdict
    ─────────────  ──────────────────────────────  ─────────  ────────  ─────────
    Levitt (1971)  starts at 100 cents and halves  4 levels   the same  agrees
    Levitt (1971)  trials                          20 (± 0)   20.000    agrees
    Levitt (1971)  trials of another               30 (± 1)   20.000    disagrees

    Levitt (1971), trials of another: the file has others
    3 values printed in publications: 2 agree, 1 disagrees as expected (the file gives the reason)

    """

  private func workshop(_ changes: (String, String)...) throws -> Workshop {
    let text = changes.reduce(Experiments.published) { $0.replacing($1.0, with: $1.1) }
    return try Workshop(text)
  }

  @Test func `a value within its tolerance agrees, and one that is known to disagree stays with its reason`() throws {
    let workshop = try workshop()
    let outcome = try workshop.peach("reproduce", "experiment.yaml")
    #expect(outcome == Workshop.Outcome(status: 0, output: Self.table, error: ""))
    // Nothing is left behind.
    #expect(try workshop.files == ["experiment.yaml"])
  }

  @Test func `the next run removes the remains of a killed one`() throws {
    let workshop = try workshop()
    let left = "tmp/.peach-0123456789abcdef.new"
    try FileManager.default.createDirectory(
      at: workshop.directory.appending(path: left), withIntermediateDirectories: true)
    try workshop.write(left + "/levitt.sqlite", "")
    let outcome = try workshop.run(["reproduce", "experiment.yaml"], environment: ["TMPDIR": workshop.path("tmp")])
    #expect(outcome == Workshop.Outcome(status: 0, output: Self.table, error: ""))
    #expect(try FileManager.default.contentsOfDirectory(atPath: workshop.path("tmp")) == [])
  }

  @Test func `a value outside its tolerance, or that should not agree and does, ends with 1`() throws {
    let outside = try workshop(("value: 20, tolerance: 0, unlike: 21", "value: 25, tolerance: 4")).peach(
      "reproduce", "experiment.yaml")
    #expect(outside.status == 1)
    #expect(outside.lines[3] == "Levitt (1971)  trials                          25 (± 4)   20.000    outside")
    #expect(
      outside.lines[7]
        == "3 values printed in publications: 1 agrees, 1 disagrees as expected (the file gives the reason), 1")
    let unexpected = try workshop(("value: 30, tolerance: 1", "value: 20.5, tolerance: 1")).peach(
      "reproduce", "experiment.yaml")
    #expect(unexpected.status == 1)
    #expect(
      unexpected.output.hasSuffix(
        "3 values printed in publications: 2 agree, 1 agrees, although the file states a known disagreement\n"))
  }

  @Test func `with fewer runs than in the file, the wider tolerance is stated`() throws {
    let workshop = try workshop()
    let few = try workshop.peach("reproduce", "experiment.yaml", "--replicates", "3")
    #expect(few.status == 0)
    let granted = """
      with fewer runs than in the file, the simulated value may also lie up to three standard errors
        from the published one

      """
    #expect(few.output == Self.table.replacing("3 values printed", with: granted + "3 values printed"))
  }

  @Test func `CSV, JSON and Markdown have the same rows`() throws {
    let workshop = try workshop()
    func lines(_ format: String) throws -> [String] {
      try workshop.peach("reproduce", "experiment.yaml", "--format", format).lines
    }
    let csv = try lines("csv")
    #expect(
      csv[0] == "experiment,source,what,relation,published,tolerance,ours,ours_se,replicates,verdict,reason,from,why,"
        + "basis,standard_errors")
    let source = "\"Levitt (1971), J. Acoust. Soc. Am. 49:467–477, doi:10.1121/1.1912375\""
    #expect(csv[1] == "small,\(source),starts at 100 cents and halves,levels,,1e-09,0,,12,agrees,,the rule,,printed,")
    #expect(
      csv[3]
        == "small,\(source),trials of another,about,30,1,20,0,12,disagrees,the file has others,memory,a guess,printed,")
    #expect(csv.count == 5 && csv[4].isEmpty)
    #expect(try lines("json")[2].contains("\"published\": 20, \"tolerance\": 0, \"ours\": 20, \"ours_se\": 0"))
    #expect(try lines("markdown")[3] == #"| Levitt (1971) | trials | 20 (± 0\) | 20.000 | agrees |"#)
  }

  @Test func `results are kept in a folder that is named, and gone on with`() throws {
    let workshop = try workshop()
    #expect(try workshop.peach("reproduce", "experiment.yaml", "-o", "kept").status == 0)
    #expect(try workshop.files == ["experiment.yaml", "kept"])
    #expect(try workshop.peach("reproduce", "experiment.yaml", "-o", "kept").output == Self.table)
    #expect(try workshop.peach("export", "kept/small.sqlite", "--table", "runs").lines.count == 26)
  }

  @Test func `a file without published values, or two of one name, are refused`() throws {
    let workshop = try workshop()
    try workshop.write("plain.yaml", Experiments.comparison())
    #expect(
      try workshop.peach("reproduce", "plain.yaml")
        == Workshop.Outcome(
          status: 65, output: "",
          error: "plain.yaml: has no section published, so there is nothing to compare\n"
            + "  hint: peach simulate plain.yaml runs it; peach list experiment has the section\n"))
    let twice = try workshop.peach("reproduce", "experiment.yaml", "experiment.yaml")
    #expect(twice.status == 64)
    #expect(twice.error.hasPrefix("Error: expected experiments of different names, got 'small' twice\nUsage: "))
  }

  @Test func `simulate shows the values below its summary, and check counts them`() throws {
    let workshop = try workshop()
    let outcome = try workshop.peach("simulate", "experiment.yaml")
    #expect(outcome.status == 0)
    let shown = "\npublished values and ours\n" + Self.table + "\nnext     peach report small.sqlite\n"
    #expect(outcome.output.contains(shown))
    // Tables for programs have the summary alone, whether the runs are new or read.
    let csv = try workshop.peach("simulate", "experiment.yaml", "--format", "csv")
    let new = try workshop.peach("simulate", "experiment.yaml", "--format", "csv", "-o", "new.sqlite")
    #expect(csv.lines[0].hasPrefix("strategy,listener,"))
    #expect(new == csv)
    #expect(
      try workshop.peach("check", "experiment.yaml").output.hasSuffix(
        "\npublished: 3 values of Levitt (1971), J. Acoust. Soc. Am. 49:467–477, doi:10.1121/1.1912375\n"))
    // They decide no result: the same file without them goes on with these.
    try workshop.write(
      "plain.yaml", Experiments.comparison(listeners: [Experiments.keen], strategies: [Experiments.twoDown]))
    #expect(try workshop.peach("simulate", "plain.yaml").status == 0)
  }
}
