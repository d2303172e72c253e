import Foundation
import GRDB
import Testing

/// Names and texts that would write to the terminal, in every place where a command takes one.
@Suite struct EscapeTests {
  /// Sets a title, colours, turns the direction of writing, and begins a line of its own.
  private static let hostile = "\u{1b}]0;pwned\u{7}\u{9b}31m\u{202e}\u{2066}\u{200f}\u{7f}\nFORGED \u{1b}[2J"
  /// The same where no line can end.
  private static let line = hostile.replacing("\n", with: "\r")

  /// What reaches neither stdout nor stderr.
  private static func isRaw(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\n" && scalar != "\t"
      && (scalar.properties.generalCategory == .control || scalar.properties.isBidiControl)
  }

  /// Runs a command and expects no raw escape from it, and no line that is not its own.
  ///
  /// - Returns: Whether the hostile text was shown.
  @discardableResult
  private func check(
    _ workshop: Workshop, _ arguments: [String], _ environment: [String: String] = [:], what: String = "",
    isShown: Bool = false
  ) throws -> Bool {
    let environment = ["PEACH_HOME": workshop.path("home")].merging(environment) { $1 }
    let outcome = try workshop.run(arguments, environment: environment)
    let said = outcome.output + outcome.error
    let place = "\(what) \(arguments): \(outcome)"
    #expect(!said.unicodeScalars.contains(where: Self.isRaw), "\(place)")
    #expect(!said.split(separator: "\n").contains { $0.hasPrefix("FORGED") }, "\(place)")
    #expect([0, 1, 64, 65, 74].contains(outcome.status), "\(place)")
    let shows = said.contains("\\u{1b}]0;pwned")
    #expect(shows || !isShown, "\(place)")
    return shows
  }

  private static let commands = [
    ["simulate"], ["check"], ["trace"], ["live"], ["fit"], ["export"], ["dprime"], ["settings"], ["listener", "add"],
    ["listener", "delete"], ["listener", "reset"], ["listener", "list"], ["list"], ["list", "strategies"],
    ["list", "listeners"], ["list", "functions"], ["list", "tunings"], ["list", "intervals"], ["list", "sounds"],
    ["list", "estimators"], ["list", "columns"], ["list", "task"], ["new"], ["help"],
  ]

  @Test(arguments: commands) func `an argument in any place of a command`(command: [String]) throws {
    let workshop = try Workshop(Experiments.comparison())
    try workshop.write("data.csv", "level,n,k\n1,40,21\n2,40,27\n4,40,33\n8,40,39\n")
    let h = Self.hostile
    var shown = 0
    for words in [[h], ["--" + h], ["-" + h], ["--listener", h], ["--listener=" + h], [h, h, h], ["--format", h]] {
      shown += try check(workshop, command + words) ? 1 : 0
    }
    // An export wants its table first.
    #expect(shown > 0 || command == ["export"])
    let given: [String: [[String]]] = [
      "simulate": [["-o", h], ["--jobs", h], ["--seed", h], ["--replicates", h], ["-o", "no/\(h)/x"]],
      "trace": [["--strategy", h, "--responses", "1"], ["--strategy", "kazez", "--responses", h], ["--session", h]],
      "live": [
        ["--strategy", h], ["--strategy", h, "--fast", "--responder", "gaussian jnd=5"], ["--responder", h],
        ["--trials", h], ["--responder", "gaussian \(h)=5", "--fast"], ["--responder", "gaussian jnd=\(h)", "--fast"],
      ],
    ]
    if command[0] == "new" { try check(workshop, ["new", "-o", h]) }
    for words in given[command[0]] ?? [] { try check(workshop, command + ["experiment.yaml"] + words) }
    if command[0] == "live" {
      for option in ["--interval", "--tuning", "--device", "--strategy"] {
        try check(workshop, ["live", "comparison", option, h])
      }
      try check(workshop, ["live", "comparison", "--tuning", "scala:\(h)"])
    }
    if command[0] == "fit" {
      for option in [
        "function", "level", "correct", "answer", "n", "k", "alternatives", "reading", "guess", "lapse",
        "at", "method", "prior", "interval", "bootstrap", "simulate", "by", "share", "residuals", "seed",
      ] {
        try check(workshop, ["fit", "data.csv", "--\(option)", h])
        try check(workshop, ["fit", "data.csv", "--\(option)=\(h)"])
      }
      try check(workshop, ["fit", "data.csv", "--prior", "threshold: \(h)(1, 2)"])
    }
    if command[0] == "export" {
      try check(workshop, ["export", "experiment.yaml", "--table", h])
      try check(workshop, ["export", h, "--table", "runs", "-o", h])
    }
    if command[0] == "dprime" {
      for option in ["hits", "false-alarms", "correct", "alternatives", "rule", "correction"] {
        try check(workshop, ["dprime", "yes-no", "--\(option)", h])
      }
    }
    if command[0] == "settings" {
      for key in ["tuning", "notes", "intervals", "strategy", "device", "sound", "level", "gap"] {
        try check(workshop, ["settings", key, h])
      }
      try check(workshop, ["settings", "tuning", "scala:\(h)"])
    }
    if command == ["list", "tunings"] { try check(workshop, ["list", "tunings", "scala:\(h)"]) }
  }

