import Glibc
import PeachAnalysis
import PeachSessions
import PeachStorage
import PeachTrials

/// What storing a live trial costs, and rebuilding a profile from many.
enum LiveRecords {
  private static let trials = 300
  private static let profiled = 100_000

  static func measure() async throws {
    let home = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    for folder in [home, "/dev/shm"] {
      let path = "\(folder)/peach-bench-\(getpid()).sqlite"
      defer { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }
      let live = try LiveDatabase.open(at: path)
      let session = try live.beginSession(session("writer"))
      var seconds: [Double] = []
      for trial in 1...trials {
        let start = ContinuousClock.now
        try live.append(comparison(trial), to: session)
        seconds.append((ContinuousClock.now - start) / .seconds(1))
      }
      seconds.sort()
      let (median, p99) = (seconds[trials / 2] * 1000, seconds[trials * 99 / 100] * 1000)
      print("  one trial on disk, \(folder): median \(rounded(median)) ms, p99 \(rounded(p99)) ms")
      if folder == "/dev/shm" { try await measureProfile(live) }
    }
  }

  private static func measureProfile(_ live: LiveDatabase) async throws {
    for number in 0..<(profiled / 500) {
      let session = try live.beginSession(session("reader"))
      for trial in 1...500 {
        // Answers of no one in particular to levels of which no two are the same, as training has them.
        let size = 1 + Double((trial * 7919 + number * 104_729) % 100_003) / 2500
        let isHigher = (trial * 31 + number * 17) % 97 < Int(48 + size)
        let reference = 36 + (number + trial) % 49
        try live.append(
          comparison(
            trial, reference: reference, offset: trial % 2 == 0 ? size : -size, isHigher: isHigher == (trial % 2 == 0)),
          to: session)
      }
    }
    var start = ContinuousClock.now
    let profile = try live.profile(of: "reader")
    let rebuilt = (ContinuousClock.now - start) / .milliseconds(1)
    start = ContinuousClock.now
    let shown = try await ListenerProfile(of: "reader", in: live, jobs: 2)
    let fitted = (ContinuousClock.now - start) / .milliseconds(1)
    start = ContinuousClock.now
    var rows = 0
    for session in try live.sessions(of: "reader") { try live.forEachComparison(of: session) { _ in rows += 1 } }
    let read = (ContinuousClock.now - start) / .milliseconds(1)
    print("  profile of \(profile.notes.reduce(0) { $0 + $1.count }) trials: \(rounded(rebuilt)) ms")
    let fits = shown.notes.count { $0 != nil } + shown.timeline.count + 1
    print("  the same with \(fits) fits, their intervals and the trend: \(rounded(fitted)) ms")
    print("  all columns of \(rows) trials: \(rounded(read)) ms")
  }

  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

  private static func session(_ listener: String) -> SessionRecord {
    SessionRecord(
      listener: listener, kind: .comparison, name: "bench", strategy: "kazez", experiment: "{}", profile: "{}",
      seed: "0000000000000001", responder: nil, scale: "log", version: "0", build: "0")
  }

  private static func comparison(
    _ trial: Int, reference: Int = 60, offset: Double = 12.5, isHigher: Bool = true
  ) -> TrialRecord {
    var heard = Presentation(tuning: "equal-temperament", referencePitch: 440, noteDuration: 1, gap: 0)
    heard.sound = "sine"
    heard.device = "default"
    heard.referenceLevel = -12
    heard.targetLevel = -12
    heard.responseTime = 0.75
    heard.timestamp = "2026-11-21T08:00:03.125Z"
    var record = TrialRecord(trial: trial, level: abs(offset), heard: heard)
    record.reference = reference
    record.target = reference + 7
    record.interval = "perfect-fifth-up"
    record.offset = offset
    record.answer = isHigher ? "higher" : "lower"
    record.isCorrect = (offset > 0) == isHigher
    return record
  }
}
