import Foundation
import PeachAnalysis
import PeachExperiments
import PeachFitting
import PeachReporting
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials
import Testing

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

  private func bin(_ level: Double, _ trials: Double, _ positives: Double) -> Counts.Bin {
    Counts.Bin(level: level, trials: trials, positives: positives)
  }

  private func levels(_ trials: [(Double, Bool)]) -> [TrialTally.Level] {
    var tally = TrialTally()
    for trial in trials { tally.add(trial.0, isPositive: trial.1) }
    return tally.levels
  }

  private let comparison = (
    "{kind: comparison, notes: [C3, C4]}", "{name: ear, kind: gaussian, jnd: 10}",
    [
      "{name: \"kazez\", kind: kazez, comfort: {after-errors: 2, level: 80}}",
      "{name: signed, kind: constant-stimuli, signed: true, levels: [-20, -8, 0, 8, 20], repetitions: 6}",
    ]
  )

  @Test func `a results file and its exported CSV give the same data under any name`() async throws {
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
    let rows = try rows(of: stored.table)
    #expect(rows.count == 120)
    #expect(try self.rows(of: read.table) == rows)
    for column in stored.table.columns.indices {
      #expect(stored.table.hasValues(column) == read.table.hasValues(column))
      #expect(stored.table.sample(column) == read.table.sample(column))
    }
  }

  /// The lines and fields of all rows.
  private func rows(of table: any ObservationSource) throws -> [[String]] {
    var rows: [[String]] = []
    try table.forEachPart { part in
      for row in 0..<part.count {
        rows.append(["\(part.line(of: row))"] + part.columns.indices.map { part.trimmed(row, $0) })
      }
    }
    return rows
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
      direction.groups[0].levels
        == levels(tests.map { ($0.offset ?? .nan, $0.answer == "higher") }))
    #expect(direction.notes.contains("Peach fits 4 runs together; --by run fits each separately"))
    // Signed levels are as good as those without a sign: what counts is how far off the offset was.
    let accuracy = try Observations.read(table)
    #expect(
      accuracy.groups[0].levels
        == levels(tests.filter { $0.offset != 0 }.map { (abs($0.offset ?? .nan), $0.isCorrect ?? false) }))
    #expect(accuracy.groups[0].counts.bins.allSatisfy { $0.level > 0 })
    #expect(tests.contains { $0.level < 0 } && tests.contains { $0.offset == 0 })
    let runs = try Observations.read(table, by: ["run"])
    #expect(runs.groups.map(\.key) == [["kazez/ear/1"], ["kazez/ear/2"], ["signed/ear/1"], ["signed/ear/2"]])
  }

  @Test func `yes/no data are fitted on the signal trials only`() async throws {
    let folder = try Folder()
    let file = try await results(
      "{kind: yes-no, unit: dB}",
      "{name: ear, kind: psychometric, function: logistic, threshold: 20, slope: 1, guess: 0.1}",
      ["{name: siam, kind: siam, start: 30, step: {linear: 2}}"], kept: 1, in: folder)
    var records: [TrialRecord] = []
    try file.forEachTrial(of: file.cells()[0]) { records.append($0.trial) }
    let signals = records.filter { $0.kind == .test }
    let read = try Observations.read(FitData.read(file.path).table)
    #expect(read.unit == "dB")
    #expect(
      read.groups[0].levels == levels(signals.map { ($0.level, $0.answer == "yes") }))
    #expect(signals.count < 30)
    #expect(read.notes == ["\(30 - signals.count) noise trials are left out"])
  }

  @Test func `a byte order mark is no part of a name`() throws {
    let folder = try Folder()
    let path = try folder.write("d.csv", [0xef, 0xbb, 0xbf] + Array("level,correct\r\n5,1\r\n".utf8))
    #expect(try FitData.read(path).table.columns == ["level", "correct"])
  }

  @Test func `a results file without trials tells how to store them`() async throws {
    let folder = try Folder()
    let (task, listener, strategies) = comparison
    let path = try await results(task, listener, strategies, kept: 0, in: folder).path
    let error = #expect(throws: RecordsError.self) { try FitData.read(path) }
    #expect(error?.code == .wrongContent)
    #expect(
      error?.description == """
        \(path): stores no single trials
          hint: set keep-trials in the experiment file to the number of runs whose trials are stored, and simulate again
        """)
  }

  @Test func `another database, other bytes and an empty file are refused`() throws {
    let folder = try Folder()
    let database = try folder.write("d", Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 100))
    let records = #expect(throws: RecordsError.self) { try FitData.read(database) }
    #expect(records?.reason == "not a results file of Peach")
    let latin = try folder.write("latin.csv", Array("level,correct\n5,1\n".utf8) + [0xe9])
    #expect(try problem(latin) == "3:1: expected UTF-8 text, got other bytes\n  hint: save the file as UTF-8")
    // Half of the mark of UTF-16 is none.
    let half = try folder.write("half.csv", [0xff] + Array("level,correct\n5,1\n".utf8))
    #expect(try problem(half) == "1:1: expected UTF-8 text, got other bytes\n  hint: save the file as UTF-8")
    #expect(try problem(folder.write("empty.csv", [])) == "1:1: expected a header line, got an empty file")
  }

  /// What is wrong with a file, after its name.
  private func problem(_ path: String) throws -> String {
    let error = try #require(#expect(throws: ConfigurationError.self) { try FitData.read(path) })
    #expect(error.description.hasPrefix(path + ":"))
    return String(error.description.dropFirst(path.count + 1))
  }

  /// Three pieces, and more, whose ends fall inside fields, quotes, letters and line ends.
  @Test func `a file larger than a piece is read completely, with correct lines in messages`() throws {
    let folder = try Folder()
    let note = "\"an é, \"\"quoted\"\"\r\n\""
    let row = "12.5,1,\(note)\r\n"
    let count = 3_200_000 / row.utf8.count
    let head = "level,correct,note\r\n"
    let path = try folder.write("long.csv", Array((head + String(repeating: row, count: count)).utf8))
    let whole = try Observations.read(FitData.read(path).table)
    #expect(whole.groups.map(\.counts.bins) == [[bin(12.5, Double(count), Double(count))]])
    let broken = try folder.write(
      "broken.csv", Array((head + String(repeating: row, count: count) + "x,1,\n7,2,\n8,1\n").utf8))
    // Each row has two lines.
    let line = 2 * count + 2
    #expect(try problem(broken) == "\(line + 2):1: expected 3 fields, got 2")
    let wrong = try folder.write(
      "wrong.csv", Array((head + String(repeating: row, count: count) + "x,1,\n7,2,\n").utf8))
    let error = #expect(throws: ConfigurationError.self) { try Observations.read(FitData.read(wrong).table) }
    #expect(error?.problems.map(\.place.line) == [line, line + 1])
    let latin = try folder.write(
      "latin.csv", Array((head + String(repeating: row, count: count)).utf8) + Array("7,1,".utf8) + [0xe9, 0x0a])
    #expect(
      try problem(latin) == "\(line):1: expected UTF-8 text, got other bytes\n  hint: save the file as UTF-8")
  }

  @Test func `a file that cannot be opened is named`() throws {
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
        let data = try FitData.read(path)
        #expect(try Observations.read(data.table).groups[0].counts.bins == [bin(5, 1, 1)])
        #expect(try Observations.read(data.table).groups[0].counts.bins == [bin(5, 1, 1)])
      } else {
        #expect(
          try problem(path) == """
            1:1: expected data (CSV or a results file), got an SQLite file
              hint: name the file itself: it cannot be read from a pipe
            """)
      }
    }
  }
}
