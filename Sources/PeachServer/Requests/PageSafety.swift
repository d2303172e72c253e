import HTTPTypes
package import Hummingbird
import Logging

/// Guards every request and every response: the addresses that may call, the headers of the answer, and errors as JSON.
///
/// It is the outermost middleware, so errors have the same headers as pages.
struct PageSafety: RouterMiddleware {
  typealias Context = PageContext

  let place: ServerPlace

  /// Only this server's own files; no code, style or frame inside a page.
  static let policy = [
    "default-src 'none'", "script-src 'self'", "worker-src 'self'", "style-src 'self'", "img-src 'self' blob:",
    "connect-src 'self'", "manifest-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")

  private static let headers: [(HTTPField.Name, String)] = [
    (.contentSecurityPolicy, policy), (.xContentTypeOptions, "nosniff"),
    (HTTPField.Name("Referrer-Policy")!, "no-referrer"),
    (HTTPField.Name("Cross-Origin-Opener-Policy")!, "same-origin"),
    (HTTPField.Name("Cross-Origin-Resource-Policy")!, "same-origin"), (HTTPField.Name("X-Frame-Options")!, "DENY"),
    (
      HTTPField.Name("Permissions-Policy")!,
      "camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=()"
    ),
  ]

  func handle(
    _ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response
  ) async throws -> Response {
    var response: Response
    do {
      try check(request)
      response = try await next(request, context)
    } catch {
      let error = PageSafety.error(from: error, context)
      response = Response.json(error, status: error.status)
    }
    for (name, value) in PageSafety.headers { response.headers[name] = value }
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    return response
  }

  private func check(_ request: Request) throws(PageError) {
    guard place.admits(host: request.head.authority ?? "") else {
      throw PageError(
        .origin, "the address names another host than this server", remedy: "use the link as Peach printed it")
    }
    guard request.method != .get, request.method != .head else { return }
    if let origin = request.headers[.origin], !place.admits(origin: origin) {
      throw PageError(.origin, "another site sent the request", remedy: "use the link as Peach printed it")
    }
    if let site = request.headers[HTTPField.Name("Sec-Fetch-Site")!], site != "same-origin" {
      throw PageError(.origin, "another site sent the request", remedy: "use the link as Peach printed it")
    }
  }

  private static func error(from error: any Error, _ context: PageContext) -> PageError {
    switch error {
    case let error as PageError: return error
    case let error as any HTTPResponseError:
      switch error.status {
      case .notFound:
        return PageError(.place, "there is nothing at this address", remedy: "use the link as Peach printed it")
      case .contentTooLarge: return PageError(.size, "the request is too long", remedy: "load the page again")
      case .methodNotAllowed:
        return PageError(.method, "the address does not take this method", remedy: "load the page again")
      default: return PageError(.body, "the request cannot be read", remedy: "load the page again")
      }
    default:
      // The error may name files of the server: only its log has it.
      context.logger.error("a request failed: \(error)")
      return PageError(.failed, "the server could not answer", remedy: "try again; the answers before are stored")
    }
  }
}

/// The context of a request.
package struct PageContext: RequestContext {
  package var coreContext: CoreRequestContextStorage

  package init(source: ApplicationRequestContextSource) { self.init(of: source) }

  /// A context from any source; tests have one without a connection.
  package init(of source: some RequestContextSource) { coreContext = CoreRequestContextStorage(source: source) }

  /// Bytes of a body.
  package var maxUploadSize: Int { RequestLimits.longestBody }
}

/// The limits of a request.
package enum RequestLimits {
  /// The most bytes of a body.
  package static let longestBody = 256 * 1024
}
