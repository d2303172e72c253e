import HTTPTypes
import PeachServer
import PeachSessions
import PeachStorage
import Testing

@Suite struct SafetyTests {
  @Test(arguments: [
    ("/", 200), ("/main.js", 200), ("/nothing", 404), ("/../etc/passwd", 404), ("/%2e%2e/page.c", 404),
    ("/page.html/", 404),
    ("/api/start", 200), ("/api/nothing", 404), ("/api/sounds/x", 410),
  ])
  func `every response has the guarding headers`(path: String, status: Int) async throws {
    try await PageServer().test { page in
      let answer = try await page.call(.get, path)
      #expect(answer.status == status, "\(path)")
      let policy = answer.headers[.contentSecurityPolicy] ?? ""
      #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; worker-src 'self'"))
      #expect(!policy.contains("unsafe"))
      #expect(answer.headers[.xContentTypeOptions] == "nosniff")
      #expect(answer.headers[HTTPField.Name("Referrer-Policy")!] == "no-referrer")
      #expect(answer.headers[.cacheControl] == (path.hasPrefix("/api") || status == 404 ? "no-store" : "no-cache"))
      if status >= 400 { #expect(answer.text("error") != nil && answer.text("remedy")?.isEmpty == false) }
    }
  }

  @Test func `only the exact token opens a page`() async throws {
    try await PageServer().test { page in
      let token = page.links[0].token
      let other = String(token.dropLast()) + (token.hasSuffix("0") ? "1" : "0")
      for wrong in [
        "", "Bearer", "Bearer ", "Bearer \(other)", "Bearer \(token)0", "Basic \(token)", "Bearer \(token.dropLast())",
      ] {
        let answer = try await page.with("Authorization", wrong).call(.get, "/api/start")
        #expect(answer.status == 401, "\(wrong)")
        #expect(answer.text("code") == "link")
      }
      #expect(try await page.call(.get, "/api/start").status == 200)
    }
  }

  @Test func `only the names of the server are its own`() {
    let local = ServerPlace(port: 8080)
    for host in ["127.0.0.1:8080", "localhost", "LOCALHOST:1", "[::1]:8080"] {
      #expect(local.admits(host: host), "\(host)")
    }
    for host in [
      "", "evil.example", "localhost.evil.example", "localhost:80.evil.example", "127.0.0.1.evil.example:80",
    ] {
      #expect(!local.admits(host: host), "\(host)")
    }
    let open = ServerPlace(port: 8080, publicURL: "https://lab.example")
    #expect(open.admits(host: "lab.example"))
    #expect(!open.admits(host: "lab.example:81"))
    #expect(open.admits(origin: "https://lab.example"))
    for origin in ["http://lab.example", "https://lab.example.evil.example", "null", "https://localhost"] {
      #expect(!open.admits(origin: origin), "\(origin)")
    }
  }

  @Test func `requests of other sites are refused`() async throws {
    try await PageServer().test { page in
      for (name, value, status) in [
        ("Origin", "https://evil.example", 403), ("Origin", "null", 403), ("Sec-Fetch-Site", "cross-site", 403),
        ("Sec-Fetch-Site", "same-site", 403), ("Origin", "http://localhost:8080", 200),
      ] {
        let answer = try await page.with(name, value).begin()
        #expect(answer.status == status, "\(name): \(value)")
      }
    }
  }

  @Test func `long and broken requests are refused with a remedy`() async throws {
    try await PageServer().test { page in
      let long = try await page.call(
        .post, "/api/session", String(repeating: "x", count: RequestLimits.longestBody + 1))
      #expect(long.status == 413)
      #expect(long.text("code") == "size")
      for body in ["", "{", "[]", "null", "{\"mode\": 3}", "{\"mode\": \"singing\"}", "\u{0}"] {
        let answer = try await page.call(.post, "/api/session", body)
        #expect(answer.status == 400, "\(body)")
        #expect(answer.text("remedy")?.isEmpty == false)
      }
      for path in ["0/1", "1/0", "x/1", "9999999999999999999/1", "1/-1"] {
        let answer = try await page.call(
          .put, "/api/answers/\(path)", "{\"key\": \"\", \"answer\": \"higher\", \"seconds\": 1}")
        #expect([404, 410].contains(answer.status), "\(path)")
      }
    }
  }

  @Test func `each link has a rate of its own`() {
    let rates = PageRates(rate: 2, burst: 3)
    #expect((0..<4).map { _ in rates.admits("a", at: 10) } == [true, true, true, false])
    #expect(rates.admits("b", at: 10))
    #expect(rates.admits("a", at: 10.6))
    #expect(!rates.admits("a", at: 10.6))
    #expect((0..<4).map { _ in rates.admits("a", at: 100) } == [true, true, true, false])
  }

  @Test func `a flood of one link is refused, and another link still served`() async throws {
    try await PageServer().test(rates: PageRates(rate: 0.001, burst: 5)) { page in
      var statuses: [Int] = []
      for _ in 0..<8 { statuses.append(try await page.call(.get, "/api/start").status) }
      #expect(statuses == [200, 200, 200, 200, 200, 429, 429, 429])
      #expect(try await page.at(1).call(.get, "/api/start").status == 200)
    }
  }

  @Test func `the listeners of one link do not share a rate`() async throws {
    let server = try PageServer(roles: [.anyone])
    try await server.test(rates: PageRates(rate: 0.001, burst: 3)) { page in
      var statuses: [Int] = []
      for id in ["a", "a", "a", "a", "b"] {
        statuses.append(try await page.with("Peach-Listener", id).call(.get, "/api/start").status)
      }
      #expect(statuses == [200, 200, 200, 429, 200])
    }
    let rates = PageRates(rate: 2, burst: 3)
    #expect((0..<13).count { _ in rates.admits("all", for: 4, at: 10) } == 12, "four listeners together")
  }

  @Test func `files of the page name no other server and have no inline code`() {
    let assets = PageAssets()
    #expect(assets.names.count == 10)
    for name in assets.names {
      let text = assets.text(name) ?? ""
      let addresses = text.matches(of: #/https?://[^"\s]+/#).map { String($0.output) }
      #expect(addresses.allSatisfy { $0.hasPrefix("http://www.w3.org/") }, "\(name): \(addresses)")
      #expect(!text.contains("innerHTML") && !text.contains("eval("), "\(name)")
    }
    let page = assets.text("page.html") ?? ""
    #expect(page.matches(of: /<script/).count == page.matches(of: /<script type="module" src="/).count)
    #expect(!page.contains("style=") && !page.contains("<style") && !page.contains(" on"))
  }

  @Test func `files are not sent again if the browser has them`() async throws {
    try await PageServer().test { page in
      let first = try await page.call(.get, "/main.js")
      let tag = try #require(first.headers[.eTag])
      let second = try await page.with("If-None-Match", tag).call(.get, "/main.js")
      #expect(second.status == 304)
      #expect(second.bytes.isEmpty)
    }
  }

  @Test(arguments: ["1e308", "-1e308", "1e19", "44100.5", "0"])
  func `an impossible rate of an audio context counts as 48 000 Hz`(rate: String) async throws {
    try await PageServer().test { page in
      let begun = try await page.call(.post, "/api/session", "{\"mode\": \"comparison\", \"rate\": \(rate)}")
      #expect(begun.status == 200)
      #expect(begun.int("next.trial.sound.rate") == 48_000)
    }
  }

  @Test(arguments: [Int.min, -1, 0, Int.max])
  func `an action on another situation returns the present one`(sequence: Int) async throws {
    try await PageServer().test { page in
      let begun = try await page.begin()
      let answer = try await page.call(.post, "/api/turn", "{\"sequence\": \(sequence), \"turn\": \"next\"}")
      #expect(answer.int("next.sequence") == begun.int("next.sequence"))
    }
  }

  /// The time is that of a whole suite on a busy machine; a page that waits for ever would never end.
  @Test(.timeLimit(.minutes(20))) func `nothing comes after the end of a session`() async throws {
    try await PageServer().test { page in
      _ = try await page.begin()
      let end = try await page.call(.post, "/api/leave", "{}")
      let ahead = try await page.call(.get, "/api/ahead/\(end.int("next.sequence") ?? 0)")
      #expect(String(decoding: ahead.bytes, as: UTF8.self) == "[]")
    }
  }

  @Test(arguments: ["[1e308, 0]", "[-1, 0]", "[1, 2]", "[1]"])
  func `an impossible move of a control is refused`(move: String) async throws {
    try await PageServer().test { page in
      let begun = try await page.begin("matching")
      let (session, trial) = (begun.int("next.trial.session") ?? 0, begun.int("next.trial.number") ?? 0)
      let answer = try await page.call(
        .put, "/api/answers/\(session)/\(trial)",
        "{\"key\": \"\(begun.text("next.trial.key") ?? "")\", \"seconds\": 1, \"moves\": [\(move)]}")
      #expect(answer.status == 400)
      #expect(answer.text("error")?.hasPrefix("moves: ") == true)
    }
  }
}
