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

  /// A workshop with sessions of a simulated listener in records of its own.
  private func recorded() throws -> (workshop: Workshop, environment: [String: String]) {
    let workshop = try Workshop(VerifyReportTests.experiment)
    let environment = ["PEACH_HOME": workshop.path("home")]
    for _ in 1...2 {
      let live = try workshop.run(
        ["live", "experiment.yaml", "--fast", "--listener", "P07", "--responder", "gaussian jnd=12"],
        environment: environment)
      #expect(live.status == 0, "\(live.error)")
    }
    return (workshop, environment)
  }

  /// Changes the first digit after a word of a file.
  private func change(after word: String, in name: String, of workshop: Workshop) throws {
    let text = try workshop.text(name)
    let start = try #require(text.firstRange(of: word)?.upperBound, "no \(word)")
    let place = try #require(text[start...].firstIndex { ("1"..."8").contains($0) })
    let digit = try #require(text[place].wholeNumberValue)
    try workshop.write(name, text[..<place] + String(digit + 1) + text[text.index(after: place)...])
  }

  /// Writes a copy of a page in which a text is another.
  private func forge(
    _ name: String, _ old: String, _ new: String, as copy: String = "forged.html", of workshop: Workshop
  ) throws {
    let text = try workshop.text(name)
    let range = try #require(text.firstRange(of: old), "no \(old)")
    try workshop.write(copy, text.replacingCharacters(in: range, with: new))
  }

  // MARK: Reports

  @Test func `the report of a simulation is the same, and one changed digit of its data is found`() throws {
    let workshop = try made()
    #expect(try workshop.peach("report", "r.sqlite").status == 0)
    #expect(
      try workshop.peach("verify", "r.html")
        == Workshop.Outcome(status: 0, output: "r.html: 8 runs repeated: the whole page is the same\n", error: ""))
    try change(after: "\"rmse_log2\": ", in: "r.html", of: workshop)
    let told = try workshop.peach("verify", "r.html")
    #expect(told.status == 65)
    #expect(told.lines.first == "r.html: 8 runs repeated: 1 difference")
    #expect(told.lines.contains("summary, row 1: rmse_log2"))
    #expect(
      try workshop.peach("verify", "r.html", "--sample", "3").error.hasPrefix(
        "Error: --sample: expected with a results file or a data set; a report does not hold single runs\n"))
  }

  @Test func `a visible change in a page is reported with its place`() throws {
    let workshop = try made()
    #expect(try workshop.peach("report", "r.sqlite").status == 0)
    for (old, new, expected) in [
      (
        "<td class=\"number\">70.71 %</td>", "<td class=\"number\">75 %</td>",
        [
          "Performance, table \"a: 75 % correct", "  is:        75 %",
          "  should be: 70.71 %",
        ]
      ),
      (
        "no person answered", "people answered", ["the heading of the page"]
      ),
      ("</style>", ".number { display: none; }\n</style>", ["the style sheet"]),
      (
        "stroke-width=\"0.6\"", "stroke-width=\"9\"",
        ["the result, figure \"Estimates around the true threshold\""]
      ),
      (
        "</tbody>", "<tr><td>more</td></tr></tbody>",
        ["the result", "  is:        <tr>", "  should be: </tbody>"]
      ),
      ("</html>\n", "</html>\n<p>more</p>", ["the end of the page", "  is:        <p>", "  should be: nothing more"]),
      ("<dt>build</dt>", "<dt>Build</dt>", ["Provenance", "  is:        Build", "  should be: build"]),
    ] {
      try forge("r.html", old, new, of: workshop)
      let told = try workshop.peach("verify", "forged.html")
      #expect(told.status == 65, "\(new)")
      #expect(told.lines.first == "forged.html: 8 runs repeated: 1 difference")
      let place = told.lines.dropFirst(2)
      for line in expected { #expect(place.contains { $0.hasPrefix(line) }, "\(line): \(told.output)") }
    }
  }

  @Test func `what a picture says and draws is compared`() throws {
    let workshop = try made()
    #expect(try workshop.peach("report", "r.sqlite").status == 0)
    for (old, new) in [
      ("</desc>", " more</desc>"), ("</svg>", "<script>alert(1)</script></svg>"),
      ("</svg>", "<a href=\"https://example.org\">x</a></svg>"),
      ("</svg>", "<path onclick=\"alert(1)\" d=\"\"/></svg>"),
    ] {
      try forge("r.html", old, new, of: workshop)
      #expect(try workshop.peach("verify", "forged.html").status == 65, "\(new)")
    }
  }

  @Test func `the report of fits is of the same data, and its numbers are found again`() throws {
    let workshop = try made()
    try workshop.write("d.csv", "level,n,k\n1,20,11\n2,20,13\n3,20,18\n4,20,20\n")
    #expect(
      try workshop.peach("fit", "d.csv", "--alternatives", "2", "--bootstrap", "200", "--report", "f.html").status == 0)
    #expect(
      try workshop.peach("verify", "f.html")
        == Workshop.Outcome(status: 0, output: "f.html: 1 fit repeated: the whole page is the same\n", error: ""))
    try forge("f.html", "d.csv</h1>", "e.csv</h1>", of: workshop)
    let forged = try workshop.peach("verify", "forged.html")
    #expect(forged.status == 65)
    #expect(
      forged.lines.suffix(4).prefix(3) == ["the heading of the page", "  is:        e.csv", "  should be: d.csv"])
    try change(after: "\"threshold_low\": ", in: "f.html", of: workshop)
    let told = try workshop.peach("verify", "f.html")
    #expect(told.status == 65)
    #expect(told.lines.contains("fits, row 1: threshold_low"))
    try workshop.write("d.csv", "level,n,k\n1,20,11\n2,20,14\n3,20,18\n4,20,20\n")
    let other = try workshop.peach("verify", "f.html")
    #expect(other.status == 65)
    #expect(
      other.error.hasPrefix(
        "f.html: cannot be verified: the data of the report, d.csv, have changed: their SHA-256 is "))
  }

  @Test func `the report of a listener is compared with the records, word for word`() throws {
    let (workshop, environment) = try recorded()
    #expect(try workshop.run(["report", "--listener", "P07"], environment: environment).status == 0)
    #expect(
      try workshop.run(["verify", "P07.html"], environment: environment)
        == Workshop.Outcome(
          status: 0, output: "P07.html: compared with the records of P07: the whole page is the same\n", error: ""))
    try forge("P07.html", "2 sessions with 24 answered trials", "2 sessions with 240 answered trials", of: workshop)
    let told = try workshop.run(["verify", "forged.html"], environment: environment)
    #expect(told.status == 65)
    #expect(
      told.lines.suffix(4).prefix(3) == [
        "the heading of the page", "  is:        Listener report · 2 sessions with 240 answered trials",
        "  should be: Listener report · 2 sessions with 24 answered trials",
      ])
  }

  // MARK: Data sets

  @Test(arguments: [[], ["--standard", "bids"]]) func `a data set is the same, and one changed digit is found`(
    layout: [String]
  ) throws {
    let workshop = try made()
    #expect(try workshop.run(["export", "r.sqlite", "--dataset", "set"] + layout).status == 0)
    #expect(
      try workshop.peach("verify", "set")
        == Workshop.Outcome(
          status: 0, output: "set: 8 of 8 runs repeated: Peach wrote every file again, and all are the same\n",
          error: ""))
    let sample = try workshop.peach("verify", "set", "--sample", "3")
    if layout.isEmpty {
      #expect(
        sample
          == Workshop.Outcome(status: 0, output: "set: 3 of 8 runs repeated: every number is the same\n", error: ""))
    } else {
      #expect(
        sample.error.hasPrefix(
          "Error: --sample: cannot be used with a BIDS data set, whose tables are split by listener; leave it out\n"))
    }
    let runs = layout.isEmpty ? "data/study-fixture_description-runs_data.csv" : "derivatives/peach/runs.tsv"
    try change(after: "s/a/5", in: "set/\(runs)", of: workshop)
    let told = try workshop.peach("verify", "set")
    #expect(told.status == 65)
    #expect(told.lines.first == "set: 8 of 8 runs repeated: 1 difference")
    #expect(told.lines.contains { $0.hasPrefix("\(runs), line 10, column ") }, "\(told.output)")
    if layout.isEmpty { #expect(try workshop.peach("verify", "set", "--sample", "8").status == 65) }
  }

  @Test(arguments: [[], ["--standard", "bids"]])
  func `every file of a data set is compared, and no file may be added or missing`(
    layout: [String]
  ) throws {
    let workshop = try made()
    #expect(try workshop.run(["export", "r.sqlite", "--dataset", "set"] + layout).status == 0)
    func told(_ change: () throws -> Void) throws -> [String] {
      try? FileManager.default.removeItem(atPath: workshop.path("copy"))
      try FileManager.default.copyItem(atPath: workshop.path("set"), toPath: workshop.path("copy"))
      try change()
      let outcome = try workshop.peach("verify", "copy")
      #expect(outcome.status == 65, "\(outcome.output)")
      return Array(outcome.lines.dropFirst(2).dropLast())
    }
    func replace(_ old: String, _ new: String, in file: String) throws {
      let text = try workshop.text("copy/\(file)")
      try workshop.write("copy/\(file)", text.replacing(old, with: new, maxReplacements: 1))
    }
    let readMe = layout.isEmpty ? "README.md" : "README"
    let changed = try told { try replace("no person listened", "a person listened", in: readMe) }
    #expect(changed.first == "\(readMe), line 3" && changed[1].hasPrefix("  is:        Simulated data: a person"))
    let sidecar = layout.isEmpty ? "data/study-fixture_description-runs_data.json" : "derivatives/peach/runs.json"
    #expect(
      try told { try replace("experiment's name", "name", in: sidecar) }.first?.hasPrefix("\(sidecar), line ") == true)
    #expect(
      try told { try FileManager.default.removeItem(atPath: workshop.path("copy/documentation/dictionary.csv")) }
        == ["documentation/dictionary.csv", "  is:        no such file", "  should be: a file"])
    #expect(
      try told { try workshop.write("copy/documentation/more.csv", "a\n") }
        == ["documentation/more.csv", "  is:        a file", "  should be: no such file"])
    let trials =
      layout.isEmpty ? "data/study-fixture_description-trials_data.csv" : "sub-a/beh/sub-a_task-comparison_beh.tsv"
    // The same cells, written otherwise.
    #expect(try told { try replace("fixture", "\"fixture\"", in: trials) }.first == "\(trials), line 2")
    let broken = try told { try replace("fixture", "fix\"ture", in: trials) }
    #expect(
      broken.prefix(2) == [
        "\(trials), line 2, column experiment",
        "  is:        a quotation mark inside a cell without quotes: fix\"ture",
      ])
    let gone = try told {
      var lines = try workshop.text("copy/\(trials)").split(separator: "\n")
      lines.removeLast()
      try workshop.write("copy/\(trials)", lines.joined(separator: "\n") + "\n")
    }
    #expect(gone.prefix(2) == [trials, "  is:        the end of the file"])
  }

  @Test func `the data set of a listener is compared with the records, and without them by its digests`() throws {
    let (workshop, environment) = try recorded()
    #expect(
      try workshop.run(["export", "--listener", "P07", "--dataset", "set"], environment: environment).status == 0)
    #expect(
      try workshop.run(["verify", "set"], environment: environment)
        == Workshop.Outcome(
          status: 0,
          output: "set: compared with the records of 1 listener: Peach wrote every file again, and all are the same\n",
          error: ""))
    let elsewhere = ["PEACH_HOME": workshop.path("elsewhere")]
    #expect(
      try workshop.run(["verify", "set"], environment: elsewhere)
        == Workshop.Outcome(
          status: 0,
          output: "set: 3 tables read: every file is unchanged (its SHA-256 checksum is the stated one)\n"
            + "this machine has no records of P07 to compare with, so Peach did not check the answers of "
            + "listeners\n", error: ""))
    try change(after: "prime,equal-temperament,", in: "set/data/subject-P07_description-trials_data.csv", of: workshop)
    let told = try workshop.run(["verify", "set"], environment: environment)
    #expect(told.status == 65)
    #expect(told.lines.contains("data/subject-P07_description-trials_data.csv, line 2, column offset_cents"))
    #expect(try workshop.run(["verify", "set"], environment: elsewhere).status == 65)
  }

  @Test func `an interrupted simulation, and a file without a report, are refused`() throws {
    let workshop = try made()
    try workshop.write("page.html", "<!doctype html>\n<title>no report</title>\n")
    #expect(
      try workshop.peach("verify", "page.html").error
        == "page.html: is no report of peach, or its data were changed so that they cannot be read\n"
        + "  hint: peach report RESULTS.sqlite and peach fit TRIALS.csv --report REPORT.html write them\n")
  }
}
