package import PeachStorage
import PeachSupport
import PeachTrials
import Synchronization

/// Finished pieces of long work, kept on disk until all of it is done, so that an interrupted command can go on.
///
/// The file is a log: a header, then one entry with length and checksum for each piece. It is whole at every moment,
/// because an entry that was cut off is dropped when the file is read. One process at a time writes it (`flock`). Work that
/// ends within seconds leaves no file at all.
///
/// ```swift
/// let kept = WorkingFile(key: digest, in: folder)
/// if let batch = kept.batch("piece 1") { … } else { kept.keep(batch, as: "piece 1") }
/// kept.flush()  // after Ctrl-C
/// kept.remove()  // when all is done
/// ```
package final class WorkingFile: Sendable {
  /// Seconds between two writes.
  private static let interval = 2.0
  private static let mark = Array("peach-work-1\n".utf8)

  private struct State {
    /// The entries of an interrupted command, by name.
    var entries: [String: ArraySlice<UInt8>] = [:]
    var descriptor: Int32 = -1
    var isUsable = true
    /// Entries that are not written yet.
    var buffer: [UInt8] = []
    var lastWrite = ContinuousClock.now
    var hasWritten = false
  }

  package let path: String
  private let folder: String
  /// How many finished pieces an interrupted command left.
  package let found: Int
  private let state: Mutex<State>

  /// Opens the work of an interrupted command, if there is any.
  ///
  /// - Parameters:
  ///   - key: Everything that decides the results, such as experiment, options and build, hashed.
  ///   - folder: Is made when something is written.
  ///   - isFresh: Whether what an interrupted command left is removed.
  package init(key: String, in folder: String, isFresh: Bool = false) {
    self.folder = folder
    path = folder + "/" + key + ".work"
    var state = State()
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    if descriptor >= 0 {
      if !WorkingFile.isOurs(descriptor) || flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        state.isUsable = false
        close(descriptor)
      } else if isFresh {
        unlink(path)
        close(descriptor)
      } else {
        state.descriptor = descriptor
        WorkingFile.read(descriptor, into: &state)
        state.hasWritten = true
      }
    }
    found = state.entries.count
    self.state = Mutex(state)
  }

  deinit {
    let descriptor = state.withLock { $0.descriptor }
    if descriptor >= 0 { close(descriptor) }
  }

  /// The folder for unfinished work of commands: `$PEACH_HOME/work`, otherwise `$XDG_CACHE_HOME/peach` or
  /// `~/.cache/peach`;
  /// `nil` if no variable is set.
  package static func folder(environment: [String: String]) -> String? {
    func folder(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let home = folder("PEACH_HOME") { return home + "/work" }
    if let cache = folder("XDG_CACHE_HOME"), cache.hasPrefix("/") { return cache + "/peach" }
    return folder("HOME").map { $0 + "/.cache/peach" }
  }

  // MARK: Pieces

  /// A piece that an interrupted command finished; `nil` if there is none of this name.
  package func batch(_ name: String) -> BatchRecord? {
    state.withLock { $0.entries[name] }.flatMap { bytes in
      var reader = ByteReader(bytes)
      guard reader.text() == name else { return nil }
      return BatchRecord(keptIn: &reader)
    }
  }

  /// Keeps a finished piece, and writes what is kept every few seconds.
  package func keep(_ batch: BatchRecord, as name: String) {
    var writer = ByteWriter()
    writer.add(name)
    batch.keep(in: &writer)
    let entry = WorkingFile.entry(writer.bytes)
    state.withLock { state in
      guard state.isUsable else { return }
      state.buffer += entry
      if state.lastWrite.duration(to: .now) / .seconds(1) >= WorkingFile.interval { write(&state) }
    }
  }

  /// Writes everything that is kept.
  ///
  /// - Returns: Whether all finished pieces are on disk.
  @discardableResult
  package func flush() -> Bool {
    state.withLock { state in
      if state.isUsable, !state.buffer.isEmpty { write(&state) }
      return state.isUsable
    }
  }

  /// Removes the file: all the work is done.
  package func remove() {
    state.withLock { state in
      if state.descriptor >= 0 { unlink(path) }
      state.isUsable = false
      state.buffer = []
    }
  }

  // MARK: The file

  /// Whether it is a regular file of this user. A file of somebody else would put false numbers into results.
  private static func isOurs(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
  }

  /// Work that cannot be kept is still done.
  private func write(_ state: inout State) {
    if state.descriptor < 0 {
      guard makeFolder() else {
        state.isUsable = false
        return
      }
      state.descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard state.descriptor >= 0, flock(state.descriptor, LOCK_EX | LOCK_NB) == 0 else {
        state.isUsable = false
        return
      }
      state.buffer = WorkingFile.mark + state.buffer
    }
    state.hasWritten = true
    if WorkingFile.write(state.buffer, to: state.descriptor), fdatasync(state.descriptor) == 0 {
      state.buffer = []
      state.lastWrite = .now
    } else {
      state.isUsable = false
    }
  }

  private func makeFolder() -> Bool {
    var made = ""
    for part in folder.split(separator: "/", omittingEmptySubsequences: false) {
      made += part.isEmpty ? "" : String(part)
      if !made.isEmpty, mkdir(made, 0o700) != 0, errno != EEXIST { return false }
      made += "/"
    }
    return true
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
    }
    return true
  }

  private static func entry(_ payload: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.add(UInt32(payload.count))
    writer.add(checksum(payload[...]))
    return writer.bytes + payload
  }

  private static func checksum(_ payload: ArraySlice<UInt8>) -> UInt64 {
    var hash = SipHash(key: SipHash.Words(0, 0))
    for byte in payload { hash.add(byte) }
    return hash.finish().first
  }

  /// Reads all whole entries, and cuts off what follows them.
  private static func read(_ descriptor: Int32, into state: inout State) {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = part.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      bytes += part[..<count]
    }
    var end = 0
    if bytes.starts(with: mark) {
      end = mark.count
      var reader = ByteReader(bytes[end...])
      while let length = reader.number(UInt32.self), let sum = reader.number(UInt64.self),
        let payload = reader.take(Int(length)), checksum(payload) == sum
      {
        var inside = ByteReader(payload)
        if let name = inside.text() { state.entries[name] = payload }
        end = payload.endIndex
      }
    }
    ftruncate(descriptor, off_t(end))
    lseek(descriptor, off_t(end), SEEK_SET)
    if end == 0 { state.buffer = mark }
  }
}

