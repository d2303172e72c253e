import Foundation
import Testing

@Suite struct ListTests {
  static let kinds = [
    "strategies", "listeners", "functions", "tunings", "intervals", "sounds", "estimators", "columns",
  ]

  private func names(_ kind: String) throws -> [String] {
    let outcome = try Workshop().peach("list", kind, "--format", "json")
    #expect(outcome.status == 0)
    #expect(outcome.error == "")
    let parsed = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let rows = try #require(parsed as? [[String: Any]])
    return try rows.map { try #require($0["name"] as? String) }
  }

  @Test(arguments: kinds) func `every kind is listed, the same in both formats`(kind: String) throws {
    let names = try names(kind)
    #expect(!names.isEmpty)
    #expect(Set(names).count == names.count)
    let table = try Workshop().peach("list", kind)
    #expect(table.status == 0)
    #expect(table.error == "")
    for name in names { #expect(table.lines.contains { $0.hasPrefix("\(name) ") }, "\(name)") }
  }

  @Test(arguments: kinds) func `every name has a page, in both formats`(kind: String) throws {
    for name in try names(kind) {
      let page = try Workshop().peach("list", kind, name)
      #expect(page.status == 0)
      #expect(page.lines.first == name)
      let outcome = try Workshop().peach("list", kind, name, "--format", "json")
      #expect(outcome.status == 0)
      let parsed = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
      #expect((parsed as? [String: Any])?["name"] as? String == name)
    }
  }

  @Test func `each listener states which trials its truth is of`() throws {
    let workshop = try Workshop()
    let outcome = try workshop.peach("list", "listeners", "--format", "json")
    let rows = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
    let truths = rows.reduce(into: [:]) { $0[$1["name"] as? String ?? ""] = $1["truth"] as? String }
    #expect(truths.count == rows.count)
    #expect(truths["gaussian"] == "the true threshold is the same on every trial")
    for name in ["learning", "fatigue", "history"] {
      #expect(truths[name]?.hasPrefix("the threshold on the first trial") == true, "\(name)")
    }
    for name in ["contraction", "wandering-criterion", "lapse-bursts"] {
      #expect(truths[name]?.hasPrefix("the threshold of the mean proportion correct") == true, "\(name)")
    }
    let page = try workshop.peach("list", "listeners", "contraction", "--format", "json")
    #expect(page.output.contains("Standard deviation of the noise of one reference note"), "\(page.output)")
    #expect(page.output.contains("\"truth\": \"the threshold of the mean proportion"), "\(page.output)")
  }

  @Test func `known names are there`() throws {
    #expect(try Set(names("strategies")).isSuperset(of: ["kazez", "adaptive", "transformed-up-down", "random"]))
    #expect(try Set(names("listeners")).isSuperset(of: ["gaussian", "psychometric", "frequency-law"]))
    #expect(try Set(names("tunings")).isSuperset(of: ["equal-temperament", "werckmeister-3", "N-edo"]))
    #expect(try names("intervals").contains("perfect-fifth-up"))
    #expect(try Set(names("sounds")).isSuperset(of: ["sine", "complex:N[:R]"]))
  }

  @Test func `the columns of a table are listed with unit, type and meaning`() throws {
    let page = try Workshop().peach("list", "columns", "timing")
    #expect(page.status == 0)
    #expect(
      page.output == """
        timing
          summary  computing time of the runs of each strategy and listener
          PATH     stands for the varied key: its path in the experiment file, joined by _, or the name of
                   its sweep

        column          unit  type     meaning
        ──────────────  ────  ───────  ─────────────────────────────────────────────────────────────────────
        strategy              text     The strategy's name
        listener              text     The listener's name
        vary_PATH             value    The value of a varied key of the experiment file; one column for each
                                       key that varies
        runs                  integer  Number of stored runs
        trials                integer  Number of trials of all stored runs together
        wall_s          s     number   Elapsed time in which the stored runs were computed, summed over
                                       parallel batches
        trials_per_run        number   Mean number of trials of a run
        selection_us    µs    number   Computing time that the strategy itself needs for one trial, to
                                       choose the level and to process the answer. Peach measures it on
                                       replays of stored runs, of which the fastest counts; empty below ten
                                       runs

        """)
    let outcome = try Workshop().peach("list", "columns", "runs", "--format", "json")
    let parsed = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    let columns = try #require(parsed?["columns"] as? [[String: String]])
    #expect(
      columns.last == [
        "name": "true_slope", "unit": "1/UNIT", "type": "number",
        "meaning": "True slope dψ/dx of the listener's psychometric function at the true threshold",
      ])
    let unknown = try Workshop().peach("list", "columns", "trails")
    #expect(unknown.status == 64)
    #expect(unknown.error.contains("did you mean 'trials'?"))
  }

