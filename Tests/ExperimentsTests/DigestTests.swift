import PeachExperiments
import PeachSimulation
import PeachSupport
import PeachTrials
import Testing

@Suite struct DigestTests {
  private static let sweeps = [
    ("jnd: 5", "jnd: {vary: [5, 10.0, 2e1]}"),
    ("jnd: 5", "jnd: {vary: {from: 2, to: 50, count: 6, spacing: log}}"),
    ("step: {factor: 2}", "step: {factor: 2, after-reversals: {2: {vary: [1.4, 1.2]}}}"),
    ("down: 2", "down: 2, initial-rule: {vary: [true, false]}"),
    ("down: 2", "down: 2, step-from: {vary: [presented, recommended]}"),
    ("kind: comparison", "kind: comparison, notes: [{vary: [C2, 48]}, C6]"),
    (
      "kind: comparison",
      "kind: comparison, intervals: [prime, {vary: [octave, tritone-down]}], tuning: just-intonation"
    ),
    ("kind: transformed-up-down, start: 100, down: 2", "kind: garcia-perez, start: 100, down: {vary: [1, 2, 3]}"),
    ("kind: gaussian, jnd: 5", "kind: frequency-law, law: {vary: [wier-1977, nelson-1983]}"),
    ("name: t", "name: t\nquestion: \"a \\\"b\\\" \\x07 \\u2028 c: # d\""),
    ("factor: 2", "db: 6, ratio: 1.5, after-trials: {10: 3}"),
    ("down: 2", "down: 2, at-limit: off, limits: [0.5, 200], estimator: {kind: levels, last: 3, mean: median}"),
    (
      "down: 2",
      "down: 2, estimator: {kind: fit, reading: direction, guess: {vary: [lapse, 0.02]}, lapse: 'free:0.05', at: 0.8}"
    ),
    ("down: 2", "down: 2, estimator: {kind: fit, function: weibull, interval: bca, bootstrap: 100}"),
    ("seed: 1", "seed: 18446744073709551615"),
    ("stop: {trials: 60}", "stop: {any: [{all: [{trials: 9}, {reversals: 4}]}, {trials: 99}], maximum: 100}"),
  ]

  @Test(arguments: sweeps) func `the file as understood is an experiment of the same digest`(
    old: String, new: String
  ) throws {
    let plan = try Files.plan(Files.changed(Files.comparison, [(old, new)]))
    let again = try Files.plan(plan.resolved.json())
    #expect(again.resolved == plan.resolved)
    #expect(again.digest == plan.digest)
    #expect(again.question == plan.question)
    #expect(again.cells.map(\.varied) == plan.cells.map(\.varied))
    #expect(try Files.plan(plan.resolved.json(indent: 2)).digest == plan.digest)
  }

  @Test func `a start that its limits moved reads back`() throws {
    let text = """
      name: low
      seed: 3
      task: {kind: comparison}
      listeners: [{name: l, kind: gaussian, jnd: 5}]
      strategies: [{name: kazez, kind: kazez, limits: [0.5, 50]}, {name: adaptive, kind: adaptive, limits: [1, 40]}]
      stop: {trials: 5}
      replicates: 1
      """
    let plan = try Files.plan(text)
    #expect(plan.cells.map { $0.first?.level.value } == [50, 40])
    let again = try Files.plan(plan.resolved.json())
    #expect(again.resolved == plan.resolved)
    #expect(again.cells.map { $0.first?.level.value } == [50, 40])
  }

  @Test func `the example reads back from its resolved form`() throws {
    let plan = try Experiment.read(Files.example).plan
    let again = try Files.plan(plan.resolved.json())
    #expect(again.resolved == plan.resolved)
    #expect(again.digest == plan.digest)
    #expect(again.cells.count == 10)
  }

  @Test(
    arguments: [
      ("name: t", "name: other"), ("replicates: 10", "replicates: 11"), ("name: t", "name: t\nquestion: Why?"),
      ("jnd: 5", "jnd: 5.0"), ("jnd: 5", "jnd: 0.5e1   # cents\n  "), ("jnd: 5", "bias: -0, jnd: 5"),
      ("name: ann, kind: gaussian, jnd: 5", "jnd: 5, kind: gaussian, name: ann"),
      ("jnd: 5", "jnd: 5, lapse: 0, guess-side: 0.5"), ("name: t", "# a comment\n\nestimand: 0.750\nname: t"),
      ("kind: comparison", "kind: comparison, notes: [36, C6], intervals: [prime]"),
    ])
  func `neither name, question and replicates nor the way of writing change the digest`(
    old: String, new: String
  ) throws {
    #expect(try Files.digest(old, new) == Files.plan(Files.comparison).digest)
  }

  @Test(
    arguments: [
      ("seed: 1", "seed: 2"), ("jnd: 5", "jnd: 5.1"), ("name: ann", "name: bob"), ("name: s", "name: s2"),
      ("replicates: 10", "replicates: 10\nkeep-trials: 21"), ("replicates: 10", "replicates: 10\nestimand: 0.8"),
      ("replicates: 10", "replicates: 10\nestimator-lapse: 0"), ("trials: 60", "trials: 61"), ("jnd: 5", "sigma: 5"),
      ("kind: comparison", "kind: comparison, gap: 0.1"), ("jnd: 5", "jnd: {vary: [5]}"), ("factor: 2", "factor: 3"),
    ])
  func `everything else changes it`(old: String, new: String) throws {
    #expect(try Files.digest(old, new) != Files.plan(Files.comparison).digest)
  }

  @Test func `the order of data keys does not change the digest`() throws {
    let first = try Files.digest("factor: 2", "factor: 2, after-reversals: {2: 1.5, 10: 1.2}")
    #expect(try Files.digest("factor: 2", "after-reversals: {10: 1.2, 2: 1.5}, factor: 2") == first)
  }

  @Test func `a name of an interval or a note may be written any way`() throws {
    let first = try Files.digest("kind: comparison", "kind: comparison, intervals: [tritone-up], notes: [C#4, D5]")
    #expect(
      try Files.digest("kind: comparison", "kind: comparison, intervals: [tritone], notes: [Db4, 74]") == first)
  }
}
