import HTTPTypes

/// A request that cannot be answered: what is wrong, and what to do.
struct PageError: Error, Encodable, Sendable {
  /// One word by which the page knows it.
  enum Code: String, Encodable, Sendable {
    case link, body, conflict, gone, closed, busy, size, place, method, origin, failed, setting
  }

  var code: Code
  var error: String
  var remedy: String

  init(_ code: Code, _ error: String, remedy: String) {
    self.code = code
    self.error = error
    self.remedy = remedy
  }

  var status: HTTPResponse.Status {
    switch code {
    case .link: .unauthorized
    case .body, .setting: .badRequest
    case .conflict: .conflict
    case .gone: .gone
    case .closed, .failed: .serviceUnavailable
    case .busy: .tooManyRequests
    case .size: .contentTooLarge
    case .place: .notFound
    case .method: .methodNotAllowed
    case .origin: .forbidden
    }
  }
}
