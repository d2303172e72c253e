import Foundation
import PeachStorage
import PeachTrials
import Testing

/// Composed sounds at a person and at a model, by the same strategy.
@Suite struct LiveComposedTests {
  private let live: LiveWorkshop

  private static let gap = """
    name: gap
    seed: 11
    task:
      kind: forced-choice
      unit: ms
      scale: log
      alternatives: 3
      sounds:
        question: {en: which one has the gap?, de: wo ist die Lücke?}
        feedback: which
        standard: {noise: {from: 50, to: 10000}, duration: 0.1, ramp: 5, level: {draw: {from: -40, to: -30}}}
        target: {gap: {at: 0.05, length: x, ramp: 0.5}}
        between: 0.05
    listeners:
      - {name: ear, kind: envelope, noise: 0.5, lapse: 0.02}
      - {name: law, kind: psychometric, function: weibull, threshold: 3, slope: 2, lapse: 0.02}
    strategies:
      - {name: weighted, kind: weighted-up-down, target: 0.75, start: 12, limits: [0.5, 40], step: {factor: 1.5}}
    stop: {trials: 20}
    replicates: 2
    keep-trials: 2

    """

  /// Half of the intervals have no tone.
  private static let tone = """
    name: tone
    seed: 11
    task:
      kind: yes-no
      unit: dB
      sounds:
        standard: {noise: {from: 200, to: 4000}, duration: 0.1, ramp: 5, level: -30}
        target: {add: [{tone: 1000, duration: 0.1, ramp: 5, level: x}]}
    listeners:
      - {name: law, kind: psychometric, function: logistic, threshold: -40, slope: 0.3, guess: 0.2, lapse: 0.02}
    strategies:
      - {name: siam, kind: siam, start: -20, limits: [-60, -20], step: {linear: 4}}
    stop: {trials: 20}
    replicates: 2
    keep-trials: 2

    """

  private static let hears = "psychometric function=logistic threshold=-40 slope=0.3"

  /// Two of three tones are the same.
  private static let odd = gap.replacing("name: gap", with: "name: odd")
    .replacing("kind: forced-choice", with: "kind: oddity").replacing("  alternatives: 3\n", with: "")
    .replacing("{noise: {from: 50, to: 10000}, duration", with: "{tone: 1000, duration")
    .replacing("target: {gap: {at: 0.05, length: x, ramp: 0.5}}", with: "target: {duration: +x}")
    .replacing("  - {name: ear, kind: envelope, noise: 0.5, lapse: 0.02}\n", with: "")

  init() throws {
    live = try LiveWorkshop()
    try live.workshop.write("odd.yaml", Self.odd)
    try live.workshop.write("gap.yaml", Self.gap)
    try live.workshop.write("tone.yaml", Self.tone)
  }

  /// Columns of both tables of trials.
  private func rows(_ outcome: Workshop.Outcome, unit: String, _ columns: [String]) throws -> [[String?]] {
    try #require(outcome.status == 0, "\(outcome.error)")
    return outcome.rows.map { row in columns.map { row[$0] ?? ($0 == "level" ? row["level_\(unit)"] : nil) } }
  }

