import Foundation

/// Measures Peach against named peers in the same run and prints the rates. Nothing here passes or fails.
///
/// `peach-bench` measures all, `peach-bench trials`, `processes`, `grids`, `fits`, `populations`, `sounds`, `live`, `records` or `runs` one part;
/// `held [SECONDS]`, a note held for ten minutes or so long, and `scaling`, which wants an otherwise idle machine, run only
/// when they are named.
@main
enum Bench {
  static func main() async throws {
    let parts = CommandLine.arguments.dropFirst()
    func isWanted(_ part: String) -> Bool { parts.isEmpty || parts.contains(part) }
    // Some parts take minutes, so a pipe or file also gets all that was printed before.
    func announce(_ part: String) {
      print(part)
      fflush(nil)
    }
    if isWanted("trials") {
      announce("Trials of a 2-down-1-up staircase, gaussian listener, 60 trials a run, one core")
      TrialLoop.compare()
    }
    if isWanted("processes") {
      announce("Trials with programs in Python over their pipes, 60 trials a run, one at a time")
      ProcessLoop.compare()
    }
    if isWanted("runs") {
      announce("Whole runs of `peach simulate`: tracks, both estimators, rows on disk")
      try WholeRuns.measure()
      announce("The same in memory, by strategy and listener, and the share of the common fit")
      try FitShare.measure()
    }
    if isWanted("fits") {
      announce("Fits of 8 levels × 40 trials, logistic, lapse free, one core")
      Fits.compare()
    }
    if isWanted("populations") {
      announce("Population fits, one core")
      Populations.compare()
    }
    if isWanted("sounds") {
      announce("Pairs of notes of 1 s at 44.1 kHz, 24-bit WAV in memory (/dev/shm), one core")
      try Sounds.compare()
    }
    if isWanted("live") {
      announce("The live loop in real time, a sink without hardware, device buffer of 40 ms")
      try LiveTiming.measure()
    }
    if parts.contains("held") {
      let seconds = parts.last.flatMap { Double($0) } ?? 600
      announce("A note held for \(Int(seconds)) s, tuned every two, a sink without hardware, device buffer of 40 ms")
      try HeldTiming.hold(seconds: seconds)
    }
    if parts.contains("scaling") {
      announce("Whole runs of `peach simulate` on one and two cores, and by replicates on two")
      try Scaling.measure()
    }
    if isWanted("grids") {
      announce("QUEST+ (61 levels, 61 × 21 × 5 parameters) and psi (61 × 21), 40 trials a run, one core")
      GridProcedures.compare()
    }
    if isWanted("records") {
      announce("Live records: trials synced one by one, and read again")
      try await LiveRecords.measure()
    }
  }
}
