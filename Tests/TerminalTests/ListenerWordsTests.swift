import Foundation
import PeachSessions
import PeachSupport
import PeachTerminal
import Testing

/// What a listener reads is all in `Words`, in both languages, and all of it is read.
@Suite struct ListenerWordsTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardized
  private static let terminal = root.appending(path: "Sources/PeachTerminal")
  private static let reports = root.appending(path: "Sources/PeachReporting/Reports")

  /// By file name.
  private static func sources(_ folder: URL) throws -> [String: String] {
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    return try Dictionary(
      uniqueKeysWithValues: files.map { ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) })
  }

  /// The names of the stored words. That both languages have each the compiler sees to.
  private static func names(in folder: URL = terminal, _ file: String) throws -> [String] {
    let text = try #require(try sources(folder)[file])
    return text.matches(of: /(?m)^ +(?:(?:public|package) )?var (\w+): (?:String|Character)$/).map { String($0.1) }
  }

  @Test func `no word is left unread`() throws {
    let names = try Self.names("Words.swift")
    #expect(names.count > 30)
    let readers =
      try Self.sources(Self.terminal).filter { $0.key != "Words.swift" }.map(\.value)
      + Self.sources(Self.root.appending(path: "Sources/PeachCommands")).map(\.value)
    // Those that `Words` itself reads say what a mode is called.
    let own =
      try #require(try Self.sources(Self.terminal)["Words.swift"]).split(separator: "package func mode").last ?? ""
    for name in names {
      let word = try Regex("\\b\(name)\\b").wordBoundaryKind(.simple)
      let isRead = readers.contains { $0.contains(word) } || own.contains(word)
      #expect(isRead, "\(name)")
    }
  }

  @Test func `no word of the profile is left unread`() throws {
    let names = try Self.names(in: Self.reports.appending(path: "Profile"), "ProfileWords.swift")
    #expect(names.count > 20)
    let readers =
      try Self.sources(Self.reports).map(\.value)
      + Self.sources(Self.root.appending(path: "Sources/PeachCommands")).map(\.value)
    for name in names {
      let word = try Regex("words\\.\(name)\\b").wordBoundaryKind(.simple)
      #expect(readers.contains { $0.contains(word) }, "\(name)")
    }
  }

  @Test func `no word is the same in both languages but those that are`() throws {
    let same: Set<String> = ["higherKey", "cent"]
    let (english, german) = (Mirror(reflecting: Words(.english)), Mirror(reflecting: Words(.german)))
    for (one, other) in zip(english.children, german.children) {
      let name = one.label ?? ""
      let texts = ["\(one.value)", "\(other.value)"]
      #expect(!texts.contains(""), "\(name)")
      if !same.contains(name) { #expect(texts[0] != texts[1], "\(name)") }
    }
  }

  @Test func `no word of the lab is the same in both languages but some keys`() {
    let same: Set<String> = ["declineKey", "backKey", "playKey"]
    let (english, german) = (Mirror(reflecting: Words(.english).lab), Mirror(reflecting: Words(.german).lab))
    for (one, other) in zip(english.children, german.children) where !same.contains(one.label ?? "") {
      #expect("\(one.value)" != "\(other.value)", "\(one.label ?? "")")
    }
  }

  @Test func `every setting has a German name, and every German name a setting`() throws {
    let text = try #require(try Self.sources(Self.terminal)["WordsOfSettings.swift"])
    let table = try #require(text.split(separator: "germanSettings = [").last?.split(separator: "]").first)
    let translated = table.matches(of: /"([a-z-]+)":/).map { String($0.1) }
    #expect(Set(translated) == Set(TrainingSettings.parameters.map(\.name)))
    #expect(translated.count == Set(translated).count)
  }

  /// Words on a screen that are none of `Words`: what a listener would read in one language alone.
  @Test func `screens and lines contain no text outside Words`() throws {
    let allowed: Set<String> = ["Peach", "Enter"]
    for (file, text) in try Self.sources(Self.terminal) where !file.hasPrefix("Words") {
      guard file != "TerminalScreen.swift", ["Screen", "Page", "Lines", "Feedback"].contains(where: file.contains)
      else {
        continue
      }
      for line in text.split(separator: "\n") where !line.contains("///") {
        // What is interpolated is code.
        let code = line.replacing(/\\\((?:[^()]|\([^()]*\))*\)/, with: "")
        for literal in code.matches(of: /"((?:[^"\\]|\\.)*)"/) {
          let shown = String(literal.1).replacing(/\\u\{[^}]*\}[\w?\[;]*/, with: "")
          let words = shown.matches(of: /[A-Za-zÄÖÜäöüß]{3,}/).map { String($0.0) }
          #expect(words.allSatisfy { allowed.contains($0) }, "\(file): \(line)")
        }
      }
    }
  }
}
