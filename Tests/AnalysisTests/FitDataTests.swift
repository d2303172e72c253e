import Analysis
import Configuration
import Experiments
import Fitting
import Foundation
import Observations
import Records
import Reports
import Simulation
import Testing
import Trials

/// What `peach fit` is given, read from where it lies.
@Suite struct FitDataTests {
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }

    func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
      try Data(bytes).write(to: URL(filePath: path(name)))
      return path(name)
    }
  }

  /// A results file of this task, with the trials of the first `kept` runs of each cell.
  private func results(_ task: String, _ listener: String, _ strategies: [String], kept: Int, in folder: Folder)
    async throws -> ResultsFile
  {
    let plan = try Experiment.parse(
      """
      name: sample
      seed: 42
      task: \(task)
      listeners: [\(listener)]
      strategies: [\(strategies.joined(separator: ", "))]
      replicates: 4
      keep-trials: \(kept)
      stop: {trials: 30}
      """, file: "sample.yaml"
    ).plan
    let file = try ResultsFile.create(
      at: folder.path("named-like.csv"), plan.record(version: "0.0.0", build: "none"), cells: plan.cellRecords)
    _ = try await Simulator(plan, jobs: 1, isCancelled: { false }).run(into: file) { _ in }
    return file
  }

  private func exported(_ results: ResultsFile) throws -> String {
    let table = try TrialsTable(results)
    var text = CSV.header(table.columns)
    try table.forEachRow { text += CSV.line($0) }
    return text
  }

  private let comparison = (
    "{kind: comparison, notes: [C3, C4]}", "{name: ear, kind: gaussian, jnd: 10}",
    [
      "{name: \"kazez\", kind: kazez, comfort: {after-errors: 2, level: 80}}",
      "{name: signed, kind: constant-stimuli, signed: true, levels: [-20, -8, 0, 8, 20], repetitions: 6}",
    ]
  )

  @Test func `a results file and the CSV exported from it are the same data, whatever they are called`() async throws {
    let folder = try Folder()
    let (task, listener, strategies) = comparison
    let file = try await results(task, listener, strategies, kept: 2, in: folder)
    let text = try exported(file)
    let stored = try FitData.read(file.path)
    let read = try FitData.read(folder.write("named-like.sqlite", text.utf8))
    #expect(stored.simulation?.name == "sample")
    #expect(stored.simulation?.alternatives == 2)
    #expect(read.simulation == nil)
    #expect(stored.table.source == file.path)
    #expect(stored.table.columns == read.table.columns)
    #expect(stored.table.count == 120)
    #expect(read.table.count == 120)
    for row in 0..<120 {
      #expect(stored.table.line(of: row) == read.table.line(of: row))
      for column in stored.table.columns.indices {
        #expect(stored.table.trimmed(row, column) == read.table.trimmed(row, column))
      }
    }
  }

  @Test func `stored trials are read by direction and by accuracy`() async throws {
    let folder = try Folder()
    let (task, listener, strategies) = comparison
    let file = try await results(task, listener, strategies, kept: 2, in: folder)
    var records: [TrialRecord] = []
    for cell in try file.cells() { try file.forEachTrial(of: cell) { records.append($0.trial) } }
    let tests = records.filter { $0.kind == .test }
    let table = try FitData.read(file.path).table
    let direction = try Observations.read(table, reading: .direction)
    #expect(direction.unit == "cents")
    #expect(
      direction.groups[0].trials
        == tests.map { ObservedTrial(level: $0.offset ?? .nan, isPositive: $0.answer == "higher") })
    #expect(direction.notes.contains("4 runs are pooled; --by run fits each"))
    // Signed levels are as good as those without a sign: what counts is how far off the offset was.
    let accuracy = try Observations.read(table)
    #expect(
      accuracy.groups[0].trials
        == tests.filter { $0.offset != 0 }.map {
          ObservedTrial(level: abs($0.offset ?? .nan), isPositive: $0.isCorrect ?? false)
        })
    #expect(accuracy.groups[0].trials?.contains { $0.level <= 0 } == false)
    #expect(tests.contains { $0.level < 0 } && tests.contains { $0.offset == 0 })
    let runs = try Observations.read(table, by: ["run"])
    #expect(runs.groups.map(\.key) == [["kazez/ear/1"], ["kazez/ear/2"], ["signed/ear/1"], ["signed/ear/2"]])
  }

  @Test func `of yes and no, only the signals are fitted`() async throws {
    let folder = try Folder()
    let file = try await results(
      "{kind: level, unit: dB, alternatives: 1}",
      "{name: ear, kind: psychometric, function: logistic, threshold: 20, slope: 1, guess: 0.1}",
      ["{name: siam, kind: siam, start: 30, step: {linear: 2}}"], kept: 1, in: folder)
    var records: [TrialRecord] = []
    try file.forEachTrial(of: file.cells()[0]) { records.append($0.trial) }
    let signals = records.filter { $0.kind == .test }
    let read = try Observations.read(FitData.read(file.path).table)
    #expect(read.unit == "dB")
    #expect(
      read.groups[0].trials == signals.map { ObservedTrial(level: $0.level, isPositive: $0.answer == "yes") })
    #expect(signals.count < 30)
    #expect(read.notes == ["\(30 - signals.count) noise trials are left out"])
  }

  @Test func `a byte order mark is no part of a name`() throws {
    let folder = try Folder()
    let path = try folder.write("d.csv", [0xef, 0xbb, 0xbf] + Array("level,correct\r\n5,1\r\n".utf8))
    #expect(try FitData.read(path).table.columns == ["level", "correct"])
  }

  @Test func `a results file without trials says how they come to be stored`() async throws {
    let folder = try Folder()
    let (task, listener, strategies) = comparison
    let path = try await results(task, listener, strategies, kept: 0, in: folder).path
    let error = #expect(throws: RecordsError.self) { try FitData.read(path) }
    #expect(error?.code == .wrongContent)
    #expect(
      error?.description == """
        \(path): holds no trials
          hint: keep-trials in the experiment file says of how many runs they are stored
        """)
  }

  @Test func `another database, other bytes and an empty file are refused`() throws {
    let folder = try Folder()
    let database = try folder.write("d", Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 100))
    let records = #expect(throws: RecordsError.self) { try FitData.read(database) }
    #expect(records?.reason == "not a results file of peach")
    let latin = try folder.write("latin.csv", Array("level,correct\n5,1\n".utf8) + [0xe9])
    #expect(try problem(latin) == "3:1: expected UTF-8 text, got other bytes\n  hint: save the file as UTF-8")
    let wide = try folder.write("wide.csv", [0xff, 0xfe] + "level,correct\n".utf8.flatMap { [$0, 0] })
    #expect(try problem(wide) == "1:1: expected UTF-8 text, got other bytes\n  hint: save the file as UTF-8")
    #expect(try problem(folder.write("empty.csv", [])) == "1:1: expected a header line, got an empty file")
  }

  /// What is wrong with a file, after its name.
  private func problem(_ path: String) throws -> String {
    let error = try #require(#expect(throws: ConfigurationError.self) { try FitData.read(path) })
    #expect(error.description.hasPrefix(path + ":"))
    return String(error.description.dropFirst(path.count + 1))
  }

  @Test func `what cannot be opened is named`() throws {
    let folder = try Folder()
    let missing = #expect(throws: InputError.self) { try FitData.read(folder.path("no.csv")) }
    #expect(missing?.reason == "No such file or directory")
    let directory = #expect(throws: InputError.self) { try FitData.read(folder.url.path) }
    #expect(directory?.reason == "it is a directory")
  }

  @Test func `a pipe is read once, and a database from one is refused`() throws {
    let folder = try Folder()
    for (bytes, isText) in [(Array("level,correct\n5,1\n".utf8), true), (Array("SQLite format 3\0".utf8), false)] {
      let path = folder.path(isText ? "text" : "database")
      try #require(mkfifo(path, 0o600) == 0)
      Thread.detachNewThread {
        // Opening waits for the reader.
        let descriptor = open(path, O_WRONLY)
        _ = write(descriptor, bytes, bytes.count)
        close(descriptor)
      }
      if isText {
        #expect(try FitData.read(path).table.count == 1)
      } else {
        #expect(
          try problem(path) == """
            1:1: expected CSV, got an SQLite file
              hint: name the results file itself: it cannot be read from a pipe
            """)
      }
    }
  }
}
