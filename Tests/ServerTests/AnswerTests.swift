import Foundation
import HTTPTypes
import PeachReporting
import PeachServer
import PeachStorage
import PeachSupport
import PeachTrials
import Testing

@Suite struct AnswerTests {
  private func stored(_ server: PageServer, _ listener: String = "P01") throws -> [TrialRecord] {
    var found: [TrialRecord] = []
    for session in try server.database.sessions(of: listener) {
      try server.database.forEachComparison(of: session) { found.append($0) }
    }
    return found
  }

  @Test func `an answer is stored before it is acknowledged, with the page's own time`() async throws {
    let server = try PageServer()
    try await server.test { page in
      var shown = try await page.begin()
      for trial in 1...3 {
        #expect(shown.int("next.trial.number") == trial)
        shown = try await page.answer(shown, seconds: 0.25 * Double(trial))
        #expect(shown.status == 200)
        #expect(shown.text("outcome.feedback.kind") != nil)
        #expect(try stored(server).map(\.heard.responseTime) == (1...trial).map { 0.25 * Double($0) })
      }
    }
    let session = try #require(try server.database.sessions(of: "P01").first)
    #expect(session.device == PageRoom.device)
    #expect(session.sampleRate == 48_000)
    #expect(session.endReason == "signal 15")
  }

  @Test func `the same answer again is no other answer, and another one is refused`() async throws {
    let server = try PageServer()
    try await server.test { page in
      let first = try await page.begin()
      let second = try await page.answer(first)
      let again = try await page.answer(first)
      #expect(again.status == 200)
      #expect(again.int("next.trial.number") == second.int("next.trial.number"))
      #expect(try await page.answer(first, "lower").status == 409)
      #expect(try await page.answer(first, seconds: 0.6).status == 409)
      #expect(try stored(server).count == 1)
    }
  }

  @Test func `one answer sent twice at once is stored once`() async throws {
    let server = try PageServer()
    try await server.test { page in
      var shown = try await page.begin()
      for _ in 0..<10 {
        let present = shown
        async let one = page.answer(present)
        async let other = page.answer(present)
        let both = try await [one, other]
        #expect(both.map(\.status) == [200, 200])
        #expect(both[0].int("next.trial.number") == both[1].int("next.trial.number"))
        shown = both[0]
      }
      #expect(try stored(server).map(\.trial) == Array(1...10))
    }
  }

  @Test func `an answer that the server lost is known from the records after a restart`() async throws {
    let server = try PageServer()
    let folder = server.folder
    try await server.test { page in
      let first = try await page.begin()
      let second = try await page.answer(first)
      try await PageServer(folder: folder).test { later in
        #expect(try await later.answer(first).status == 200)
        #expect(try await later.answer(first, "lower").status == 409)
        let lost = try await later.answer(second)
        #expect(lost.status == 410)
        #expect(lost.text("code") == "gone")
      }
    }
  }

  @Test(arguments: [
    "{\"seconds\": 1}", "{\"answer\": \"first\", \"seconds\": 1}", "{\"answer\": \"higher\"}",
    "{\"answer\": \"higher\", \"seconds\": -1}", "{\"answer\": \"higher\", \"seconds\": 1e9}",
    "{\"answer\": \"higher\", \"seconds\": 1, \"moves\": []}", "{\"answer\": null, \"seconds\": 1}",
  ])
  func `impossible answers are refused, and the trial stays open`(body: String) async throws {
    let server = try PageServer()
    try await server.test { page in
      let shown = try await page.begin()
      let key = try #require(shown.text("next.trial.key"))
      let whole = "{\"key\": \"\(key)\", " + body.dropFirst()
      #expect(try await page.call(.put, "/api/answers/1/1", whole).status == 400)
      #expect(try await page.answer(shown).status == 200)
      #expect(try stored(server).count == 1)
    }
  }

  @Test func `no listener reaches the session of another`() async throws {
    let server = try PageServer()
    try await server.test { page in
      let other = page.at(1)
      let shown = try await page.begin()
      let sound = try #require(shown.text("next.trial.sound.id"))
      #expect(try await other.answer(shown).status == 410)
      #expect(try await other.call(.get, "/api/sounds/\(sound)").status == 410)
      #expect(try await other.call(.get, "/api/session")["next"] == nil)
      #expect(try await page.call(.get, "/api/sounds/\(sound)").bytes.count == 3 * 96_000)
      #expect(try stored(server, "P02").isEmpty)
    }
  }