  @Test func `any value, key or name of an experiment file`() throws {
    let whole = """
      name: small
      question: "plain"
      seed: 7
      task: {kind: comparison, notes: [C3, C4], tuning: pythagorean, intervals: [prime]}
      listeners:
        - {name: keen, kind: gaussian, jnd: 5}
      strategies:
        - {name: kazez, kind: kazez}
        - {name: two-down, kind: transformed-up-down, start: 100, down: 2, up: 1, step: {factor: 2}}
      stop: {trials: 20}
      replicates: 2
      sweeps: {lapse: [0, 0.02]}

      """
    let quoted =
      "\""
      + Self.line.unicodeScalars.map { scalar -> String in
        (0x20..<0x7f).contains(scalar.value)
          ? String(scalar) : "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()
      }.joined() + "\""
    let workshop = try Workshop()
    var shown = 0
    let words = whole.ranges(of: /[A-Za-z0-9][\w.-]*/)
    for (place, range) in words.enumerated() where place % 2 == 0 || place < 20 {
      var text = whole
      text.replaceSubrange(range, with: quoted)
      try workshop.write("experiment.yaml", text)
      shown += try check(workshop, ["check", "experiment.yaml"], what: "word \(place)") ? 1 : 0
    }
    #expect(shown > words.count / 4)
    for broken in [
      "name: [\(Self.line)", "\(Self.line): : {", "? \(Self.hostile)", "%\(Self.line)\n---\n", "&\(Self.line) x",
      "name: *\u{2028}",
    ] {
      try workshop.write("experiment.yaml", broken)
      try check(workshop, ["check", "experiment.yaml"], what: broken)
    }
    // Its question is printed with the results.
    try workshop.write(
      "experiment.yaml",
      whole.replacing("\"plain\"", with: quoted).replacing("sweeps: {lapse: [0, 0.02]}\n", with: ""))
    try check(workshop, ["simulate", "experiment.yaml"], isShown: true)
  }

