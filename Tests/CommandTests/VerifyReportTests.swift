import Foundation
import Testing

/// `peach verify` of what was made from results: reports and data sets.
@Suite struct VerifyReportTests {
  private static let experiment = """
    name: fixture
    seed: 11
    task: {kind: comparison, intervals: [prime]}
    listeners: [{name: a, kind: gaussian, jnd: 20, lapse: 0.02}]
    strategies: [{name: s, kind: transformed-up-down, start: 50, down: 2, up: 1, step: {factor: 2}}]
    stop: {trials: 12}
    replicates: 8
    keep-trials: 2

    """

  private func made() throws -> Workshop {
    let workshop = try Workshop(VerifyReportTests.experiment)
    let made = try workshop.peach("simulate", "experiment.yaml", "-o", "r.sqlite")
    #expect(made.status == 0, "\(made.error)")
    return workshop
  }

  /// Changes the first digit after a word of a file.
  private func change(after word: String, in name: String, of workshop: Workshop) throws {
    let text = try workshop.text(name)
    let start = try #require(text.firstRange(of: word)?.upperBound, "no \(word)")
    let place = try #require(text[start...].firstIndex { ("1"..."8").contains($0) })
    let digit = try #require(text[place].wholeNumberValue)
    try workshop.write(name, text[..<place] + String(digit + 1) + text[text.index(after: place)...])
  }

  @Test func `the report of a simulation is the same, and one changed digit is found`() throws {
    let workshop = try made()
    #expect(try workshop.peach("report", "r.sqlite").status == 0)
    #expect(
      try workshop.peach("verify", "r.html")
        == Workshop.Outcome(status: 0, output: "r.html: 8 runs made again: every number is the same\n", error: ""))
    try change(after: "\"rmse_log2\": ", in: "r.html", of: workshop)
    let told = try workshop.peach("verify", "r.html")
    #expect(told.status == 65)
    #expect(told.lines.first == "r.html: 8 runs made again: 1 value not the same")
    #expect(told.lines.contains { $0.hasPrefix("summary, row 1: rmse_log2") })
    #expect(
      try workshop.peach("verify", "r.html", "--sample", "3").error.hasPrefix(
        "Error: --sample: expected with a results file or a data set; a report holds no single runs\n"))
  }

  @Test func `the report of fits is of the same data, and its numbers are found again`() throws {
    let workshop = try made()
    try workshop.write("d.csv", "level,n,k\n1,20,11\n2,20,13\n3,20,18\n4,20,20\n")
    #expect(
      try workshop.peach("fit", "d.csv", "--alternatives", "2", "--bootstrap", "200", "--report", "f.html").status == 0)
    #expect(
      try workshop.peach("verify", "f.html")
        == Workshop.Outcome(status: 0, output: "f.html: 1 fit made again: every number is the same\n", error: ""))
    try change(after: "\"threshold_low\": ", in: "f.html", of: workshop)
    let told = try workshop.peach("verify", "f.html")
    #expect(told.status == 65)
    #expect(told.lines.contains { $0.hasPrefix("fits, row 1: threshold_low") })
    try workshop.write("d.csv", "level,n,k\n1,20,11\n2,20,14\n3,20,18\n4,20,20\n")
    let other = try workshop.peach("verify", "f.html")
    #expect(other.status == 65)
    #expect(other.error.hasPrefix("f.html: cannot be verified: its data, d.csv, are others now: SHA-256 "))
  }

  @Test(arguments: [[], ["--bids"]]) func `a data set is the same, and one changed digit is found`(
    layout: [String]
  ) throws {
    let workshop = try made()
    #expect(try workshop.run(["export", "r.sqlite", "--dataset", "set"] + layout).status == 0)
    #expect(
      try workshop.peach("verify", "set")
        == Workshop.Outcome(status: 0, output: "set: 8 of 8 runs made again: every number is the same\n", error: ""))
    let sample = try workshop.peach("verify", "set", "--sample", "3")
    if layout.isEmpty {
      #expect(
        sample
          == Workshop.Outcome(status: 0, output: "set: 3 of 8 runs made again: every number is the same\n", error: ""))
    } else {
      #expect(sample.error.hasPrefix("Error: --sample: expected with tables of all runs; BIDS has them apart"))
    }
    let runs = layout.isEmpty ? "set/data/study-fixture_description-runs_data.csv" : "set/derivatives/peach/runs.tsv"
    try change(after: "s/a/5", in: runs, of: workshop)
    let told = try workshop.peach("verify", "set")
    #expect(told.status == 65)
    #expect(told.lines.first == "set: 8 of 8 runs made again: 2 values not the same")
  }

  @Test func `what is of an interrupted simulation, or no report, is told`() throws {
    let workshop = try made()
    try workshop.write("page.html", "<!doctype html>\n<title>no report</title>\n")
    #expect(
      try workshop.peach("verify", "page.html").error
        == "page.html: is no report of peach, or its data were changed so that they cannot be read\n"
        + "  hint: peach report and peach fit --report write them\n")
  }
}