  @Test(arguments: [
    ("gap", "ms", "ear", "envelope noise=0.5 lapse=0.02"),
    ("gap", "ms", "law", "psychometric function=weibull threshold=3 slope=2 lapse=0.02"),
    ("odd", "ms", "law", "psychometric function=weibull threshold=3 slope=2 lapse=0.02"),
    ("tone", "dB", "law", "psychometric function=logistic threshold=-40 slope=0.3 guess=0.2 lapse=0.02"),
  ])
  func `sessions are replicates of the simulation, and are replayed`(
    name: String, unit: String, listener: String, responder: String
  ) throws {
    #expect(try live.peach("simulate", "\(name).yaml", "-o", "r.sqlite").status == 0)
    for _ in 1...2 {
      let session = try live.peach("live", "\(name).yaml", "--listener", listener, "--responder", responder, "--fast")
      #expect(session.status == 0, "\(session.error)")
    }
    let columns = [
      "run", "listener", "task", "strategy", "replicate", "trial", "level", "correct", "reversal", "estimate",
      "estimate_low",
      "estimate_high", "trial_kind", "track", "alternatives", "reference_note", "answer",
      "order",
    ]
    let simulated = try rows(live.peach("export", "r.sqlite", "--table", "trials"), unit: unit, columns)
      .filter { $0[1] == listener }
    let sat = try rows(live.peach("export", "--listener", listener, "--table", "trials"), unit: unit, columns)
    #expect(sat == simulated)
    #expect(sat.count == 40 && Set(sat.map { $0[7] }) == ["0", "1"])
    // The order tells which interval had the target.
    #expect(sat.allSatisfy { ($0[columns.count - 1] ?? "").count == (name == "tone" ? 1 : 3) })
    let task = ["gap": "forced-choice", "odd": "oddity", "tone": "yes-no"][name]
    #expect(Set(sat.map { $0[2] }) == [task])
    #expect(
      try live.peach("export", "--listener", listener, "--table", "sessions").rows.map { $0["task"] } == [task, task])
    for session in ["1", "2"] {
      let trace = try live.peach("trace", "--listener", listener, "--session", session, "--format", "csv")
      #expect(trace.status == 0, "\(trace.error)")
      #expect(trace.lines[0].contains("level_\(unit)") && trace.lines.count == 22)
    }
    #expect(try live.sessions(of: listener).map(\.unit) == [unit, unit])
  }

  @Test func `a session goes on, and an export can be imported again`() throws {
    for trials in ["7", "20"] {
      let session = try live.peach(
        "live", "tone.yaml", "--listener", "A", "--responder", Self.hears, "--fast", "--trials", trials)
      #expect(session.status == 0, "\(session.error)")
    }
    #expect(try live.shell("$peach export --listener A --table trials > a.csv").status == 0)
    let again = try live.shell("sed 's/,A,/,B,/; s#/A/#/B/#' a.csv > b.csv && $peach import b.csv")
    #expect(again.status == 0, "\(again.error)")
    #expect(try live.shell("$peach export --listener B --table trials | diff b.csv -").output == "")
    let wrong = try live.shell("sed 's/,B,/,C,/; s#/B/#/C/#; s/,yes,/,first,/' b.csv > c.csv && $peach import c.csv")
    #expect(
      wrong.status == 65
        && wrong.error.contains(
          "expected an answer that is possible with the order 'B' of the notes or intervals, got 'first'"),
      "\(wrong)")
  }

  @Test func `a fit has the unit of the sessions, and one unit only`() throws {
    try live.workshop.write(
      "weibull.yaml", Self.gap.replacing("listeners:", with: "estimator-function: weibull\nlisteners:"))
    let responder = "psychometric function=weibull threshold=3 slope=2"
    #expect(
      try live.peach("live", "weibull.yaml", "--listener", "W", "--responder", responder, "--fast", "--trials", "60")
        .status
        == 0)
    for (file, responder) in [
      ("gap.yaml", "psychometric function=weibull threshold=3 slope=2"), ("tone.yaml", Self.hears),
    ] {
      for listener in ["A", file == "gap.yaml" ? "G" : "T"] {
        #expect(
          try live.peach("live", file, "--listener", listener, "--responder", responder, "--fast").status == 0)
      }
    }
    let stated = try live.peach("fit", "--listener", "W", "--at", "0.75", "--report", "w.html")
    #expect(stated.status == 0, "\(stated.error)")
    #expect(stated.output.contains("the function is weibull, the experiment's estimator-function"), "\(stated)")
    let page = try live.workshop.text("w.html")
    #expect(page.contains("Weibull") || page.contains("weibull"))
    #expect(page.contains("Sound of trial 1 of session 1, gap"))
    #expect(page.contains("The varied quantity x was the gap duration in ms"))
    let other = try live.peach("fit", "--listener", "W", "--function", "normal", "--at", "0.75")
    #expect(!other.output.contains("estimator-function"), "\(other)")
    let one = try live.peach("fit", "--listener", "G", "--log-level", "--at", "0.75")
    #expect(one.output.contains("ms at which ψ is 0.75"), "\(one)")
    let both = try live.peach("fit", "--listener", "A", "--alternatives", "2")
    #expect(both.status == 65)
    #expect(
      both.error.contains("got 'dB' after 'ms' in line 2: all levels of a fit must have the same unit"), "\(both.error)"
    )
    #expect(both.error.contains("hint: --by unit fits each unit separately"))
    let each = try live.peach("fit", "--listener", "A", "--by", "unit", "--format", "csv")
    #expect(each.status == 0 && each.rows.map { $0["unit"] } == ["ms", "dB"], "\(each.error)")
  }

  @Test func `a person answers by numbers, letters and words, and reads the question of the study`() throws {
    let gap = try live.shell("printf '1\nsecond\nx\n3\n' > lines.txt; $peach live gap.yaml --device quiet < lines.txt")
    #expect(gap.status == 0, "\(gap.error)")
    let trials = try live.trials()
    #expect(trials.map(\.answer) == ["first", "second", "third"])
    for trial in trials {
      let place = ChoiceForm.forcedChoice(intervals: 3).place(ofOrder: trial.order ?? "")
      let answer = ["first", "second", "third"].firstIndex(of: trial.answer ?? "")
      #expect(trial.isCorrect == (place == answer))
    }
    for trial in trials where trial.isCorrect == false {
      let right = ["AAB": "third", "ABA": "second", "BAA": "first"][trial.order ?? ""]
      #expect(gap.output.contains("which one has the gap? wrong: \(right ?? "")\n"))
    }
    let hint = "please answer 1 (first), 2 (second) or 3 (third); q to leave"
    #expect(gap.output.contains("which one has the gap? \n\(hint)\n"))
    live.environment["LANG"] = "de_DE.UTF-8"
    let tone = try live.shell(
      "printf 'j\nnein\ny\n' > lines.txt; $peach live tone.yaml --device quiet --listener T < lines.txt")
    #expect(tone.status == 0, "\(tone.error)")
    #expect(try live.trials(of: "T").map(\.answer) == ["yes", "no", "yes"])
    #expect(["richtig", "falsch"].contains { tone.output.contains("haben Sie es gehört? \($0)\n") })
    #expect(try live.sessions().map(\.isInProfile) == [false])
    #expect(try live.sessions().map(\.sampleRate) == [48_000])
  }

  @Test func `with a reminder a person judges the second sound without feedback`() throws {
    try live.workshop.write(
      "longer.yaml",
      Self.tone.replacing("name: tone", with: "name: longer").replacing("unit: dB", with: "unit: ms")
        .replacing(
          "  sounds:\n",
          with:
            "  sounds:\n    reminder: true\n    question: {en: was the second longer?, de: war der zweite länger?}\n"
        )
        .replacing("{noise: {from: 200, to: 4000}, duration", with: "{tone: 1000, duration")
        .replacing("target: {add: [{tone: 1000, duration: 0.1, ramp: 5, level: x}]}", with: "target: {duration: +x}")
        .replacing(
          "kind: siam, start: -20, limits: [-60, -20], step: {linear: 4}",
          with: "kind: constant-stimuli, levels: [-40, 40], repetitions: 10"))
    let session = try live.shell("printf 'y\nn\ny\n' > lines.txt; $peach live longer.yaml --device quiet < lines.txt")
    #expect(session.status == 0, "\(session.error)")
    #expect(session.output.contains("was the second longer?"))
    for word in ["right", "wrong", "correct"] { #expect(!session.output.contains(word), "\(session.output)") }
    let trials = try live.trials()
    #expect(trials.map(\.answer) == ["yes", "no", "yes"] && trials.allSatisfy { $0.order == "B" })
    let made = try live.peach(
      "render", "--listener", "me", "--session", "1", "--trial", "2", "-o", "longer.wav", "--figure", "longer.svg")
    #expect(made.status == 0 && made.lines.contains { $0.hasPrefix("2 target") }, "\(made.error)")
    let trace = try live.peach("trace", "--listener", "me", "--session", "1")
    #expect(trace.status == 0, "\(trace.error)")
  }

  @Test func `on a terminal the intervals are numbered as they sound`() throws {
    let sitting = try live.sit("live", "gap.yaml", "--device", "quiet")
    try sitting.see("Which Sound?")
    try sitting.see("1  first      2  second      3  third")
    try sitting.see("sound 1")
    try sitting.see("sound 2")
    try sitting.see("sound 3")
    try sitting.see("which one has the gap?")
    try sitting.type("2")
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    live.expectRestored(sitting)
  }

  @Test func `a block of a study states what differs in the sounds`() throws {
    let blocks = """
      lab:
        blocks:
          - {name: loud}
          - {name: soft, task: {sounds: {standard: {level: -60}}}}

      """
    try live.workshop.write("study.yaml", Self.gap + blocks)
    let outcome = try live.peach(
      "live", "study.yaml", "--listener", "A", "--responder", "psychometric function=weibull threshold=3 slope=2",
      "--fast")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(Set(try live.sessions(of: "A").map(\.block)) == ["loud", "soft"])
    for session in try live.sessions(of: "A") {
      let made = try live.peach(
        "render", "--listener", "A", "--session", "\(session.number)", "--trial", "1", "-o",
        "\(session.block ?? "").wav")
      #expect(made.status == 0, "\(made.error)")
      let levels = made.lines.compactMap { line -> Double? in
        let words = line.split(separator: " ")
        guard words.count > 4, Int(words[0]) != nil else { return nil }
        return Double(words[words.count - 1].replacing("−", with: "-"))
      }
      // The levels of a block are roved from -40 to -30 dB, or fixed at -60 dB.
      #expect(levels.count == 3)
      #expect(
        levels.allSatisfy { session.block == "soft" ? abs($0 + 60) < 1.5 : (-42 ... -29).contains($0) }, "\(levels)")
    }
  }

  @Test func `the report of a listener has the thresholds of choices in their units`() throws {
    for (file, responder) in [
      ("gap.yaml", "psychometric function=weibull threshold=3 slope=2"), ("tone.yaml", Self.hears),
    ] {
      #expect(try live.peach("live", file, "--listener", "A", "--responder", responder, "--fast").status == 0)
    }
    let report = try live.peach("report", "--listener", "A", "-o", "a.html")
    #expect(report.status == 0, "\(report.error)")
    let page = try live.workshop.text("a.html")
    #expect(page.contains("Threshold of each session (ms)") && page.contains("Threshold of each session (dB)"))
    #expect(!page.contains("There is no comparison to be fitted"))
    #expect(page.contains("session 2, "))
    // Units differ, so one command cannot repeat the fits.
    #expect(!page.contains("peach fit --listener"))
  }

  @Test func `the report of a listener of composed sounds has their drawing, their fits and no settings of notes`()
    throws
  {
    for _ in 1...2 {
      let responder = "psychometric function=weibull threshold=3 slope=2"
      #expect(
        try live.peach("live", "gap.yaml", "--listener", "G", "--responder", responder, "--fast", "--trials", "60")
          .status == 0)
    }
    let report = try live.peach("report", "--listener", "G", "-o", "g.html", "--figures", "figures")
    #expect(report.status == 0, "\(report.error)")
    let page = try live.workshop.text("g.html")
    #expect(
      page.contains("Sound of trial 1 of session 1, gap")
        && page.contains("Sounds of a trial. The varied quantity x is the gap duration in ms"))
    for absent in [
      "Settings of the next training", "A4 (Hz)", "note, gap (s)", ">tuning<", "response bias", ">higher<",
    ] {
      #expect(!page.contains(absent), "\(absent)")
    }
    #expect(page.contains("<td>forced-choice</td>"))
    #expect(try live.workshop.files.contains("figures"))
    // The command in the report makes the thresholds of the report.
    let command = try #require(page.firstMatch(of: /peach (fit --listener G [^<\n]*)/)).output.1
    let fit = try live.workshop.run(
      command.split(separator: " ").map(String.init) + ["--format", "csv"], environment: live.environment)
    #expect(fit.status == 0, "\(fit.error)")
    #expect(fit.rows.count == 2)
    for row in fit.rows {
      let threshold = try #require(row["threshold"])
      #expect(page.contains(threshold), "\(row)")
    }
  }

  @Test func `levels in dB SPL need a calibrated device`() throws {
    try live.workshop.write(
      "spl.yaml",
      Self.tone.replacing("    standard:", with: "    levels: dB SPL\n    standard:")
        .replacing("-60, -20", with: "20, 60").replacing("start: -20", with: "start: 60")
        .replacing("level: -30", with: "level: 50").replacing("threshold: -40", with: "threshold: 40"))
    let refused = try live.shell("printf 'y\n' > lines.txt; $peach live spl.yaml --device quiet < lines.txt")
    #expect(refused.status == 65)
    #expect(
      refused.error == """
        task.sounds.levels: the device 'quiet' is not calibrated, so these levels must be in dB FS
          hint: peach calibrate level measures it; or write levels: dB FS and lower the levels

        """)
    #expect(try live.sessions().isEmpty)
    let hears = Self.hears.replacing("-40", with: "40")
    let fast = ["live", "spl.yaml", "--listener", "R", "--responder", hears, "--fast"]
    #expect(try live.workshop.run(fast, environment: live.environment).status == 0)
    #expect(try live.sessions(of: "R").map(\.levelScale) == ["dB SPL"])
  }

  @Test func `a level that no sound can have is refused by check as by live`() throws {
    try live.workshop.write(
      "deep.yaml",
      """
      name: deep
      seed: 3
      task:
        kind: forced-choice
        unit: dB
        scale: linear
        alternatives: 2
        sounds:
          standard: {noise: {from: 500, to: 2000}, duration: 0.2, ramp: 10, level: -30}
          target: {am: {rate: 8, depth: x}}
      listeners: [{name: law, kind: psychometric, threshold: -20, slope: 0.3}]
      strategies: [{name: steps, kind: transformed-up-down, start: -6, limits: [-40, 3], down: 2, step: {linear: 2}}]
      stop: {trials: 20}
      replicates: 2

      """)
    let reason = "level 3 dB: noise: a modulation depth of 1.41"
    let check = try live.peach("check", "deep.yaml")
    #expect(check.status == 65 && check.error.contains(reason), "\(check)")
    let refused = try live.shell("printf 'y\n' > lines.txt; $peach live deep.yaml --device quiet < lines.txt")
    #expect(refused.status == 65 && refused.error.contains(reason), "\(refused.error)")
  }

  @Test func `a level at which the sound would clip is reported before anyone hears it`() throws {
    try live.workshop.write("loud.yaml", Self.tone.replacing("limits: [-60, -20]", with: "limits: [-60, 10]"))
    let check = try live.peach("check", "loud.yaml")
    #expect(check.status == 0)
    let problem = "limits: level 10 dB: the sound would clip: its peak is 10"
    #expect(check.error.contains(problem), "\(check.error)")
    let refused = try live.shell("printf 'y\n' > lines.txt; $peach live loud.yaml --device quiet < lines.txt")
    #expect(refused.status == 65 && refused.error.contains(problem), "\(refused.error)")
    #expect(try live.sessions().isEmpty)
    #expect(try !live.peach("check", "tone.yaml").error.contains("clip"))
  }

  /// ALSA's file plug-in keeps the frames that aplay gave it, of each sound in a file of its own.
  @Test(arguments: ["gap", "odd", "tone"]) func `what is played is what render makes of the session`(name: String)
    throws
  {
    let folder = URL(fileURLWithPath: live.workshop.path("heard"))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try live.workshop.write(
      "asound.conf",
      "pcm.capture { type file slave.pcm null file \"\(folder.path)/out\" format raw truncate false }\n")
    let session = try live.shell(
      "printf '1\n2\n1\n' > lines.txt; $peach live \(name).yaml --trials 3 --device capture < lines.txt")
    #expect(session.status == 0, "\(session.error)")
    // The tick after a wrong answer is shorter than any trial.
    let heard = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .map { try Data(contentsOf: folder.appending(path: $0)) }.filter { $0.count >= 6 * 4800 }
    #expect(heard.count == 3)
    for (trial, heard) in zip(1..., heard) {
      let again = try live.peach(
        "render", "--listener", "me", "--session", "1", "--trial", "\(trial)", "-o", "again.wav", "--force")
      #expect(again.status == 0, "\(again.error)")
      let wav = try Data(contentsOf: URL(fileURLWithPath: live.workshop.path("again.wav")))
      let samples = Data(wav.dropFirst(44))
      #expect(heard.starts(with: samples))
      // ALSA fills its last period with silence.
      let rest = heard.count - samples.count
      #expect(rest < 6 * 480 && heard.suffix(max(0, rest)).allSatisfy { $0 == 0 })
    }
    let none = try live.peach("render", "--listener", "me", "--session", "1", "--trial", "4", "-o", "none.wav")
    #expect(none.status == 64 && none.error.contains("session 1 of me has no trial 4"))
  }
}
