import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PeachCommands
import PeachExperiments
import PeachServer
import PeachSessions
import PeachStorage
import Synchronization
import Testing

/// A server on records of its own, asked without a network.
struct PageServer {
  let database: LiveDatabase
  let folder: String
  let work: ServeOptions.Work
  let links: [PageLink]
  let sessions: PageSessions

  init(
    _ work: ServeOptions.Work = .training, roles: [PageLink.Role] = [.listener("P01"), .listener("P02")],
    folder: String? = nil, most: Int = 10, trials: Int? = nil, resumeWithin: Double? = nil
  ) throws {
    self.folder =
      try folder
      ?? NSTemporaryDirectory().appending("page-\(UUID().uuidString)").also {
        try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: true)
      }
    self.work = work
    database = try LiveDatabase.open(at: self.folder + "/peach.sqlite")
    links = try PageLinks.make(roles, study: work.studyName, in: database)
    let services = PageServices(
      database: database, work: work, kinds: .builtIn, completion: "https://example.org/?cc=1&id={id}", most: trials,
      seed: 7, resumeWithin: resumeWithin)
    sessions = PageSessions(services, most: most)
    self.services = services
  }

  private let services: PageServices

  /// Runs a test with the server, and ends its sessions.
  func test(
    place: ServerPlace = ServerPlace(), rates: PageRates = PageRates(),
    _ body: @escaping @Sendable (Client) async throws -> Void
  ) async throws {
    let app = try PeachServe.application(services, sessions, links, place, rates: rates)
    try await body(Client(responder: app.responder, links: links))
    await sessions.endAll(by: 15)
  }

  /// A page of one listener.
  struct Client: Sendable {
    let responder: RouterResponder<PageContext>
    let links: [PageLink]
    var place = 0
    var headers: HTTPFields = [:]

    /// The page of another link.
    func at(_ place: Int) -> Client {
      var other = self
      other.place = place
      return other
    }

    func with(_ name: String, _ value: String) -> Client {
      var other = self
      HTTPField.Name(name).map { other.headers[$0] = value }
      return other
    }

    struct Answer {
      var status: Int
      var headers: HTTPFields
      var bytes: [UInt8]

      /// A value of the JSON by its path.
      subscript(path: String) -> Any? {
        let root = try? JSONSerialization.jsonObject(with: Data(bytes))
        return path.split(separator: ".").reduce(root as Any?) { value, key in (value as? [String: Any])?[String(key)] }
      }

      func int(_ path: String) -> Int? { (self[path] as? NSNumber)?.intValue }
      func text(_ path: String) -> String? { self[path] as? String }
    }

    func call(_ method: HTTPRequest.Method, _ path: String, _ body: String? = nil) async throws -> Answer {
      var fields = headers
      if fields[.authorization] == nil { fields[.authorization] = "Bearer \(links[place].token)" }
      let bytes = ByteBuffer(string: body ?? "")
      if body != nil { fields[.contentLength] = String(bytes.readableBytes) }
      let head = HTTPRequest(
        method: method, scheme: "http", authority: "localhost", path: path, headerFields: fields)
      let response = try await responder.respond(
        to: Request(head: head, body: RequestBody(buffer: bytes)), context: PageContext(of: NoConnection()))
      let written = WrittenBody()
      try await response.body.write(written)
      return Answer(
        status: response.status.code, headers: response.headers, bytes: written.bytes.withLock { $0 })
    }

    /// Begins training.
    func begin(_ mode: String = "comparison") async throws -> Answer {
      try await call(.post, "/api/session", "{\"mode\": \"\(mode)\", \"rate\": 48000}")
    }

    /// Uses a button of a page of text.
    func turn(_ shown: Answer, _ name: String = "next") async throws -> Answer {
      try await call(
        .post, "/api/turn", "{\"sequence\": \(shown.int("next.sequence") ?? 0), \"turn\": \"\(name)\"}")
    }

    /// Answers the trial of a response.
    func answer(_ shown: Answer, _ word: String = "higher", seconds: Double = 0.5) async throws -> Answer {
      let (session, trial) = (shown.int("next.trial.session") ?? 0, shown.int("next.trial.number") ?? 0)
      return try await call(
        .put, "/api/answers/\(session)/\(trial)",
        "{\"key\": \"\(shown.text("next.trial.key") ?? "")\", \"answer\": \"\(word)\", \"seconds\": \(seconds)}")
    }
  }
}

/// The source of a request's context without a network.
private struct NoConnection: RequestContextSource {
  let logger = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }
}

/// The bytes of a response.
private final class WrittenBody: ResponseBodyWriter, Sendable {
  let bytes = Mutex<[UInt8]>([])

  func write(_ buffer: ByteBuffer) async throws { bytes.withLock { $0 += buffer.readableBytesView } }

  func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

extension ServeOptions.Work {
  /// A study by the text of its file.
  static func study(_ text: String) throws -> ServeOptions.Work {
    let experiment = try Experiment.parse(text, file: "study.yaml", kinds: .builtIn)
    return .study(experiment, try #require(experiment.lab), path: "study.yaml")
  }
}

extension String {
  fileprivate func also(_ body: (String) throws -> Void) rethrows -> String {
    try body(self)
    return self
  }
}
