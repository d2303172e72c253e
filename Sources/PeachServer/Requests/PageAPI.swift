import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PeachCommands
import PeachReporting
import PeachSessions
import PeachStorage
import PeachSupport
import PeachTerminal
import PeachTrials

/// The addresses of a server: the page's files, and what the page asks under `/api`.
struct PageAPI: Sendable {
  let services: PageServices
  let sessions: PageSessions
  let links: PageLinks
  let assets: PageAssets
  let rates: PageRates
  /// The study for its researcher; `nil` if there is no study.
  let study: ServeOptions.StudyView?

  /// The router, behind the middleware that guards it.
  func router(_ safety: PageSafety) -> Router<PageContext> {
    let router = Router(context: PageContext.self, options: .autoGenerateHeadEndpoints)
    router.middlewares.add(safety)
    router.get("/") { request, _ in try assets.response(to: request) }
    for name in assets.names { router.get(RouterPath(name)) { request, _ in try assets.response(to: request) } }
    let api = router.group("api")
    api.get("start") { request, _ in try start(request) }
    api.get("session") { request, _ in Response.json(Present(next: try mailbox(request)?.situation)) }
    api.post("session") { request, context in try await begin(request, context) }
    api.delete("session") { request, _ in try await leave(request) }
    api.post("leave") { request, _ in try await leave(request) }
    api.put("answers/:session/:trial") { request, context in try await answer(request, context) }
    api.post("again") { request, context in try await again(request, context) }
    api.post("turn") { request, context in try await turn(request, context) }
    api.get("ahead/:sequence") { request, context in try await ahead(request, context) }
    api.get("sounds/:id") { request, context in try sound(request, context) }
    api.get("profile") { request, _ in try await profile(request) }
    api.get("profile.svg") { request, _ in try await picture(request) }
    api.get("settings") { request, _ in try settings(request) }
    api.put("settings/:key") { request, context in try await set(request, context) }
    api.get("study") { request, _ in
      Response.text(try await study(request).state().json, type: "application/json")
    }
    api.get("study.csv") { request, _ in
      Response.text(try await study(request).state().csv, type: "text/csv; charset=utf-8")
    }
    api.get("study.tar") { request, _ in
      let bytes = try await study(request).dataSet()
      return bytes.isEmpty ? Response(status: .noContent) : Response.bytes(bytes, type: "application/x-tar")
    }
    return router
  }

  // MARK: Who asks

  private func link(of request: Request) throws(PageError) -> PageLink {
    let token = request.headers[.authorization].flatMap { value in
      value.hasPrefix("Bearer ") ? String(value.dropFirst(7)) : nil
    }
    let link = token.flatMap { links.link(of: $0) }
    guard isAdmitted(request, at: link) else {
      throw PageError(.busy, "too many requests", remedy: "wait a few seconds")
    }
    guard let link else {
      throw PageError(.link, "the link is not valid", remedy: "use the link exactly as Peach printed it")
    }
    return link
  }

  /// The most listeners of one link for anyone at the same time, as far as its rate goes.
  private static let listenersOfLink = 200.0

  /// Whether the link may send a request now. The listeners of a link for anyone have rates of their own.
  private func isAdmitted(_ request: Request, at link: PageLink?) -> Bool {
    guard let link, link.role == .anyone else { return rates.admits(link?.token ?? "") }
    let id = request.headers[PageAPI.listenerField] ?? ""
    return rates.admits(link.token, for: PageAPI.listenersOfLink)
      && rates.admits("\(link.token) \(id.prefix(PageAPI.longestID))")
  }

  private static let listenerField = HTTPField.Name("Peach-Listener")!
  private static let longestID = 64

  /// The listener of a request.
  private func listener(of request: Request) throws(PageError) -> String {
    try listener(of: request, at: try link(of: request))
  }

  private func listener(of request: Request, at link: PageLink) throws(PageError) -> String {
    switch link.role {
    case .listener(let id): return id
    case .anyone:
      let id = request.headers[PageAPI.listenerField] ?? ""
      guard Reader.isName(id), id.utf8.count <= PageAPI.longestID else {
        throw PageError(
          .link, "the ID of the listener is missing or not valid",
          remedy: "an ID starts with a letter or digit and continues with letters, digits, '+', '.', '_', '-'")
      }
      return id
    case .researcher:
      throw PageError(.link, "this link is the researcher's", remedy: "use a listener's link")
    }
  }

  private func mailbox(_ request: Request) throws(PageError) -> PageMailbox? {
    let mailbox = sessions.mailbox(of: try listener(of: request))
    mailbox?.touch()
    return mailbox
  }

