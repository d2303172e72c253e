import Foundation
import Testing

/// The rooms stand as Package.swift and CONTRIBUTING.md say, and the code of the tutorial stands in the example package.
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

  private struct Room {
    var name: String
    var rooms: [String]
  }

  /// As they are declared, from the ground up.
  private func rooms() throws -> [Room] {
    let list = try #require(
      text("Package.swift").firstMatch(of: /let rooms = \[(?<rooms>[\s\S]*?)\n\]\n/)?.output.rooms)
    return list.matches(of: /Room\(\s*name: "(?<name>\w+)"(?:,\s*rooms: \[(?<rooms>[^\]]*)\])?/).map { match in
      let names = match.output.rooms?.matches(of: /\w+/).map { String($0.output) } ?? []
      return Room(name: String(match.output.name), rooms: names)
    }
  }

  private func imports(of room: String) throws -> Set<String> {
    Set(
      try sources("Sources/\(room)").flatMap { file in
        file.text.matches(of: /(?m)^(?:(?:public|package) )?import (?<name>\w+)$/).map { String($0.output.name) }
      })
  }

  @Test func `a room imports only rooms below it, all that it declares and no other`() throws {
    let rooms = try rooms()
    #expect(rooms.count > 20)
    let names = Set(rooms.map(\.name))
    var below: Set<String> = []
    for room in rooms {
      let declared = Set(room.rooms).intersection(names)
      #expect(declared.isSubset(of: below), "\(room.name) imports upwards: \(declared.subtracting(below).sorted())")
      let imported = try imports(of: room.name).intersection(names)
      #expect(imported == declared, "\(room.name): imported \(imported.sorted()), declared \(declared.sorted())")
      below.insert(room.name)
    }
  }

  @Test func `no room holds more than 15 % of the sources`() throws {
    func lines(_ folder: String) throws -> Int {
      try sources(folder).reduce(0) { $0 + $1.text.count { $0 == "\n" } }
    }
    let all = try lines("Sources")
    for room in try rooms() { #expect(try lines("Sources/\(room.name)") * 100 < 15 * all, "\(room.name)") }
  }

  @Test func `the map has every room, from the ground up`() throws {
    let map = try #require(text("CONTRIBUTING.md").firstMatch(of: /\| room \|[\s\S]*?\n\n/)?.output)
    let shown = map.matches(of: /(?m)^\| `(?<name>\w+)` \|/).map { String($0.output.name) }
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.top.appending(path: "Sources").path)
    #expect(shown.sorted() == folders.sorted())
    let rooms = try rooms().map(\.name)
    #expect(shown.filter(rooms.contains) == rooms)
  }

  @Test func `the example package contains every piece of Swift in the tutorial`() throws {
    let files = try sources("experiments/own-kinds").map { Self.unindented($0.text) }
    #expect(files.count == 6)
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

  @Test func `the README of every room names the file to read first`() throws {
    for room in try rooms().map(\.name) + ["Commands"] {
      #expect(try text("Sources/\(room)/README.md").hasPrefix("# \(room)\n"), "\(room)")
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
