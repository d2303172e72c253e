import Testing

@Suite struct CheckTests {
  @Test func `the function of the common fit is printed, with a warning if the listener has another`() throws {
    let workshop = try Workshop(Experiments.level)
    let checked = try workshop.peach("check", "experiment.yaml")
    #expect(
      checked.output.contains("fit: the normal function of the level; the key estimator-function chooses another"))
    #expect(checked.error.contains("uses the function normal, but this listener states gumbel"), "\(checked.error)")
    try workshop.write("experiment.yaml", Experiments.level + "estimator-function: gumbel\n")
    let again = try workshop.peach("check", "experiment.yaml")
    #expect(again.output.contains("fit: the gumbel function of the level"))
    #expect(!again.error.contains("common fit"), "\(again.error)")
    let simulated = try workshop.peach("simulate", "experiment.yaml", "--wide")
    #expect(
      simulated.output.replacing("\n", with: " ").replacing(#/ +/#, with: " ").contains(
        "the gumbel function of the level"),
      "\(simulated.output)")
    let planned = try workshop.peach("plan", "experiment.yaml", "--precision", "40%", "--strategy", "two-down")
    #expect(planned.output.contains("the gumbel function of the level"), "\(planned.output)")
  }

  @Test func `the cells, their targets and their truth are shown and nothing is run`() throws {
    let twoDown = Experiments.twoDown.replacing("start: 100,", with: "start: 100, limits: [0.1, 1200],")
    let workshop = try Workshop(Experiments.comparison(strategies: [Experiments.kazez, twoDown]))
    let outcome = try workshop.peach("check", "experiment.yaml")
    #expect(outcome.status == 0)
    #expect(outcome.error == "")
    #expect(
      outcome.output == """
        small: 4 combinations of strategy and listener × 12 replicates = 48 runs, seed 7

        strategy  listener  target                estimator       at  true_threshold_cents
        ────────  ────────  ────────────────────  ─────────  ───────  ────────────────────
        kazez     keen      level-dependent       fit        75.00 %                 5.000
        kazez     dull      level-dependent       fit        75.00 %                20.584
        two-down  keen      converges on 70.71 %  own        70.71 %                 4.040
                                                  fit        75.00 %                 5.000
        two-down  dull      converges on 70.71 %  own        70.71 %                16.609
                                                  fit        75.00 %                20.584

        """)
    #expect(try workshop.files == ["experiment.yaml"])
  }

  @Test func `singular and plural are correct`() throws {
    let workshop = try Workshop(
      Experiments.comparison(listeners: [Experiments.keen], strategies: [Experiments.kazez])
        .replacing("replicates: 12", with: "replicates: 1"))
    #expect(
      try workshop.peach("check", "experiment.yaml").output
        .hasPrefix("small: 1 combination of strategy and listener × 1 replicate = 1 run, seed 7\n"))
  }

  @Test func `each varied setting has its own column`() throws {
    let outcome = try Workshop(Experiments.sweep).peach("check", "experiment.yaml")
    #expect(outcome.status == 0)
    let starts = [
      "strategy  listener  jnd  start  target ",
      "two-down  ear       5    50     converges ", "two-down  ear       5    100    converges ",
      "two-down  ear       20   50     converges ", "two-down  ear       20   100    converges ",
      "kazez     ear       5           level-dependent ", "kazez     ear       20          level-dependent ",
    ]
    for start in starts { #expect(outcome.lines.contains { $0.hasPrefix(start) }, "\(start)") }
  }

  @Test func `named sweeps are one column of every table`() throws {
    let workshop = try Workshop(
      Experiments.sweep.replacing("jnd: {vary: [5, 20]}", with: "jnd: {sweep: size}")
        .replacing("start: {vary: [50, 100]}", with: "limits: [0.1, 1200], start: {sweep: size}")
        .replacing("task:", with: "sweeps: {size: [5, 20]}\ntask:"))
    let check = try workshop.peach("check", "experiment.yaml")
    #expect(check.status == 0 && check.error == "")
    for start in ["two-down  ear       5     ", "two-down  ear       20    ", "kazez     ear       5     "] {
      #expect(check.lines.contains { $0.hasPrefix(start) }, "\(check.output)")
    }
    #expect(try workshop.peach("simulate", "experiment.yaml").status == 0)
    let runs = try workshop.peach("export", "swept.sqlite", "--table", "runs").lines
    #expect(runs[0].hasPrefix("experiment,run,strategy,listener,replicate,vary_size,estimator,"))
    #expect(runs[1].hasPrefix("swept,two-down/ear/size=5/1,two-down,ear,1,5,own,"))
    #expect(
      try workshop.peach("export", "swept.sqlite", "--table", "trials").lines[0].contains(",replicate,vary_size,trial,")
    )
  }

  @Test func `a target that the listener never reaches is reported`() throws {
    let deaf = "  - {name: deaf, kind: gaussian, jnd: 5, lapse: 0.7}"
    let workshop = try Workshop(Experiments.comparison(listeners: [deaf], strategies: [Experiments.kazez]))
    let outcome = try workshop.peach("check", "experiment.yaml")
    #expect(outcome.status == 0)
    #expect(outcome.lines[4].hasSuffix("  75.00 %           unreachable"), "\(outcome.output)")
  }

  @Test func `an unknown threshold is shown as unknown`() throws {
    let tape = "  - {name: tape, kind: replay, answers: \"12+ -3-\", order: recorded}"
    let workshop = try Workshop(Experiments.comparison(listeners: [tape], strategies: [Experiments.kazez]))
    let outcome = try workshop.peach("check", "experiment.yaml")
    #expect(outcome.status == 0)
    #expect(outcome.lines[4].hasSuffix(" unknown"), "\(outcome.output)")
  }
}
