import PeachExperiments
import PeachPitch
import PeachSimulation
import PeachSupport
import PeachTrials
import Testing

@Suite struct NamedSweepTests {
  /// Two listeners and two strategies; lapse varies in three places, trials in the file's stop and in a strategy's.
  private static let file = """
    name: t
    seed: 1
    sweeps: {lapse: [0, 0.02], trials: {from: 40, to: 160, count: 3, spacing: log}}
    task: {kind: forced-choice, unit: dB}
    listeners:
      - {name: ann, kind: psychometric, threshold: 5, slope: 1, lapse: {sweep: lapse}}
      - {name: bob, kind: psychometric, threshold: 5, slope: 1}
    strategies:
      - {name: s, kind: transformed-up-down, start: 20, down: 2, step: {linear: 2}}
      - {name: p, kind: psi, threshold: [0, 5, 10], slope: 1, lapse: {sweep: lapse}, stop: {any: [{trials: {sweep: trials}}]}}
    stop: {trials: {sweep: trials}}
    replicates: 10

    """

  @Test func `a named sweep has one column and one value everywhere`() throws {
    let plan = try Files.plan(Self.file)
    #expect(plan.varied == ["lapse", "trials"])
    #expect(plan.varied.map(VariedColumn.name) == ["vary_lapse", "vary_trials"])
    #expect(
      plan.cells.map { "\($0.strategy)/\($0.listener) \($0.varied.joined(separator: ","))" } == [
        "s/ann 0,40", "s/ann 0,80", "s/ann 0,160", "s/ann 0.02,40", "s/ann 0.02,80", "s/ann 0.02,160",
        "s/bob ,40", "s/bob ,80", "s/bob ,160",
        "p/ann 0,40", "p/ann 0,80", "p/ann 0,160", "p/ann 0.02,40", "p/ann 0.02,80", "p/ann 0.02,160",
        "p/bob 0,40", "p/bob 0,80", "p/bob 0,160", "p/bob 0.02,40", "p/bob 0.02,80", "p/bob 0.02,160",
      ])
    #expect(plan.cells[9...14].map(\.model?.lapse) == [0, 0, 0, 0.02, 0.02, 0.02])
    #expect(plan.cells[15...20].map(\.model?.lapse) == [0, 0, 0, 0, 0, 0])
  }

  @Test func `tracks end by the stop of their cell`() throws {
    let plan = try Files.plan(Self.file)
    let answers = (0..<200).map { Trace.Answer(.positive($0 % 3 > 0)) }
    for cell in plan.cells {
      #expect(String(Trace.follow(cell, seed: 1, answers: answers).rows.count) == cell.varied[1])
    }
  }

  @Test func `the resolved file reads back as the same experiment`() throws {
    let plan = try Files.plan(Self.file)
    #expect(plan.resolved["sweeps"]?.json() == #"{"lapse": [0, 0.02], "trials": [40, 80, 160]}"#)
    #expect(plan.resolved["stop"]?.json() == #"{"trials": {"sweep": "trials"}, "maximum": 10000}"#)
    let again = try Files.plan(plan.resolved.json())
    #expect(again.resolved == plan.resolved)
    #expect(again.digest == plan.digest)
    #expect(again.cells.map(\.varied) == plan.cells.map(\.varied))
  }

  @Test func `a varied stop of the file applies to strategies without a stop`() throws {
    let plan = try Files.plan(
      Files.changed(
        Files.comparison,
        [("stop: {trials: 60}", "  - {name: k, kind: kazez, stop: {trials: 9}}\nstop: {trials: {vary: [20, 30]}}")]))
    #expect(plan.varied == ["stop.trials"])
    #expect(plan.cells.map { "\($0.strategy) \($0.varied[0])" } == ["s 20", "s 30", "k "])
  }

  @Test func `cells that differ by a named sweep meet the same listener and the same notes`() throws {
    let plain = try Files.plan(Files.changed(Files.comparison, [("jnd: 5", "jnd: 10")]))
    let swept = try Files.plan(
      Files.changed(Files.comparison, [("jnd: 5", "jnd: {sweep: j}"), ("seed: 1", "seed: 1\nsweeps: {j: [5, 10]}")]))
    let answers = "110111010011101".map { Trace.Answer(.positive($0 == "1")) }
    let tracks = [plain.cells[0], swept.cells[0], swept.cells[1]].map { cell in
      Trace.follow(cell, seed: 1, answers: answers).rows.map(\.comparison)
    }
    #expect(tracks[0].count == 15)
    #expect(tracks[0] == tracks[1] && tracks[1] == tracks[2])
  }

  @Test func `tunings can be a named sweep`() throws {
    let plan = try Files.plan(
      Files.changed(
        Files.comparison,
        [
          ("kind: comparison", "kind: comparison, tonic: D, tuning: {sweep: t}"),
          ("seed: 1", "seed: 1\nsweeps: {t: [werckmeister-3, meantone]}"),
        ]))
    #expect(plan.cells.map(\.task.tuning.name) == ["werckmeister-3", "meantone"])
  }

  private static let nowhere = " instead of a value of task, listeners, strategies, stop, or leave it out"

  @Test(
    arguments: [
      ("{a: [1, 2]}", "5", "3:10: sweeps.a: no value of the file uses this sweep\n  hint: write {sweep: a}" + nowhere),
      (
        "{lapse: [1, 2]}", "{sweep: laps}",
        """
        3:10: sweeps.lapse: no value of the file uses this sweep
          hint: write {sweep: lapse}\(nowhere)
        x.yaml:6:46: listeners.ann.jnd: no sweep is named 'laps'
          hint: did you mean 'lapse'?
        """
      ),
      (
        "{}", "{sweep: j}",
        "6:46: listeners.ann.jnd: no sweep is named 'j'\n  hint: state its values at the top: sweeps: {j: [5, 10, 20]}"
      ),
      (
        "{j: [1, 2]}", "{sweep: j, vary: [1, 2]}",
        "6:39: listeners.ann.jnd: expected {sweep: j} only, got other keys too\n  hint: leave out the other keys"
      ),
      (
        "{j: [1, 2]}", "{sweep: [j]}",
        """
        3:10: sweeps.j: no value of the file uses this sweep
          hint: write {sweep: j}\(nowhere)
        x.yaml:6:46: listeners.ann.jnd: expected the name of a sweep, got a list
          hint: write {sweep: NAME}, and at the top of the file sweeps: {NAME: [5, 10, 20]}
        """
      ),
      (
        "{j: 5}", "{sweep: j}",
        "3:13: sweeps.j: expected a list, or {from, to, count, spacing}, got '5'\n  hint: j: [5, 10, 20]"
      ),
      ("{j: []}", "{sweep: j}", "3:13: sweeps.j: expected at least one value to vary over, got an empty list"),
      ("{j: [2, 2.0]}", "{sweep: j}", "3:17: sweeps.j: expected each value once, got '2.0' twice"),
      (
        "{j: [1, {sweep: k}]}", "{sweep: j}",
        "3:17: sweeps.j: expected numbers or words to vary over, got a sweep\n"
          + "  hint: put {vary: […]} or {sweep: NAME} in place of the whole value"
      ),
      (
        "{a.b: [1, 2]}", "5",
        "3:10: sweeps: expected a name, got 'a.b'\n  hint: the name of a sweep starts with a letter or digit and continues "
          + "with letters, digits, '+', '_', '-'"
      ),
      ("[1, 2]", "5", "3:9: sweeps: expected a mapping, got a list"),
      ("{j: [1, -2]}", "{sweep: j}", "3:17: listeners.ann.jnd: expected a number (cents) > 0, got '-2'"),
      (
        "{j-k: [1, 2], j_k: [0, 0.1]}", "{sweep: j-k}, lapse: {sweep: j_k}",
        "3:9: sweeps: expected sweeps whose columns have different names, got vary_j_k for both j-k and j_k\n  "
          + "hint: rename one of them"
      ),
    ])
  func `a sweep without a name, without use or without values is rejected`(sweeps: String, jnd: String, message: String)
  {
    #expect(
      Files.problems(
        Files.changed(Files.comparison, [("seed: 1", "seed: 1\nsweeps: \(sweeps)"), ("jnd: 5", "jnd: \(jnd)")]))
        == "x.yaml:" + message)
  }

  @Test(
    arguments: [
      ("replicates: 10", "replicates: {sweep: j}", "x.yaml:10:14: replicates: this value cannot be varied"),
      ("name: ann", "name: {sweep: j}", "x.yaml:6:13: listeners[1].name: a name or a kind cannot be varied"),
    ])
  func `a named sweep is allowed wherever a value may vary`(old: String, new: String, message: String) throws {
    let problems = try #require(
      Files.problems(
        Files.changed(
          Files.comparison, [("seed: 1", "seed: 1\nsweeps: {j: [5, 6]}"), ("jnd: 5", "jnd: {sweep: j}"), (old, new)])))
    #expect(problems.contains(message), "\(problems)")
  }

  @Test func `a stop that varies for nobody is refused`() {
    #expect(
      Files.problems(
        Files.changed(
          Files.comparison,
          [("step: {factor: 2}}", "step: {factor: 2}, stop: {trials: 9}}"), ("trials: 60", "trials: {vary: [20, 30]}")])
      )
        == """
        x.yaml:8:7: stop: this sweep changes nothing, because every strategy states its own stop
          hint: vary the stops of the strategies, or leave those stops out
        """)
  }
}
