package import PeachStorage
import PeachSupport

/// The links of a server, found by their secrets.
package struct PageLinks: Sendable {
  private let links: [PageLink]

  init(_ links: [PageLink]) { self.links = links }

  /// The link with a token; `nil` if there is none. The time does not depend on where tokens differ.
  func link(of token: String) -> PageLink? {
    var found: PageLink?
    let given = Array(token.utf8)
    for link in links where PageLinks.isEqual(Array(link.token.utf8), given) { found = link }
    return found
  }

  static func isEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    var difference: UInt8 = 0
    for (a, b) in zip(one, other) { difference |= a ^ b }
    return difference == 0
  }

  /// 128 random bits of the system's generator, in 32 hexadecimal digits.
  package static func token() -> String {
    var random = SystemRandomNumberGenerator()
    return [random.next(), random.next()].map { (word: UInt64) in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// The links for these roles, from the records if they are there, else new ones that are stored.
  package static func make(_ roles: [PageLink.Role], study: String?, in database: LiveDatabase) throws(RecordsError)
    -> [PageLink]
  {
    let known = try database.pageLinks(of: study)
    var links: [PageLink] = []
    for role in roles {
      if let link = known.first(where: { $0.role == role }) {
        links.append(link)
      } else {
        let link = PageLink(token: token(), role: role, study: study)
        try database.add(link)
        links.append(link)
      }
    }
    return links
  }
}
