import Foundation
import PeachStorage
import Testing

/// A folder that appears whole or not at all.
@Suite struct DraftFolderTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func names(_ path: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(path)).sorted()
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: folder.path(path), encoding: .utf8)
  }

  private func made(_ name: String, _ content: String) throws -> DraftFolder {
    let draft = try DraftFolder(of: folder.path(name))
    try draft.append(Array(content.utf8), to: "deep/er/a.txt")
    try draft.append([0x21], to: "deep/er/a.txt")
    try draft.append([], to: "mark")
    return draft
  }

  @Test func `it has its name once it is placed`() throws {
    let draft = try made("set", "one")
    #expect(try names().count == 1)
    #expect(try names() != ["set"])
    try draft.place()
    #expect(try names() == ["set"])
    #expect(try text("set/deep/er/a.txt") == "one!")
  }

  @Test func `an abandoned draft leaves nothing`() throws {
    var draft: DraftFolder? = try made("set", "one")
    #expect(draft != nil)
    draft = nil
    #expect(try names().isEmpty)
  }

  @Test func `an existing file is replaced completely`() throws {
    try made("set", "one").place()
    try Data().write(to: URL(fileURLWithPath: folder.path("set/left-over")))
    try made("set/", "two").place()
    #expect(try names() == ["set"])
    #expect(try names("set") == ["deep", "mark"])
    #expect(try text("set/deep/er/a.txt") == "two!")
  }

  @Test func `a draft that was left by a kill goes with the next one, and one in the making stays`() throws {
    let left = folder.path(".peach-0123456789abcdef.new")
    try FileManager.default.createDirectory(atPath: left + "/deep", withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(fileURLWithPath: left + "/deep/a"))
    let draft = try made("one", "1")
    #expect(try !names().contains(".peach-0123456789abcdef.new"))
    try made("two", "2").place()
    try draft.place()
    #expect(try names() == ["one", "two"])
  }

  @Test func `a file in the way is reported`() throws {
    func told(_ name: String, replacing replaces: Bool = false) -> String? {
      DraftFolder.obstacle(at: folder.path(name), replacing: replaces, mark: "mark")?.description
    }
    try made("set", "one").place()
    try FileManager.default.createDirectory(atPath: folder.path("empty"), withIntermediateDirectories: false)
    try FileManager.default.createDirectory(atPath: folder.path("home/photos"), withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: folder.path("file")))
    #expect(told("new") == nil)
    #expect(told("empty") == nil)
    #expect(told("set") == "\(folder.path("set")): exists already\n  hint: add --force to replace it")
    #expect(told("set", replacing: true) == nil)
    let home = folder.path("home")
    #expect(
      told("home", replacing: true)
        == "\(home): is a folder that already holds other files\n  hint: choose a new folder")
    #expect(told("file", replacing: true) == "\(folder.path("file")): already exists and is not a folder")
    #expect(
      told("none/set")
        == "\(folder.path("none/set")): cannot be written: this folder does not exist: \(folder.path("none"))\n  hint: create the folder first, or choose another file"
    )
  }
}
