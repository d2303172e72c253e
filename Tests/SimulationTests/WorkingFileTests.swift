import Foundation
import PeachSimulation
import PeachStorage
import PeachTrials
import Synchronization
import Testing

@Suite struct WorkingFileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func batch(_ first: Int) -> BatchRecord {
    var batch = BatchRecord(cell: 3, replicates: first...first + 1, seconds: 0.25)
    for replicate in batch.replicates {
      batch.runs.append(
        RunRecord(
          replicate: replicate, trials: 40 + replicate, reversals: 0, correct: 0, judged: 0, stopReason: "trials",
          failure: nil))
      var own = EstimateRecord(replicate: replicate, estimator: 0, status: .ok)
      (own.threshold, own.low, own.high) = (12.1 / Double(replicate), 3.3, nil)
      own.met = TrueListener(threshold: 0.1 + 0.2, lapse: 0, slope: nil)
      var fit = EstimateRecord(replicate: replicate, estimator: 1, status: .allCorrect)
      fit.met = TrueListener(threshold: nil, lapse: 0, slope: nil)
      batch.estimates += [own, fit, EstimateRecord(replicate: replicate, estimator: 2, status: .ok)]
    }
    return batch
  }

  private func file(isFresh: Bool = false) -> WorkingFile {
    WorkingFile(key: "abc", in: folder.path("cache/peach"), isFresh: isFresh)
  }

  private func keep(_ firsts: [Int]) {
    let file = file()
    for first in firsts { file.keep(batch(first), as: "piece \(first)") }
    #expect(file.flush())
  }

  @Test func `kept trials are read back to the bit`() throws {
    keep([1, 5])
    let again = file()
    #expect(again.found == 2)
    let found = try #require(again.batch("piece 5"))
    #expect(found.cell == 3 && found.replicates == 5...6 && found.seconds == 0.25)
    #expect(found.runs == batch(5).runs)
    #expect(found.estimates == batch(5).estimates)
    #expect(again.batch("piece 2") == nil)
  }

  @Test func `a truncated entry is dropped, and later entries are kept`() throws {
    keep([1, 5])
    let path = folder.path("cache/peach/abc.work")
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try whole.dropLast(3).write(to: URL(fileURLWithPath: path))
    keep([9])
    let again = file()
    #expect(again.batch("piece 1") != nil && again.batch("piece 5") == nil && again.batch("piece 9") != nil)
    var changed = whole
    changed[changed.count - 20] ^= 1
    try changed.write(to: URL(fileURLWithPath: path))
    again.remove()
    try changed.write(to: URL(fileURLWithPath: path))
    #expect(file().found == 1)
    try Data("something else".utf8).write(to: URL(fileURLWithPath: path))
    keep([2])
    #expect(file().found == 1)
  }

  @Test func `one process at a time keeps work, and short work leaves no file`() throws {
    let first = file()
    first.keep(batch(1), as: "piece 1")
    #expect(!FileManager.default.fileExists(atPath: folder.path("cache")))
    first.flush()
    let second = file()
    #expect(second.found == 0)
    second.keep(batch(2), as: "piece 2")
    #expect(!second.flush())
    second.remove()
    #expect(FileManager.default.fileExists(atPath: first.path))
    first.remove()
    #expect(!FileManager.default.fileExists(atPath: first.path))
  }

  @Test func `a fresh start removes kept work`() throws {
    keep([1])
    #expect(file(isFresh: true).found == 0)
    #expect(!FileManager.default.fileExists(atPath: folder.path("cache/peach/abc.work")))
  }

  @Test func `work that cannot be kept is done all the same`() throws {
    try Data().write(to: URL(fileURLWithPath: folder.path("cache")))
    let file = file()
    file.keep(batch(1), as: "piece 1")
    #expect(!file.flush())
    file.remove()
  }

  @Test func `unfinished work is kept in the folder of the variables`() {
    #expect(WorkingFile.folder(environment: ["PEACH_HOME": "/p", "HOME": "/h"]) == "/p/work")
    #expect(WorkingFile.folder(environment: ["PEACH_HOME": "", "XDG_CACHE_HOME": "/c", "HOME": "/h"]) == "/c/peach")
    #expect(WorkingFile.folder(environment: ["XDG_CACHE_HOME": "relative", "HOME": "/h"]) == "/h/.cache/peach")
    #expect(WorkingFile.folder(environment: [:]) == nil)
  }

  @Test func `a crew does not repeat the runs of an interrupted crew`() async throws {
    let made = Atomic(0)
    let batches = (0..<6).map { batch(2 * $0 + 1) }
    let pieces = (0..<6).map { place in
      WorkPiece("piece \(2 * place + 1)", cell: 0, units: 2, unitsOfRun: 1) { _ in
        // The fourth piece is interrupted, once.
        if place == 3, made.load(ordering: .relaxed) == 3 { return nil }
        made.add(1, ordering: .relaxed)
        return batches[place]
      }
    }
    func run() async throws -> [BatchRecord]? {
      let kept = file()
      defer { kept.flush() }
      return try await WorkerPool(jobs: 1, kept: kept).run(pieces) { _, _, _ in }
    }
    #expect(try await run()?.count == nil)
    #expect(made.exchange(10, ordering: .relaxed) == 3)
    let whole = try #require(try await run())
    #expect(made.load(ordering: .relaxed) == 13)
    #expect(whole.map(\.replicates.lowerBound) == [1, 3, 5, 7, 9, 11])
  }
}
