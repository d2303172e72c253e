import HTTPTypes
import PeachServer
import PeachStorage
import Testing

@Suite struct ResumeTests {
  @Test func `training that was killed continues with the same trial if the page asks for it`() async throws {
    let server = try PageServer()
    let folder = server.folder
    try await server.test { page in
      var shown = try await page.begin()
      for _ in 0..<3 { shown = try await page.answer(shown) }
      let open = shown
      try await PageServer(folder: folder).test { later in
        #expect(try await later.answer(open).text("code") == "gone")
        let resumed = try await later.call(
          .post, "/api/session", "{\"mode\": \"comparison\", \"rate\": 48000, \"resume\": 1}")
        #expect(resumed.int("next.trial.session") == 1)
        #expect(resumed.int("next.trial.number") == 4)
        let (was, now) = (open.text("next.trial.sound.id"), resumed.text("next.trial.sound.id"))
        #expect(was != nil && was == now, "the same samples")
        #expect(try await later.answer(resumed).status == 200)
      }
    }
    #expect(try server.database.sessions(of: "P01").map(\.trials) == [4])
  }

  @Test(arguments: ["\"mode\": \"matching\", \"resume\": 1", "\"mode\": \"comparison\", \"resume\": 9"])
  func `what cannot continue begins anew`(wish: String) async throws {
    let server = try PageServer()
    let folder = server.folder
    try await server.test { page in
      _ = try await page.answer(try await page.begin())
      try await PageServer(folder: folder).test { later in
        let begun = try await later.call(.post, "/api/session", "{\(wish), \"rate\": 48000}")
        #expect(begun.int("next.trial.session") == 2)
      }
    }
  }

  @Test func `a session that its listener left does not continue`() async throws {
    let server = try PageServer()
    try await server.test { page in
      _ = try await page.answer(try await page.begin())
      _ = try await page.call(.post, "/api/leave", "{}")
      let begun = try await page.call(.post, "/api/session", "{\"mode\": \"comparison\", \"resume\": 1}")
      #expect(begun.int("next.trial.session") == 2)
    }
  }
}
