import Foundation
import Testing

/// The examples in the doc comments of public declarations are code that `PublicExamples.swift` compiles.
@Suite struct ExampleTests {
  private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  private struct Example {
    var place: String
    var code: String
  }

  private func text(_ url: URL) throws -> String { String(decoding: try Data(contentsOf: url), as: UTF8.self) }

  /// Lines without the space around them, so that an example may stand deeper in a function.
  private func flat(_ lines: [some StringProtocol]) -> String {
    lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
  }

  /// The examples above public declarations of one file.
  private func examples(in text: String, of path: String) -> [Example] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    return lines.indices.compactMap { start in
      guard lines[start] == "/// ```swift", let end = lines[(start + 1)...].firstIndex(of: "/// ```"),
        let declaration = lines[end...].first(where: { !$0.hasPrefix("///") && $0.contains(" ") }),
        declaration.contains(/\bpublic\b/)
      else { return nil }
      return Example(place: "\(path):\(start + 1)", code: flat(lines[(start + 1)..<end].map { $0.dropFirst(3) }))
    }
  }

  @Test func `thirty entry points or more have an example, and each of them compiles`() throws {
    let compiled = flat(
      try text(Self.here.appending(path: "PublicExamples.swift")).split(
        separator: "\n", omittingEmptySubsequences: false))
    let sources = Self.here.appending(path: "../../Sources")
    let files = FileManager.default.enumerator(atPath: sources.path)
    var found: [Example] = []
    while let file = files?.nextObject() as? String {
      guard file.hasSuffix(".swift") else { continue }
      found += examples(in: try text(sources.appending(path: file)), of: file)
    }
    #expect(found.count >= 30, "\(found.count) examples")
    for example in found { #expect(compiled.contains(example.code), "\(example.place) is not compiled") }
  }
}
