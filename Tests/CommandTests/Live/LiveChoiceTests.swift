import Foundation
import PeachStorage
import PeachTrials
import Testing

/// Choices among notes at a person and at a model, by the same strategy.
@Suite struct LiveChoiceTests {
  private let live: LiveWorkshop

  init() throws {
    live = try LiveWorkshop()
    for form in ChoiceForm.ofNotes { try live.workshop.write("\(form.kind.rawValue).yaml", Self.experiment(form)) }
  }

  private static func experiment(_ form: ChoiceForm) -> String {
    """
    name: \(form.kind.rawValue)
    seed: 11
    task: {kind: \(form.kind.rawValue), notes: [C3, C4], note-duration: 0.05, gap: 0.02}
    listeners:
      - {name: keen, kind: gaussian, jnd: 5, lapse: 0.02}
    strategies:
      - {name: weighted, kind: weighted-up-down, target: 0.75, start: 60, step: {factor: 1.5}}
    stop: {trials: 30}
    replicates: 2
    keep-trials: 2

    """
  }

  @Test(arguments: ChoiceForm.ofNotes) func `a live session visits the trials of the simulation`(
    form: ChoiceForm
  ) throws {
    let file = "\(form.kind.rawValue).yaml"
    for _ in 1...2 {
      #expect(
        try live.peach("live", file, "--listener", "keen", "--responder", "gaussian jnd=5 lapse=0.02", "--fast").status
          == 0)
    }
    #expect(try live.peach("simulate", file, "-o", "r.sqlite").status == 0)
    // All but what is known of a live session alone.
    let simulated = try live.shell(
      "$peach export r.sqlite --table trials | tail -n +2 | cut -d, -f7-14,16-23,30-32")
    let sat = try live.shell(
      "$peach export --listener keen --table trials | tail -n +2 | cut -d, -f7-14,17-24,31-33")
    #expect(simulated.output == sat.output)
    #expect(simulated.output.split(separator: "\n").count == 60)
    // And can be followed again, trial by trial.
    #expect(try live.peach("trace", "--listener", "keen", "--session", "2").status == 0)
  }

  @Test func `a person answers by numbers and words, in either language`() throws {
    live.environment["LANG"] = "de_DE.UTF-8"
    let outcome = try live.shell(
      "printf '1\\nzweiter\\nx\\n3\\n' > lines.txt; $peach live oddity.yaml --device quiet < lines.txt")
    #expect(outcome.status == 0)
    let trials = try live.trials()
    #expect(trials.map(\.answer) == ["first", "second", "third"])
    let said = trials.map { "welcher Ton ist anders? \($0.isCorrect == true ? "richtig" : "falsch")\n" }
    let hint = "welcher Ton ist anders? \nbitte 1 (erster), 2 (zweiter) oder 3 (dritter) eingeben; q beendet\n"
    let shown = [said[0], said[1], hint + said[2], "welcher Ton ist anders? \n"]
    #expect(outcome.output == shown.enumerated().map { "Versuch \($0 + 1) von 30\n\($1)" }.joined())
    for trial in trials {
      let order = (trial.order ?? "").map { $0 == "B" }
      let answer = try #require(ChoiceForm.oddity.answers.firstIndex(of: trial.answer ?? ""))
      #expect((ChoiceForm.oddity.rightAnswer(to: order) == answer) == (trial.isCorrect == true))
    }
    #expect(try live.sessions().map(\.isInProfile) == [false])
    #expect(try live.sessions().map(\.alternatives) == [3])
  }

  @Test func `on a terminal the keys and the question fit the task`() throws {
    let sitting = try live.sit("live", "same-different.yaml", "--device", "quiet")
    try sitting.see("Same or Different")
    try sitting.see("1  same      2  different")
    try sitting.see("same or different?")
    try sitting.type("2")
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    live.expectRestored(sitting)
  }

  @Test func `an export can be imported again`() throws {
    #expect(
      try live.peach("live", "axb.yaml", "--listener", "A", "--responder", "gaussian jnd=5", "--fast").status == 0)
    #expect(try live.shell("$peach export --listener A --table trials > a.csv").status == 0)
    #expect(try live.shell("sed 's/,A,/,B,/; s#/A/#/B/#' a.csv > b.csv && $peach import b.csv").status == 0)
    let again = try live.shell("$peach export --listener B --table trials | diff b.csv -")
    #expect(again.output == "")
  }

  @Test func `the guess rate of a live choice reaches its fit`() throws {
    #expect(
      try live.peach("live", "oddity.yaml", "--listener", "A", "--responder", "gaussian jnd=5", "--fast").status == 0)
    let fit = try live.peach("fit", "--listener", "A", "--log-level", "--at", "0.75", "--format", "csv")
    let rows = fit.output.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let guess = try #require(rows[0].firstIndex(of: "guess"))
    #expect(rows[1][guess].hasPrefix("0.33333333"))
  }

  @Test func `a choice is neither higher nor lower, and has no twin`() throws {
    #expect(
      try live.peach("live", "axb.yaml", "--listener", "A", "--responder", "gaussian jnd=5", "--fast").status == 0)
    let fit = try live.peach("fit", "--listener", "A", "--reading", "direction")
    #expect(fit.status == 65)
    #expect(fit.error.contains("30 trials of choices are left out (neither higher nor lower)"))
    #expect(
      try live.peach("live", "short.yaml", "--listener", "A", "--responder", "gaussian jnd=5", "--fast").status == 0)
    #expect(try live.peach("fit", "--listener", "A", "--reading", "direction").status == 0)
    #expect(
      try live.peach("calibrate", "listener", "--listener", "A", "--responder", "gaussian jnd=5", "--fast").status == 0)
    let audit = try live.peach("audit", "--listener", "A", "--session", "1")
    #expect(audit.status == 65)
    #expect(
      audit.error.contains(
        "session 1 of A: peach audit cannot check choices among sounds, because Peach makes a simulated copy (twin) of a "
          + "listener only from comparisons of notes\n"))
  }

  @Test func `an answer that no such choice has is not imported`() throws {
    #expect(
      try live.peach("live", "oddity.yaml", "--listener", "A", "--responder", "gaussian jnd=5", "--fast").status == 0)
    #expect(try live.shell("$peach export --listener A --table trials > a.csv").status == 0)
    let wrong = try live.shell(
      "sed 's/,A,/,B,/; s#/A/#/B/#; s/,\\(first\\|second\\|third\\),/,same,/' a.csv > b.csv && $peach import b.csv")
    #expect(wrong.status == 65)
    // Each is told with its line and column; the first line is the header.
    let rows = try live.workshop.text("b.csv").split(separator: "\n").dropFirst()
    let told = try zip(rows, live.trials(of: "A")).enumerated().map { index, row in
      let before = try #require(row.0.firstRange(of: ",same,")).lowerBound
      let place = "b.csv:\(index + 2):\(row.0.distance(from: row.0.startIndex, to: before) + 2)"
      let notes = try #require(row.1.order)
      return "\(place): column 'answer': expected an answer that is possible with the order '\(notes)' of the notes or "
        + "intervals, got 'same'\n"
    }
    #expect(told.count == 30)
    #expect(wrong.error == told.prefix(20).joined() + "and 10 more problems\n")
  }
}
