import Foundation
import GRDB
import PeachStorage
import PeachTrials
import Testing

/// What a results file refuses to hold, and what is refused as one.
@Suite struct RejectionTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func expectError(
    _ code: RecordsError.Code, _ reason: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
  ) {
    let error = #expect(throws: RecordsError.self, sourceLocation: sourceLocation) { try body() }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")", sourceLocation: sourceLocation)
  }

  // MARK: Content

  @Test func `a simulation with a word outside its list`() throws {
    var wrong = Samples.simulation
    wrong.task = "sideways"
    expectError(.wrongContent, "CHECK constraint failed") {
      _ = try ResultsFile.create(at: folder.path("results.sqlite"), wrong, cells: Samples.cells)
    }
    #expect(try folder.files.isEmpty)
  }

  @Test func `trials with a word outside its list, or a note out of range`() throws {
    let file = try Samples.file(in: folder)
    for spoil: (inout TrialRecord) -> Void in [
      { $0.answer = "maybe" }, { $0.reference = 128 }, { $0.target = -1 },
    ] {
      var batch = Samples.batch
      spoil(&batch.trials[0].trial)
      expectError(.wrongContent, "CHECK constraint failed") { try file.append([batch]) }
    }
    #expect(try file.batches().isEmpty)
  }

  @Test func `a batch is written whole or not at all`() throws {
    let file = try Samples.file(in: folder)
    var batch = Samples.batch
    batch.trials[1].trial.answer = "maybe"
    expectError(.wrongContent, "CHECK constraint failed") { try file.append([batch]) }
    var rows = 0
    try file.forEachRun(of: 0) { _, _ in rows += 1 }
    try file.forEachTrial(of: Samples.cells[0]) { _ in rows += 1 }
    #expect(rows == 0)
    #expect(try file.batches().isEmpty)
    try file.append([Samples.batch])
    expectError(.wrongContent, "UNIQUE constraint failed") { try file.append([Samples.batch]) }
    #expect(try file.batches().count == 1)
  }

  @Test func `a batch of a file that was deleted`() throws {
    let file = try Samples.file(in: folder)
    unlink(file.path)
    expectError(.inaccessible, "the file was moved or deleted while peach wrote to it") {
      try file.append([Samples.batch])
    }
    #expect(try file.batches().isEmpty)
  }

  @Test func `a batch of a cell that is not there`() throws {
    let file = try Samples.file(in: folder)
    var batch = Samples.batch
    batch.cell = 2
    expectError(.wrongContent, "FOREIGN KEY constraint failed") { try file.append([batch]) }
  }

  // MARK: Files

  @Test func `a file that is missing, and a directory`() throws {
    expectError(.inaccessible, "cannot be read: No such file or directory") {
      _ = try ResultsFile.open(folder.path("missing.sqlite"))
    }
    expectError(.inaccessible, "cannot be read: it is not an ordinary file") {
      _ = try ResultsFile.open(folder.url.path)
    }
    #expect(try folder.files.isEmpty)
  }

  @Test func `files that are not ours`() throws {
    let foreign = try DatabaseQueue(path: folder.path("foreign.sqlite"))
    try foreign.write { try $0.execute(sql: "CREATE TABLE simulation (id INTEGER)") }
    try foreign.close()
    try Data("name: experiment\n".utf8).write(to: folder.url.appending(path: "text.yaml"))
    try Data().write(to: folder.url.appending(path: "empty"))
    for name in ["foreign.sqlite", "text.yaml", "empty"] {
      #expect(!ResultsFile.isOurs(folder.path(name)))
      expectError(.wrongContent, "not a results file of Peach") { _ = try ResultsFile.open(folder.path(name)) }
    }
    #expect(!ResultsFile.isOurs(folder.path("missing")))
    #expect(ResultsFile.isOurs(try Samples.file(in: folder).path))
  }

  @Test(arguments: [(2, "made by an earlier build of Peach"), (4, "made by a newer version of Peach")])
  func `a file of another version is refused and not changed`(version: Int, reason: String) throws {
    let path = try Samples.file(in: folder).path
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: "PRAGMA user_version = \(version)") }
    try queue.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    for isWritable in [true, false] {
      expectError(.wrongContent, reason) { _ = try ResultsFile.open(path, isWritable: isWritable) }
    }
    expectError(.wrongContent, reason) { _ = try ResultsFile.openForWriting(path) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test func `a file of ours that was cut off`() throws {
    let path = try Samples.file(in: folder).path
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: path))
    expectError(.wrongContent, "cannot be used as a results file") {
      _ = try ResultsFile.open(path).simulation()
    }
  }

  @Test func `a file of ours that lost its simulation`() throws {
    let path = try Samples.file(in: folder).path
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: "DELETE FROM simulation") }
    try queue.close()
    expectError(.wrongContent, "holds no simulation") { _ = try ResultsFile.open(path).simulation() }
  }

  @Test func `an estimate whose estimator is not there`() throws {
    let file = try Samples.file(in: folder)
    var batch = Samples.batch
    batch.estimates[1].estimator = 2
    try file.append([batch])
    expectError(.wrongContent, "damaged: table estimate, cell 0, replicate 3, estimator 2: expected estimator 1") {
      try file.forEachRun(of: 0) { _, _ in }
    }
  }

  @Test func `an estimate with an unknown status`() throws {
    let path = try Samples.file(in: folder).path
    let queue = try DatabaseQueue(path: path)
    try ResultsFile.open(path).append([Samples.batch])
    try queue.write { try $0.execute(sql: "UPDATE estimate SET status = 'fine' WHERE replicate = 3") }
    try queue.close()
    let reason =
      "damaged: table estimate, cell 0, replicate 3, estimator 0: status: expected the status of an estimate, got 'fine'"
    expectError(.wrongContent, reason) { try ResultsFile.open(path).forEachRun(of: 0) { _, _ in } }
  }

  @Test func `an error has the path, the reason and a hint`() {
    let error = RecordsError(.wrongContent, path: "a.sqlite", reason: "is odd", hint: "look again")
    #expect(error.description == "a.sqlite: is odd\n  hint: look again")
    #expect(RecordsError(.inaccessible, path: "a", reason: "is odd").description == "a: is odd")
  }
}