/// Appends numbers and texts as bytes, least significant first.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func add(_ number: Double) { add(number.bitPattern) }

  mutating func add(_ text: String) {
    let utf8 = Array(text.utf8)
    add(UInt32(utf8.count))
    bytes += utf8
  }
}

/// Reads what `ByteWriter` wrote; `nil` past the end.
struct ByteReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= rest.count else { return nil }
    let taken = rest.prefix(count)
    rest = rest.dropFirst(count)
    return taken
  }

  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    take(Number.bitWidth / 8).map { $0.reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) } }
  }

  mutating func double() -> Double? { number(UInt64.self).map(Double.init(bitPattern:)) }

  mutating func text() -> String? {
    number(UInt32.self).flatMap { take(Int($0)) }.map { String(decoding: $0, as: UTF8.self) }
  }
}

/// The part of a batch that plans and audits need: trials, reasons for the ends of runs, and estimates with intervals
/// and truths.
extension BatchRecord {
  func keep(in writer: inout ByteWriter) {
    writer.add(Int64(cell))
    writer.add(Int64(replicates.lowerBound))
    writer.add(Int64(replicates.upperBound))
    writer.add(seconds)
    let words = Array(Set(runs.map(\.stopReason) + estimates.map(\.status.rawValue))).sorted()
    let places = Dictionary(uniqueKeysWithValues: words.enumerated().map { ($1, UInt8($0)) })
    writer.add(UInt8(words.count))
    for word in words { writer.add(word) }
    for run in runs {
      writer.add(UInt32(run.trials))
      writer.add(places[run.stopReason] ?? 0)
    }
    writer.add(UInt32(estimates.count))
    for estimate in estimates {
      writer.add(UInt32(estimate.replicate - replicates.lowerBound))
      writer.add(UInt8(estimate.estimator))
      writer.add(places[estimate.status.rawValue] ?? 0)
      let values = [estimate.threshold, estimate.low, estimate.high, estimate.met?.threshold]
      var mask: UInt8 = estimate.met == nil ? 0 : 16
      for (place, value) in values.enumerated() where value != nil { mask |= 1 << UInt8(place) }
      writer.add(mask)
      for value in values { if let value { writer.add(value) } }
    }
  }

  init?(keptIn reader: inout ByteReader) {
    guard let cell = reader.number(Int64.self), let first = reader.number(Int64.self),
      let last = reader.number(Int64.self), first <= last, let seconds = reader.double(),
      let count = reader.number(UInt8.self)
    else { return nil }
    self.init(cell: Int(cell), replicates: Int(first)...Int(last), seconds: seconds)
    var words: [String] = []
    for _ in 0..<count {
      guard let word = reader.text() else { return nil }
      words.append(word)
    }
    func word(_ place: UInt8) -> String? { Int(place) < words.count ? words[Int(place)] : nil }
    for replicate in replicates {
      guard let trials = reader.number(UInt32.self), let reason = reader.number(UInt8.self).flatMap(word) else {
        return nil
      }
      runs.append(
        RunRecord(
          replicate: replicate, trials: Int(trials), reversals: 0, correct: 0, judged: 0, stopReason: reason,
          failure: nil))
    }
    guard let all = reader.number(UInt32.self) else { return nil }
    for _ in 0..<all {
      guard let replicate = reader.number(UInt32.self), let estimator = reader.number(UInt8.self),
        let status = reader.number(UInt8.self).flatMap(word).flatMap(EstimateStatus.init),
        let mask = reader.number(UInt8.self)
      else { return nil }
      var estimate = EstimateRecord(replicate: Int(first) + Int(replicate), estimator: Int(estimator), status: status)
      var values: [Double?] = [nil, nil, nil, nil]
      for place in 0..<4 where mask & 1 << UInt8(place) != 0 {
        guard let value = reader.double() else { return nil }
        values[place] = value
      }
      (estimate.threshold, estimate.low, estimate.high) = (values[0], values[1], values[2])
      if mask & 16 != 0 { estimate.met = TrueListener(threshold: values[3], lapse: 0, slope: nil) }
      estimates.append(estimate)
    }
  }
}
