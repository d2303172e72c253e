import Foundation
import Testing

/// The pages have short sentences, ordinary words and a stated length.
@Suite struct ProseTests {
  @Test(arguments: DocumentPages.all)
  func `a page has short sentences and ordinary words`(path: String) throws {
    let findings = ProseCheck.findings(in: try DocumentPages.page(path))
    #expect(findings.isEmpty, "\(findings.map(\.description).joined(separator: "\n"))")
  }

  @Test func `the README has at most 200 lines and CONTRIBUTING at most 250`() throws {
    #expect(try DocumentPages.text("README.md").count { $0 == "\n" } <= 200)
    #expect(try DocumentPages.text("CONTRIBUTING.md").count { $0 == "\n" } <= 250)
  }

  @Test func `tutorials, how-to guides and explanations have 150 to 700 words`() throws {
    let folders = ["docs/tutorials/", "docs/how-to/", "docs/explanation/", "docs/coming-from/"]
    let pages = DocumentPages.guide.filter { path in folders.contains { path.hasPrefix($0) } }
    #expect(pages.count >= 25)
    for path in pages {
      let count = try DocumentPages.page(path).wordCount
      #expect((150...700).contains(count), "\(path): \(count) words")
    }
  }

  @Test func `messages, help and comments have ordinary words`() throws {
    let findings = try MessageCheck.files.flatMap { MessageCheck.findings(in: try DocumentPages.text($0), of: $0) }
    #expect(MessageCheck.files.count > 300)
    #expect(findings.isEmpty, "\(findings.map(\.description).joined(separator: "\n"))")
  }

  @Test func `comments begin with what a thing is or does`() throws {
    let findings = try MessageCheck.files.flatMap { MessageCheck.openings(in: try DocumentPages.text($0), of: $0) }
    #expect(findings.isEmpty, "\(findings.map(\.description).joined(separator: "\n"))")
  }

  // MARK: The check itself

  @Test func `a planted opening of a comment is found, with its line`() {
    let source = """
      /// The level,
      /// What follows is a second line.
      let level = 1
        /// Where it stands.
        let place = 2
      """
    #expect(MessageCheck.openings(in: source, of: "File.swift").map(\.line) == [4])
  }

  @Test func `a planted sentence in a message is found, with its line`() {
    let source = """
      /// The command runs anew if there is none.
      let key = "anew"
      let message = "the \\(name) is told to start anew"
      """
    let found = MessageCheck.findings(in: source, of: "Sources/PeachMath/File.swift")
    #expect(found.map(\.line) == [1, 3, 3])
    #expect(found.first?.description.hasPrefix("Sources/PeachMath/File.swift:1: ") == true)
    let block = "let text = \"\"\"\n  Run the command anew.\n  \"\"\"\n"
    #expect(MessageCheck.findings(in: block, of: "File.swift").map(\.line) == [2])
  }

  private func findings(_ text: String) -> [ProseFinding] {
    ProseCheck.findings(in: DocumentPage(path: "page.md", text: text))
  }

  @Test func `a planted sentence of 36 words is found, with its line`() {
    let long = "Word1 " + (2...36).map { "word\($0)" }.joined(separator: " ") + "."
    let found = findings("# Page\n\nA short sentence.\n\(long) Another short one.\n")
    #expect(found.map(\.line) == [4])
    #expect(found.first?.problem.contains("36 words") == true)
    #expect(found.first?.description.hasPrefix("page.md:4: ") == true)
    #expect(findings("\(long.replacing("word36", with: "%"))\n").isEmpty)
    #expect(findings("\(long.replacing("word20", with: "20 %. And"))\n").isEmpty)
  }

  @Test(arguments: [
    "Run it anew.", "The table stands beside the figure.", "The level is told to it.", "It is the very rule.",
  ])
  func `a planted word to avoid is found`(sentence: String) {
    #expect(findings("Text.\n\n- An item.\n- \(sentence)\n").map(\.line) == [4])
  }

  @Test func `a planted sentence without a subject is found`() {
    #expect(findings("What stands before the names of the streams.\n").map(\.line) == [1])
    #expect(findings("What does the strategy ask for next?\n").isEmpty)
    #expect(findings("[What the numbers mean](numbers.md) explains the rest.\n").isEmpty)
  }

  @Test func `code, links and tables do not count as prose`() {
    let long = (1...40).map { "word\($0)" }.joined(separator: " ")
    #expect(findings("```\n\(long)\n```\n\nSee `\(long)` and [a page](\(long.replacing(" ", with: "/"))).\n").isEmpty)
    #expect(findings("| one | two |\n|---|---|\n| \(long.prefix(120)) | \(long.prefix(120)) |\n").isEmpty)
  }
}
