import Foundation
import GRDB
import PeachStorage
import PeachTrials
import Testing

/// The file of the database of live listeners: where it is, what is refused as one, what is on the disk when.
@Suite struct LiveFileTests {
  private let folder: Folder
  private let path: String

  init() throws {
    folder = try Folder()
    path = folder.path("peach.sqlite")
  }

  private func expectError(
    _ code: RecordsError.Code, _ description: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
  ) {
    let error = #expect(throws: RecordsError.self, sourceLocation: sourceLocation) { try body() }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    #expect(error?.description == description, sourceLocation: sourceLocation)
  }

  // MARK: Place

  @Test func `the folder comes from PEACH_HOME, else from XDG, else from HOME`() throws {
    var environment = ["PEACH_HOME": "/p", "XDG_DATA_HOME": "/x", "HOME": "/h"]
    #expect(try LiveDatabase.defaultPath(environment: environment) == "/p/peach.sqlite")
    environment["PEACH_HOME"] = ""
    #expect(try LiveDatabase.defaultPath(environment: environment) == "/x/peach/peach.sqlite")
    environment["XDG_DATA_HOME"] = "relative"
    #expect(try LiveDatabase.defaultPath(environment: environment) == "/h/.local/share/peach/peach.sqlite")
    environment["XDG_DATA_HOME"] = nil
    #expect(try LiveDatabase.defaultPath(environment: environment) == "/h/.local/share/peach/peach.sqlite")
    expectError(
      .inaccessible,
      "peach.sqlite: Peach has no folder for the records: neither PEACH_HOME nor HOME is set\n"
        + "  hint: set PEACH_HOME to a folder: export PEACH_HOME=FOLDER"
    ) {
      _ = try LiveDatabase.defaultPath(environment: ["HOME": ""])
    }
  }

  @Test func `missing folders are created for only the owner`() throws {
    let deep = folder.path("share/peach/peach.sqlite")
    _ = try LiveDatabase.open(at: deep)
    for name in ["share", "share/peach"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
      #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
  }

  @Test func `looking for a database does not create one`() throws {
    #expect(try LiveDatabase.existing(at: path)?.path == nil)
    #expect(try LiveDatabase.existing(at: folder.path("no/such/peach.sqlite"))?.path == nil)
    #expect(try folder.files.isEmpty)
    try LiveDatabase.open(at: path).addListener("me")
    #expect(try LiveDatabase.existing(at: path)?.listeners().map(\.id) == ["me"])
  }

  // MARK: Durability

  @Test func `a write is synced before it returns`() throws {
    let live = try LiveDatabase.open(at: path)
    let pragmas = try live.queue.read { db in
      try ["journal_mode", "synchronous", "foreign_keys", "application_id"].map {
        try String.fetchOne(db, sql: "PRAGMA \($0)")
      }
    }
    // synchronous 2 is FULL: in WAL mode the log is synced at every commit.
    #expect(pragmas == ["wal", "2", "1", String(0x5045_414C)])
  }

  @Test func `appended data survive a killed process`() throws {
    let live = try LiveDatabase.open(at: path)
    let session = try live.beginSession(LiveSamples.session())
    try live.append(LiveSamples.comparison(1), to: session)
    // As a killed process leaves it: log and file as they are on the disk, nothing closed.
    for name in ["peach.sqlite", "peach.sqlite-wal"] {
      try FileManager.default.copyItem(atPath: folder.path(name), toPath: folder.path("killed-" + name))
    }
    try FileManager.default.moveItem(
      atPath: folder.path("killed-peach.sqlite-wal"), toPath: folder.path("killed.sqlite-wal"))
    try FileManager.default.moveItem(atPath: folder.path("killed-peach.sqlite"), toPath: folder.path("killed.sqlite"))
    let found = try LiveDatabase.open(at: folder.path("killed.sqlite"))
    #expect(try found.comparisons(of: session) == [LiveSamples.comparison(1)])
  }

  @Test func `a full disk rejects the trial and loses no earlier one`() throws {
    let live = try LiveDatabase.open(at: path)
    let session = try live.beginSession(LiveSamples.session())
    try live.append(LiveSamples.comparison(1), to: session)
    // As many pages as there are, so that the next one finds no room.
    try live.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 1") }
    var stored = 1
    expectError(
      .inaccessible,
      "\(path): cannot be written: the disk is full\n  hint: free some space; everything stored so far is safe"
    ) {
      for trial in 2...200 {
        try live.append(LiveSamples.comparison(trial), to: session)
        stored = trial
      }
    }
    #expect(stored < 200)
    #expect(try live.comparisons(of: session).map(\.trial) == Array(1...stored))
    #expect(try LiveDatabase.open(at: path).comparisons(of: session).map(\.trial) == Array(1...stored))
  }

  @Test func `deleted data are gone from the bytes of the file`() throws {
    let live = try LiveDatabase.open(at: path)
    for id in ["secretive", "other"] {
      let session = try live.beginSession(LiveSamples.session(of: id))
      for trial in 1...50 { try live.append(LiveSamples.comparison(trial), to: session) }
    }
    func isMentioned(_ text: String) throws -> Bool {
      try folder.files.contains {
        try Data(contentsOf: URL(fileURLWithPath: folder.path($0))).range(of: Data(text.utf8)) != nil
      }
    }
    #expect(try isMentioned("secretive"))
    try live.delete("secretive")
    #expect(try !isMentioned("secretive"))
    #expect(try isMentioned("other"))
  }

  // MARK: Several at once

  @Test func `two connections append side by side`() async throws {
    let path = path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for listener in ["left", "right", "third"] {
        // The first to open makes the file; the others wait for it.
        group.addTask {
          let live = try LiveDatabase.open(at: path)
          let session = try live.beginSession(LiveSamples.session(of: listener))
          for trial in 1...40 { try live.append(LiveSamples.comparison(trial), to: session) }
          _ = try live.beginSession(LiveSamples.session(of: "shared"))
        }
      }
      try await group.waitForAll()
    }
    let live = try LiveDatabase.open(at: path)
    #expect(try live.listeners().map(\.comparisons) == [40, 40, 0, 40])
    #expect(try live.sessions(of: "shared").map(\.number) == [1, 2, 3])
  }

