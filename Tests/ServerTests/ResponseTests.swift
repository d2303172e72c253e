import HTTPTypes
import PeachCommands
import PeachExperiments
import PeachServer
import PeachStorage
import PeachTrials
import Testing

/// Rules of answering that a study states, on the page: the records are those of a terminal, because the session is.
@Suite struct ResponseTests {
  private static func file(_ rules: String) -> String {
    """
    name: page-responses
    seed: 5
    task: {kind: comparison, notes: [C4, C5], note-duration: 0.3}
    listeners: [{name: model, kind: gaussian, jnd: 12}]
    strategies: [{name: one-down, kind: transformed-up-down, start: 100, limits: [1, 400], down: 1, step: {factor: 2}}]
    stop: {trials: 3}
    replicates: 1
    lab:
      blocks: [{name: unison}]
    \(rules.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
    """
  }

  private func server(_ rules: String) throws -> PageServer { try PageServer(.study(Self.file(rules))) }

  /// Begins and turns the pages before the first trial.
  private func firstTrial(_ page: PageServer.Client) async throws -> PageServer.Client.Answer {
    var shown = try await page.begin()
    while shown["next.page"] != nil {
      shown = try await page.turn(shown)
    }
    return shown
  }

  /// Sends an answer with fields of its own.
  private func put(
    _ page: PageServer.Client, _ shown: PageServer.Client.Answer, _ fields: String
  ) async throws -> PageServer.Client.Answer {
    let (session, trial) = (shown.int("next.trial.session") ?? 0, shown.int("next.trial.number") ?? 0)
    return try await page.call(
      .put, "/api/answers/\(session)/\(trial)", "{\"key\": \"\(shown.text("next.trial.key") ?? "")\", \(fields)}")
  }

  private func again(
    _ page: PageServer.Client, _ shown: PageServer.Client.Answer, _ reason: String
  ) async throws -> PageServer.Client.Answer {
    try await page.call(
      .post, "/api/again", "{\"sequence\": \(shown.int("next.sequence") ?? 0), \"reason\": \"\(reason)\"}")
  }

  private func stored(_ server: PageServer, _ listener: String = "P01") throws -> [TrialRecord] {
    var found: [TrialRecord] = []
    for session in try server.database.sessions(of: listener) {
      try server.database.forEachComparison(of: session) { found.append($0) }
    }
    return found
  }

  private func answers(_ shown: PageServer.Client.Answer) -> [[String: Any]] {
    shown["next.trial.answers"] as? [[String: Any]] ?? []
  }

  @Test(arguments: [("wrong", false, 200.0), ("skip", nil, 100)])
  func `a trial that is missed is stored without an answer, and counts as wrong or not at all`(
    then: String, isCorrect: Bool?, next: Double
  ) async throws {
    let server = try server("deadline: {seconds: 1.5, then: \(then)}")
    try await server.test { page in
      let first = try await firstTrial(page)
      #expect(first["next.trial.deadline.isStored"] as? Bool == true)
      let missed = "\"missed\": true, \"seconds\": 1.5"
      let second = try await put(page, first, missed)
      #expect(second.status == 200)
      #expect(try await put(page, first, missed).status == 200, "the page repeats what it has lost")
      #expect(try await put(page, first, "\"answer\": \"higher\", \"seconds\": 1.2").status == 409)
      #expect(try await put(page, second, "\"answer\": \"higher\", \"seconds\": 1.6").status == 400)
      #expect(try await put(page, second, "\"answer\": \"higher\", \"seconds\": 1.5").status == 200)
    }
    let trials = try stored(server)
    #expect(trials.map(\.isTimedOut) == [true, false])
    #expect(trials.map(\.answer) == [nil, "higher"])
    #expect(trials.map(\.heard.responseTime) == [nil, 1.5])
    #expect(trials.map(\.isCorrect).first == isCorrect)
    // One up after a wrong answer: 100 cents become 200. After a skipped trial the level stays.
    #expect(trials.map { abs($0.level) } == [100, next])
  }

  @Test func `a missed answer is known after the server started again`() async throws {
    let server = try server("deadline: {seconds: 1.5, then: wrong}")
    try await server.test { page in
      let first = try await firstTrial(page)
      _ = try await put(page, first, "\"missed\": true, \"seconds\": 1.5")
      try await PageServer(server.work, folder: server.folder).test { later in
        let same = try await put(later, first, "\"missed\": true, \"seconds\": 1.5")
        #expect(same.status == 200)
        let other = try await put(later, first, "\"answer\": \"lower\", \"seconds\": 1.5")
        #expect(other.status == 409)
      }
    }
  }

