import Foundation
import GRDB
import PeachStorage
import Testing

/// Databases that others write at the same time, that are locked, or that cannot be written.
@Suite struct DatabaseAccessTests {
  // MARK: Results

  @Test func `one of six simulations into one new file runs, and five report it`() throws {
    let workshop = try Workshop(
      Experiments.comparison(strategies: [Experiments.kazez, Experiments.twoDown], trials: 250, replicates: 4000))
    let six = try (1...6).map { _ in try workshop.startPeach("simulate", "experiment.yaml", "--jobs", "1") }
    let outcomes = six.map { $0.finish() }
    #expect(outcomes.map(\.status).sorted() == [0, 74, 74, 74, 74, 74])
    let message = """
      small.sqlite: another peach process is writing it
        hint: wait for it, or choose another file with -o

      """
    #expect(outcomes.filter { $0.status == 74 }.allSatisfy { $0.error == message && $0.output == "" })
    #expect(try workshop.files == ["experiment.yaml", "small.sqlite"])
    #expect(try ResultsFile.open(workshop.path("small.sqlite")).timing().allSatisfy { $0.runs == 4000 })
  }

  // MARK: What cannot be written

  /// Runs a shell line where nothing in `folder` can be written: by its modes, or, for those who may write
  /// everything, on a mount of its own.
  private func readOnly(_ folder: String, _ line: String, in workshop: Workshop) throws -> Workshop.Outcome {
    let directory = workshop.path(folder)
    let environment = ["PEACH_HOME": directory]
    if geteuid() == 0 {
      let mount = "mount --bind \(directory) \(directory) && mount -o remount,ro,bind \(directory)"
      return try workshop.shell("unshare -m sh -c '\(mount) && \(line)'", environment: environment)
    }
    return try workshop.shell(
      "chmod -R a-w \(directory) && (\(line)); status=$?; chmod -R u+w \(directory); exit $status",
      environment: environment)
  }

  /// Root in a container may have no mounts of its own.
  private static let canBeReadOnly: Bool = {
    guard geteuid() == 0 else { return true }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
    process.arguments = ["-m", "true"]
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
      process.waitUntilExit()
      return process.terminationStatus == 0
    } catch {
      return false
    }
  }()

  @Test(.enabled(if: canBeReadOnly, "root without mounts of its own may write everything"))
  func `records that cannot be written are read by every command that reads`() throws {
    let workshop = try Workshop(Experiments.comparison(replicates: 2))
    try FileManager.default.createDirectory(atPath: workshop.path("home"), withIntermediateDirectories: true)
    #expect(try workshop.peach("simulate", "experiment.yaml", "-o", "home/results.sqlite").status == 0)
    let home = ["PEACH_HOME": workshop.path("home")]
    let session = "live comparison --listener P01 --responder \"gaussian jnd=12\" --fast --trials 20"
    #expect(try workshop.shell("$peach \(session)", environment: home).status == 0)
    let before = try FileManager.default.contentsOfDirectory(atPath: workshop.path("home")).sorted()
    for command in [
      "listener list", "settings", "export --all-listeners --table trials", "export --listener P01 --table sessions",
      "fit --listener P01", "trace --listener P01 --session 1", "export home/results.sqlite --table runs",
      "fit home/results.sqlite", "simulate experiment.yaml -o home/results.sqlite",
    ] {
      let written = try workshop.shell("$peach \(command)", environment: home)
      #expect(written.status == 0, "\(command): \(written.error)")
      #expect(try readOnly("home", "$peach \(command)", in: workshop) == written, "\(command)")
    }
    for command in ["listener add P02", "settings gap 1 --listener P01", "listener delete P01 --yes", session] {
      let outcome = try readOnly("home", "$peach \(command)", in: workshop)
      #expect(outcome.status == 74, "\(command)")
      #expect(outcome.error.contains("home/peach.sqlite: cannot be written: "), "\(command): \(outcome.error)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: workshop.path("home")).sorted() == before)
  }

  // MARK: Locks

  @Test func `Peach says after two seconds what it waits for, and continues when it is free`() throws {
    let workshop = try Workshop()
    let holder = open(workshop.directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try #require(holder >= 0 && flock(holder, LOCK_EX) == 0)
    let release = Thread { [holder] in
      usleep(2_500_000)
      close(holder)
    }
    release.start()
    let outcome = try workshop.run(["listener", "add", "P07"], environment: ["PEACH_HOME": workshop.directory.path])
    #expect(outcome.status == 0)
    #expect(outcome.output == "added listener P07\n")
    #expect(outcome.error == "\(workshop.directory.path): another program has locked it; waiting\n")
  }

  /// The session ends with the signal's number as soon as it comes, not when the lock is given up.
  @Test func `a signal ends the wait for a lock during a session`() throws {
    let workshop = try Workshop()
    let path = workshop.path("peach.sqlite")
    let live = try LiveDatabase.open(at: path)
    let running = try workshop.begin(
      ["live", "comparison", "--listener", "P07", "--responder", "gaussian jnd=12", "--fast", "--trials", "1000000"],
      environment: ["PEACH_HOME": workshop.directory.path])
    while running.isRunning, try live.listeners().first?.comparisons ?? 0 < 10 { usleep(1000) }
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    let holder = try DatabaseQueue(path: path, configuration: configuration)
    let outcome = try holder.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
      defer { try? db.execute(sql: "ROLLBACK") }
      // Well after it says that it waits, and before it gives up.
      usleep(5_000_000)
      running.signal(SIGTERM)
      return running.finish()
    }
    #expect(outcome.status == 143)
    #expect(outcome.error.contains("\(path): another program has locked it; waiting\n"), "\(outcome.error)")
    #expect(outcome.error.contains(#/trial \d+ could not be stored: another program has locked it/#))
    #expect(try live.listeners().map(\.comparisons).first ?? 0 >= 10)
  }

  @Test func `a session reports that its listener was deleted`() throws {
    let workshop = try Workshop()
    let home = ["PEACH_HOME": workshop.directory.path]
    try LiveDatabase.open(at: workshop.path("peach.sqlite")).addListener("P07")
    let session = """
      live comparison --listener P07 --responder "gaussian jnd=12" --fast --trials 100000
      """
    let outcome = try workshop.shell(
      "$peach \(session) & sleep 0.5; $peach listener delete P07 --yes >/dev/null; wait $!", environment: home)
    #expect(outcome.status == 74)
    let message =
      #/trial \d+ could not be stored: listener 'P07' was deleted while session 1 ran, with all its answers/#
    #expect(outcome.error.contains(message), "\(outcome.error)")
    #expect(!outcome.error.contains("are stored"))
  }
}