  @Test func `files of every kind under a hostile name`() throws {
    let workshop = try Workshop(Experiments.comparison())
    let (yaml, csv, results) = (Self.hostile + ".yaml", Self.hostile + ".csv", Self.hostile + ".sqlite")
    try workshop.write(yaml, Experiments.comparison())
    try workshop.write("bad-" + yaml, "name: x\n")
    try workshop.write(csv, "level,n,k\n1,40,21\n2,40,27\n4,40,33\n8,40,39\n")
    try workshop.write("bad-" + csv, "level,n,k\n1,40,x\n")
    try check(workshop, ["check", "bad-" + yaml], isShown: true)
    try check(workshop, ["simulate", yaml, "-o", results], isShown: true)
    try check(workshop, ["simulate", yaml, "-o", results, "--seed", "8"], isShown: true)
    try check(workshop, ["simulate", yaml, "-o", csv, "--force"], isShown: true)
    try check(workshop, ["export", results, "--table", "runs", "-o", csv], isShown: true)
    try check(workshop, ["export", results, "--table", "runs", "-o", results, "--force"], isShown: true)
    try check(workshop, ["fit", csv], isShown: true)
    try check(workshop, ["fit", "bad-" + csv], isShown: true)
    try check(workshop, ["fit", csv, "--residuals", "r-" + csv], isShown: true)
    try check(workshop, ["fit", csv, "--residuals", csv], isShown: true)
    try check(workshop, ["trace", yaml, "--strategy", "kazez", "--responses", "bad-" + csv], isShown: true)
    try check(workshop, ["live", yaml, "--fast", "--responder", "gaussian jnd=5"], isShown: true)
    try check(
      workshop,
      ["live", "experiment.yaml", "--strategy", "kazez", "--fast", "--responder", "gaussian jnd=5", "--listener", "m"])
  }

  @Test func `columns and fields of data`() throws {
    let workshop = try Workshop()
    let field = "\"\(Self.hostile)\""
    try workshop.write(
      "groups.csv",
      "level,n,k,\(field)\n" + (1...4).map { "\($0),40,\(20 + 4 * $0),\(field)\n\($0),40,\(21 + 4 * $0),b\n" }.joined())
    try check(workshop, ["fit", "groups.csv", "--by", Self.hostile], isShown: true)
    try check(workshop, ["fit", "groups.csv", "--by", Self.hostile, "--compare"], isShown: true)
    try check(workshop, ["fit", "groups.csv", "--by", "other"])
    for text in [
      "\(field),n,k\n1,2,1\n", "level,n,k\n\(field),2,1\n", "level,n,k\n1,\(field),1\n", "level,n,k\n1,2,\(field)\n",
      "level,answer\n1,\(field)\n", "level,correct\n1,\(field)\n", "level,n,k\n1,2\(Self.line)\n",
      "level,n,k\n1,2,1\"\(Self.line)\n",
      "level_\(Self.line),correct\n1,1\n",
    ] {
      try workshop.write("data.csv", text)
      try check(workshop, ["fit", "data.csv"], what: text)
    }
  }

  @Test func `a Scala file's description, notes and name`() throws {
    let workshop = try Workshop()
    for (text, isGood) in [
      ("\(Self.line.replacing("\r", with: " "))\n3\n5/4\n25/16\n2/1\n", true), ("x\n\(Self.line)\n", false),
      ("x\n1\n\(Self.line)\n", false),
      ("x\n1\n2/\(Self.line)\n", false),
    ] {
      try workshop.write("t.scl", text)
      try check(workshop, ["list", "tunings", "scala:t.scl"], what: text, isShown: isGood)
      try workshop.write("\(Self.hostile).scl", text)
      try check(workshop, ["list", "tunings", "scala:\(Self.hostile).scl"], what: text)
      try check(workshop, ["settings", "tuning", "scala:\(Self.hostile).scl"], what: text)
      try check(workshop, ["settings"], what: text)
    }
  }

  @Test func `the environment`() throws {
    let workshop = try Workshop(LiveWorkshop.short)
    try workshop.write("file", "")
    for home in ["/proc/\(Self.hostile)", "file/\(Self.hostile)", Self.hostile] {
      for command in [["listener", "list"], ["listener", "add", "x"], ["settings"], ["settings", "gap", "0.1"]] {
        try check(workshop, command, ["PEACH_HOME": home])
      }
    }
    try check(workshop, ["listener", "add", "x"], ["PEACH_HOME": "/proc/\(Self.hostile)"], isShown: true)
    try check(workshop, ["live", "experiment.yaml"], ["TMPDIR": "/proc/\(Self.hostile)"], isShown: true)
  }

