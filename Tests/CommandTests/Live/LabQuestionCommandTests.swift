import Foundation
import GRDB
import PeachStorage
import PeachTrials
import Testing

/// Questions, metadata and consent of a study in the whole program: in lines, on a terminal, after kills, and in exports.
@Suite struct LabQuestionCommandTests {
  private let live: LiveWorkshop

  /// Two blocks of two trials, and a question of each kind at each time.
  static let study = """
    name: study
    seed: 20261128
    task: {kind: comparison, notes: [C3, C4], note-duration: 0.05}
    listeners:
      - {name: keen, kind: gaussian, jnd: 12}
    strategies:
      - {name: kazez, kind: kazez}
    stop: {trials: 2}
    replicates: 10
    lab:
      consent: {en: May we store your answers?, de: Dürfen wir deine Antworten speichern?}
      feedback: false
      blocks:
        - {name: unison}
        - {name: fifth, task: {intervals: [perfect-fifth-up]}}
      questions:
        - {name: age, about: listener, ask: {en: How old are you?, de: Wie alt sind Sie?}, kind: number, unit: years, range: [18, 99], whole: true}
        - name: instrument
          about: listener
          optional: true
          ask: {en: Which instrument?, de: Welches Instrument?}
          kind: choice
          options:
            - {name: none, text: {en: no instrument, de: kein Instrument}}
            - {name: violin, text: {en: violin, de: Geige}}
        - {name: threshold_1k, about: listener, meaning: Audiogram threshold at 1 kHz, kind: number, unit: dB HL, range: [-10, 120]}
        - name: effort
          when: between
          ask: {en: How hard was it?, de: Wie schwer war es?}
          kind: scale
          from: 1
          to: 5
          labels: {1: {en: easy, de: leicht}, 5: {en: hard, de: schwer}}
        - {name: remark, when: after, optional: true, ask: {en: "Anything else?", de: "Noch etwas?"}, kind: text, longest: 40}

    """

  init() throws {
    live = try LiveWorkshop()
    try live.workshop.write("study.yaml", Self.study)
  }

  private func run(_ arguments: String...) throws -> Workshop.Outcome {
    try live.workshop.run(arguments, environment: live.environment)
  }

  /// A person whose lines come from a file.
  private func lines(_ lines: String, of listener: String = "P07") throws -> Workshop.Outcome {
    try live.shell(
      "printf '\(lines)' > lines.txt; $peach live study.yaml --listener \(listener) --device quiet < lines.txt")
  }

  /// Question, block and value of each answer, as exported.
  private func answers(_ home: String = "home") throws -> [String] {
    let table = try live.workshop.run(
      ["export", "--study", "study", "--table", "answers"], environment: live.home(home))
    return table.rows.map { row in
      "\(row["listener"]!) \(row["question"]!) \(row["block"]!) \(row["refused"] == "1" ? "refused" : row["value"]!)"
    }
  }

  // MARK: Asking

