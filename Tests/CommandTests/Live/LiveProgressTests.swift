import Foundation
import PeachStorage
import Testing

/// What a session shows of how far it has come, and what leaving it tells.
@Suite struct LiveProgressTests {
  private let live: LiveWorkshop

  init() throws { live = try LiveWorkshop() }

  private static let study = """
    name: places
    seed: 5
    task: {kind: comparison, notes: [C3, C4], note-duration: 0.05}
    listeners:
      - {name: keen, kind: gaussian, jnd: 12}
    strategies:
      - {name: steps, kind: weighted-up-down, start: 100, step: {factor: 2}, limits: [1, 200]}
    stop: {trials: 3}
    replicates: 1
    lab:
      practice: {strategy: steps, trials: 2}
      blocks:
        - {name: one, strategy: steps}
        - {name: two, strategy: steps}

    """

  private func lines(_ file: String, _ input: String) throws -> [String] {
    try live.workshop.write("places.yaml", file)
    let outcome = try live.shell(
      "printf '\(input)' > lines.txt; $peach live places.yaml --listener P07 --device quiet < lines.txt")
    #expect(outcome.status == 0, "\(outcome.error)")
    return outcome.output.split(separator: "\n").map(String.init).filter { $0.contains(/([Tt]rial|Versuch) \d/) }
  }

