import Foundation
import PeachAnalysis
import PeachExperiments
import PeachPitch
import PeachReporting
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials
import Testing

extension Writer {
  /// Whole documents, as users get them.
  static let documents: [Writer] = [
    Writer(
      "an HTML report",
      ["PageTemplate", "PageTemplates", "ReportedData"].map { "PeachReporting/Reports/Pages/\($0).swift" }, most: 5000
    ) { texts in
      func page(_ texts: [String]) throws -> Parsers.Elements {
        var table = PageTable("caption", [PageTable.Column("text")], most: .max)
        for text in texts { table.add([text]) }
        let blocks: [PageBlock] =
          [.table(table), .list(texts), .commands(texts)]
          + texts.flatMap { text -> [PageBlock] in
            [.text(text), .facts([PageFact(text, text)]), .part(text, []), .folded(text, [])]
          }
        let report = ReportPage(
          kind: texts[0], title: texts[0], lead: texts[0],
          sections: texts.map { PageSection($0, []) } + [PageSection("s", blocks)],
          data: .textList(texts))
        return try Parsers.Elements("html", HTMLPage(report, program: texts[0]) { _ in nil }.html)
      }
      let found = try page(texts)
      let plain = try page(texts.map { _ in "plain" })
      let same = found.tags == plain.tags && found.attributes == plain.attributes
      func inOrder(_ tag: String, _ drop: Int = 0) -> [String] { Array((found.texts[tag] ?? []).dropFirst(drop)) }
      let data = try #require(Parsers.python("json", found.texts["script"]?.first ?? "") as? [String])
      return (same ? [] : ["it has elements or attributes that a plain page has not"])
        + differences(inOrder("th", 1), texts, shown) + differences(inOrder("dt"), texts, shown)
        + differences(inOrder("dd"), texts, shown) + differences(inOrder("h3"), texts, shown)
        + differences(inOrder("summary"), texts, shown) + differences(Array(inOrder("h2").dropLast()), texts, shown)
        + differences(inOrder("p", 2).dropLast(), texts, shown) + differences(data, texts)
        + differences([inOrder("code").first], [texts.map { shown($0) + "\n" }.joined()])
    },
    Writer(
      "a figure", ["SVGPicture", "Shape+SVG", "GnuplotScript"].map { "PeachReporting/Figures/Drawing/\($0).swift" },
      most: 500
    ) { texts in
      try stride(from: 0, to: texts.count, by: 50).flatMap { start -> [String] in
        let some = Array(texts[start..<min(start + 50, texts.count)])
        let panels = some.map { text in
          Figure.Panel(
            title: text, x: FigureAxis(text, categories: [text, "b"]), y: FigureAxis("y"),
            layers: [
              Figure.Layer(text, .disc, .ink, [.init(0, 1), .init(1, 2)]),
              Figure.Layer("other", .line, .series(0), [.init(0, 2), .init(1, 1)]),
            ])
        }
        let picture = try Parsers.Elements(
          "svg", SVGPicture(Figure(name: "f", title: some[0], description: some[0], panels: panels)).element)
        let isPlain =
          Set(picture.tags).isSubset(of: plainElements) && picture.attributes.allSatisfy { !$0.hasPrefix("on") }
        let read = Set((picture.texts["text"] ?? []).map(stripped))
        return (isPlain ? [] : ["it has other elements: \(Set(picture.tags).subtracting(plainElements))"])
          + differences([picture.texts["title"]?.first], [some[0]], shown)
          + differences([picture.texts["desc"]?.first], [some[0]], shown)
          + some.map { stripped(shown($0)) }.filter { !$0.isEmpty && !read.contains($0) }.map {
            "\(scalars($0)) is not in the picture"
          }
      }
    },
    Writer(
      "the keyboard", ["PeachReporting/Figures/Keyboard/KeyboardPicture+SVG.swift"],
      most: 2000
    ) {
      texts in
      var found: [String] = []
      var pictures = ""
      for (place, text) in texts.enumerated() {
        let profile = await ListenerProfile(of: text, [], jobs: 1)
        let words = KeyboardPicture.Texts(
          title: "t", empty: text, tooFew: text, threshold: text, dots: text, cents: text, nearer: text)
        let picture = KeyboardPicture(
          of: profile, thresholds: [], notes: try MIDINote(60)...MIDINote(61), texts: words)
        pictures += picture.svgElement(id: "k\(place)")
        if place < 20 { found += try picture.png().starts(with: [0x89, 0x50]) ? [] : ["no PNG of \(scalars(text))"] }
      }
      let read = try Parsers.Elements("svg", "<svg xmlns=\"http://www.w3.org/2000/svg\">\(pictures)</svg>")
      return found + differences(read.texts["title"] ?? [], texts) { shown("t: " + $0) }
        + (Set(read.tags).isSubset(of: plainElements) ? [] : ["it has other elements: \(Set(read.tags))"])
    },
    Writer(
      "rows as JSON",
      [
        "PeachReporting/Reports/JSONRows.swift", "PeachReporting/Reports/Fits/FitTable.swift",
        "PeachReporting/Reports/Fits/PopulationTable.swift",
      ]
    ) {
      texts in
      let read = try #require(
        Parsers.python("json", JSONRows.text(["a", texts[0] + "b"], texts.map { [.text($0), .text($0)] }))
          as? [[String: String]])
      return differences(read.map { $0["a"] }, texts) + differences(read.map { $0[texts[0] + "b"] }, texts)
    },
    Writer("a profile as JSON", ["PeachReporting/Reports/Profile/ProfileJSON.swift"], most: 300) { texts in
      var documents: [String] = []
      for text in texts.prefix(300) {
        let profile = await ListenerProfile(of: text, [], jobs: 1)
        documents.append(ProfileJSON.text(profile, notes: try MIDINote(60)...MIDINote(61)))
      }
      let read = try #require(Parsers.python("json", "[\(documents.joined(separator: ","))]") as? [[String: Any]])
      return differences(read.map { $0["listener"] as? String }, Array(texts.prefix(300)))
    },
    Writer(
      "messages to a program",
      [
        "PeachSupport/Processes/ProgramConnection.swift", "PeachSupport/Processes/Conversation.swift",
        "PeachListeners/ProcessListener.swift",
        "PeachStrategies/Programs/ProcessStrategy.swift",
      ]
    ) { texts in
      let settings = Value.mapping(texts.map { .init($0, .text($0)) })
      let opening = ProgramConnection.opening(role: "strategy", settings: settings, task: .textList(texts))
      // Keys and values, one after the other.
      let read = try #require(Parsers.python("pairs", "{" + opening.dropFirst() + "}") as? [Any])
      return differences(read[5] as? [String] ?? [], texts.flatMap { [$0, $0] })
        + differences(read[7] as? [String] ?? [], texts)
        + (opening.utf8.contains(0x0a) ? ["it is more than a line"] : [])
    },
    Writer("a program that --allow-processes starts", [], most: 500) { texts in
      let words = texts.filter { !$0.isEmpty && !$0.unicodeScalars.contains("\0") }.prefix(500)
      let workshop = try Workshop()
      try workshop.write(
        "experiment.yaml",
        """
        name: small
        seed: 7
        task: {kind: forced-choice, unit: dB}
        listeners: [{name: ear, kind: psychometric, function: gumbel, threshold: -20, slope: 0.175}]
        strategies: [{name: other, kind: process, command: \(Value.textList(["python3"] + words).json())}]
        stop: {trials: 20}
        replicates: 2

        """)
      let outcome = try workshop.peach("check", "experiment.yaml")
      let mark = ": python3 "
      let line = outcome.output.utf8.split(on: "\n").first { $0.utf8.split(on: mark).count > 1 }
      let command = try #require(line, "\(outcome)").utf8.split(on: mark)[1]
      return differences(try Parsers.words([command], shell: "/bin/sh"), Array(words), SafeText.line)
    },
    Writer(
      "a table in Markdown",
      ["PeachReporting/Reports/Markdown.swift", "PeachReporting/Reports/StrategyPage+Markdown.swift"], most: 2000
    ) {
      texts in
      let texts = texts.filter { !$0.utf8.contains(0x0a) && !$0.utf8.contains(0x0d) && !$0.utf8.contains(0x09) }
      let parameters = texts.map { Parameter(name: "p", kind: .text, fallback: "x", meaning: "m \($0) m") }
      let rows = try Parsers.markdownCells(ParameterTable(parameters).markdown).dropFirst()
      return differences(rows.map { $0.count == 6 ? $0[4] : "\($0.count) cells" }, texts.map { "m \($0) m" }) {
        $0.unicodeScalars.reduce(into: "") { result, scalar in
          result += ["\u{85}", "\u{2028}", "\u{2029}"].contains(scalar) ? " " : withoutMark(shownInMarkup(scalar))
        }
      }
    },
    Writer(
      "a data set",
      [
        "DataSets/TableFile", "DataSets/JSONText", "DataSets/ReadMe", "Notebooks/Notebook", "Notebooks/NotebookCells",
        "Notebooks/NotebookModule", "Notebooks/PopulationNotebook",
      ].map { "PeachReporting/Exchange/\($0).swift" }, most: 2000
    ) { texts in
      // SQLite keeps no text behind a zero byte.
      let texts = texts.filter { !$0.isEmpty && !$0.utf8.contains(0) }
      let workshop = try Workshop()
      let live = try LiveDatabase.open(at: workshop.path("peach.sqlite"))
      var session = SessionRecord(
        listener: "P07", kind: .comparison, name: "n", strategy: "kazez", experiment: "{}", profile: "{}",
        seed: "000000000135ce1b", responder: nil, scale: "log", version: "0", build: "b")
      session.device = texts[0]
      let number = try live.beginSession(session)
      for (place, text) in texts.enumerated() { try live.append(trial(place + 1, sound: text), to: number) }
      try live.endSession(number, reason: "quit", at: "2026-11-21T08:10:00Z")
      let source = try DataSource.listeners(["P07"], in: live, kinds: .builtIn)
      let notebook = Notebook(fits: try await NotebookFits.ofListeners(["P07"], in: live), isLive: true)
      var found: [String] = []
      let standards: [(any DataSetStandard.Type, String, String)] = [
        (PsychDS.self, "data/subject-P07_description-trials_data.csv", "csv"),
        (BIDS.self, "sub-P07/beh/sub-P07_task-comparison_beh.tsv", "tsv"),
      ]
      for (standard, file, mode) in standards {
        _ = try DataSet.write(
          source, to: workshop.path(mode), replacing: false, standard: standard, notebook: notebook,
          isCancelled: { false })
        let rows = try Parsers.rows(mode, workshop.text("\(mode)/\(file)"))
        let column = try #require(rows[0].firstIndex(of: "sound"))
        found += fieldProblems(rows.dropFirst().map { $0.count == rows[0].count ? $0[column] : "a broken row" }, texts)
        let materials = try #require(
          workshop.files(below: "\(mode)/materials").first.map { try workshop.text("\(mode)/materials/\($0)") })
        let made = try #require(Parsers.python("json", materials) as? [String: Any])["provenance"] as? [String: Any]
        found += differences([made?["device"] as? String], [texts[0]])
      }
      let cells = try #require(Parsers.python("notebook", workshop.text("csv/notebook.ipynb")) as? [String])
      found += cells.count > 3 && cells.allSatisfy { $0.hasPrefix("Module(") } ? [] : ["cells are no Python: \(cells)"]
      return found + (try unguarded(texts, by: workshop.text("csv/peach_notebook.py")))
        + (try readMe(of: texts.prefix(40), in: workshop))
    },
  ]

  /// What figures and the keyboard are drawn with.
  private static let plainElements: Set<String> = [
    "svg", "title", "desc", "style", "defs", "g", "path", "use", "circle", "rect", "polygon", "polyline", "text",
  ]

  private static func shownInMarkup(_ scalar: Unicode.Scalar) -> String {
    scalar.properties.isNoncharacterCodePoint || scalar.properties.generalCategory == .control
      ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
  }

  private static func stripped(_ text: String) -> String { text.trimmingCharacters(in: .whitespaces) }

  private static func trial(_ number: Int, sound: String) -> TrialRecord {
    var heard = Presentation(tuning: "just-intonation", referencePitch: 442.5, noteDuration: 0.75, gap: 0.125)
    heard.sound = sound
    let offset = (number % 2 == 0 ? 1 : -1) * Double(3 + number % 11)
    var record = TrialRecord(trial: number, track: "", level: abs(offset), isReversal: false, heard: heard)
    (record.reference, record.target, record.interval, record.offset) = (60, 67, "perfect-fifth-up", offset)
    record.answer = number % 5 == 0 ? "lower" : "higher"
    record.isCorrect = (offset > 0) == (record.answer == "higher")
    return record
  }

  /// The notebook's module takes the apostrophes away that keep spreadsheets from running texts.
  private static func unguarded(_ texts: [String], by module: String) throws -> [String] {
    let part = try #require(module.utf8.split(on: "# Characters that begin").last?.utf8.split(on: "def describe").first)
    let workshop = try Workshop()
    try workshop.write("texts.json", Value.textList(texts.map(SpreadsheetText.guarded)).json())
    try workshop.write(
      "run.py",
      "import json\n# \(part)\nprint(json.dumps([_unguarded(text) for text in json.load(open('texts.json'))]))\n")
    let outcome = try workshop.shell("python3 run.py")
    #expect(outcome.status == 0, "\(outcome.error)")
    return differences(try JSONDecoder().decode([String].self, from: Data(outcome.output.utf8)), texts)
  }

  /// The question of an experiment stands in a data set's README, on one line with the others. It begins with a space, which
  /// Markdown would drop.
  private static func readMe(of texts: ArraySlice<String>, in workshop: Workshop) throws -> [String] {
    let question = " " + texts.joined(separator: " \u{b7} ")
    try workshop.write(
      "q.yaml",
      Experiments.comparison(name: "q").replacing("seed:", with: "question: \(Value.text(question).json())\nseed:"))
    let outcome = try workshop.shell("$peach simulate q.yaml && $peach export q.sqlite --dataset set")
    #expect(outcome.status == 0, "\(outcome.error)")
    let blocks = try workshop.text("set/README.md").utf8.split(on: "\n\n")
    let paragraph = try #require(blocks.first { $0.utf8.split(on: "The question:").count > 1 })
    let read = try Parsers.markdown([paragraph])[0]?.utf8.split(on: "The question: ").last
    return differences([read], [question], shown)
  }
}

extension Value {
  static func textList(_ texts: [String]) -> Value { .list(texts.map { .text($0) }) }
}

extension Workshop {
  /// The names of the files in a folder.
  func files(below folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
  }
}
