import Foundation
import PeachStorage
import PeachTrials
import Testing

/// Studies that state keys, deadlines, confidence, repeats and examples: simulated, at a terminal, and in lines.
@Suite struct LabResponseTests {
  private let live: LiveWorkshop

  init() throws {
    live = try LiveWorkshop()
    try live.workshop.write("study.yaml", Self.study)
  }

  private static let study = """
    name: answers
    seed: 20261128
    task: {kind: comparison, notes: [C3, C4], note-duration: 0.05}
    listeners:
      - {name: keen, kind: gaussian, jnd: 12}
    strategies:
      - {name: steps, kind: weighted-up-down, start: 100, target: 0.75, step: {factor: 1.68}}
    stop: {trials: 6}
    replicates: 10
    lab:
      instructions:
        - {en: An easy one., de: Ein leichtes Beispiel., play: {level: 100, answer: lower}}
        - {en: The second page., de: Die zweite Seite.}
      keys: {higher: [k, up], lower: [j, down]}
      swap: by-place
      deadline: {seconds: 30, then: again}
      confidence: {from: 1, to: 4, labels: [{en: guess, de: geraten}, {en: certain, de: sicher}]}
      repeat: {most: 1}
      blocks:
        - {name: first}
        - {name: second, deadline: {seconds: 0.4, then: wrong}}

    """

  private func trials(of listener: String) throws -> [TrialRecord] { try live.trials(of: listener) }

