import Foundation
import PeachStorage
import Testing

/// A disk of a process's own.
private enum SmallDisk {
  static let alone = "unshare --mount --user --map-root-user"
  static var canBeMade: Bool {
    (try? Workshop().shell("mkdir d && \(alone) mount -t tmpfs none d").status) == 0
  }
}

/// A disk that is really full: a small one in memory, in a name space of its own.
@Suite(.enabled(if: SmallDisk.canBeMade, "no file system can be mounted here without being root"))
struct FullDiskTests {
  private let workshop: Workshop

  init() throws {
    workshop = try Workshop(
      Experiments.comparison(strategies: [Experiments.kazez, Experiments.twoDown], replicates: 6000))
  }

  /// Runs lines of a shell with a disk of so many bytes at `small`.
  private func run(_ size: String, _ lines: String) throws -> Workshop.Outcome {
    try workshop.write("lines.sh", "set -e\nmkdir -p small\nmount -t tmpfs -o size=\(size) none small\n\(lines)\n")
    return try workshop.shell("\(SmallDisk.alone) sh lines.sh")
  }

  @Test func `a simulation on a full disk exits with 74 and continues when there is space`() throws {
    let outcome = try run(
      "1m",
      """
      $peach simulate experiment.yaml -o small/r.sqlite && exit 9 || echo $?
      $peach status small/r.sqlite --format csv | tail -n 1 | cut -d, -f5,6,10
      mount -o remount,size=64m small
      $peach simulate experiment.yaml -o small/r.sqlite > small/summary.txt
      $peach export small/r.sqlite --table runs -o runs.csv
      """)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      outcome.error == """
        small/r.sqlite: cannot be written: the disk is full
          hint: free some space; everything stored so far is safe

        """)
    let lines = outcome.lines
    #expect(lines.first == "74")
    let stored = try #require(lines.dropFirst().first?.split(separator: ",").first.flatMap { Int($0) })
    #expect(lines.dropFirst().first == "\(stored),24000,0")
    #expect((2000..<24_000).contains(stored))
    #expect(try workshop.peach("simulate", "experiment.yaml").status == 0)
    #expect(
      try workshop.read("runs.csv") == Data(workshop.peach("export", "small.sqlite", "--table", "runs").output.utf8))
  }

  @Test func `an export and a merge onto a full disk are 74 and leave nothing`() throws {
    #expect(try workshop.peach("simulate", "experiment.yaml").status == 0)
    for number in 1...2 {
      #expect(try workshop.peach("simulate", "experiment.yaml", "--shard", "\(number)/2").status == 0)
    }
    let outcome = try run(
      "64k",
      """
      $peach export small.sqlite --table runs -o small/runs.csv || echo $?
      $peach merge small-1-of-2.sqlite small-2-of-2.sqlite -o small/merged.sqlite || echo $?
      ls -A small
      """)
    #expect(outcome.output == "74\n74\n", "\(outcome)")
    #expect(
      outcome.error == """
        small/runs.csv: cannot be written: No space left on device
        small/merged.sqlite: cannot be written: the disk is full
          hint: free some space; everything stored so far is safe

        """)
  }

  @Test func `figures on a full disk are written completely or not at all, and old ones stay`() throws {
    #expect(try workshop.peach("simulate", "experiment.yaml", "--replicates", "40").status == 0)
    let outcome = try run(
      "128k",
      """
      $peach report small.sqlite -o r.html --figures small/new || echo $?
      ls -A small
      mkdir small/mine && echo mine > small/mine/comparison.svg && echo mine > small/mine/other
      $peach report small.sqlite -o r.html --figures small/mine --force || echo $?
      ls -A small/mine && cat small/mine/*
      mount -o remount,size=16m small
      $peach report small.sqlite -o r.html --figures small/new --force
      ls -A small/new | wc -l
      """)
    #expect(
      outcome.output
        == "74\n74\ncomparison.svg\nother\nmine\nmine\nreport: r.html\nfigures: small/new\n9\n", "\(outcome)")
    let full = outcome.error.split(separator: "\n")
    #expect(
      full.count == 2 && full.allSatisfy { $0.hasSuffix(": cannot be written: No space left on device") }, "\(full)")
  }

  @Test func `a folder that cannot be written exits with 74, and its files can be read`() throws {
    let outcome = try run(
      "64m",
      """
      $peach simulate experiment.yaml -o small/r.sqlite --replicates 20 > small/summary.txt
      mount -o remount,ro small
      $peach simulate experiment.yaml -o small/r.sqlite --replicates 30 || echo $?
      $peach simulate experiment.yaml -o small/new.sqlite || echo $?
      $peach status small/r.sqlite --format csv | tail -n 1 | cut -d, -f5,6
      """)
    #expect(outcome.output == "74\n74\n80,80\n", "\(outcome)")
    #expect(
      outcome.error == """
        small/r.sqlite: cannot be written: Read-only file system
        small/new.sqlite: cannot be written: Read-only file system

        """)
  }

  @Test func `a session on a full disk exits with 74 and keeps its trials`() throws {
    let outcome = try run(
      "1m",
      """
      export PEACH_HOME=small/home
      $peach live comparison --listener m --responder "gaussian jnd=5" --fast --trials 20000 > lived.txt || echo $?
      $peach export --listener m --table trials | wc -l
      """)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.lines.first == "74")
    #expect(outcome.lines.dropFirst().first.flatMap { Int($0) } ?? 0 > 100, "\(outcome)")
    #expect(
      outcome.error.hasPrefix("small/home/peach.sqlite: trial ")
        && outcome.error.hasSuffix(
          " could not be stored: cannot be written: the disk is full\n"
            + "  hint: free some space; everything stored so far is safe\n"),
      "\(outcome)")
  }

  @Test func `a copy onto a full disk is 74, and the earlier copy stays`() throws {
    let outcome = try run(
      "512k",
      """
      export PEACH_HOME=home
      $peach live comparison --listener m --responder "gaussian jnd=5" --fast --trials 20 > lived.txt
      $peach backup small/copy.sqlite
      $peach live comparison --listener m --responder "gaussian jnd=5" --fast --trials 6000 > lived.txt
      $peach backup small/copy.sqlite --force && exit 9 || echo $?
      $peach backup small/new.sqlite && exit 9 || echo $?
      ls -A small
      PEACH_HOME=restored $peach restore small/copy.sqlite
      """)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.lines[0].hasPrefix("small/copy.sqlite: 1 listener, 1 session, 20 trials"))
    #expect(outcome.lines[1...3] == ["74", "74", "copy.sqlite"])
    #expect(outcome.lines[4].hasPrefix("restored/peach.sqlite: restored 1 listener, 1 session, 20 trials"))
    for name in ["copy", "new"] {
      #expect(
        outcome.error.contains(
          """
          small/\(name).sqlite: cannot be written: the disk is full
            hint: free some space; everything stored so far is safe

          """), "\(outcome.error)")
    }
  }
}
