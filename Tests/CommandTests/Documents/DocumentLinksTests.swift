import Foundation
import Testing

/// Every link within the project leads somewhere.
@Suite struct DocumentLinksTests {
  private static let others = [
    "VALIDATION.md", "experiments/README.md", "experiments/published/README.md", "experiments/process/README.md",
    "experiments/slurm/README.md", "notebooks-export/README.md", "packaging/README.md", "python/README.md",
  ]

  @Test(arguments: DocumentPages.all + others)
  func `the links of a page lead to files and headings`(path: String) throws {
    let page = try DocumentPages.page(path)
    for link in page.links where link.target.firstMatch(of: /^[a-z]+:/) == nil {
      let problem = try Self.problem(of: link.target, on: path)
      #expect(problem == nil, "\(path):\(link.line): \(problem ?? "")")
    }
  }

  @Test func `every page of the guide is reached from its table of contents`() throws {
    let contents = try DocumentPages.page("docs/README.md")
    let targets = Set(contents.links.map { "docs/" + ($0.target.split(separator: "#").first ?? "") })
    for path in DocumentPages.guide where path != "docs/README.md" {
      #expect(targets.contains(path), "\(path) is not in docs/README.md")
    }
  }

  @Test func `a planted link to a missing file or heading is found`() throws {
    #expect(try Self.problem(of: "docs/missing.md", on: "README.md") != nil)
    #expect(try Self.problem(of: "docs/README.md#no-such-heading", on: "README.md") != nil)
    #expect(try Self.problem(of: "docs/README.md#tutorials", on: "README.md") == nil)
  }

  private static func problem(of target: String, on path: String) throws -> String? {
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let page = DocumentPages.top.appending(path: path)
    let file = parts[0].isEmpty ? page : page.deletingLastPathComponent().appending(path: parts[0])
    guard FileManager.default.fileExists(atPath: file.path) else { return "there is no file \(target)" }
    guard parts.count == 2, file.pathExtension == "md" else { return nil }
    let other = DocumentPage(path: "", text: String(decoding: try Data(contentsOf: file), as: UTF8.self))
    return other.anchors.contains(parts[1]) ? nil : "there is no heading \(target)"
  }
}
