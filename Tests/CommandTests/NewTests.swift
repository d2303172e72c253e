import Foundation
import Testing

/// `peach new`, and the pages that say what else a file can have.
@Suite struct NewTests {
  @Test(arguments: ["comparison", "level", "live", "lab"])
  func `a new file passes check and runs`(template: String) throws {
    let workshop = try Workshop()
    let new = try workshop.peach("new", template, "-o", "mine.yaml")
    let live = ["live", "lab"].contains(template) ? "  peach live mine.yaml --listener P01\n" : ""
    #expect(
      new
        == Workshop.Outcome(
          status: 0, output: "",
          error: "written: mine.yaml\nnext:\n  peach check mine.yaml\n  peach simulate mine.yaml\n\(live)"))
    let check = try workshop.peach("check", "mine.yaml")
    #expect(check.status == 0 && check.error == "")
    let simulate = try workshop.peach("simulate", "mine.yaml", "--replicates", "3")
    #expect(simulate.status == 0 && simulate.error == "")
  }

  @Test func `commands name a file as a shell takes it`() throws {
    let workshop = try Workshop()
    let word = "'ann'\\''s file.yaml'"
    #expect(
      try workshop.peach("new", "-o", "ann's file.yaml")
        == Workshop.Outcome(
          status: 0, output: "",
          error: "written: ann's file.yaml\nnext:\n  peach check \(word)\n  peach simulate \(word)\n"))
    #expect(try workshop.text("ann's file.yaml").contains("\n#   peach check \(word) "))
    let fit = try workshop.peach("fit", "ann's file.yaml")
    #expect(fit.error.hasSuffix("\n  hint: peach simulate \(word) runs it and writes a results file\n"), "\(fit.error)")
  }

  @Test func `a new live file is played`() throws {
    let workshop = try Workshop()
    _ = try workshop.peach("new", "live", "-o", "mine.yaml")
    let live = try workshop.run(
      ["live", "mine.yaml", "--responder", "gaussian jnd=12", "--fast"],
      environment: ["PEACH_HOME": workshop.path("home")])
    #expect(live.status == 0)
    #expect(live.error.hasPrefix("session 1 of me, three-quarters: 40 trials are stored."), "\(live.error)")
  }

  @Test func `without a file it goes to standard output, and a file is never replaced`() throws {
    let workshop = try Workshop()
    let plain = try workshop.peach("new")
    #expect(plain.status == 0 && plain.error == "")
    #expect(try workshop.peach("new", "comparison", "-o", "-") == plain)
    #expect(plain.output.contains("\n#   peach check FILE.yaml "))
    try workshop.write("mine.yaml", "x")
    #expect(
      try workshop.peach("new", "-o", "mine.yaml")
        == Workshop.Outcome(
          status: 74, output: "", error: "mine.yaml: exists already\n  hint: choose another file with -o\n"))
    #expect(try workshop.text("mine.yaml") == "x")
    let wrong = try workshop.peach("new", "lve")
    #expect(wrong.status == 64)
    #expect(
      wrong.error.hasPrefix(
        "Error: The value 'lve' is invalid for '<template>': expected one of comparison, level, forced-choice, live, lab; did you mean 'live'?"
      ),
      "\(wrong.error)")
  }

  private struct Page {
    var names: [String]
    var file: String
  }

  private func page(_ arguments: [String]) throws -> Page {
    let outcome = try Workshop().run(["list"] + arguments + ["--format", "json"])
    #expect(outcome.status == 0 && outcome.error == "")
    let parsed = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let page = try #require(parsed as? [String: Any])
    let parameters = try #require(page["parameters"] as? [[String: Any]])
    return Page(names: parameters.compactMap { $0["name"] as? String }, file: try #require(page["file"] as? String))
  }

  @Test func `the page of the experiment file has a file with every key, which passes check`() throws {
    let page = try page(["experiment"])
    for name in page.names where !name.contains(".") {
      #expect(page.file.contains(try Regex("(?m)^\(name):")), "\(name)")
    }
    let workshop = try Workshop(page.file.replacing(/profile:.*/, with: ""))
    let check = try workshop.peach("check", "experiment.yaml")
    #expect(check.status == 0 && check.error == "", "\(check.error)")
  }

  @Test(arguments: ["comparison", "forced-choice"])
  func `the page of a task has one with every key, which passes check`(kind: String) throws {
    let page = try page(["task", kind])
    for name in page.names where !["map", "scales"].contains(name) {
      #expect(page.file.contains("\n  \(name): "), "\(name)")
    }
    let experiment =
      kind == "forced-choice"
      ? Experiments.level.replacing("gumbel", with: "normal")
      : Experiments.comparison().replacing("start: 100,", with: "start: 100, limits: [0.1, 1200],")
    let workshop = try Workshop(experiment.replacing(/task: .*/, with: page.file))
    let check = try workshop.peach("check", "experiment.yaml")
    #expect(check.status == 0 && check.error == "", "\(check.error)")
    let all = try self.page(["task"])
    #expect(Set(all.names).isSuperset(of: page.names))
    #expect(all.file.contains(page.file))
  }

  @Test func `the page of sounds has the keys of a sound`() throws {
    let names = try page(["task", "sounds"]).names
    for name in [
      "levels", "target", "background", "between", "standard.noise.notch.width", "standard.gap.length", "standard.add",
    ] {
      #expect(names.contains(name), "\(name)")
    }
    #expect(!names.contains { $0.hasPrefix("background.") })
  }

  @Test func `a hopeless design causes a warning, a short one when it runs, and a reason after it failed`() throws {
    let workshop = try Workshop(
      Experiments.level.replacing("gumbel", with: "normal").replacing(
        "kind: transformed-up-down, start: 0, down: 2, up: 1, step: {linear: 4}",
        with: "kind: psi, threshold: {from: 20, to: 80, count: 13}, slope: 0.2, start: 0"))
    let grid =
      "experiment.yaml:7:44: strategies.two-down.threshold: the threshold grid, 20…80 dB, does not contain the true threshold, "
      + "-20 dB of listener ear"
    let check = try workshop.peach("check", "experiment.yaml")
    #expect(check.status == 0)
    #expect(
      check.error == """
        warning: \(grid)
          hint: widen this range to contain -20 dB
        warning: experiment.yaml:7:94: strategies.two-down.start: the start, 0, lies outside the levels, 20…80 dB
          hint: start at one of the levels, or leave start out

        """)
    let simulate = try workshop.peach("simulate", "experiment.yaml")
    #expect(simulate.status == 0)
    #expect(simulate.error == "warning: \(grid); 1 more: peach check experiment.yaml\n")
    #expect(
      simulate.output.contains("warning  no threshold: two-down "), "\(simulate.output)")
    let all = try workshop.peach("simulate", "experiment.yaml", "--all")
    #expect(
      all.output.contains("\n  two-down with ear by own: threshold outside the grid 20…80 dB, in 100 % of the runs\n"),
      "\(simulate.output)")
  }

  @Test func `a threshold inside the grid causes no warning`() throws {
    let workshop = try Workshop(
      """
      name: edge
      seed: 1
      task: {kind: forced-choice, unit: dB, scale: linear, alternatives: 3}
      listeners: [{name: l, kind: psychometric, function: normal, threshold: 20.3, slope: 0.2}]
      strategies: [{name: z, kind: zest, levels: {from: 0, to: 100, count: 51}, threshold: {from: 20, to: 80, count: 61}, slope: 0.2}]
      stop: {trials: 30}
      replicates: 50

      """)
    let outcome = try workshop.peach("simulate", "experiment.yaml", "--all")
    #expect(outcome.error == "")
    #expect(
      outcome.output.contains("  z with l by own: the estimate at an end of the grid 20…80 dB, in "),
      "\(outcome.output)")
  }

  @Test func `a share within a part of the truth is a column on request`() throws {
    let workshop = try Workshop(Experiments.comparison())
    #expect(try workshop.peach("simulate", "experiment.yaml", "--within", "5%").output.contains("  within 5 %  "))
    #expect(
      try workshop.peach("simulate", "experiment.yaml", "--within", "0.2").output.contains("  within 20 %  "))
    #expect(try workshop.peach("simulate", "experiment.yaml").output.contains("  within 10 %  "))
    let all = try workshop.peach("simulate", "experiment.yaml", "--within", "5%", "--all")
    #expect(all.output.contains(" within_5_percent\n"))
    let csv = try workshop.peach("simulate", "experiment.yaml", "--within", "5%", "--format", "csv")
    #expect(csv.status == 64)
    #expect(
      csv.error.hasPrefix("Error: --within: cannot be combined with --format; CSV and JSON have within_10_percent\n"),
      "\(csv.error)")
    for wrong in ["0", "100%", "much", "-5%", "5", "1dB"] {
      let outcome = try workshop.peach("simulate", "experiment.yaml", "--within=\(wrong)")
      #expect(outcome.status == 64)
      #expect(
        outcome.error.hasPrefix(
          "Error: The value '\(wrong)' is invalid for '--within <5%>': expected a share such as 5% or 0.05, between 0 and "
            + "100 %\n"),
        "\(outcome.error)")
    }
  }
}