  @Test func `simulated listeners go through all of it, and their records replay, export and import`() throws {
    for id in ["P01", "P02", "P03", "P04"] {
      let day = try live.workshop.run(live.day(of: id), environment: live.environment)
      #expect(day.status == 0, "\(day.error)")
      for session in ["1", "2"] {
        #expect(try live.peach("trace", "--listener", id, "--session", session).status == 0)
      }
    }
    let sessions = try live.export("sessions")
    let database = try live.database
    for (place, id) in ["P01", "P02", "P03", "P04"].enumerated() {
      let own = try database.sessions(of: id)
      #expect(own.map(\.hasSwappedKeys) == Array(repeating: place % 2 == 1, count: 2))
      #expect(own.map(\.timeouts) == [0, 0])
      #expect(
        own[0].responses?.contains(place % 2 == 1 ? #""higher": ["j", "down"]"# : #""higher": ["k", "up"]"#) == true)
      let found = try trials(of: id)
      #expect(found.allSatisfy { (1...4).contains($0.heard.confidence ?? 0) && $0.heard.repeats == 0 })
      #expect(found.allSatisfy { $0.isTimedOut == false })
      // A listener is surer of 100 cents than of its threshold.
      #expect(found[0].heard.confidence == 4)
    }
    try live.workshop.write("sessions.csv", sessions.output)
    try live.workshop.write("trials.csv", try live.export("trials").output)
    let imported = try live.workshop.run(["import", "sessions.csv", "trials.csv"], environment: live.home("other"))
    #expect(imported.status == 0, "\(imported.error)")
    #expect(try live.export("trials", from: "other").output == live.export("trials").output)
    #expect(try live.export("sessions", from: "other").output == sessions.output)
  }

  @Test(arguments: [false, true]) func `a person answers with swapped keys, is late, rates, hears it again`(
    isGerman: Bool
  ) throws {
    if isGerman { live.environment["LANG"] = "de_DE.UTF-8" }
    // The first place has the keys as they are.
    #expect(try live.workshop.run(live.day(of: "P01"), environment: live.environment).status == 0)
    let sitting = try live.sit("live", "study.yaml", "--listener", "P02", "--device", "quiet")
    try sitting.see(isGerman ? "p  Beispiel hören" : "p  play the example")
    try sitting.type("p\r")
    try sitting.see(isGerman ? "Die zweite Seite." : "The second page.")
    #expect(sitting.picture.text.contains(isGerman ? "b  zurück" : "b  back"))
    try sitting.type("b")
    try sitting.see(isGerman ? "Ein leichtes Beispiel." : "An easy one.")
    try sitting.type("\r")
    try sitting.see(isGerman ? "Die zweite Seite." : "The second page.")
    try sitting.type("\r")
    try sitting.see(isGerman ? "Ab jetzt" : "From now on")
    try sitting.type("\r")
    let question = isGerman ? "höher oder tiefer?" : "higher or lower?"
    try sitting.see(question)
    // The keys keep their places, and the answers change them.
    #expect(sitting.picture.text.contains(isGerman ? "k ↑  tiefer        j ↓  höher" : "k ↑  lower        j ↓  higher"))
    // The usual letters mean nothing here.
    try sitting.type("h")
    try sitting.see("✗ ")
    try sitting.type("r")
    try sitting.see(isGerman ? "Referenzton" : "reference note")
    try sitting.see(question)
    try sitting.type("j")
    try sitting.see(isGerman ? "wie sicher sind Sie?" : "how sure are you?")
    #expect(
      sitting.picture.text.contains(
        isGerman ? "1  geraten      2      3      4  sicher" : "1  guess      2      3      4  certain"))
    try sitting.type("3")
    for _ in 2...6 {
      try sitting.see(question)
      try sitting.type("k")
      try sitting.see("4  ")
      try sitting.type("4")
      try sitting.wait("the rating is gone") { !sitting.picture.text.contains("4  ") || sitting.hasEnded }
    }
    // The second block's deadline is short.
    try sitting.see("Enter")
    try sitting.type("\r")
    try sitting.see(isGerman ? "zu spät" : "too late")
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    live.expectRestored(sitting)
    let found = try trials(of: "P02")
    #expect(found.prefix(6).map(\.answer) == ["higher", "lower", "lower", "lower", "lower", "lower"])
    #expect(found.prefix(6).map(\.heard.confidence) == [3, 4, 4, 4, 4, 4])
    #expect(found.prefix(6).map(\.heard.repeats) == [1, 0, 0, 0, 0, 0])
    let late = try #require(found.last)
    #expect(late.isTimedOut == true && late.answer == nil && late.isCorrect == false && late.heard.responseTime == nil)
    #expect(try live.peach("trace", "--listener", "P02", "--session", "2").status == 0)
    // Fits by direction leave the trial out, those by accuracy count it.
    try live.workshop.write("trials.csv", try live.export("trials").output)
    let direction = try live.peach("fit", "trials.csv", "--reading", "direction", "--lapse", "0.01", "--at", "0.75")
    #expect(
      direction.output.contains("1 trial without an answer in time is left"), "\(direction.output)")
  }

  @Test func `a skipped trial counts without a level change, and its records replay, continue, fit and import`() throws
  {
    try live.workshop.write(
      "study.yaml",
      Self.study.replacing("then: again", with: "then: skip")
        .replacing("seconds: 30", with: "seconds: 0.5").replacing(#/ +confidence: [^\n]*\n/#, with: ""))
    let sitting = try live.sit("live", "study.yaml", "--listener", "P01", "--device", "quiet")
    for _ in 1...3 {
      try sitting.see("Enter")
      try sitting.type("\r")
    }
    try sitting.see("higher or lower?")
    try sitting.type("k")
    // Two trials pass, and the day is left in the third.
    for _ in 1...2 {
      try sitting.see("too late")
      try sitting.wait("the next trial") { !sitting.picture.text.contains("too late") }
    }
    try sitting.see("higher or lower?")
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    let left = try trials(of: "P01")
    #expect(left.count == 3 && left[1].level == left[2].level && left[0].level != left[1].level)
    #expect(left.map(\.isTimedOut) == [false, true, true])
    #expect(left[1...2].allSatisfy { $0.answer == nil && $0.isCorrect == nil && $0.heard.responseTime == nil })
    // The next day continues, which replays what is stored.
    let rest = try live.sit("live", "study.yaml", "--listener", "P01", "--device", "quiet")
    try rest.see("Enter")
    try rest.type("\r")
    for trial in 4...6 {
      try rest.see("higher or lower?")
      try rest.type("k")
      try rest.wait("trial \(trial)") { (try? trials(of: "P01").count) ?? 0 >= trial }
    }
    try rest.see("Enter")
    try rest.type("q")
    #expect(try rest.finish() == 0)
    let found = try trials(of: "P01")
    // The skipped trials count among the six of the block.
    #expect(found.count == 6 && found[3].level == left[1].level)
    let trace = try live.peach("trace", "--listener", "P01", "--session", "1", "--format", "csv")
    #expect(trace.status == 0 && trace.rows.map { $0["response"] == "" } == found.map { $0.isTimedOut == true })
    for table in ["sessions", "trials"] { try live.workshop.write("\(table).csv", try live.export(table).output) }
    let fit = try live.peach("fit", "trials.csv", "--lapse", "0.01", "--at", "0.75")
    #expect(fit.output.contains("2 trials without an answer in time are left out"), "\(fit)")
    let imported = try live.workshop.run(["import", "sessions.csv", "trials.csv"], environment: live.home("other"))
    #expect(imported.status == 0, "\(imported.error)")
    #expect(try live.export("trials", from: "other").output == live.export("trials").output)
  }

  @Test func `in lines the keys of the study answer, and early lines are refused`() throws {
    try live.workshop.write("answers.txt", "\n\n\nk\n2\nlower\n4\n")
    let day = try live.shell("$peach live study.yaml --listener P01 --device quiet < answers.txt")
    #expect(day.status == 0)
    #expect(try trials(of: "P01").map(\.answer) == ["higher", "lower"])
    #expect(try trials(of: "P01").map(\.heard.confidence) == [2, 4])
    #expect(day.output.contains("how sure are you? (1  guess  2  3  4  certain) "))
    try live.workshop.write("short.yaml", LiveWorkshop.short)
    let early = try live.shell(
      "(printf 'h\\n'; sleep 4; printf 'l\\n'; sleep 2) | $peach live short.yaml --device quiet")
    #expect(early.output.contains("too early: answer after the question\n"), "\(early.output)")
    #expect(try live.trials().map(\.answer) == ["lower"])
  }

  @Test func `rules that cannot be followed are refused with their place`() throws {
    func problem(_ old: String, _ new: String) throws -> String {
      try live.workshop.write("wrong.yaml", Self.study.replacing(old, with: new))
      let outcome = try live.peach("check", "wrong.yaml")
      #expect(outcome.status == 65)
      return outcome.error
    }
    #expect(
      try problem("lower: [j, down]", "lower: [k]")
        .contains("block first: the keyboard key k is stated for both higher and lower"))
    #expect(try problem("lower: [j, down]", "lower: [q]").contains("expected keys such as k, 1, up"))
    #expect(try problem("{higher: [k, up]", "{hihger: [k, up]").contains("did you mean 'higher'?"))
    #expect(try problem("then: wrong", "then: leave").contains("expected one of wrong, again, skip"))
    #expect(try problem("to: 4", "to: 1").contains("expected from < to, got from: 1 and to: 1"))
    #expect(try problem("answer: lower", "answer: second").contains("expected one of higher, lower, got 'second'"))
  }
}
