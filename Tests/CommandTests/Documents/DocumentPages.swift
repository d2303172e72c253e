import Foundation

/// The pages that people read first, and that the tests of documents hold to one style.
enum DocumentPages {
  static let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The guide, as paths from the top folder.
  static let guide: [String] = {
    let files = FileManager.default.enumerator(atPath: top.appending(path: "docs").path)
    var paths: [String] = []
    while let file = files?.nextObject() as? String {
      if file.hasSuffix(".md") { paths.append("docs/\(file)") }
    }
    return paths.sorted()
  }()

  static let all = ["README.md", "CONTRIBUTING.md"] + guide

  static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: top.appending(path: path)), as: UTF8.self)
  }

  static func page(_ path: String) throws -> DocumentPage { DocumentPage(path: path, text: try text(path)) }
}