  @Test func `a trial that comes again after its deadline is counted and not stored`() async throws {
    let server = try server("deadline: {seconds: 0.7, then: again}")
    try await server.test { page in
      let first = try await firstTrial(page)
      #expect(try await put(page, first, "\"missed\": true, \"seconds\": 0.7").status == 400)
      let second = try await again(page, first, "late")
      #expect(second.int("next.trial.number") == 1)
      #expect(second.text("next.trial.sound.id") == first.text("next.trial.sound.id"))
      #expect(abs((second["next.trial.pause"] as? Double ?? 0) - 0.4) < 1e-9)
      let repeated = try await again(page, first, "late")
      #expect(repeated.int("next.sequence") == second.int("next.sequence"))
      #expect(try stored(server).isEmpty)
      #expect(try await put(page, second, "\"answer\": \"lower\", \"seconds\": 0.6").status == 200)
    }
    #expect(try server.database.sessions(of: "P01").map(\.timeouts) == [1])
    #expect(try stored(server).count == 1)
  }

  @Test func `a rating is stored with its answer, and an answer without one is refused`() async throws {
    let server = try server(
      "confidence: {from: 0, to: 3, keys: [a, s, d, f], labels: [{en: guess, de: geraten}, {en: sure, de: sicher}]}")
    try await server.test { page in
      let first = try await firstTrial(page)
      let ratings = first["next.trial.confidence.ratings"] as? [[String: Any]] ?? []
      #expect(ratings.map { $0["label"] as? String } == ["0  guess", "1", "2", "3  sure"])
      #expect(ratings.map { $0["keys"] as? [String] } == [["a"], ["s"], ["d"], ["f"]])
      for wrong in [
        "", ", \"confidence\": {\"rating\": 4, \"seconds\": 1}", ", \"confidence\": {\"rating\": 2, \"seconds\": -1}",
      ] {
        #expect(
          try await put(page, first, "\"answer\": \"higher\", \"seconds\": 0.5\(wrong)").status == 400, "\(wrong)")
      }
      let whole = "\"answer\": \"higher\", \"seconds\": 0.5, \"confidence\": {\"rating\": 2, \"seconds\": 0.25}"
      #expect(try await put(page, first, whole).status == 200)
      #expect(try await put(page, first, whole).status == 200)
      #expect(try await put(page, first, whole.replacing("\"rating\": 2", with: "\"rating\": 1")).status == 409)
    }
    let trial = try #require(try stored(server).first)
    #expect(trial.heard.confidence == 2)
    #expect(trial.heard.confidenceTime == 0.25)
    #expect(trial.heard.responseTime == 0.5)
  }

  @Test func `a sound is heard again as often as the study allows`() async throws {
    let server = try server("repeat: {most: 2, keys: [w]}")
    try await server.test { page in
      var shown = try await firstTrial(page)
      let sound = shown.text("next.trial.sound.id")
      for left in [true, true, false] {
        #expect(shown["next.trial.again.isPossible"] as? Bool == left)
        #expect(shown["next.trial.again.keys"] as? [String] == ["w"])
        let next = try await again(page, shown, "repeat")
        #expect(next.text("next.trial.sound.id") == sound)
        #expect((next.int("next.sequence") == shown.int("next.sequence")) == !left, "a third repeat changes nothing")
        shown = next
      }
      shown = try await put(page, shown, "\"answer\": \"higher\", \"seconds\": 0.5")
      shown = try await put(page, shown, "\"answer\": \"higher\", \"seconds\": 0.5")
    }
    #expect(try stored(server).map(\.heard.repeats) == [2, 0])
  }

  @Test func `half of the listeners have the keys in the opposite order, and keys keep their places`() async throws {
    let server = try server("keys: {higher: [k, up], lower: [j, space]}\nswap: by-place")
    try await server.test { page in
      let first = answers(try await firstTrial(page))
      #expect(first.map { $0["value"] as? String } == ["higher", "lower"])
      #expect(first.map { $0["keys"] as? [String] } == [["k", "ArrowUp"], ["j", " "]])
      #expect(first.map { $0["shown"] as? String } == ["k ↑", "j space"])
      let second = answers(try await firstTrial(page.at(1)))
      #expect(second.map { $0["value"] as? String } == ["lower", "higher"])
      #expect(second.map { $0["keys"] as? [String] } == [["k", "ArrowUp"], ["j", " "]])
    }
    let sessions = try ["P01", "P02"].flatMap { try server.database.sessions(of: $0) }
    #expect(sessions.allSatisfy { $0.trials == 0 })
  }

  @Test func `a page turns only as its buttons do`() async throws {
    let server = try server(
      """
      instructions:
        - {en: Hear., de: Hören., play: {level: 100, answer: higher}}
        - {en: So., de: So.}
      """)
    try await server.test { page in
      let first = try await page.begin()
      let sound = try #require(first.text("next.page.sound.id"))
      #expect(try await page.call(.get, "/api/sounds/\(sound)").bytes.isEmpty == false)
      #expect(first["next.page.playsAtOnce"] as? Bool == false)
      for wrong in ["back", "louder", "softer", "declined"] {
        #expect(try await page.turn(first, wrong).int("next.sequence") == 1, "\(wrong)")
      }
      #expect(try await page.turn(first, "sideways").status == 400)
      let second = try await page.turn(first, "next")
      #expect(second["next.page.sound"] == nil)
      let back = try await page.turn(second, "back")
      #expect(back.text("next.page.sound.id") == sound, "the same example")
    }
  }
}
