import Foundation
import GRDB
import PeachStorage
import Testing

/// A simulation that is made in parts, which are put together.
@Suite struct ShardCommandTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop(Experiments.comparison(replicates: 50)) }

  private func shard(_ number: Int, of count: Int = 3, _ more: String...) throws -> Workshop.Outcome {
    try workshop.run(["simulate", "experiment.yaml", "--shard", "\(number)/\(count)"] + more)
  }

  private let files = (1...3).map { "small-\($0)-of-3.sqlite" }

  @Test func `shards merged are one simulation, byte for byte`() throws {
    for number in [2, 3, 1] { #expect(try shard(number).status == 0) }
    #expect(
      try workshop.run(["merge"] + files + ["-o", "merged.sqlite"])
        == Workshop.Outcome(
          status: 0,
          output: """
            300 runs of 3 shards
            results: merged.sqlite
            next:
              peach report merged.sqlite
              peach export merged.sqlite --table summary

            """, error: ""))
    let whole = try workshop.peach("simulate", "experiment.yaml", "-o", "whole.sqlite")
    for table in ["runs", "trials", "summary", "failures", "differences"] {
      let merged = try workshop.peach("export", "merged.sqlite", "--table", table)
      #expect(merged.status == 0 && merged.error == "")
      #expect(try workshop.peach("export", "whole.sqlite", "--table", table) == merged)
    }
    #expect(try workshop.peach("verify", "merged.sqlite").status == 0)
    // It is whole: nothing is left to be made, and more replicates are added to it.
    let again = try workshop.peach("simulate", "experiment.yaml", "-o", "merged.sqlite")
    #expect(again.lines.dropLast(7) == whole.lines.dropLast(7))
    let more = try workshop.peach("simulate", "experiment.yaml", "-o", "merged.sqlite", "--replicates", "60")
    #expect(more.status == 0)
    #expect(try ResultsFile.open(workshop.path("merged.sqlite")).progress().stored == 360)
    #expect(try workshop.files.allSatisfy { !$0.hasPrefix(".") })
  }

  @Test func `matchings and checkpoints are merged too`() throws {
    let matching = """
      name: tuned
      seed: 3
      task: {kind: matching, intervals: [prime], notes: [C3, C4]}
      listeners: [{name: t, kind: tuner, spread: 5}]
      stop: {trials: 5}
      replicates: 7
      keep-trials: 7

      """
    let looked = Experiments.comparison(name: "looked").replacing("keep-trials: 2", with: "checkpoints: [5, 10]")
    for (text, name, tables) in [
      (matching, "tuned", ["runs", "matching", "summary"]), (looked, "looked", ["runs", "checkpoints", "criteria"]),
    ] {
      let workshop = try Workshop(text)
      for number in 1...4 {
        let made = try workshop.peach("simulate", "experiment.yaml", "--shard", "\(number)/4")
        try #require(made.status == 0, "\(made.error)")
      }
      #expect(try workshop.run(["merge"] + (1...4).map { "\(name)-\($0)-of-4.sqlite" }).status == 0)
      #expect(try workshop.peach("simulate", "experiment.yaml", "-o", "whole.sqlite").status == 0)
      for table in tables {
        #expect(
          try workshop.peach("export", "\(name).sqlite", "--table", table)
            == workshop.peach("export", "whole.sqlite", "--table", table))
      }
    }
  }

  @Test func `a shard that was killed and made again changes nothing`() throws {
    let long = try Workshop(
      Experiments.comparison(
        strategies: [Experiments.kazez, Experiments.twoDown], trials: 250, replicates: 16_000))
    let second = ["simulate", "experiment.yaml", "--shard", "2/2", "--jobs", "1"]
    let running = try long.begin(second, environment: [:])
    let path = long.path("small-2-of-2.sqlite")
    func stored() throws -> Int {
      FileManager.default.fileExists(atPath: path) ? try ResultsFile.open(path).progress().stored : 0
    }
    while running.isRunning, try stored() == 0 { usleep(5000) }
    running.signal(SIGKILL)
    #expect(running.finish().status == SIGKILL)
    let left = try stored()
    #expect((1..<32_000).contains(left))
    let status = try long.peach("status", "small-2-of-2.sqlite")
    #expect(status.output.contains("  missing     shards 1 of 2\n  unfinished  shards 2\n"), "\(status.output)")
    #expect(
      status.output.contains(
        "peach simulate EXPERIMENT.yaml --seed 7 --replicates 16000 --shard 2/2 -o small-2-of-2.sqlite\n"))
    let early = try long.peach("merge", "small-2-of-2.sqlite", "-o", "early.sqlite")
    #expect(early.status == 65)
    #expect(
      early.error == """
        small-2-of-2.sqlite: holds \(left) of the 32000 runs of shard 2/2
          hint: run again the command that made the file, and it continues; peach status lists what is missing

        """)
    #expect(try long.run(second).status == 0)
    #expect(try long.peach("simulate", "experiment.yaml", "--shard", "1/2").status == 0)
    #expect(try long.peach("merge", "small-1-of-2.sqlite", "small-2-of-2.sqlite").status == 0)
    #expect(try long.peach("simulate", "experiment.yaml", "-o", "whole.sqlite").status == 0)
    for table in ["runs", "summary"] {
      #expect(
        try long.peach("export", "small.sqlite", "--table", table)
          == long.peach("export", "whole.sqlite", "--table", table))
    }
  }

  @Test func `shards that do not belong together, overlap or leave a gap are rejected`() throws {
    for number in 1...2 { #expect(try shard(number).status == 0) }
    #expect(try shard(3, of: 3, "--seed", "8", "-o", "seed.sqlite").status == 0)
    #expect(try shard(3, of: 4, "-o", "fourth.sqlite").status == 0)
    #expect(try shard(3, of: 3, "--replicates", "49", "-o", "fewer.sqlite").status == 0)
    #expect(try workshop.peach("simulate", "experiment.yaml", "-o", "whole.sqlite").status == 0)
    for (third, said) in [
      ([], "shard 3 of 3 is missing\n  hint: peach simulate EXPERIMENT.yaml --shard 3/3 makes it\n"),
      (
        [files[1]],
        "small-2-of-3.sqlite: holds the same runs as small-2-of-3.sqlite, shard 2/3\n  hint: omit one of them\n"
      ),
      (
        ["seed.sqlite"],
        "seed.sqlite: does not belong to small-1-of-3.sqlite: it holds results of another experiment: "
          + "seed is 8 in seed.sqlite, 7 in small-1-of-3.sqlite\n"
      ),
      (
        ["fourth.sqlite"],
        "fourth.sqlite: does not belong to small-1-of-3.sqlite: it holds shard 3/4, small-1-of-3.sqlite shard 1/3\n"
      ),
      (
        ["fewer.sqlite"],
        "fewer.sqlite: does not belong to small-1-of-3.sqlite: it has 49 replicates of each strategy with each "
          + "listener, small-1-of-3.sqlite has 50\n"
      ),
      (
        ["whole.sqlite"],
        "whole.sqlite: does not belong to small-1-of-3.sqlite: it holds all runs, small-1-of-3.sqlite shard 1/3\n"
      ),
    ] {
      let outcome = try workshop.run(["merge", files[0], files[1]] + third + ["-o", "merged.sqlite"])
      #expect(outcome == Workshop.Outcome(status: 65, output: "", error: said))
    }
    #expect(
      try workshop.peach("merge", "whole.sqlite", "whole.sqlite").error
        == "whole.sqlite: does not belong to whole.sqlite: it holds exactly the same runs as another of the files\n")
    #expect(try !workshop.files.contains("merged.sqlite"))
  }

  @Test func `a damaged shard is refused, and is named`() throws {
    for number in 1...3 { #expect(try shard(number).status == 0) }
    #expect(try workshop.run(["merge", "-o", "whole.sqlite"] + files).status == 0)
    let database = try DatabaseQueue(path: workshop.path(files[1]))
    try database.write { try $0.execute(sql: "DELETE FROM estimate WHERE replicate = 20") }
    let (whole, before) = (try workshop.read("whole.sqlite"), try workshop.files)
    for options in [[], ["-o", "whole.sqlite", "--force"]] {
      let outcome = try workshop.run(["merge"] + files + options)
      #expect(outcome.status == 65)
      #expect(outcome.error.hasPrefix("small-2-of-3.sqlite: damaged: table estimate, cell "), "\(outcome.error)")
      #expect(try workshop.files == before)
    }
    #expect(try workshop.read("whole.sqlite") == whole)
    try database.write { try $0.execute(sql: "UPDATE simulation SET shard = 1") }
    #expect(
      try workshop.peach("status", files[1]).error.hasPrefix(
        "small-2-of-3.sqlite: damaged: table batch, cell 0, first 18: belongs to no run of shard 1/3\n"))
  }

  @Test func `a shard with invalid times is rejected, as the whole file would be`() throws {
    for number in 1...3 { #expect(try shard(number).status == 0) }
    let database = try DatabaseQueue(path: workshop.path(files[2]))
    try database.write { try $0.execute(sql: "UPDATE batch SET selection_s = 9e999") }
    let outcome = try workshop.run(["merge"] + files)
    #expect(outcome.status == 65)
    let said = "small-3-of-3.sqlite: damaged: table batch: selection_s: expected a number ≥ 0, got inf\n"
    #expect(outcome.error.hasPrefix(said), "\(outcome.error)")
  }

  @Test(arguments: [
    ("UPDATE cell SET listener = 'zzz' WHERE id = 0", "table cell, id 0"),
    ("UPDATE cell_varied SET value = '999' WHERE cell = 0", "table cell_varied, cell 0, place 0"),
    ("UPDATE varied SET path = 'task.gap'", "table varied"),
    ("UPDATE estimator SET truth = 99 WHERE cell = 0 AND place = 0", "table estimator, cell 0, place 0"),
    ("UPDATE simulation SET unit = 'dB'", "table simulation"),
  ]) func `a shard of another plan is rejected in any order`(sql: String, row: String) throws {
    let workshop = try Workshop(Experiments.comparison(replicates: 2).replacing("jnd: 5", with: "jnd: {vary: [5, 7]}"))
    let names = (1...2).map { "small-\($0)-of-2.sqlite" }
    for number in 1...2 {
      let made = try workshop.peach("simulate", "experiment.yaml", "--shard", "\(number)/2")
      try #require(made.status == 0, "\(made.error)")
    }
    try DatabaseQueue(path: workshop.path(names[0])).write { try $0.execute(sql: sql) }
    for (one, two) in [(0, 1), (1, 0)] {
      let outcome = try workshop.peach("merge", names[one], names[two])
      #expect(outcome.status == 65)
      let said = "\(names[two]): this file or \(names[one]) is damaged: \(row) differs between them\n  hint: "
      #expect(outcome.error.hasPrefix(said), "\(outcome.error)")
    }
    #expect(try !workshop.files.contains("small.sqlite"))
  }

  @Test func `a file that is there is not lost`() throws {
    for number in 1...3 { #expect(try shard(number).status == 0) }
    try workshop.write("small.sqlite", "mine")
    #expect(
      try workshop.run(["merge"] + files)
        == Workshop.Outcome(
          status: 74, output: "", error: "small.sqlite: exists already\n  hint: add --force to replace it\n"))
    #expect(
      try workshop.run(["merge", "--force"] + files).error
        == "small.sqlite: is not a results file of Peach; refusing to overwrite it\n  hint: choose another file with -o\n"
    )
    #expect(try workshop.text("small.sqlite") == "mine")
    #expect(
      try workshop.run(["merge", "--force", "-o", files[2]] + files).error
        == "small-3-of-3.sqlite: is one of the shards, small-3-of-3.sqlite\n  hint: choose another file with -o\n")
    for options in [["-o", "/dev/null"], ["-o", "/dev/null", "--force"]] {
      #expect(
        try workshop.run(["merge"] + files + options).error
          == "/dev/null: cannot be written: it is not an ordinary file\n  hint: choose another file with -o\n")
    }
    #expect(try workshop.run(["merge", "-o", "whole.sqlite"] + files).status == 0)
    #expect(try workshop.run(["merge", "--force", "-o", "whole.sqlite"] + files).status == 0)
    // A shard's file takes no other runs.
    #expect(
      try shard(1, of: 3, "-o", files[1]).error
        == "small-2-of-3.sqlite: holds shard 2/3, not shard 1/3\n"
        + "  hint: write to another file with -o, or replace the results with --force\n")
    #expect(
      try shard(2, of: 3, "--replicates", "60").error
        == "small-2-of-3.sqlite: holds shard 2/3 of a simulation with 50 replicates, not with 60\n"
        + "  hint: write to another file with -o, or replace the results with --force\n")
    #expect(
      try workshop.peach("simulate", "experiment.yaml", "-o", files[0]).error
        == "small-1-of-3.sqlite: holds shard 1/3, not all runs\n"
        + "  hint: write to another file with -o, or replace the results with --force\n")
  }

  @Test func `a shard prints its number and the next command`() throws {
    let made = try shard(1)
    #expect(
      made
        == Workshop.Outcome(
          status: 0,
          output: """
            shard 1/3: 100 runs of 300
            results: small-1-of-3.sqlite
            next:
              peach status small-*-of-3.sqlite  which shards there are, and what is missing

            """, error: ""))
    #expect(
      try workshop.peach("export", files[0], "--table", "runs").error
        == "small-1-of-3.sqlite: this is shard 1/3; it holds only a part of all runs\n  hint: peach merge combines "
        + "all shards\n"
    )
    #expect(
      try shard(1, of: 3, "--format", "csv").error.hasPrefix(
        "Error: --format: cannot be combined with --shard; merge all shards to see the summary\n"))
    #expect(
      try workshop.peach("simulate", "experiment.yaml", "--shard", "4/3").error.hasPrefix(
        "Error: The value '4/3' is invalid for '--shard <I/N>': expected I/N, the I-th of N parts, such as 3/8, with N "
          + "up to 100000, got '4/3'\n"))
  }

  @Test func `status lists existing and missing shards`() throws {
    for number in [1, 3] { #expect(try shard(number, of: 7).status == 0) }
    let outcome = try workshop.peach("status", "small-1-of-7.sqlite", "small-3-of-7.sqlite")
    #expect(outcome.status == 0 && outcome.error == "")
    #expect(
      outcome.lines.dropFirst(5).joined(separator: "\n") == """
          small    85 of 300 runs
          missing  shards 2,4-7 of 7
        next:
          peach simulate EXPERIMENT.yaml --seed 7 --replicates 50 --shard 2/7
          peach simulate EXPERIMENT.yaml --seed 7 --replicates 50 --shard 4/7
          peach simulate EXPERIMENT.yaml --seed 7 --replicates 50 --shard 5/7
          peach simulate EXPERIMENT.yaml --seed 7 --replicates 50 --shard 6/7
          and so on; an array of jobs takes them as --array=2,4-7

        """)
    let rows = try workshop.peach("status", "small-3-of-7.sqlite", "--format", "csv").lines
    #expect(rows[0] == "file,experiment,shard,shards,runs,runs_wanted,failed_runs,wall_s,written,complete")
    #expect(rows[1].hasPrefix("small-3-of-7.sqlite,small,3,7,43,43,0,") && rows[1].hasSuffix("Z,1"))
    #expect(try workshop.peach("simulate", "experiment.yaml").status == 0)
    let whole = try workshop.peach("status", "small.sqlite")
    #expect(whole.output.hasSuffix("\n  small  300 of 300 runs\nnext:\n  peach report small.sqlite\n"))
    #expect(try workshop.peach("status", "nosuch.sqlite").status == 74)
    #expect(try workshop.peach("status", "experiment.yaml").status == 65)
  }
}
