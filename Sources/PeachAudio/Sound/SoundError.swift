import PeachSupport

/// A sound that could not be made or played, with what to do about it.
package struct SoundError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error in one line.
  package let reason: String
  /// The remedy; `nil` if there is none.
  package let hint: String?
  /// Whether a sound was made, but is too loud for its device.
  package let isTooLoud: Bool

  package init(_ reason: String, hint: String? = nil, isTooLoud: Bool = false) {
    self.reason = reason
    self.hint = hint
    self.isTooLoud = isTooLoud
  }

  /// The whole message: the reason, and the hint on a line of its own.
  package var description: String { hint.map { "\(reason)\n  hint: \($0)" } ?? reason }

  init(_ error: TemporaryFileError) { self.init(error.reason, hint: error.hint) }
}

extension UnnamedFile {
  /// One for a sound, or for what aplay says.
  static func make() throws(SoundError) -> UnnamedFile {
    do throws(TemporaryFileError) { return try UnnamedFile() } catch { throw SoundError(error) }
  }
}