  @Test func `lines show the block and the number of the trial`() throws {
    let shown = try lines(Self.study, "\\nh\\nh\\n\\nh\\nh\\nh\\n\\nh\\nq\\n")
    #expect(
      shown == [
        "Practice, trial 1 of 2", "Practice, trial 2 of 2", "Block 1 of 2, trial 1 of 3", "Block 1 of 2, trial 2 of 3",
        "Block 1 of 2, trial 3 of 3", "Block 2 of 2, trial 1 of 3", "Block 2 of 2, trial 2 of 3",
      ])
  }

  @Test func `a study can hide the progress, and German shows it too`() throws {
    #expect(try lines(Self.study.replacing("lab:\n", with: "lab:\n  progress: false\n"), "\\nh\\nq\\n") == [])
    live.environment["PEACH_HOME"] = live.workshop.path("german")
    live.environment["LANG"] = "de_DE.UTF-8"
    #expect(try lines(Self.study, "\\nh\\nq\\n") == ["Übung, Versuch 1 von 2", "Übung, Versuch 2 von 2"])
  }

  @Test(arguments: [
    ("stop: {reversals: 4}", "trial 1"), ("stop: {any: [{trials: 30}, {reversals: 4}]}", "trial 1"),
    ("stop: {all: [{trials: 30}, {trials: 40}]}", "trial 1 of 40"),
    ("stop: {any: [{trials: 30}, {trials: 40}]}", "trial 1 of 30"),
  ]) func `the number of trials is shown only if the stop rule fixes it`(stop: String, said: String) throws {
    let file = Self.study.replacing("stop: {trials: 3}", with: stop).replacing(/\x20{2}practice.*\n/, with: "")
    #expect(try lines(file, "\\nq\\n") == ["Block 1 of 2, \(said)"])
  }

  @Test func `constant stimuli show their number of trials, and an experiment without blocks its trials`() throws {
    let file = LiveWorkshop.short.replacing(
      "{name: kazez, kind: kazez}", with: "{name: fixed, kind: constant-stimuli, levels: [10, 20, 40], repetitions: 4}")
    #expect(
      try lines(file.replacing("stop: {trials: 40}\n", with: ""), "h\\nq\\n") == ["Trial 1 of 12", "Trial 2 of 12"])
    live.environment["PEACH_HOME"] = live.workshop.path("other")
    #expect(try lines(LiveWorkshop.short, "h\\nq\\n") == ["Trial 1 of 40", "Trial 2 of 40"])
  }

  @Test func `training shows no length, and no score`() throws {
    let outcome = try live.shell(
      "printf 'h\\nq\\n' > lines.txt; $peach live comparison --device quiet --trials 5 < lines.txt")
    #expect(outcome.status == 0)
    #expect(!outcome.output.lowercased().contains("trial"))
  }

  @Test(arguments: [60, 80, 200]) func `the screen has a separate line for block and trial`(columns: Int) throws {
    try live.workshop.write("places.yaml", Self.study.replacing(/\x20{2}practice.*\n/, with: ""))
    let sitting = try live.sit("live", "places.yaml", "--listener", "P07", "--device", "quiet")
    try sitting.terminal.resize(rows: 20, columns: UInt16(columns))
    sitting.signal(SIGCONT)
    try sitting.see("From now on, your answers count.")
    try sitting.type("\r")
    try sitting.see("higher or lower?")
    #expect(sitting.picture.lines.contains("  Block 1 of 2 · trial 1 of 3"), "\(sitting.picture.text)")
    try sitting.type("h")
    try sitting.see("Block 1 of 2 · trial 2 of 3")
    #expect(sitting.picture.scrolls == 0)
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    live.expectRestored(sitting)
  }

  // MARK: Leaving

  @Test func `leaving training lists the stored data, and the named commands run`() throws {
    let sitting = try live.sit(
      "live", "comparison", "--listener", "P07", "--interval", "octave-down", "--device", "quiet")
    try sitting.see("higher or lower?")
    try sitting.type("h")
    try sitting.wait("an answer", until: { (try? live.trials(of: "P07").count) == 1 })
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    live.expectRestored(sitting)
    let told = """
      1 trial is stored for P07.\r
        peach live comparison --interval octave-down --device quiet --listener P07\r
            goes on\r
        peach profile P07\r
            shows your profile\r

      """
    #expect(sitting.terminal.written.hasSuffix(told), "\(sitting.terminal.written.suffix(400))")
    let again = try live.shell(
      "printf 'l\\n\\004' > lines.txt; $peach live comparison --interval octave-down --device quiet --listener P07 < lines.txt"
    )
    #expect(again.status == 0)
    #expect(again.error.hasPrefix("1 trial is stored for P07.\n"))
    #expect(try live.peach("profile", "P07").status == 0)
  }

  @Test func `the message is as plain without an answer and in German`() throws {
    let none = try live.shell("$peach live comparison --device quiet < /dev/null")
    #expect(
      none.error == """
        No trials are stored for me.
          peach live comparison --device quiet  goes on
          peach profile                         shows your profile

        """)
    live.environment["LANG"] = "de_DE.UTF-8"
    let german = try live.shell("printf 'h\\nt\\n' > lines.txt; $peach live matching --device quiet < lines.txt")
    #expect(german.error.hasPrefix("Keine Versuche sind für me gespeichert.\n"), "\(german.error)")
    #expect(german.error.contains("macht weiter") && german.error.contains("zeigt Ihr Profil"))
  }

  // MARK: A simulated listener

  @Test(arguments: ["q", "\u{4}"]) func `q leaves a simulated listener's session too`(key: String) throws {
    let sitting = try live.sit(
      "live", "short.yaml", "--listener", "model", "--device", "quiet", "--responder", "gaussian jnd=9")
    try sitting.wait("an answer", until: { ((try? live.trials(of: "model").count) ?? 0) >= 1 })
    // Other keys do nothing.
    try sitting.type("hl \r")
    try sitting.type(key)
    #expect(try sitting.finish() == 0)
    live.expectRestored(sitting)
    #expect(sitting.terminal.written.contains("stored. To see "))
    let session = try #require(try live.sessions(of: "model").first)
    #expect(session.endReason == "quit" && session.trials < 40)
  }

  @Test func `off a terminal a simulated listener reads nothing`() throws {
    let outcome = try live.shell(
      "(printf 'q\\n' | ($peach live short.yaml --listener model --device quiet --responder 'gaussian jnd=9' --trials 2; cat))"
    )
    #expect(outcome.status == 0)
    #expect(outcome.output.hasSuffix("q\n"))
    #expect(try live.trials(of: "model").count == 2)
  }
}
