import PeachExperiments
import PeachSimulation
import PeachSupport
import PeachTrials
import Testing

@Suite struct ExampleTests {
  @Test func `the example file has its ten cells in file order`() throws {
    let plan = try Experiment.read(Files.example).plan
    #expect(plan.name == "strategy-comparison")
    #expect(plan.question == "Which procedure finds a JND best in 60 trials?")
    #expect(plan.seed == 20_260_211)
    #expect(plan.replicates == 10_000)
    #expect(plan.keepTrials == 20)
    #expect(plan.estimand == 0.75)
    #expect(plan.estimatorLapse == 0.01)
    #expect(plan.varied.isEmpty)
    #expect(
      plan.cells.map { "\($0.strategy)/\($0.listener)" } == [
        "kazez/musician", "kazez/non-musician", "adaptive/musician", "adaptive/non-musician", "2-down-1-up/musician",
        "2-down-1-up/non-musician", "weighted-75/musician", "weighted-75/non-musician", "garcia-perez-3-down/musician",
        "garcia-perez-3-down/non-musician",
      ])
    #expect(
      plan.cells.map { $0.factory?.facts.targetText } == [
        "level-dependent", "level-dependent", "level-dependent", "level-dependent", "converges on 70.71 %",
        "converges on 70.71 %", "converges on 75.00 %", "converges on 75.00 %", "converges on 83.15 %",
        "converges on 83.15 %",
      ])
  }

  @Test func `the command line replaces seed and replicates`() throws {
    let plan = try Experiment.read(Files.example, overrides: .init(seed: .max, replicates: 7)).plan
    #expect(plan.seed == .max)
    #expect(plan.replicates == 7)
    #expect(plan.resolved["seed"] == .unsigned(.max))
    #expect(plan.resolved["replicates"] == .integer(7))
    #expect(plan.digest != (try Experiment.read(Files.example).plan.digest))
  }

  @Test func `the example of the contract is read`() throws {
    let plan = try Files.plan(
      """
      name: strategy-comparison
      question: Which procedure finds a JND best in 60 trials?
      seed: 20260211
      task: {kind: comparison, intervals: [prime], tuning: equal-temperament, notes: [C2, C6], reference-pitch: 440}
      listeners:
        - {name: musician,     kind: gaussian, jnd: 5,  lapse: 0.01}
        - {name: non-musician, kind: gaussian, jnd: 25, lapse: 0.03, bias: 2}
      strategies:
        - {name: kazez, kind: kazez}
        - {name: 2-down-1-up, kind: transformed-up-down, start: 100, down: 2, up: 1, step: {factor: 2, after-reversals: {2: 1.414}},
           estimator: {kind: reversals, last: 6, mean: geometric}}
      estimand: 0.75
      estimator-lapse: 0.01
      stop: {any: [{trials: 60}], maximum: 60}       # a strategy's own stop overrides it
      replicates: 10000                               # 1 … 10^7
      keep-trials: 20                                 # first replicates of each cell whose trials are stored

      """)
    #expect(plan.cells.count == 4)
    #expect(plan.cells[1].model?.lapse == 0.015)
  }

  @Test func `the file as understood has every default`() throws {
    #expect(
      try Files.plan(Files.comparison).resolved.json(indent: 2) == """
        {
          "name": "t",
          "seed": 1,
          "task": {
            "kind": "comparison",
            "intervals": ["prime"],
            "tuning": "equal-temperament",
            "notes": ["C2", "C6"],
            "reference-pitch": 440,
            "note-duration": 1,
            "gap": 0,
            "signed": false
          },
          "listeners": [{"name": "ann", "kind": "gaussian", "jnd": 5, "lapse": 0, "guess-side": 0.5, "bias": 0}],
          "strategies": [{"name": "s", "kind": "transformed-up-down", "signed": false, "down": 2, "up": 1, "start": 100, \
        "at-limit": 8, "step-from": "presented", "step": {"ratio": 1, "factor": 2}, "initial-rule": false}],
          "estimand": 0.75,
          "estimator-lapse": 0.01,
          "estimator-method": "reduced",
          "stop": {
            "trials": 60,
            "maximum": 10000
          },
          "replicates": 10,
          "keep-trials": 20
        }
        """)
  }
}
