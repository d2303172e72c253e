import CGSL

/// A refusal by GSL.
package struct GSLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// GSL's own number of the error.
  package var code: Int32
  /// The routine that refused.
  package var routine: String

  package var description: String { "\(routine): \(String(cString: gsl_strerror(code)))" }
}

package enum GSL {
  /// The version of the library that is loaded.
  package static var version: String { String(cString: peach_gsl_version()) }

  /// Turns off GSL's default handler, which ends the process. Touched before the first call of every wrapper.
  package static let ready: Void = { _ = gsl_set_error_handler_off() }()
}
