import ArgumentParser
import Foundation
import PeachCommands
package import PeachStorage
import PeachSupport

/// The place at which a server listens, and the address by which listeners reach it.
package struct ServerPlace: Sendable {
  var host: String
  /// 0 for any free port.
  var port: Int
  /// The address in front of links, without a slash at its end; `nil` on this machine alone.
  var publicURL: String?

  private static let loopback = ["127.0.0.1", "localhost", "[::1]"]

  package init(host: String = "127.0.0.1", port: Int = 0, publicURL: String? = nil) {
    (self.host, self.port, self.publicURL) = (host, port, publicURL)
  }

  /// - Throws: `ValidationError` if another machine could reach the server without an address of its own.
  init(_ options: ServeOptions) throws {
    host = options.host ?? "127.0.0.1"
    port = options.port
    var address = options.publicURL
    while address?.hasSuffix("/") == true { address?.removeLast() }
    publicURL = address
  }

  /// Whether a request may name this host. A page of another site that points its name at this machine may not.
  package func admits(host: String) -> Bool {
    let host = host.lowercased()
    return publicURL.map { host == ServerPlace.authority(of: $0) } ?? false || ServerPlace.isLocal(host)
  }

  /// Whether pages of an origin may send requests.
  package func admits(origin: String) -> Bool {
    let origin = origin.lowercased()
    return publicURL?.lowercased() == origin
      || origin.hasPrefix("http://") && ServerPlace.isLocal(String(origin.dropFirst(7)))
  }

  /// Whether a host with or without a port is this machine.
  private static func isLocal(_ host: String) -> Bool {
    loopback.contains { host == $0 || host.hasPrefix("\($0):") && host.dropFirst($0.count + 1).allSatisfy(\.isNumber) }
  }

  private static func authority(of url: String) -> String {
    let rest = url.range(of: "://").map { url[$0.upperBound...] } ?? url[...]
    return rest.prefix { $0 != "/" }.lowercased()
  }

  /// The lines that name every link.
  package func links(_ links: [PageLink], port: Int) -> [(name: String, address: String)] {
    let base = publicURL ?? "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    return links.map { link in
      let name =
        switch link.role {
        case .listener(let id): id
        case .anyone: "anyone"
        case .researcher: "researcher"
        }
      return (name, "\(base)/#\(link.token)")
    }
  }
}
