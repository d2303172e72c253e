import Foundation
import Testing

/// Modules, documents and the example package agree with each other.
@Suite struct HouseTests {
  private static let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: Self.top.appending(path: path)), as: UTF8.self)
  }

  /// The Swift files below a folder, each with its text.
  private func sources(_ folder: String) throws -> [(path: String, text: String)] {
    let files = FileManager.default.enumerator(atPath: Self.top.appending(path: folder).path)
    var found: [(String, String)] = []
    while let file = files?.nextObject() as? String {
      if file.hasSuffix(".swift"), !file.contains(".build") { found.append((file, try text("\(folder)/\(file)"))) }
    }
    return found
  }

  private struct Module {
    var name: String
    var modules: [String]
  }

  /// The modules in the order of Package.swift.
  private func modules() throws -> [Module] {
    let list = try #require(
      text("Package.swift").firstMatch(of: /let modules = \[(?<modules>[\s\S]*?)\n\]\n/)?.output.modules)
    return list.matches(of: /Module\(\s*"(?<name>\w+)"(?:,\s*\[(?<modules>[^\]]*)\])?/).map { match in
      let names = match.output.modules?.matches(of: /\w+/).map { String($0.output) } ?? []
      return Module(name: String(match.output.name), modules: names)
    }
  }

  private func imports(of module: String) throws -> Set<String> {
    Set(
      try sources("Sources/\(module)").flatMap { file in
        file.text.matches(of: /(?m)^(?:(?:public|package) )?import (?<name>\w+)$/).map { String($0.output.name) }
      })
  }

  @Test func `a module imports only modules above it, all that it declares and no other`() throws {
    let modules = try modules()
    #expect(modules.count == 18)
    let names = Set(modules.map(\.name))
    var above: Set<String> = []
    for module in modules {
      let declared = Set(module.modules).intersection(names)
      #expect(declared.isSubset(of: above), "\(module.name) imports upwards: \(declared.subtracting(above).sorted())")
      let imported = try imports(of: module.name).intersection(names)
      #expect(imported == declared, "\(module.name): imported \(imported.sorted()), declared \(declared.sorted())")
      above.insert(module.name)
    }
  }

  @Test func `one file imports the C library`() throws {
    let files = try sources("Sources").filter { $0.text.contains(/(?m)^.*import (Glibc|Musl|Darwin)$/) }
    #expect(files.map(\.path) == ["PeachSupport/CLibrary.swift"])
  }

  @Test func `at most 700 declarations are public`() throws {
    let declarations = try sources("Sources").map {
      $0.text.matches(of: /(?m)^\s*(?:@\w+(?:\([^)]*\))?\s+)*public (?!import)/).count
    }
    let count = declarations.reduce(0, +)
    #expect((400...700).contains(count), "\(count)")
  }

  @Test func `every public declaration has a comment`() throws {
    for file in try sources("Sources") {
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() where line.contains(/^\s*(?:@\w+(?:\([^)]*\))?\s+)*public (?!import)/) {
        let above = lines[..<index].last { !$0.contains(/^\s*@/) }
        #expect(above?.contains(/^\s*\/\/\//) == true, "Sources/\(file.path):\(index + 1)")
      }
    }
  }

  /// The compiler accepts the attribute elsewhere too, and ignores it.
  @Test func `an inlinable declaration stands in a type that is public or usable from inlined code`() throws {
    let files = try sources("Sources").map { (path: $0.path, lines: $0.text.components(separatedBy: "\n")) }
    let type = /^\s*(?:@\w+ )*(?<access>public |package )?(?:struct|enum|protocol|final class) (?<name>\w+)/
    var (ours, exported): (Set<Substring>, Set<Substring>) = ([], [])
    for file in files {
      for (index, line) in file.lines.enumerated() {
        guard let match = line.firstMatch(of: type)?.output else { continue }
        ours.insert(match.name)
        let attributes = line + (index > 0 ? file.lines[index - 1] : "")
        if match.access == "public " || attributes.contains("@usableFromInline") { exported.insert(match.name) }
      }
    }
    func indent(_ line: String) -> Int { line.prefix { $0 == " " }.count }
    let owner = /^\s*(?:@\w+ )*(?:public |package )?(?:struct|enum|protocol|final class|extension) (?<name>\w+)/
    var found = 0
    for file in files {
      for (index, line) in file.lines.enumerated() where line.contains("@inlinable") {
        let enclosing = file.lines[..<index].last { indent($0) < indent(line) && $0.contains(owner) }
        guard let name = enclosing?.firstMatch(of: owner)?.output.name else { continue }
        found += 1
        #expect(exported.contains(name) || !ours.contains(name), "Sources/\(file.path):\(index + 1): \(name)")
      }
    }
    #expect(found > 100)
  }

  @Test func `the list of modules in CONTRIBUTING has every module, in order`() throws {
    let map = try #require(text("CONTRIBUTING.md").firstMatch(of: /\| module \|[\s\S]*?\n\n/)?.output)
    let shown = map.matches(of: /`(?<name>C?[A-Za-z][\w-]+)`/).map { String($0.output.name) }
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.top.appending(path: "Sources").path)
    #expect(Set(folders).isSubset(of: shown), "\(Set(folders).subtracting(shown))")
    let modules = try modules().map(\.name)
    #expect(
      map.matches(of: /(?m)^\| `(?<name>\w+)`/).map { String($0.output.name) }.filter(modules.contains) == modules)
  }

  @Test func `the example package contains every piece of Swift in the tutorial`() throws {
    let files = try sources("experiments/own-kinds").map { Self.unindented($0.text) }
    #expect(files.count == 7)
    let blocks = try text("docs/tutorials/swift-package.md").matches(of: /(?m)^```swift\n(?<code>[\s\S]*?)^```$/).map(
      \.output.code)
    #expect(blocks.count == 5)
    for block in blocks {
      let code = Self.unindented(String(block))
      #expect(files.contains { $0.contains(code) }, "\(block.prefix(200))")
    }
  }

  @Test func `every row that is inserted names its columns`() throws {
    let files = try sources("Sources")
    let insertions = files.map { $0.text.ranges(of: /INSERT\s+(OR\s+\w+\s+)?INTO/).count }
    #expect(insertions.reduce(0, +) >= 8)
    for file in files {
      let positional = file.text.matches(of: /INTO\s+[^\s("]+\s+(VALUES|SELECT)/).map { String($0.output.0) }
      #expect(positional == [], "\(file.path)")
    }
  }

  @Test func `every module has a README with its name`() throws {
    for module in try modules().map(\.name) {
      #expect(try text("Sources/\(module)/README.md").hasPrefix("# \(module)\n"), "\(module)")
    }
  }

  @Test func `golden numbers name their origin`() throws {
    let tests = Self.top.appending(path: "Tests")
    let folders = try FileManager.default.contentsOfDirectory(atPath: tests.path).filter {
      FileManager.default.fileExists(atPath: tests.appending(path: "\($0)/Golden").path)
    }
    #expect(folders.count >= 5)
    for folder in folders {
      let golden = tests.appending(path: "\(folder)/Golden")
      let provenance = try JSONDecoder().decode(
        [String: [String: String]].self, from: Data(contentsOf: golden.appending(path: "provenance.json")))
      for (name, entry) in provenance {
        #expect(["what", "made_with", "generator", "checks"].allSatisfy { entry[$0] != nil }, "\(folder): \(name)")
        guard let script = entry["generator"], script.hasSuffix(".py") else { continue }
        #expect(FileManager.default.fileExists(atPath: golden.appending(path: script).path), "\(folder): \(script)")
      }
      let told = provenance.keys.joined(separator: " ")
      for file in try FileManager.default.contentsOfDirectory(atPath: golden.path)
      where file.hasSuffix(".json") && file != "provenance.json" {
        #expect(told.contains(file), "\(folder): \(file)")
      }
    }
  }

  /// Code may stand deeper in its file than in the walk.
  private static func unindented(_ code: String) -> String {
    code.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }
}
