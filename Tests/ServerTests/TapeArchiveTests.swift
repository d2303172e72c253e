import Foundation
import PeachCommands
import Testing

/// The program `tar` of the system reads what Peach writes.
@Suite struct TapeArchiveTests {
  private let folder = NSTemporaryDirectory() + "tape-\(UUID().uuidString)"

  private func write(_ files: [String: String]) throws {
    for (path, text) in files {
      let file = URL(filePath: "\(folder)/in/\(path)")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  @Test func `tar unpacks every file unchanged`() throws {
    let long = String(repeating: "a", count: 90) + "/" + String(repeating: "b", count: 80) + ".csv"
    let files = [
      "one.csv": "a,b\r\n1,2\r\n", "empty": "", "data/größe.json": "{}", "block": String(repeating: "x", count: 512),
      long: "long",
    ]
    try write(files)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let bytes = try TapeArchive.bytes(of: folder + "/in", as: "set")
    #expect(bytes.count % 512 == 0)
    try Data(bytes).write(to: URL(filePath: folder + "/set.tar"))
    let tar = Process()
    tar.executableURL = URL(filePath: "/usr/bin/env")
    tar.arguments = ["tar", "-xf", folder + "/set.tar", "-C", folder]
    try tar.run()
    tar.waitUntilExit()
    #expect(tar.terminationStatus == 0)
    for (path, text) in files {
      #expect(try String(contentsOfFile: "\(folder)/set/\(path)", encoding: .utf8) == text, "\(path)")
    }
  }

  @Test func `a name that no header can hold is refused with a remedy`() throws {
    try write([String(repeating: "a", count: 150): ""])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(throws: (any Error).self) { try TapeArchive.bytes(of: folder + "/in", as: "set") }
  }
}
