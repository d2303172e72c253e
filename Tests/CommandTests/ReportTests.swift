import Foundation
import Testing

/// `peach report` and `peach fit --report`, of real runs: what the pages have, in their order.
@Suite struct ReportTests {
  /// The headings, captions of tables and figures, each with its order: `2 Aim`.
  private static func structure(_ html: String) -> String {
    html.matches(of: /<(?<tag>h[1-6]|caption|figcaption|summary)[^>]*>(?:<strong>)?(?<text>[^<]*)</).map { match in
      "\(match.output.tag) \(match.output.text)\n"
    }.joined()
  }

  /// What a page has, against the file of that name; PEACH_RECORD=1 writes it, and fails.
  private static func expect(_ html: String, is name: String, sourceLocation: SourceLocation = #_sourceLocation) throws
  {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Files/report-\(name).txt")
    let found = structure(html)
    if ProcessInfo.processInfo.environment["PEACH_RECORD"] != nil {
      try Data(found.utf8).write(to: file)
      Issue.record("recorded \(file.lastPathComponent)", sourceLocation: sourceLocation)
    }
    #expect(found == String(decoding: try Data(contentsOf: file), as: UTF8.self), sourceLocation: sourceLocation)
    expectOneFile(html, sourceLocation)
  }

  /// Loads nothing, and has a title for its picture.
  private static func expectOneFile(_ html: String, _ sourceLocation: SourceLocation) {
    let addresses = html.matches(of: /(?:href|src)\s*=\s*["'](?<address>[^"']*)["']/).map { String($0.output.address) }
    #expect(
      addresses.allSatisfy { $0.hasPrefix("#") || $0.hasPrefix("https://doi.org/10.") }, sourceLocation: sourceLocation)
    #expect(html.ranges(of: "<script").count == 1, sourceLocation: sourceLocation)
    let ids = html.matches(of: /\sid="(?<id>[^"]*)"/).map { String($0.output.id) }
    #expect(Set(ids).count == ids.count, sourceLocation: sourceLocation)
  }

  private static func data(_ html: String) throws -> [String: Any] {
    let block = try #require(
      html.firstMatch(of: /<script type="application\/json" id="peach-report">\n(?<json>[\s\S]*?)\n<\/script>/))
    return try #require(JSONSerialization.jsonObject(with: Data(block.output.json.utf8)) as? [String: Any])
  }

  /// Without gnuplot, which reports do not need.
  private static let undrawn = ["PATH": "/nonexistent"]

  private static func simulated() throws -> Workshop {
    let workshop = try Workshop(Experiments.comparison())
    #expect(try workshop.peach("simulate", "experiment.yaml").status == 0)
    return workshop
  }

  @Test func `the report of a simulation has the items of a study protocol, in order`() throws {
    let workshop = try Self.simulated()
    let outcome = try workshop.run(["report", "small.sqlite"], environment: Self.undrawn)
    #expect(outcome == Workshop.Outcome(status: 0, output: "report: small.html\n", error: ""))
    let html = try workshop.text("small.html")
    try Self.expect(html, is: "simulation")
    let data = try Self.data(html)
    #expect(data["report"] as? String == "simulation")
    #expect(data["seed"] as? String == "0000000000000007")
    #expect(data["runs"] as? Int == 72)
    let summary = try #require(data["summary"] as? [[String: Any]])
    #expect(summary.count == 10)
    let table = try workshop.peach("simulate", "experiment.yaml", "--format", "csv").lines
    let place = try #require(table[0].split(separator: ",").firstIndex(of: "rmse_log2"))
    let shown = summary.map { $0["rmse_log2"] as? Double }
    let printed = table.dropFirst().prefix(10).map {
      Double($0.split(separator: ",", omittingEmptySubsequences: false)[place])
    }
    let differences = zip(printed, shown).map { abs(($0 ?? .nan) - ($1 ?? .nan)) }
    #expect(differences.count == 10 && differences.allSatisfy { $0 < 1e-12 })
  }

  @Test func `a sweep, a task without notes and yes and no have reports too`() throws {
    for experiment in [Experiments.sweep, Experiments.level, Experiments.detection()] {
      let workshop = try Workshop(experiment)
      #expect(try workshop.peach("simulate", "experiment.yaml", "-o", "r.sqlite").status == 0)
      let outcome = try workshop.run(["report", "r.sqlite"], environment: Self.undrawn)
      #expect(outcome.status == 0, "\(outcome.error)")
      Self.expectOneFile(try workshop.text("r.html"), #_sourceLocation)
    }
  }

  @Test func `a file that is there stays unless it is to go`() throws {
    let workshop = try Self.simulated()
    try workshop.write("small.html", "mine")
    let outcome = try workshop.run(["report", "small.sqlite"], environment: Self.undrawn)
    #expect(
      outcome
        == Workshop.Outcome(
          status: 74, output: "", error: "small.html: exists already\n  hint: add --force to replace it\n"))
    #expect(try workshop.text("small.html") == "mine")
    #expect(try workshop.run(["report", "small.sqlite", "--force"], environment: Self.undrawn).status == 0)
    #expect(try workshop.text("small.html").hasPrefix("<!DOCTYPE html>"))
    let other = try workshop.run(["report", "small.sqlite", "-o", "other.html"], environment: Self.undrawn)
    #expect(other.output == "report: other.html\n")
    let piped = try workshop.run(["report", "small.sqlite", "-o", "-"], environment: Self.undrawn)
    #expect(piped.output == (try workshop.text("other.html")))
  }

  @Test func `figures are in the page and as files in a folder`() throws {
    let workshop = try Self.simulated()
    let outcome = try workshop.peach("report", "small.sqlite", "--figures", "pictures")
    #expect(outcome == Workshop.Outcome(status: 0, output: "report: small.html\nfigures: pictures\n", error: ""))
    let html = try workshop.text("small.html")
    // The comparison has a picture for each listener.
    #expect(html.ranges(of: "<svg").count == 4)
    #expect(html.ranges(of: "In words, and its data").count == 3)
    Self.expectOneFile(html, #_sourceLocation)
    let names = ["comparison", "efficiency", "tracks"]
    let files = try FileManager.default.contentsOfDirectory(atPath: workshop.path("pictures")).sorted()
    #expect(files == names.flatMap { name in ["pdf", "png", "svg"].map { "\(name).\($0)" } })
    let again = try workshop.peach("report", "small.sqlite", "-o", "b.html", "--figures", "pictures")
    #expect(
      again
        == Workshop.Outcome(
          status: 74, output: "", error: "pictures/comparison.svg: exists already\n  hint: add --force to replace it\n")
    )
  }

  @Test func `files of figures that nothing draws are missed, the report is not`() throws {
    let workshop = try Self.simulated()
    let outcome = try workshop.run(["report", "small.sqlite", "--figures", "pictures"], environment: Self.undrawn)
    #expect(
      outcome
        == Workshop.Outcome(
          status: 74, output: "",
          error: "--figures: the program gnuplot, which draws the figures, is not installed\n"
            + "  hint: sudo apt install gnuplot-nox; SVG, reports and tables need no gnuplot\n"))
    #expect(try workshop.files.contains("small.html"))
  }

  @Test(arguments: [
    "echo garbage", "cat > /dev/null; printf '%%PDF-1.5'", "/usr/bin/gnuplot | head -c 2000",
  ])
  func `a gnuplot that writes anything but a whole picture is told, and the report has its figures`(script: String)
    throws
  {
    let workshop = try Self.simulated()
    try FileManager.default.createDirectory(
      at: workshop.directory.appending(path: "bin"), withIntermediateDirectories: true)
    try workshop.write("bin/gnuplot", "#!/bin/sh\n\(script)\n")
    chmod(workshop.path("bin/gnuplot"), 0o755)
    let path = ["PATH": "\(workshop.path("bin")):/usr/bin:/bin"]
    let outcome = try workshop.run(["report", "small.sqlite", "--figures", "pictures"], environment: path)
    let told = """
      --figures: gnuplot cannot draw a figure: its output is not a whole PDF picture
        hint: gnuplot --version must print gnuplot 5 or later; sudo apt install gnuplot-nox brings it

      """
    #expect(outcome == Workshop.Outcome(status: 74, output: "", error: told))
    #expect(try workshop.text("small.html").ranges(of: "<svg").count == 4)
    #expect(try !workshop.files.contains("pictures"))
  }

  @Test func `the threshold in the figure of a fit has the digits of the table`() throws {
    let workshop = try Workshop("level_cents,n,k\n2,20,11\n4,20,10\n6,21,15\n9,20,17\n14,22,21\n", as: "data.csv")
    let outcome = try workshop.run(["fit", "data.csv", "--alternatives", "2", "--report", "fit.html"])
    let row = try #require(outcome.output.firstMatch(of: #/threshold +(\S+) +(\S+) … (\S+)/#))
    let html = try workshop.text("fit.html")
    #expect(html.contains(">threshold \(row.output.1) cents</text>"))
    #expect(html.contains(">95 % CI \(row.output.2) to \(row.output.3)</text>"))
  }

  /// 89 mm are 252 points and 1050 pixels at 300 dpi, 183 mm are 519 and 2163.
  @Test func `figures have the width of one column or two`() throws {
    let workshop = try Self.simulated()
    for (words, points, pixels) in [
      ([], 252, 1050), (["--width", "single"], 252, 1050), (["--width", "double"], 519, 2163),
    ] {
      let outcome = try workshop.run(["report", "small.sqlite", "--force", "--figures", "pictures"] + words)
      #expect(outcome.status == 0, "\(outcome.error)")
      #expect(try workshop.text("pictures/comparison.svg").contains("viewBox=\"0 0 \(points) "))
      let pdf = try Data(contentsOf: URL(filePath: workshop.path("pictures/comparison.pdf")))
      #expect(String(decoding: pdf, as: Unicode.ASCII.self).contains("/MediaBox [ 0 0 \(points) "))
      let png = try Data(contentsOf: URL(filePath: workshop.path("pictures/comparison.png")))
      #expect(png[16..<20].reduce(0) { $0 << 8 | Int($1) } == pixels)
    }
    let alone = try workshop.run(["report", "small.sqlite", "--force", "--width", "double"])
    #expect(alone.status == 64 && alone.error.hasPrefix("Error: --width: needs --figures\n"))
  }

  @Test func `options of a fit's report require a report`() throws {
    let workshop = try Workshop("level,n,k\n1,10,5\n2,10,7\n4,10,9\n", as: "data.csv")
    for (words, message) in [
      (["--figures", "pictures"], "--figures: expected with --report"),
      (["--force"], "--force: needs --report"),
      (["--report", "-"], "--report: expected a file, because Peach prints the fits to standard output"),
      (["--report", ""], "--report: expected a file, got ''"),
    ] {
      let outcome = try workshop.run(["fit", "data.csv"] + words)
      #expect(outcome.status == 64)
      #expect(outcome.error.hasPrefix("Error: \(message)\nUsage: peach fit "), "\(outcome.error)")
    }
    try workshop.write("mine.html", "mine")
    let outcome = try workshop.run(["fit", "data.csv", "--alternatives", "2", "--report", "mine.html"])
    #expect(
      outcome
        == Workshop.Outcome(
          status: 74, output: "", error: "mine.html: exists already\n  hint: add --force to replace it\n"))
    #expect(try workshop.text("mine.html") == "mine")
  }

  @Test func `a report of unsuitable data is rejected`() throws {
    let workshop = try Workshop("level,n,k\n1,10,5\n", as: "data.csv")
    #expect(
      try workshop.peach("report", "data.csv")
        == Workshop.Outcome(
          status: 65, output: "",
          error: """
            data.csv:1:1: expected a results file, got a table (CSV)
              hint: peach fit data.csv fits these data

            """))
    let usage =
      "Usage: peach report [<results>] [--listener <ID>] [--output <FILE.html>] [--figures <DIR>] "
      + "[--width <width>] [--force]"
    for (words, message) in [
      ([], "expected a results file or --listener ID, got none"),
      (["a.sqlite", "--listener", "b"], "expected a results file or --listener ID, got 'a.sqlite' and --listener"),
    ] {
      let outcome = try workshop.run(["report"] + words)
      #expect(outcome.status == 64)
      #expect(outcome.error == "Error: \(message)\n\(usage)\n  See 'peach report --help' for more information.\n")
    }
    let unknown = try workshop.run(["report", "--listener", "zoe"], environment: ["PEACH_HOME": workshop.path("home")])
    #expect(
      unknown
        == Workshop.Outcome(
          status: 64, output: "", error: "no listener 'zoe'\n  hint: no listener has any records yet\n"))
  }

  @Test func `the report of counts names the missing information and prints the fits as usual`() throws {
    let workshop = try Workshop("level,n,k\n1,40,21\n2,40,25\n4,40,33\n8,40,38\n16,40,40\n", as: "data.csv")
    let arguments = ["fit", "data.csv", "--alternatives", "2", "--bootstrap", "100"]
    let plain = try workshop.run(arguments)
    let outcome = try workshop.run(arguments + ["--report", "fit.html"], environment: Self.undrawn)
    #expect(outcome.output == plain.output)
    #expect(outcome.error == "report: fit.html\n")
    let html = try workshop.text("fit.html")
    try Self.expect(html, is: "counts")
    #expect(html.contains("<dt>SHA-256</dt><dd>c42098b4b8415eaa5bc209923005a3fb775efb11bf422968064d890d01d475c4</dd>"))
    #expect(html.contains("peach fit data.csv --alternatives 2 --bootstrap 100 --report fit.html\n"))
    let data = try Self.data(html)
    #expect((data["fits"] as? [[String: Any]])?.count == 1)
  }

  /// What stands before the list of sections.
  private static func first(_ html: String) throws -> String {
    String(html[..<(try #require(html.firstRange(of: "<nav"))).lowerBound])
  }

  @Test func `the report of a fit begins with threshold, interval and curve`() throws {
    let workshop = try Workshop("level,n,k\n1,40,21\n2,40,25\n4,40,33\n8,40,38\n16,40,40\n", as: "data.csv")
    let words = ["fit", "data.csv", "--alternatives", "2", "--report", "fit.html"]
    #expect(try workshop.run(words, environment: Self.undrawn).status == 0)
    let first = try Self.first(try workshop.text("fit.html"))
    let lead = try #require(
      first.firstMatch(
        of: #/<p class="lead">Threshold <strong class="best">(?<value>[0-9.]+)</strong> \(95 % interval/#))
    #expect(first.contains("<th scope=\"row\">threshold</th><td class=\"number\">\(lead.output.value)</td>"))
    #expect(
      first.contains("<strong>Figure 1. Psychometric function.</strong> 200 trials. Circle: proportion at a level"))
    #expect(first.contains("Table 1. Estimates"))
  }

  @Test func `the report of many groups begins with all thresholds, and folds each group`() throws {
    let groups = (1...9).map { group in
      [(1, 21), (2, 22 + group / 3), (4, 33 - group / 2), (8, 38 - group / 4), (16, 40)]
        .map { "P\(group),\($0.0),40,\($0.1)\n" }.joined()
    }
    let flat = [1, 2, 4, 8, 16].map { "P0,\($0),40,20\n" }.joined()
    let workshop = try Workshop("who,level,n,k\n" + flat + groups.joined(), as: "data.csv")
    let words = ["fit", "data.csv", "--alternatives", "2", "--by", "who", "--compare", "--report", "fit.html"]
    #expect(try workshop.run(words, environment: Self.undrawn).status == 0)
    let html = try workshop.text("fit.html")
    let first = try Self.first(html)
    #expect(first.contains("The thresholds of 9 groups lie between <strong class=\"best\">"))
    #expect(first.contains("<strong class=\"caution\">1 group has no reliable threshold</strong>: P0."), "\(first)")
    #expect(first.contains("<strong>Figure 1. Threshold of each group.</strong> 10 groups."))
    let table = try #require(
      first.firstMatch(of: /Table 1\. The fit of each group[\s\S]*?<tbody>(?<rows>[\s\S]*?)<\/tbody>/))
    let rows = table.output.rows.matches(
      of: /<tr(?<mark>[^>]*)><th scope="row">(?<name>[^<]*)<.*?>(?<value>[0-9.]*)<\/td>/)
    #expect(rows.count == 10)
    #expect(rows.last?.output.name == "(P0)")
    #expect(rows.last?.output.mark == " class=\"caution\"")
    let values = rows.dropLast().compactMap { Double($0.output.value) }
    #expect(values.count == 9 && values == values.sorted())
    for group in 0...9 { #expect(html.contains("<summary>who P\(group): "), "P\(group)") }
    #expect(html.contains("<summary>All 45 differences</summary>"))
  }

  @Test func `sessions of different tasks are never pooled`() throws {
    let experiment = """
      name: other
      task: {kind: comparison, notes: [C3, C4]}
      listeners: [{name: me, kind: gaussian, jnd: 9}]
      strategies: [{name: two-down, kind: transformed-up-down, start: 100, down: 2, up: 1, step: {factor: 2}}]
      stop: {trials: 40}
      replicates: 1

      """
    let workshop = try Workshop(experiment)
    let environment = Self.undrawn.merging(["PEACH_HOME": workshop.path("home")]) { $1 }
    let rest = ["--listener", "zoe", "--responder", "gaussian jnd=9", "--fast", "--seed", "5"]
    #expect(try workshop.run(["live", "comparison", "--trials", "40"] + rest, environment: environment).status == 0)
    let alone = try workshop.run(["report", "--listener", "zoe", "-o", "a.html"], environment: environment)
    #expect(alone.status == 0)
    #expect(try Self.first(try workshop.text("a.html")).contains("<p class=\"lead\">Threshold <strong class=\"best\">"))
    let other = try workshop.run(["live", "experiment.yaml"] + rest, environment: environment)
    #expect(other.status == 0, "\(other.error)")
    #expect(try workshop.run(["report", "--listener", "zoe", "-o", "b.html"], environment: environment).status == 0)
    let html = try workshop.text("b.html")
    let first = try Self.first(html)
    #expect(first.contains("The sessions have 2 different tasks; Peach does not pool them."), "\(first)")
    #expect(!html.contains("All sessions together"))
    #expect(first.contains("<th scope=\"col\">task</th>"))
  }

  @Test func `blocks with different tasks are never pooled`() throws {
    let experiment = """
      name: day
      seed: 3
      task: {kind: comparison, intervals: [prime], notes: [C3, C5]}
      listeners: [{name: me, kind: gaussian, jnd: 9}]
      strategies: [{name: two-down, kind: transformed-up-down, start: 100, down: 2, up: 1, step: {factor: 2}}]
      stop: {trials: 40}
      replicates: 1
      lab: {blocks: [{name: unison}, {name: fifth, task: {intervals: [perfect-fifth-up]}}]}

      """
    let workshop = try Workshop(experiment)
    let environment = Self.undrawn.merging(["PEACH_HOME": workshop.path("home")]) { $1 }
    let session = try workshop.run(
      ["live", "experiment.yaml", "--listener", "zoe", "--responder", "gaussian jnd=9", "--fast"],
      environment: environment)
    #expect(session.status == 0, "\(session.error)")
    #expect(try workshop.run(["report", "--listener", "zoe", "-o", "a.html"], environment: environment).status == 0)
    let html = try workshop.text("a.html")
    let first = try Self.first(html)
    #expect(first.contains("The sessions have 2 different tasks; Peach does not pool them."), "\(first)")
    #expect(first.contains("Day, block unison, session 1: threshold"), "\(first)")
    #expect(!html.contains("All sessions together"))
  }

  @Test func `the report of a results file says how its levels came about, group by group`() throws {
    let workshop = try Self.simulated()
    let outcome = try workshop.run(
      [
        "fit", "small.sqlite", "--by", "strategy", "--reading", "direction", "--lapse", "0.01", "--at", "0.75",
        "--compare", "--report", "fit.html",
      ], environment: Self.undrawn)
    #expect(outcome.status == 0, "\(outcome.error)")
    try Self.expect(try workshop.text("fit.html"), is: "groups")
  }

  @Test func `the report of a listener has sessions, thresholds, answers and settings`() throws {
    let workshop = try Workshop()
    let environment = Self.undrawn.merging(["PEACH_HOME": workshop.path("home")]) { $1 }
    for seed in [5, 6] {
      let live = try workshop.run(
        [
          "live", "comparison", "--listener", "zoe", "--responder", "gaussian jnd=9", "--trials", "40", "--seed",
          String(seed), "--fast",
        ], environment: environment)
      #expect(live.status == 0, "\(live.error)")
    }
    let outcome = try workshop.run(["report", "--listener", "zoe"], environment: environment)
    #expect(outcome == Workshop.Outcome(status: 0, output: "report: zoe.html\n", error: ""))
    let html = try workshop.text("zoe.html")
    try Self.expect(html, is: "listener")
    #expect(html.contains("a simulated responder, no person: gaussian jnd=9"))
    let fits = try workshop.run(
      [
        "fit", "--listener", "zoe", "--method", "reduced", "--reading", "direction", "--lapse", "0.01", "--at", "0.75",
        "--format", "json",
      ],
      environment: environment)
    let read = try #require(JSONSerialization.jsonObject(with: Data(fits.output.utf8)) as? [String: Any])
    let threshold = (read["fits"] as? [[String: Any]])?.first?["threshold"] as? Double
    #expect(threshold != nil)
    #expect((try Self.data(html)["fit"] as? [[String: Any]])?.first?["threshold"] as? Double == threshold)
  }

  @Test func `the report of a listener without sessions says that there are none`() throws {
    let workshop = try Workshop()
    let environment = ["PEACH_HOME": workshop.path("home")]
    #expect(try workshop.run(["listener", "add", "new"], environment: environment).status == 0)
    let outcome = try workshop.run(["report", "--listener", "new"], environment: environment)
    #expect(outcome == Workshop.Outcome(status: 0, output: "report: new.html\n", error: ""))
    #expect(
      try workshop.text("new.html").contains("<p>The listener has no answered comparisons that could be fitted.</p>"))
  }
}
