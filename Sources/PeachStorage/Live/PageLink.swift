/// A link to the listener's page: the secret in it, and whose page it opens.
package struct PageLink: Hashable, Sendable {
  /// Whose page a link opens.
  package enum Role: Hashable, Sendable {
    case listener(String)
    /// Anyone: the browser brings or invents the listener's ID.
    case anyone
    case researcher
  }

  /// 32 hexadecimal digits: 128 random bits.
  package var token: String
  package var role: Role
  /// The study; `nil` for training.
  package var study: String?

  package init(token: String, role: Role, study: String?) {
    self.token = token
    self.role = role
    self.study = study
  }
}
