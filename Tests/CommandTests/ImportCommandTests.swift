import Foundation
import Testing

/// `peach import` as it is used; what files can hold is tested in `ExchangeTests`.
@Suite struct ImportCommandTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  private func peach(_ arguments: String...) throws -> Workshop.Outcome {
    try workshop.run(arguments, environment: ["PEACH_HOME": workshop.path("home")])
  }

  private static let app = """
    trainingType,timestamp,referenceNote,targetNote,centOffset,isCorrect
    comparison,2026-03-01T09:00:05Z,60,67,-50.0,true
    comparison,2026-03-01T09:00:09Z,60,67,25.0,false

    """

  @Test func `an import lists new and existing sessions, and the next command`() throws {
    try workshop.write("app.csv", Self.app)
    let next = "next:\n  peach fit --listener me\n  peach export --listener me --table sessions\n"
    #expect(
      try peach("import", "app.csv")
        == Workshop.Outcome(status: 0, output: "me: 1 session imported, 2 comparisons\n" + next, error: ""))
    #expect(
      try peach("import", "app.csv")
        == Workshop.Outcome(status: 0, output: "me: nothing new\n  already stored: session 1\n" + next, error: ""))
    #expect(
      try peach("listener", "list").output == """
        listener  answers  sessions  comparisons  matchings  last session
        ────────  ───────  ────────  ───────────  ─────────  ────────────────────
        me        person          1            2          0  2026-03-01T09:00:05Z

        """)
  }

  @Test func `a value that cannot be imported is reported, and nothing is stored`() throws {
    try workshop.write("good.csv", Self.app)
    try workshop.write("app.csv", Self.app + "comparison,2026-03-01T09:00:10Z,60,67,x,maybe\n")
    #expect(
      try peach("import", "good.csv", "app.csv", "--listener", "P07")
        == Workshop.Outcome(
          status: 65, output: "", error: "app.csv:4:39: column 'centOffset': expected a number, got 'x'\n"))
    #expect(try peach("listener", "list").output.contains("P07") == false)
    #expect(try peach("import", "none.csv").status == 74)
  }

  @Test func `a session that was imported has no experiment to follow`() throws {
    try workshop.write("app.csv", Self.app)
    _ = try peach("import", "app.csv")
    let outcome = try peach("trace", "--listener", "me", "--session", "1")
    #expect(outcome.status == 64)
    #expect(
      outcome.error.hasPrefix(
        "Error: --session: session 1 of me was imported without the settings that chose its trials\n  hint: "
          + "peach fit --listener me fits its trials\n"
      ), "\(outcome.error)")
  }

  @Test func `names that are escapes on a terminal are shown`() throws {
    try workshop.write("a.csv", "trainingType,timestamp,referenceNote,targetNote,\u{1b}[2J\n")
    #expect(
      try peach("import", "a.csv")
        == Workshop.Outcome(
          status: 65, output: "",
          error: "a.csv:1:1: \\u{1b}[2J: is not a known column\n  hint: leave out this column to import the others\n"))
  }

  @Test func `a group whose name is a formula is text in the table of fits, and fitted again by that name`() throws {
    try workshop.write("data.csv", "group,level,n,k\n=1+1,1,40,21\n=1+1,2,40,25\n=1+1,4,40,33\n=1+1,8,40,38\n")
    let fits = try peach("fit", "data.csv", "--by", "group", "--format", "csv")
    #expect(fits.status == 0)
    #expect(fits.lines[1].hasSuffix(",'=1+1"))
    try workshop.write("again.csv", "group,level,n,k\n'=1+1,1,40,21\n'=1+1,2,40,25\n'=1+1,4,40,33\n'=1+1,8,40,38\n")
    #expect(try peach("fit", "again.csv", "--by", "group", "--format", "csv").output == fits.output)
  }
}
