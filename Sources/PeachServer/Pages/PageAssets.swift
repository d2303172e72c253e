import CPage
import Hummingbird
import PeachSupport

/// The files of the page, which are part of the program.
package struct PageAssets: Sendable {
  private struct Asset: Sendable {
    var bytes: [UInt8]
    var type: String
    var tag: String
  }

  private let assets: [String: Asset]

  package init() {
    var assets: [String: Asset] = [:]
    for index in 0..<peach_page_count() {
      let file = peach_page_file(index)
      guard let name = file.name, let data = file.bytes else { continue }
      let path = String(cString: name)
      let bytes = Array(UnsafeBufferPointer(start: data, count: file.count))
      var hash = SHA256()
      hash.add(bytes)
      assets[path] = Asset(
        bytes: bytes, type: PageAssets.type(of: path), tag: "\"\(hash.finish().prefix(16))\"")
    }
    self.assets = assets
  }

  /// The names of the files.
  package var names: [String] { assets.keys.sorted() }

  /// The text of a file; `nil` if there is none.
  package func text(_ name: String) -> String? { assets[name].map { String(decoding: $0.bytes, as: UTF8.self) } }

  /// The response for a path: exactly the name of a file, or nothing for the page itself.
  ///
  /// - Throws: `PageError` if there is no such file.
  func response(to request: Request) throws(PageError) -> Response {
    let name = request.uri.path == "/" ? "page.html" : String(request.uri.path.dropFirst())
    guard let asset = assets[name] else {
      throw PageError(.place, "there is nothing at this address", remedy: "use the link as Peach printed it")
    }
    if request.headers[.ifNoneMatch] == asset.tag {
      return Response(status: .notModified, headers: [.eTag: asset.tag, .cacheControl: "no-cache"])
    }
    var response = Response.bytes(asset.bytes, type: asset.type)
    response.headers[.eTag] = asset.tag
    response.headers[.cacheControl] = "no-cache"
    return response
  }

  private static func type(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    default: "application/octet-stream"
    }
  }
}