  @Test func `a trial that could not be heard comes again and counts as a stall`() async throws {
    let server = try PageServer()
    try await server.test { page in
      let shown = try await page.begin()
      let again = try await page.call(.post, "/api/again", "{\"sequence\": \(shown.int("next.sequence") ?? 0)}")
      #expect(again.int("next.trial.number") == 1)
      #expect(again.int("next.sequence") == 2)
      // The page repeats a request that it has lost.
      let repeated = try await page.call(.post, "/api/again", "{\"sequence\": 1}")
      #expect(repeated.int("next.sequence") == 2)
      #expect(try await page.answer(again).status == 200)
      #expect(try server.database.sessions(of: "P01").map(\.stalls) == [1])
    }
  }

  @Test func `what the page says of a presentation is stored with the trial`() async throws {
    let server = try PageServer()
    try await server.test { page in
      let key = try #require(try await page.begin().text("next.trial.key"))
      let body = """
        {"key": "\(key)", "answer": "lower", "seconds": 0.4, "page": {"onset": 1.25, "base": 0.005, "output": -1, "rate": 48000,
         "visible": true, "changes": "0.1 suspended>running"}}
        """
      #expect(try await page.call(.put, "/api/answers/1/1", body).status == 200)
    }
    let session = try #require(try server.database.sessions(of: "P01").first)
    #expect(
      try server.database.pagePresentations(of: session) == [
        1: PagePresentation(
          scheduledOnset: 1.25, baseLatency: 0.005, outputLatency: nil, sampleRate: 48_000, isVisible: true,
          changes: "0.1 suspended>running")
      ])
    var rows: [[String: Value]] = []
    try PagesTable.forEachRow(of: "P01", in: server.database) { row in
      rows.append(zip(PagesTable.columns, row).reduce(into: [:]) { $0[$1.0] = $1.1 })
    }
    #expect(rows.count == 1)
    #expect(rows.first?["scheduled_onset_s"] == .number(1.25))
    #expect(rows.first?["output_latency_s"] == nil, "a latency below 0 is unknown")
    #expect(rows.first?["changes"] == .text("0.1 suspended>running"))
  }

  @Test(arguments: ["higher", "lower"])
  func `the next sound was there before the answer`(word: String) async throws {
    try await PageServer().test { page in
      var shown = try await page.begin()
      for _ in 0..<6 {
        let sequence = shown.int("next.sequence") ?? 0
        let names = try await page.call(.get, "/api/ahead/\(sequence)")
        let ahead = try JSONDecoder().decode([String].self, from: Data(names.bytes))
        #expect((1...2).contains(Set(ahead).count))
        for name in ahead {
          let sound = try await page.call(.get, "/api/sounds/\(name)")
          #expect(sound.bytes.count == 3 * 96_000)
        }
        shown = try await page.answer(shown, word)
        #expect(ahead.contains(shown.text("next.trial.sound.id") ?? ""))
      }
      let past = try await page.call(.get, "/api/ahead/1")
      #expect(past.bytes == Array("[]".utf8))
    }
  }

  @Test func `a second page of a listener ends the first`() async throws {
    let server = try PageServer()
    try await server.test { page in
      let first = try await page.begin()
      let second = try await page.begin("matching")
      // The first session had no trial and gave its number back.
      #expect(second.int("next.trial.session") == 1)
      #expect(second["next.trial.held"] != nil)
      #expect(try await page.answer(first).status == 410)
      let key = try #require(second.text("next.trial.key"))
      let moves = "{\"key\": \"\(key)\", \"moves\": [[0.2, 0.1], [0.4, 0.3], [0.5, 0.25]], \"seconds\": 0.8}"
      #expect(try await page.call(.put, "/api/answers/1/1", moves).text("outcome.feedback.kind") == "error")
    }
    let session = try #require(try server.database.sessions(of: "P01").last)
    var matchings: [MatchingRecord] = []
    try server.database.forEachMatching(of: session) { matchings.append($0) }
    #expect(matchings.map(\.adjustments) == [1])
    #expect(matchings.map(\.heard.responseTime) == [0.8])
  }

  @Test func `no more sessions begin than the server may have`() async throws {
    try await PageServer(most: 1).test { page in
      let begun = try await page.begin()
      #expect(begun.status == 200)
      let refused = try await page.at(1).begin()
      #expect(refused.status == 429)
      _ = try await page.call(.post, "/api/leave", "{}")
      #expect(try await page.at(1).begin().status == 200)
    }
  }

  @Test func `leaving discards the open trial`() async throws {
    let server = try PageServer()
    try await server.test { page in
      let shown = try await page.answer(try await page.begin())
      let left = try await page.call(.delete, "/api/session")
      #expect(left.text("next.end.reason") == "left")
      #expect(try await page.answer(shown).status == 410)
      #expect(try stored(server).count == 1)
      #expect(try server.database.sessions(of: "P01").map(\.endReason) == ["quit"])
    }
  }
}