  @Test func `stored text of listeners and results is escaped`() throws {
    let workshop = try Workshop(Experiments.comparison())
    try #require(try workshop.peach("simulate", "experiment.yaml").status == 0)
    let home = ["PEACH_HOME": workshop.path("home")]
    let session = [
      "live", "experiment.yaml", "--strategy", "kazez", "--fast", "--responder", "gaussian jnd=5", "--listener", "m",
    ]
    try #require(try workshop.run(session, environment: home).status == 0)
    func poison(_ path: String, _ columns: [(table: String, column: String)]) throws {
      let queue = try DatabaseQueue(path: workshop.path(path))
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
        for (table, column) in columns {
          try db.execute(sql: "UPDATE \(table) SET \(column) = ?", arguments: [Self.hostile])
        }
      }
      try queue.close()
    }
    let tables = ["runs", "trials", "summary", "timing"]
    let good = try workshop.read("small.sqlite")
    for (table, column) in [
      ("simulation", "name"), ("simulation", "question"), ("cell", "strategy"), ("cell", "listener"),
      ("estimator", "name"), ("run", "stop_reason"), ("estimate", "status"), ("simulation", "unit"),
      ("simulation", "experiment"),
      ("simulation", "version"), ("simulation", "build"), ("cell", "tuning"), ("trial", "interval"),
    ] {
      try good.write(to: workshop.directory.appending(path: "small.sqlite"))
      try poison("small.sqlite", [(table, column)])
      for table in tables {
        let outcome = try workshop.peach("export", "small.sqlite", "--table", table)
        #expect(!outcome.error.unicodeScalars.contains(where: Self.isRaw), "\(column) \(table): \(outcome.error)")
      }
      try check(workshop, ["simulate", "experiment.yaml"], what: column)
      try check(workshop, ["fit", "small.sqlite", "--by", "strategy", "listener"], what: column)
    }
    try poison(
      "home/peach.sqlite",
      [
        ("session", "strategy"), ("session", "experiment"), ("session", "name"), ("session", "version"),
        ("comparison", "interval"),
      ])
    for command in [
      ["listener", "list"], ["settings", "--listener", "m"], ["fit", "--listener", "m"],
      ["trace", "--listener", "m", "--session", "1"], session,
    ] {
      try check(workshop, command)
    }
    try poison("home/peach.sqlite", [("listener", "id"), ("session", "listener")])
    try check(workshop, ["listener", "list"], isShown: true)
    try check(workshop, ["listener", "delete", "m", "--yes"])
  }

  @Test func `text from the player, and data on a terminal, are escaped`() throws {
    let live = try LiveWorkshop()
    try live.setPlayer("printf 'aplay: main:831: \\033]0;pwned\\007\\233 \\342\\200\\256 \\n' >&2; exit 1")
    let outcome = try live.shell("sleep 3 | $peach live short.yaml --device quiet")
    #expect(outcome.status == 74)
    #expect(!outcome.error.unicodeScalars.contains(where: Self.isRaw), "\(outcome.error)")
    #expect(outcome.error.contains("\\u{1b}]0;pwned\\u{7}"), "\(outcome.error)")

    try live.workshop.write(
      "groups.csv", "level,n,k,\"g\u{1b}[2J\"\n1,40,22,a\u{9b}\n2,40,30,a\u{9b}\n3,40,38,a\u{9b}\n")
    let fit = ["fit", "groups.csv", "--by", "g\u{1b}[2J", "--format", "csv"]
    let piped = try live.workshop.run(fit)
    // Data are data where no terminal is.
    #expect(piped.output.contains("g\u{1b}[2J") && piped.output.contains("a\u{9b}"))
    let sitting = try live.sit("fit", "groups.csv", "--by", "g\u{1b}[2J", "--format", "csv")
    #expect(try sitting.finish() == 0)
    #expect(!sitting.terminal.written.replacing("\r\n", with: "\n").unicodeScalars.contains(where: Self.isRaw))
    #expect(sitting.terminal.written.contains("g\\u{1b}[2J"))
  }
}