  @Test func `a reader sees whole trials while another writes`() throws {
    let writer = try LiveDatabase.open(at: path)
    let session = try writer.beginSession(LiveSamples.session())
    try writer.append(LiveSamples.comparison(1), to: session)
    try writer.queue.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN IMMEDIATE; UPDATE comparison SET trial = 9")
      #expect(try LiveDatabase.open(at: path).comparisons(of: session).map(\.trial) == [1])
      try db.execute(sql: "ROLLBACK")
    }
  }

  @Test func `nothing is stored in a file that is no longer at its name`() throws {
    let live = try LiveDatabase.open(at: path)
    let session = try live.beginSession(LiveSamples.session())
    try live.append(LiveSamples.comparison(1), to: session)
    let away = folder.path("away.sqlite")
    for journal in ["", "-wal", "-shm"] { rename(path + journal, away + journal) }
    let message = """
      \(path): the file was moved or deleted while peach wrote to it
        hint: restore the file or a copy of it
      """
    expectError(.inaccessible, message) {
      try live.append(LiveSamples.comparison(2), to: session)
    }
    for journal in ["", "-wal", "-shm"] { rename(away + journal, path + journal) }
    try live.append(LiveSamples.comparison(2), to: session)
    #expect(try live.comparisons(of: session).map(\.trial) == [1, 2])
  }

  // MARK: Refusals

  @Test func `files that are something else are refused and left as they are`() throws {
    let foreign = try DatabaseQueue(path: folder.path("foreign.sqlite"))
    try foreign.write { try $0.execute(sql: "CREATE TABLE listener (id INTEGER)") }
    try foreign.close()
    try Data(repeating: 0x61, count: 5000).write(to: URL(fileURLWithPath: folder.path("text.txt")))
    _ = try Samples.file(in: folder)
    for (name, reason) in [
      ("foreign.sqlite", "not a database of live listeners"),
      ("text.txt", "cannot be used as a database of live listeners: file is not a database"),
      ("results.sqlite", "not a database of live listeners\n  hint: this is a results file of a simulation"),
    ] {
      let before = try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
      expectError(.wrongContent, "\(folder.path(name)): \(reason)") { _ = try LiveDatabase.open(at: folder.path(name)) }
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path(name))) == before)
    }
    #expect(try folder.files == ["foreign.sqlite", "results.sqlite", "text.txt"])
  }

  @Test func `an empty file becomes a database`() throws {
    try Data().write(to: URL(fileURLWithPath: path))
    #expect(try LiveDatabase.open(at: path).listeners().isEmpty)
  }

  @Test(arguments: [
    (
      1, "made by an earlier build of Peach",
      "export the sessions with the version of Peach that wrote the file, move the file away, and import them"
    ), (6, "made by a newer version of Peach", "use a newer version of Peach"),
  ])
  func `a database of another version is refused and not changed`(version: Int, reason: String, hint: String) throws {
    let live = try LiveDatabase.open(at: path)
    try live.queue.write { try $0.execute(sql: "PRAGMA user_version = \(version)") }
    try live.queue.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let message = "\(path): \(reason)\n  hint: \(hint)"
    expectError(.wrongContent, message) { _ = try LiveDatabase.open(at: path) }
    for isWritable in [true, false] {
      expectError(.wrongContent, message) { _ = try LiveDatabase.existing(at: path, isWritable: isWritable) }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test func `a file that was cut off`() throws {
    var live: LiveDatabase? = try LiveDatabase.open(at: path)
    let session = try #require(try live?.beginSession(LiveSamples.session()))
    for trial in 1...100 { try live?.append(LiveSamples.comparison(trial), to: session) }
    try live?.queue.close()
    live = nil
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: RecordsError.self) {
      _ = try LiveDatabase.open(at: path).comparisons(of: session)
    }
    #expect(error?.code == .wrongContent)
    #expect(error?.reason == "cannot be used as a database of live listeners: database disk image is malformed")
    #expect(error?.hint?.contains("restore a copy") == true)
  }

  @Test func `the error says that nothing can be created`() throws {
    expectError(.inaccessible, "/proc/peach: cannot be made: No such file or directory") {
      _ = try LiveDatabase.open(at: "/proc/peach/peach.sqlite")
    }
    expectError(
      .inaccessible, "/proc/peach.sqlite: cannot be written: No such file or directory"
    ) {
      _ = try LiveDatabase.open(at: "/proc/peach.sqlite")
    }
    try Data().write(to: folder.url.appending(path: "file"))
    let inside = folder.path("file/peach.sqlite")
    expectError(
      .inaccessible, "\(inside): cannot be written: Not a directory"
    ) {
      _ = try LiveDatabase.open(at: inside)
    }
    expectError(
      .inaccessible,
      "\(folder.url.path): cannot be used as a database of live listeners: unable to open database file"
    ) {
      _ = try LiveDatabase.open(at: folder.url.path)
    }
  }
}
