import HTTPTypes
import PeachCommands
import PeachExperiments
import PeachServer
import PeachStorage
import Testing

@Suite struct StudyTests {
  private static let file = """
    name: page-study
    seed: 5
    task: {kind: comparison, notes: [C4, C5], note-duration: 0.3}
    listeners: [{name: model, kind: gaussian, jnd: 12}]
    strategies: [{name: two-down, kind: transformed-up-down, start: 100, limits: [1, 400], down: 2, step: {factor: 2}}]
    stop: {trials: 3}
    replicates: 1
    lab:
      consent: Do you take part?
      practice: {trials: 1}
      blocks: [{name: unison}, {name: fifth, task: {intervals: [perfect-fifth-up]}}]
      order: stated
    """

  private static let roles: [PageLink.Role] = [.listener("P01"), .anyone, .researcher]

  private func work() throws -> ServeOptions.Work { try .study(Self.file) }

  private func begin(_ page: PageServer.Client) async throws -> PageServer.Client.Answer {
    try await page.call(.post, "/api/session", "{\"rate\": 44100}")
  }

  /// Acts on what is shown until the end, and says what was shown.
  private func finish(
    _ page: PageServer.Client, _ first: PageServer.Client.Answer, most: Int = 40
  ) async throws -> [String] {
    var shown = first
    var seen: [String] = []
    while seen.count < most {
      if let reason = shown.text("next.end.reason") { return seen + [reason] }
      if let kind = shown.text("next.page.kind") {
        seen.append(kind)
        shown = try await page.turn(shown)
      } else {
        seen.append("trial \(shown.int("next.trial.number") ?? 0)")
        shown = try await page.answer(shown, seen.count % 2 == 0 ? "higher" : "lower")
      }
      #expect(shown.status == 200)
    }
    return seen
  }

  @Test func `a listener goes from consent to completion`() async throws {
    let server = try PageServer(try work(), roles: Self.roles)
    try await server.test { page in
      let first = try await begin(page)
      #expect(first.text("next.page.kind") == "consent")
      #expect(
        try await finish(page, first) == [
          "consent", "practice", "trial 1", "block", "trial 1", "trial 2", "trial 3", "rest", "trial 1", "trial 2",
          "trial 3", "thanks", "finished",
        ])
      #expect(
        try await page.call(.get, "/api/session").text("next.end.completion") == "https://example.org/?cc=1&id=P01")
    }
    #expect(
      try server.database.sessions(of: "P01").map(\.block) == ["practice", "unison", "fifth"])
  }

  @Test func `a study goes on at the same trial after the server was killed`() async throws {
    let server = try PageServer(try work(), roles: Self.roles)
    let folder = server.folder
    let work = try work()
    try await server.test { page in
      var shown = try await begin(page)
      for _ in 0..<2 { shown = try await page.turn(shown) }
      shown = try await page.answer(shown)
      shown = try await page.turn(shown)
      shown = try await page.answer(shown)
      #expect(shown.int("next.trial.number") == 2)
      let open = shown
      // The other server knows nothing of the first one's sessions, as after a kill.
      try await PageServer(work, roles: Self.roles, folder: folder).test { later in
        #expect(try await later.answer(open).status == 410)
        let resumed = try await begin(later)
        #expect(resumed.text("next.page.kind") == "welcome-back")
        let again = try await later.turn(resumed)
        #expect(again.int("next.trial.number") == 2)
        #expect(again.int("next.trial.session") == open.int("next.trial.session"))
        #expect(try await finish(later, again).last == "finished")
      }
    }
    #expect(try server.database.sessions(of: "P01").map(\.trials) == [1, 3, 3])
  }

  @Test(arguments: [(0.0001, "end"), (1, "page")])
  func `a block continues only within the stated time`(hours: Double, shown: String) async throws {
    let server = try PageServer(try work(), roles: Self.roles)
    let work = try work()
    try await server.test { page in
      var shown = try await begin(page)
      for _ in 0..<2 { shown = try await page.turn(shown) }
      shown = try await page.answer(shown)
      shown = try await page.turn(shown)
      _ = try await page.answer(shown)
      _ = try await page.call(.post, "/api/leave", "{}")
    }
    // 0.36 s, in timestamps of whole seconds.
    try await Task.sleep(for: .seconds(2.1))
    let later = try PageServer(work, roles: Self.roles, folder: server.folder, resumeWithin: hours)
    try await later.test { page in
      let next = try await begin(page)
      #expect(next["next.\(shown)"] != nil)
      if shown == "end" { #expect(next.text("next.end.reason") == "expired") }
    }
  }

  @Test func `who declines leaves no trace`() async throws {
    let server = try PageServer(try work(), roles: Self.roles)
    try await server.test { page in
      let other = page.at(1).with("Peach-Listener", "guest-7")
      let end = try await other.turn(try await begin(other), "declined")
      #expect(end.text("next.end.reason") == "declined")
      #expect(try server.database.listeners().isEmpty)
    }
  }

  @Test(arguments: ["", "../x", "a b", String(repeating: "x", count: 65)])
  func `a link for anyone needs a valid ID`(id: String) async throws {
    try await PageServer(try work(), roles: Self.roles).test { page in
      let answer = try await begin(page.at(1).with("Peach-Listener", id))
      #expect(answer.status == 401)
      #expect(answer.text("remedy")?.isEmpty == false)
    }
  }

  @Test func `settings and results are not for a study's listeners`() async throws {
    try await PageServer(try work(), roles: Self.roles).test { page in
      let statuses = [
        try await page.call(.get, "/api/settings").status,
        try await page.call(.put, "/api/settings/gap", "{\"value\": \"1\"}").status,
        try await page.call(.get, "/api/study").status, try await begin(page.at(2)).status,
      ]
      #expect(statuses == [404, 404, 401, 401])
    }
  }
}