  private func open(_ request: Request) throws(PageError) -> PageMailbox {
    guard let mailbox = try mailbox(request) else {
      throw PageError(.gone, "no session is running", remedy: "begin again; the answers before are stored")
    }
    return mailbox
  }

  private func words(_ request: Request, _ listener: String?) -> Words {
    let asked = request.uri.queryParameters["lang"].map(String.init) ?? ""
    let stored = listener.flatMap { try? services.database.trainingSettings(of: $0).settings.language } ?? .auto
    switch stored {
    case .en: return Words(.english)
    case .de: return Words(.german)
    case .auto: return Words(asked.lowercased().hasPrefix("de") ? .german : .english)
    }
  }

  private func body<T: Decodable>(_ request: Request, _ type: T.Type) async throws -> T {
    let buffer: ByteBuffer
    do {
      buffer = try await request.body.collect(upTo: RequestLimits.longestBody)
    } catch let error as any HTTPResponseError where error.status == .contentTooLarge {
      throw PageError(
        .size, "the request is longer than \(RequestLimits.longestBody) bytes", remedy: "load the page again")
    } catch {
      // The connection ended, or its bytes are not HTTP.
      throw PageError(.body, "the request cannot be read", remedy: "load the page again")
    }
    do {
      return try JSONDecoder().decode(type, from: Data(buffer.readableBytesView))
    } catch {
      throw PageError(.body, "the page sent something that Peach cannot read", remedy: "load the page again")
    }
  }

  // MARK: Start

  private struct Start: Encodable {
    /// `training`, `experiment`, `study` or `researcher`.
    var role: String
    var listener: String?
    var study: String?
    var modes: [String]
    var words: PageWords
    var running: Bool
  }

  private func start(_ request: Request) throws -> Response {
    let link = try link(of: request)
    if link.role == .researcher {
      return Response.json(
        Start(
          role: "researcher", study: services.work.studyName, modes: [], words: .of(words(request, nil)), running: false
        ))
    }
    let listener = try listener(of: request, at: link)
    let role =
      switch services.work {
      case .training: "training"
      case .experiment: "experiment"
      case .study: "study"
      }
    return Response.json(
      Start(
        role: role, listener: listener, study: services.work.studyName,
        modes: role == "training" ? TrainingMode.allCases.map(\.rawValue) : [], words: .of(words(request, listener)),
        running: sessions.mailbox(of: listener).map { !$0.isOver } ?? false))
  }

  // MARK: Sessions

  private struct Beginning: Decodable {
    /// A training; `nil` for a study or an experiment.
    var mode: String?
    /// Hertz.
    var rate: Double?
    var vibrates: Bool?
    /// The number of a session that a kill of the server ended.
    var resume: Int?
  }

  private struct Present: Encodable {
    var stored: Bool?
    var outcome: PageOutcome?
    var next: PageSituation?
  }

  private func begin(_ request: Request, _ context: PageContext) async throws -> Response {
    let listener = try listener(of: request)
    let wish = try await body(request, Beginning.self)
    var mode: TrainingMode?
    if case .training = services.work {
      mode = wish.mode.flatMap(TrainingMode.init(rawValue:))
      guard mode != nil else {
        throw PageError(
          .body, "mode: expected one of \(TrainingMode.allCases.map(\.rawValue).joined(separator: ", "))",
          remedy: "load the page again")
      }
    }
    // Sounds are made at the rate of the audio context if that is one of ours.
    let rate = wish.rate.flatMap(Int.init(exactly:)) ?? 0
    let next = try await sessions.begin(
      mode, of: listener, rate: [44_100, 48_000, 96_000].contains(rate) ? rate : 48_000,
      vibrates: wish.vibrates ?? false, words: words(request, listener),
      resuming: wish.resume)
    return Response.json(Present(next: next))
  }

  private func leave(_ request: Request) async throws -> Response {
    guard let mailbox = try mailbox(request) else { return Response.json(Present()) }
    await mailbox.interrupt(.leave)
    return Response.json(Present(next: mailbox.situation))
  }

