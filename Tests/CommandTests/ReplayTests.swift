import Foundation
import Testing

/// A run's exported trials, followed again as responses, are that run: levels, kinds, tracks, reversals and estimates.
@Suite struct ReplayTests {
  private static let siam = """
    name: experiment
    seed: 3
    task: {kind: yes-no, unit: dB}
    listeners: [{name: l, kind: psychometric, function: logistic, threshold: 12, slope: 0.5, guess: 0.1}]
    strategies: [{name: s, kind: siam, start: 30, step: {linear: 4, after-reversals: {2: 2}}}]
    stop: {trials: 40}
    replicates: 2
    """

  private static let interleaved = """
    name: experiment
    seed: 3
    task: {kind: comparison}
    listeners: [{name: l, kind: gaussian, jnd: 12}]
    strategies:
      - {name: s, kind: interleaved, catch: {every: 7, level: 150}, comfort: {after-errors: 2, level: 200}, tracks: [
          {name: low, kind: transformed-up-down, start: 10, down: 2, step: {factor: 1.6}},
          {name: high, kind: psi, function: weibull, threshold: {from: 1, to: 100, count: 15, spacing: log}, slope: [1, 2]}]}
    stop: {trials: 40}
    replicates: 2
    """

  private static let signed = """
    name: experiment
    seed: 3
    task: {kind: comparison}
    listeners: [{name: l, kind: gaussian, jnd: 12, bias: 5}]
    strategies:
      - {name: s, kind: quest-plus, signed: true, levels: {from: -60, to: 60, count: 21}, threshold: [-8, 0, 8],
         slope: [0.03, 0.06, 0.12]}
    stop: {trials: 40}
    replicates: 2
    """

  @Test(arguments: [siam, interleaved, signed]) func `exported trials give the run again`(experiment: String) throws {
    let workshop = try Workshop(experiment)
    #expect(try workshop.peach("simulate", "experiment.yaml").status == 0)
    let trials = try workshop.peach("export", "experiment.sqlite", "--table", "trials").lines.dropLast()
    let header = try #require(trials.first)
    let columns = header.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    func fields(_ line: String) -> [String: String] {
      let values = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return Dictionary(uniqueKeysWithValues: zip(columns, values))
    }
    // The second run has other draws than those a trace starts from.
    let second = trials.dropFirst().filter { fields($0)["replicate"] == "2" }
    #expect(second.count == 40)
    try workshop.write("second.csv", ([header] + second).joined(separator: "\n") + "\n")
    let trace = try workshop.peach(
      "trace", "experiment.yaml", "--strategy", "s", "--responses", "second.csv", "--format", "csv")
    #expect(trace.error == "")
    let traced = trace.lines.dropFirst().dropLast()
    #expect(traced.count == 40)
    for (line, run) in zip(traced, second.map(fields)) {
      let row = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let level = run["level_dB"] ?? run["level_cents"]
      #expect(
        [row[1], row[2], row[3], row[5], row[7], row[8], row[9]]
          == [
            run["track"], run["trial_kind"], level, run["reversal"], run["estimate"], run["estimate_low"],
            run["estimate_high"],
          ], "trial \(row[0])")
    }
  }

  /// Correct is lower below 0, and no to noise.
  @Test func `correct and wrong mean the same as the corresponding answers`() throws {
    for (experiment, right, answered) in [
      (
        Self.signed, "offset_cents,correct\n-40,1\n40,0\n-20,0\n20,1\n",
        "offset_cents,answer\n-40,lower\n40,lower\n-20,higher\n20,higher\n"
      ),
      (
        Self.siam, "trial_kind,correct\nnoise,1\ntest,1\nnoise,0\ntest,0\n",
        "trial_kind,answer\nnoise,no\ntest,yes\nnoise,yes\ntest,no\n"
      ),
    ] {
      let workshop = try Workshop(experiment)
      try workshop.write("right.csv", right)
      try workshop.write("answered.csv", answered)
      func trace(_ file: String) throws -> Workshop.Outcome {
        try workshop.peach("trace", "experiment.yaml", "--strategy", "s", "--responses", file, "--format", "csv")
      }
      let one = try trace("right.csv")
      #expect(one.status == 0, "\(one.error)")
      #expect(one.output == (try trace("answered.csv").output))
    }
  }

  @Test func `trials of several runs are refused`() throws {
    let workshop = try Workshop(Self.siam)
    try workshop.write("two.csv", "run,correct\na/1,1\na/2,0\n")
    let error = try workshop.peach("trace", "experiment.yaml", "--strategy", "s", "--responses", "two.csv").error
    #expect(error.contains("expected the trials of one run, got those of 2 runs"))
  }

  @Test func `invalid kinds, tracks and columns are rejected`() throws {
    let workshop = try Workshop(Self.interleaved)
    func problem(_ file: String) throws -> String {
      try workshop.write("r.csv", file)
      return try workshop.peach("trace", "experiment.yaml", "--strategy", "s", "--responses", "r.csv").error
    }
    #expect(
      try problem("correct,trial_kind\n1,banana\n").contains("expected test, noise, catch or comfort, got 'banana'"))
    #expect(try problem("correct,track\n1,middle\n").contains("expected one of the tracks low, high, got 'middle'"))
    let column = try problem("correct,level_cent\n1,30\n")
    #expect(column.contains("unknown column level_cent"))
    #expect(column.contains("the task's levels are in cents; use the column "))
  }
}
