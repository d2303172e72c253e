import Foundation
import Testing

/// The program of the package: all of Peach, with the kinds of the package.
@Suite struct ProgramTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "own-kinds-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = "own-kinds.yaml"
    try FileManager.default.copyItem(at: Self.package.appending(path: file), to: folder.appending(path: file))
  }

  /// Runs the program in the folder of the test.
  ///
  /// - Returns: The output. The test fails if the exit code is not 0.
  private func run(_ arguments: String...) throws -> String {
    let process = Process()
    process.executableURL = Self.package.appending(path: ".build/release/own-peach")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ["PEACH_HOME": folder.appending(path: "home").path, "LC_ALL": "C.UTF-8"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(arguments)")
    return text
  }

  @Test func `every command knows the kinds`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try run("list", "strategies").contains("\nhalf-or-double  "))
    #expect(try run("list", "strategies", "half-or-double", "--wide").contains("Ratio of levels after a wrong answer"))
    #expect(try run("list", "listeners", "persevering").contains("Probability of repeating the last answer"))
    #expect(try run("check", "own-kinds.yaml", "--wide").contains("converges on 50.00 %"))
    let trace = try run("trace", "own-kinds.yaml", "--strategy", "half-or-double", "--responses", "1101")
    #expect(trace.split(separator: "\n").last == "next: 25 cents")
    _ = try run("simulate", "own-kinds.yaml", "--replicates", "50")
    let runs = try run("export", "own-kinds.sqlite", "--table", "runs").split(separator: "\n")
    #expect(runs.count { $0.hasPrefix("own-kinds,half-or-double/persevering") } == 200)
  }

  @Test func `a session on a virtual clock has the very trials of the simulation`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try run("simulate", "own-kinds.yaml", "--replicates", "2")
    for _ in 1...2 {
      _ = try run(
        "live", "own-kinds.yaml", "--strategy", "half-or-double", "--listener", "persevering", "--fast", "--responder",
        "persevering sigma=20 perseveration=0.1")
    }
    /// Notes, offsets and answers of the trials of some runs.
    func trials(_ table: String, of runs: String) throws -> [[Substring]] {
      let rows = table.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      let places = try ["reference_note", "offset_cents", "answer"].map { name in
        try #require(rows[0].firstIndex { $0 == name })
      }
      return rows.filter { $0[1].hasPrefix(runs) }.map { row in places.map { row[$0] } }
    }
    let simulated = try trials(
      try run("export", "own-kinds.sqlite", "--table", "trials"),
      of: "half-or-double/persevering/listeners.persevering.perseveration=0.1/")
    let live = try trials(
      try run("export", "--listener", "persevering", "--table", "trials"), of: "half-or-double/persevering/")
    #expect(simulated.count == 120)
    #expect(live == simulated)
    let replay = try run("trace", "--listener", "persevering", "--session", "2")
    #expect(replay.split(separator: "\n").last?.hasPrefix("next: ") == true)
  }
}