  private func answer(_ request: Request, _ context: PageContext) async throws -> Response {
    let listener = try listener(of: request)
    guard let session = context.parameters.get("session", as: Int.self),
      let trial = context.parameters.get("trial", as: Int.self)
    else { throw PageError(.place, "there is no such trial", remedy: "load the page again") }
    let answer = try await body(request, PageAnswer.self)
    let mailbox = sessions.mailbox(of: listener)
    mailbox?.touch()
    if let (outcome, next) = try await mailbox?.answer(session: session, trial: trial, answer) {
      return Response.json(Present(stored: true, outcome: outcome, next: next))
    }
    // Another run of the server may have stored it.
    try StoredAnswer.check(answer, of: listener, session: session, trial: trial, in: services.database)
    return Response.json(Present(stored: true, next: mailbox?.situation))
  }

  private struct Again: Decodable {
    enum Reason: String, Decodable {
      case gap, late, `repeat`
    }

    var sequence: Int
    /// Why the trial comes again; `nil` for a gap in its sound.
    var reason: Reason?
  }

  private func again(_ request: Request, _ context: PageContext) async throws -> Response {
    let mailbox = try open(request)
    let wish = try await body(request, Again.self)
    let input: PageInput =
      switch wish.reason {
      case .gap, nil: .again
      case .late: .late
      case .repeat: .replay
      }
    return Response.json(Present(next: try await mailbox.act(input, on: wish.sequence)))
  }

  private struct Turn: Decodable {
    var sequence: Int
    var turn: PageSituation.PageText.Turn
    /// The answer to a question, as it was written.
    var answer: String?
  }

  private func turn(_ request: Request, _ context: PageContext) async throws -> Response {
    let mailbox = try open(request)
    let wish = try await body(request, Turn.self)
    let input: PageInput =
      switch wish.turn {
      case .next: .turn(.next)
      case .back: .turn(.back)
      case .softer: .turn(.softer)
      case .louder: .turn(.louder)
      case .declined: .turn(.declined)
      case .left: .turn(.left)
      case .answered: .reply(wish.answer ?? "")
      }
    return Response.json(Present(next: try await mailbox.act(input, on: wish.sequence)))
  }

  private func ahead(_ request: Request, _ context: PageContext) async throws -> Response {
    guard let sequence = context.parameters.get("sequence", as: Int.self) else { return Response.json([String]()) }
    return Response.json(await (try open(request)).soundsAhead(of: sequence))
  }

  private func sound(_ request: Request, _ context: PageContext) throws -> Response {
    // A page may ask for what could have come next after the answer has decided.
    guard let id = context.parameters.get("id"), let bytes = try open(request).sound(id) else {
      return Response(status: .noContent)
    }
    return Response.bytes(bytes, type: "application/octet-stream")
  }

  // MARK: Profile and settings

  private func profile(_ request: Request) async throws -> Response {
    let listener = try listener(of: request)
    return Response.json(
      try await PageProfile(of: listener, in: services.database, words: words(request, listener)))
  }

  private func picture(_ request: Request) async throws -> Response {
    let listener = try listener(of: request)
    let isPreview = request.uri.queryParameters["size"] == "preview"
    let picture = try await PageProfile.picture(
      of: listener, size: isPreview ? .preview : .full, in: services.database, words: words(request, listener))
    return Response.text(picture.svg, type: "image/svg+xml")
  }

  private func settings(_ request: Request) throws -> Response {
    let listener = try listener(of: request)
    try checkTraining()
    return Response.json(
      PageSettings(
        of: try services.database.trainingSettings(of: listener).settings, words: words(request, listener)))
  }

  private struct NewValue: Decodable {
    var value: String
  }

  private func set(_ request: Request, _ context: PageContext) async throws -> Response {
    let listener = try listener(of: request)
    try checkTraining()
    let key = context.parameters.get("key") ?? ""
    let wish = try await body(request, NewValue.self)
    let words = words(request, listener)
    do {
      try services.database.setTraining(key, to: wish.value, of: listener)
    } catch let error as SettingError {
      let parameter = TrainingSettings.parameters.first { $0.name == key }
      let told = error.level.flatMap { words.refusal($0) } ?? parameter.flatMap { words.refusal($0, wish.value) }
      throw PageError(.setting, told ?? error.reason, remedy: error.hint ?? "")
    }
    return try settings(request)
  }

  /// An experiment or a study has settings of its own, which a listener cannot change.
  private func checkTraining() throws(PageError) {
    guard case .training = services.work else {
      throw PageError(.place, "the study fixes the settings, so you cannot change them", remedy: "go back to the start")
    }
  }

  // MARK: The researcher

  private func study(_ request: Request) throws(PageError) -> ServeOptions.StudyView {
    guard try link(of: request).role == .researcher, let study else {
      throw PageError(.link, "this page is the researcher's", remedy: "use the researcher's link")
    }
    return study
  }
}