  @Test func `a sound has a page by its own name`() throws {
    let page = try Workshop().peach("list", "sounds", "complex:1:3")
    #expect(page.status == 0)
    #expect(
      page.output == """
        complex:1:3
          kind           complex:N[:R]
          summary        N harmonics (1 to 64) in sine phase, R dB softer per octave (0 to 60, default 6)
          harmonics      1
          roll-off       3 dB per octave
          highest level  0 dB FS with all harmonics
          source         Plomp (1967), J. Acoust. Soc. Am. 41:1526–1533

        """)
    // The peak of sines of amplitudes 1 and ½ is 1.2990381, so that √(1 + ¼) over it is −1.303 dB, rounded down.
    let two = try Workshop().peach("list", "sounds", "complex:2:6.0206").lines
    #expect(two.contains("  highest level  -1.31 dB FS with all harmonics"))
  }

  @Test func `an unknown sound is rejected with the nearest name`() throws {
    for (name, message) in [
      ("sin", "no sound named 'sin'; sounds are sine, complex:N[:R]"),
      ("complex:99", "a complex has 1…64 harmonics, got 99"),
    ] {
      let outcome = try Workshop().peach("list", "sounds", name)
      #expect(outcome.status == 64)
      #expect(outcome.output == "")
      #expect(outcome.error.hasPrefix("Error: \(message)"), "\(outcome.error)")
    }
    #expect(try Workshop().peach("list", "sounds", "sin").error.contains("; did you mean 'sine'?\n"))
  }

  #if SoundFonts
    @Test func `presets are listed with their pitch errors`() throws {
      let lines = try Workshop().peach("list", "sounds").lines
      let organ = try #require(lines.first { $0.hasPrefix("soundfont:0:16 ") })
      #expect(organ.split(separator: " ").dropFirst().joined(separator: " ") == "Organ 1 3.1")
      let page = try Workshop().peach("list", "sounds", "soundfont:organ 1").lines
      #expect(page.first == "soundfont:0:16")
      #expect(page.contains { $0.hasPrefix("  cents off  A2 ") && $0.contains("A4 3.1") })
    }
  #else
    @Test func `a build without SoundFonts tells in one line how to get them`() throws {
      let how =
        "install the packages libfluidsynth-dev and timgm6mb-soundfont, then build Peach with: swift build -c "
        + "release --traits SoundFonts"
      #expect(
        try Workshop().peach("list", "sounds").output.replacing("\n  ", with: " ")
          .contains("\nSoundFont presets: \(how)\n"))
      let refused = try Workshop().peach("list", "sounds", "soundfont:0:0")
      #expect(refused.status == 64)
      #expect(
        refused.error.hasPrefix("Error: this build of Peach cannot play SoundFonts: 'soundfont:0:0'; \(how)\n"))
    }
  #endif

  @Test func `the page of a strategy has its rule and its use, in short lines`() throws {
    for name in try names("strategies") {
      let facts = try Workshop().peach("list", "strategies", name).lines.prefix { $0 != "" }
      for key in ["summary", "rule", "when to use it", "converges on", "source", "example"] {
        #expect(facts.contains { $0.hasPrefix("  \(key)  ") }, "\(name): \(key)")
      }
      #expect(facts.allSatisfy { $0.count <= 100 }, "\(name)")
    }
    // What its tracks can be told depends on their kind.
    let page = try Workshop().peach("list", "strategies", "interleaved", "--format", "json")
    let parsed = try #require(try JSONSerialization.jsonObject(with: Data(page.output.utf8)) as? [String: Any])
    let parameters = try #require(parsed["parameters"] as? [[String: String]]).compactMap { $0["name"] }
    #expect(parameters.filter { $0.hasPrefix("tracks") } == ["tracks", "tracks[].name", "tracks[].kind"])
    #expect(Set(parameters).isSuperset(of: ["order", "max-lag", "stop", "comfort.after-errors", "catch.every"]))
  }

  @Test func `the page of a strategy lists its parameters with units and defaults`() throws {
    let outcome = try Workshop().peach("list", "strategies", "kazez", "--format", "json")
    let parsed = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let parameters = try #require(parsed["parameters"] as? [[String: String]])
    let narrowing = try #require(parameters.first { $0["name"] == "narrowing" })
    #expect(narrowing["default"] == "0.05")
    #expect(narrowing["meaning"]?.isEmpty == false)
    #expect((parsed["rule"] as? String)?.hasPrefix("After a correct answer") == true)
    #expect((parsed["when_to_use_it"] as? String)?.hasPrefix("Use it for training") == true)
    #expect((parsed["converges_on"] as? String)?.hasPrefix("depends on the level: 64.3 % at small levels") == true)
  }

  private func strategy(_ name: String) throws -> [String: Any] {
    let outcome = try Workshop().peach("list", "strategies", name, "--format", "json")
    return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  private func parameters(_ name: String) throws -> [[String: String]] {
    try #require(try strategy(name)["parameters"] as? [[String: String]])
  }

  @Test func `levels are in the unit of the task, those of a strategy that asks for notes in cents`() throws {
    #expect(try strategy("siam")["task_of_the_example"] as? String == "{kind: yes-no, unit: dB}")
    #expect(try strategy("kazez")["task_of_the_example"] as? String == "{kind: comparison}")
    #expect(try parameters("siam").first { $0["name"] == "start" }?["unit"] == "UNIT")
    #expect(try parameters("quest-plus").first { $0["name"] == "slope" }?["unit"] == "1/UNIT")
    #expect(try parameters("adaptive").first { $0["name"] == "limits" }?["unit"] == "cents")
    #expect(
      try strategy("quest-plus")["UNIT"] as? String
        == "stands for the task's unit of levels; cents if notes are compared")
    #expect(try strategy("adaptive")["UNIT"] == nil)
  }

  @Test func `levels are positive on a log axis only`() throws {
    let expected = try parameters("transformed-up-down").filter { ["start", "limits"].contains($0["name"]) }
    #expect(
      expected.map { $0["expected"] } == ["a number (on a log axis > 0)", "a list of numbers (on a log axis > 0)"])
    let siam = try parameters("siam").first { $0["name"] == "start" }
    #expect(siam?["expected"] == "a number (on a log axis > 0)")
    #expect(try parameters("transformed-up-down").contains { $0["expected"] == "a number (UNIT) > 0" })
    let listener = try Workshop().peach("list", "listeners", "energy").lines
    #expect(listener.contains { $0.contains(/truth\.from +UNIT +a number \(on a log/) }, "\(listener)")
    #expect(listener.contains { $0.contains(/^ +UNIT +the task's unit of levels/) }, "\(listener)")
  }

  @Test func `JSON has the answers of the worked example and their explanation`() throws {
    for name in try names("strategies") {
      let page = try strategy(name)
      let responses = try #require(page["responses_of_the_example"] as? String)
      #expect(responses.count >= 10 && responses.allSatisfy { "01hl".contains($0) }, "\(name): \(responses)")
      #expect(page["note_on_the_example"] is String, "\(name)")
    }
    #expect(try strategy("siam")["responses_of_the_example"] as? String == "11110100100001")
    #expect((try strategy("siam")["note_on_the_example"] as? String)?.contains("The false alarm at trial 6") == true)
  }

  @Test func `parameters that exist only on a signed axis are listed too`() throws {
    #expect(try parameters("quest-plus").contains { $0["name"] == "target" })
    #expect(try parameters("quest-plus").first { $0["name"] == "signed" }?["default"] == "false")
  }

  @Test func `the table of parameters has their units and sources, in columns that are not too wide`() throws {
    let lines = try Workshop().peach("list", "strategies", "psi").lines
    let header = try #require(lines.firstIndex { $0.hasPrefix("parameter ") })
    #expect(
      lines[header].split(separator: " ") == ["parameter", "unit", "expected", "default", "meaning"])
    #expect(lines.contains("not shown: source; all with --wide"))
    #expect(lines.allSatisfy { $0.count <= 100 })
    let wide = try Workshop().peach("list", "strategies", "psi", "--wide").lines
    let wideHeader = try #require(wide.firstIndex { $0.hasPrefix("parameter ") })
    #expect(
      wide[wideHeader].split(separator: " ") == ["parameter", "unit", "expected", "default", "meaning", "source"])
    let table = wide[(wideHeader + 2)...]
    func row(_ name: String) throws -> String { try #require(table.first { $0.hasPrefix("\(name) ") }) }
    #expect(try row("threshold").contains(" UNIT "))
    #expect(try row("threshold").hasSuffix(" as above"))
    #expect(try row("prior.guess.beta").contains("Treutwein & Strasburger"))
    #expect(try row("prior.threshold.normal.mean").contains(" required "))
    // Conditions nest in conditions, which is said once; what a list's items have of their own is there.
    #expect(!table.contains { $0.contains("[]") })
    let tracks = try Workshop().peach("list", "strategies", "interleaved").lines
    #expect(tracks.contains { $0.hasPrefix("tracks[].kind ") })
    // Where no parameter has a source there is no such column.
    #expect(
      try !Workshop().peach("list", "strategies", "random").lines.contains {
        $0.contains("  source") && $0.contains("meaning")
      })
  }

  /// Φ⁻¹(0.95) − Φ⁻¹(0.05) is 3.289707, log10(ln 2) −0.159175, log10(ln 20 / ln(20/19)) 1.766442.
  @Test func `the page of a function has its conversions to the printed parameters, and back`() throws {
    func facts(_ name: String) throws -> [String] { try Workshop().peach("list", "functions", name).lines }
    let normal = try facts("normal")
    #expect(normal.contains("  threshold   α: the level at which F is ½, the threshold that fits print"))
    #expect(normal.contains("  width       3.289707/β: the distance from F = 0.05 to F = 0.95"))
    #expect(normal.contains("  slope       0.398942·β: dF/dx at the threshold; the slope of ψ is this times 1 − γ − λ"))
    #expect(normal.contains("  from a fit  β = 3.289707/width, α = threshold"))
    let gumbel = try facts("gumbel")
    #expect(gumbel.contains("  threshold   α − 0.159175/β: the level at which F is ½, the threshold that fits print"))
    #expect(gumbel.contains("  from a fit  β = 1.766442/width, α = threshold + 0.09011·width"))
    #expect(gumbel.contains { $0.hasPrefix("  log level   with --log-level, x and α are log10 of levels") })
    let weibull = try facts("weibull")
    #expect(
      weibull.contains("  threshold   α·0.693147^(1/β): the level at which F is ½, the threshold that fits print"))
    #expect(
      weibull.contains(
        "  width       α·(2.995732^(1/β) − 0.051293^(1/β)): the distance from F = 0.05 to F = 0.95"))
    #expect(weibull.contains { $0.hasPrefix("  log level   do not add --log-level: ") })
    let halfNormal = try facts("half-normal")
    #expect(halfNormal.contains("  F           erf((x/α)^β/2)"))
    #expect(
      halfNormal.contains("  threshold   α·0.953873^(1/β): the level at which F is ½, the threshold that fits print"))
    #expect(
      halfNormal.contains(
        "  log level   do not add --log-level: this function already takes the logarithm of the level"))
  }

  @Test(arguments: ["normal", "logistic", "gumbel", "reversed-gumbel", "sech"])
  func `the conversions give back the function that was fitted`(name: String) throws {
    let workshop = try Workshop(FitSamples.counts([3, 4, 6, 9, 10]), as: "data.csv")
    let fit = try workshop.fitRows("data.csv", "--guess 0 --lapse 0 --function \(name)")
    let table = try workshop.fit("data.csv", "--guess 0 --lapse 0 --function \(name)").output
    let own = try #require(table.firstMatch(of: /α = ([0-9.]+), β = ([0-9.]+)\n/))
    let page = try Workshop().peach("list", "functions", name).output
    let spread = try #require(page.firstMatch(of: /β = ([0-9.]+)\/width/))
    let shift = page.firstMatch(of: /α = threshold ([+−]) ([0-9.]+)·width/)
    let signed = try shift.map { try #require(Double($0.2)) * ($0.1 == "+" ? 1 : -1) } ?? 0
    let (threshold, width) = (try fit.number("threshold"), try fit.number("width"))
    #expect(abs(try #require(Double(own.2)) * width / (try #require(Double(spread.1))) - 1) < 1e-3)
    #expect(abs(try #require(Double(own.1)) - (threshold + signed * width)) < 1e-3)
  }
}