  @Test func `a person answers over lines, and a wrong line is explained`() throws {
    let day = try lines("\\n17\\n34\\n3\\n2\\n\\nh\\nh\\n6\\n4\\n\\nh\\nh\\n1\\n-\\n\\n")
    #expect(day.status == 0, "\(day.error)")
    #expect(
      day.output.contains(
        """

        Question 1 of 2

        How old are you?

        Please type a whole number from 18 to 99.

        Question 2 of 2

        Which instrument?

          1  no instrument
          2  violin
          -  I would rather not say

        Type the number of your answer, or q to leave.

        Please choose an answer.

        """), "\(day.output)")
    #expect(
      day.output.contains("Question\n\nHow hard was it?\n\n  1  easy\n  2\n  3\n  4\n  5  hard\n"), "\(day.output)")
    #expect(day.output.contains("Question 2 of 2\n\nAnything else?\n\n-  I would rather not say\n"))
    #expect(
      try answers() == [
        "P07 age  34", "P07 instrument  violin", "P07 effort unison 4", "P07 effort fifth 1", "P07 remark  refused",
      ])
  }

  @Test func `a listener who left is asked only what is not answered`() throws {
    #expect(try lines("\\n34\\nq\\n").status == 0)
    #expect(try answers() == ["P07 age  34"])
    let second = try lines("1\\n\\nh\\nh\\nq\\n")
    #expect(second.output.hasPrefix("\nQuestion\n\nWhich instrument?\n"), "\(second.output)")
    let third = try lines("5\\n\\nh\\nh\\n2\\nq\\n")
    #expect(third.output.hasPrefix("\nQuestion\n\nHow hard was it?\n"), "\(third.output)")
    let fourth = try lines("fine, thanks\\n\\n")
    #expect(fourth.output.hasPrefix("\nQuestion\n\nAnything else?\n"), "\(fourth.output)")
    #expect(fourth.output.hasSuffix("Thank you for taking part.\n\nEnter  leave\n"))
    #expect(try lines("").output.isEmpty)
    let rows = try run("export", "--study", "study", "--table", "answers", "--format", "json")
    #expect(
      rows.output.contains(
        "\"question\": \"remark\", \"about\": \"study\", \"day\": null, \"block\": null, \"session\": null, \"value\": \"fine, thanks\", \"refused\": 0"
      ), "\(rows.output)")
  }

  /// The texts that a person sees, in one language.
  private struct Seen {
    var locale: String
    var consent: String
    var age: String
    var problem: String
    var instrument: String
    var keys: String
    var block: String
    var question: String
    var effort: String
    var remark: String
    var again: String
    var thanks: String

    static let english = Seen(
      locale: "C.UTF-8", consent: "I agree", age: "How old are you?",
      problem: "Please type a whole number from 18 to 99.", instrument: "Which instrument?",
      keys: "↑ ↓  choose     Enter  go on     q  leave", block: "your answers count", question: "higher or lower?",
      effort: "How hard was it?", remark: "Anything else?", again: "Press Enter again", thanks: "Thank you")
    static let german = Seen(
      locale: "de_DE.UTF-8", consent: "ich willige ein", age: "Wie alt sind Sie?",
      problem: "Bitte geben Sie eine ganze Zahl von 18 bis 99 ein.", instrument: "Welches Instrument?",
      keys: "↑ ↓  wählen     Enter  weiter     q  verlassen", block: "Ab jetzt zählen", question: "höher oder tiefer?",
      effort: "Wie schwer war es?", remark: "Noch etwas?", again: "Noch einmal Enter", thanks: "Vielen Dank")
  }

  @Test(arguments: [true, false]) func `a person answers on a terminal, is killed, and is not asked again`(
    isGerman: Bool
  ) throws {
    let seen = isGerman ? Seen.german : .english
    live.environment["LANG"] = seen.locale
    let first = try live.sit("live", "study.yaml", "--listener", "P07", "--device", "quiet")
    try first.see(seen.consent)
    try first.type("\r")
    try first.see(seen.age)
    try first.type("17\r")
    try first.see(seen.problem)
    try first.type("\u{7f}8\r")
    try first.see(seen.instrument)
    #expect(first.picture.text.contains(seen.keys))
    #expect(first.picture.scrolls == 0 && first.picture.unknown.isEmpty)
    first.signal(SIGKILL)
    _ = try? first.finish()

    let second = try live.sit("live", "study.yaml", "--listener", "P07", "--device", "quiet")
    try second.see(seen.instrument)
    #expect(!second.terminal.written.contains(seen.age))
    try second.type("\u{1b}[A\r")
    try second.see(seen.block)
    try second.type("\r")
    for block in 1...2 {
      for _ in 1...2 {
        try second.see(seen.question)
        try second.type("h")
        try second.wait("no question") { !second.picture.text.contains(seen.question) || second.hasEnded }
      }
      try second.see(seen.effort)
      try second.type("\(block + 3)\r")
      if block == 1 {
        try second.see("Enter")
        try second.wait("the break") { !second.picture.text.contains(seen.effort) }
        try second.type("\r")
      }
    }
    try second.see(seen.remark)
    try second.type("\r")
    try second.see(seen.again)
    try second.type("\r")
    try second.see(seen.thanks)
    try second.type("\r")
    #expect(try second.finish() == 0)
    live.expectRestored(second)
    let blocks = try live.sessions(of: "P07").compactMap(\.block)
    #expect(
      try answers() == [
        "P07 age  18", "P07 instrument  refused", "P07 effort \(blocks[0]) 4", "P07 effort \(blocks[1]) 5",
        "P07 remark  refused",
      ])
    let consent = try live.database.consent(of: try #require(try live.database.participations(of: "P07").first))
    #expect(consent?.text.language == (isGerman ? .german : .english) && consent?.time != nil)
    try live.expectNothingLeft()
  }

  @Test func `a simulated listener answers the same, however often the program is killed`() throws {
    for listener in ["P01", "P02", "P03"] {
      let calm = try live.workshop.run(live.day(of: listener), environment: live.home("calm"))
      try #require(calm.status == 0, "\(calm.error)")
    }
    var random = StreamFamily(seed: 20_261_128, path: ["questions"]).stream(replicate: 1)
    for listener in ["P01", "P02", "P03"] {
      for _ in 1...4 {
        let running = try live.workshop.begin(live.day(of: listener), environment: live.environment)
        usleep(UInt32(250_000 * random.unit()))
        running.signal(SIGKILL)
        _ = running.finish()
      }
      #expect(try live.workshop.run(live.day(of: listener), environment: live.environment).status == 0)
    }
    #expect(try answers().count == 3 * 5)
    for table in ["answers", "participants", "consents", "questions"] {
      let export = ["export", "--study", "study", "--table", table]
      #expect(
        try live.workshop.run(export, environment: live.environment)
          == live.workshop.run(export, environment: live.home("calm")), "\(table)")
    }
  }

  // MARK: Consent

  @Test func `a refusal is counted without the listener, and leaving is no refusal`() throws {
    let refused = try lines("n\\n", of: "P03")
    #expect(
      refused.error
        == "study, P03: the listener did not agree to take part; only the refusal is counted\n")
    #expect(
      try lines("q\\n", of: "P04").error
        == "study, P04: the listener left before agreeing to take part; nothing is stored\n")
    #expect(try live.database.listeners().isEmpty)
    let bytes = try Data(contentsOf: URL(filePath: live.workshop.path("home/peach.sqlite")))
    #expect(bytes.range(of: Data("P03".utf8)) == nil)
    #expect(try run("study", "study.yaml").output.contains("1 listener refused to take part, at "))
    #expect(try live.workshop.run(live.day(of: "P01"), environment: live.environment).status == 0)
    _ = try lines("n\\n", of: "P05")
    let page = try run("study", "study.yaml").output
    #expect(page.contains("2 listeners refused to take part, the last at "), "\(page)")
    let rows = try run("export", "--study", "study", "--table", "consents").rows
    #expect(rows.map { "\($0["number"]!) \($0["agreed"]!) \($0["listener"]!)" } == ["1 1 P01", "2 0 ", "3 0 "])
    #expect(Set(rows.map { $0["consent_version"]! }).count == 1)
    // One listener's table has nobody else's decision.
    #expect(try run("export", "--listener", "P01", "--table", "consents").rows.count == 1)
  }

  // MARK: Metadata

  @Test func `the experimenter enters what the file declares`() throws {
    #expect(try live.workshop.run(live.day(of: "P01"), environment: live.environment).status == 0)
    #expect(
      try run("listener", "describe", "P01", "threshold_1k=12.5", "age=40", "--study", "study").output
        .hasSuffix("  threshold_1k  12.5 dB HL\n"))
    func refused(_ facts: String...) throws -> String {
      let outcome = try live.workshop.run(["listener", "describe", "P01"] + facts, environment: live.environment)
      #expect(outcome.status == 64 && outcome.output.isEmpty)
      return outcome.error
    }
    #expect(
      try refused("ages=3")
        == "ages: the study has no question about the listener with this name; expected one of age, instrument, threshold_1k\n  hint: did you mean 'age'?\n"
    )
    #expect(try refused("age=12") == "age: expected a whole number (years) from 18 to 99, got '12'\n")
    #expect(
      try refused("instrument=drum")
        == "instrument: expected one of none, violin, or - for a refusal to answer, got 'drum'\n")
    #expect(try refused("age") == "expected NAME=VALUE, got 'age'\n")
    #expect(try refused("age=20", "age=21") == "age: given twice; expected each fact once\n")
    #expect(try refused("effort=3").hasPrefix("effort: the study has no question about the listener with this name"))
    #expect(
      try refused("age=20", "--study", "other")
        == "--study: listener 'P01' takes part in no study 'other'; expected study\n")
    let row = try #require(try run("export", "--study", "study", "--table", "participants").rows.first)
    #expect(row["age"] == "40" && row["threshold_1k"] == "12.5" && row["place"] == "1" && row["blocks_done"] == "2")
    #expect(row["order"] == "unison fifth" && row["simulated"] == "1")
    #expect(try run("study", "study.yaml").output.contains("P01                40"))
    let page = try run("listener", "P01").output
    #expect(page.contains("age                        40 years    experimenter\n"), "\(page)")
  }

  // MARK: Exports

  @Test func `a data set has the people with their dictionary, and is verified`() throws {
    for listener in ["P01", "P02"] {
      #expect(try live.workshop.run(live.day(of: listener), environment: live.environment).status == 0)
    }
    // This one has answered a question and heard nothing.
    #expect(try lines("\\n34\\nq\\n", of: "P07").status == 0)
    for (folder, layout) in [("set", []), ("bids", ["--standard", "bids"])] {
      let written = try live.workshop.run(
        ["export", "--study", "study", "--dataset", folder] + layout, environment: live.environment)
      #expect(written.status == 0, "\(written.error)")
      let again = try run("verify", folder)
      #expect(
        again.status == 0 && again.output.contains("Peach wrote every file again, and all are the same"), "\(again)")
    }
    let dictionary = try String(contentsOfFile: live.workshop.path("set/documentation/dictionary.csv"), encoding: .utf8)
    #expect(dictionary.contains("participants,age,integer,years,\"in [18, 99]\",How old are you?\n"))
    #expect(
      dictionary.contains("participants,threshold_1k,number,dB HL,\"in [-10, 120]\",Audiogram threshold at 1 kHz\n"))
    #expect(
      dictionary.contains(
        "participants,instrument,text,,\"none, violin\",Which instrument? (none: no instrument; violin: violin)\n"))
    let people = try String(contentsOfFile: live.workshop.path("bids/participants.tsv"), encoding: .utf8)
      .split(separator: "\n")
    #expect(people.count == 4)
    #expect(people[3].hasPrefix("sub-P07\tP07\tno\tstudy\t3\t"), "\(people[3])")
    #expect(people[3].hasSuffix("\t34\tn/a\tn/a\tn/a"), "\(people[3])")
    // Trials elsewhere do not enter a data set of the study.
    #expect(
      try live.peach("live", "short.yaml", "--listener", "P01", "--responder", "gaussian jnd=5", "--fast").status == 0)
    #expect(try run("export", "--study", "study", "--dataset", "set", "--force").status == 0)
    let sessions = try String(
      contentsOfFile: live.workshop.path("set/data/study-study_description-sessions_data.csv"), encoding: .utf8)
    #expect(!sessions.contains("short,"))
  }

  @Test func `trials are fitted by what is known about their listeners`() throws {
    try live.workshop.write("study.yaml", Self.study.replacing("trials: 2", with: "trials: 30"))
    for listener in ["P01", "P02", "P03"] {
      #expect(try live.workshop.run(live.day(of: listener), environment: live.environment).status == 0)
    }
    for (listener, instrument) in [("P01", "none"), ("P02", "violin"), ("P03", "none")] {
      #expect(try run("listener", "describe", listener, "instrument=\(instrument)").status == 0)
    }
    let fit = ["fit", "--study", "study", "--reading", "direction", "--lapse", "0.01", "--format", "csv", "--by"]
    let groups = try live.workshop.run(fit + ["instrument"], environment: live.environment)
    #expect(groups.status == 0, "\(groups.error)")
    #expect(groups.rows.map { "\($0["instrument"]!) \($0["trials"]!)" } == ["none 120", "violin 60"])
    let places = try live.workshop.run(fit + ["place,block"], environment: live.environment)
    #expect(places.rows.map { "\($0["place"]!) \($0["block"]!)" }.count == 6, "\(places.error)")
  }

  @Test func `two computers share a study, and one gets the records of both`() throws {
    let place = try live.workshop.run(live.day(of: "P02") + ["--place", "2"], environment: live.home("laptop"))
    #expect(place.status == 0, "\(place.error)")
    #expect(try live.workshop.run(["backup", "laptop.sqlite"], environment: live.home("laptop")).status == 0)
    #expect(try live.workshop.run(live.day(of: "P01") + ["--place", "1"], environment: live.environment).status == 0)
    let merged = try run("import", "laptop.sqlite")
    #expect(
      merged.output == "laptop.sqlite: added 1 listener, 2 sessions, 4 trials, 5 answers\n", "\(merged)")
    #expect(try run("import", "laptop.sqlite").output == "laptop.sqlite: added 0 listeners\n  already here: P02\n")
    let rows = try run("export", "--study", "study", "--table", "participants").rows
    #expect(
      rows.map { "\($0["listener"]!) \($0["place"]!) \($0["order"]!)" } == ["P01 1 unison fifth", "P02 2 unison fifth"])
    // The listener can continue here.
    #expect(
      try live.workshop.run(live.day(of: "P02"), environment: live.environment).error.contains("the study is complete"))
    for table in PeopleColumns.tables {
      try live.workshop.write("\(table).csv", try run("export", "--study", "study", "--table", table).output)
      let note = try run("import", "\(table).csv")
      #expect(
        note.error.hasPrefix(
          "\(table).csv: not imported; answers, consents and places can only be imported with complete records"),
        "\(note)")
    }
  }
}

private enum PeopleColumns {
  static let tables = ["participants", "answers", "consents", "questions"]
}
