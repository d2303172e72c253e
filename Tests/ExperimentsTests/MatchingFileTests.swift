import PeachExperiments
import PeachListeners
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials
import Testing

/// Files of pitch matchings: what they say, and what has no meaning in them.
@Suite struct MatchingFileTests {
  private static let matching = """
    name: t
    seed: 1
    task: {kind: matching, notes: [C3, C5], offset: 80}
    listeners:
      - {name: ann, kind: tuner, spread: 5}
    stop: {trials: 30}
    replicates: 10

    """

  private func problems(_ old: String, _ new: String) -> String? { Files.problems(Self.matching, old, new) }

  @Test func `a file of matchings has one cell for each listener, and nothing that adapts`() throws {
    let plan = try Files.plan(
      Files.changed(Self.matching, [("stop:", "  - {name: bob, kind: tuner, spread: 9, constant: 3}\nstop:")]))
    #expect(plan.cells.map { [$0.strategy, $0.listener] } == [["uniform", "ann"], ["uniform", "bob"]])
    #expect(plan.cells.map(\.task.kind) == [.matching, .matching])
    #expect(plan.cells.map(\.task.initialOffset) == [80, 80])
    #expect(plan.cells.allSatisfy { $0.factory == nil && $0.model == nil })
    guard case .matchings(let listener, let stop) = plan.cells[1].work else {
      Issue.record("no matchings")
      return
    }
    #expect(listener.truth == MatchingTruth(constantError: 3, variableError: 9, underAdjustment: 0))
    #expect(stop.reason(TrackProgress(trials: 29)) == nil)
    #expect(stop.reason(TrackProgress(trials: 30)) == .trials)
    #expect(
      plan.cellRecords[1].estimators.map(\.name) == ["constant-error", "variable-error", "under-adjustment"])
    #expect(plan.cellRecords[1].estimators.map(\.truth) == [3, 9, 0])
    #expect(plan.cellRecords[1].estimators.allSatisfy { $0.target == nil && $0.trueLapse == nil })
  }

  @Test func `a resolved experiment reads back as the same experiment`() throws {
    let plan = try Files.plan(Self.matching)
    let again = try Experiment.parse(plan.resolved.json(), file: "again").plan
    #expect(again.resolved == plan.resolved)
    #expect(again.digest == plan.digest)
    #expect(plan.resolved["strategies"] == nil && plan.resolved["estimand"] == nil)
    #expect(plan.resolved["estimator-lapse"] == nil)
  }

  @Test func `listeners, task and stop can be swept`() throws {
    let plan = try Files.plan(
      Files.changed(
        Self.matching,
        [
          ("spread: 5", "spread: {vary: [5, 9]}"), ("offset: 80", "offset: {vary: [50, 80]}"),
          ("trials: 30", "trials: {vary: [10, 30, 90]}"),
        ]))
    #expect(plan.varied == ["task.offset", "listeners.ann.spread", "stop.trials"])
    #expect(plan.cells.count == 12)
    #expect(plan.cells[0].varied == ["50", "5", "10"])
    #expect(plan.cells[11].varied == ["80", "9", "90"])
    guard case .matchings(_, let stop) = plan.cells[11].work else {
      Issue.record("no matchings")
      return
    }
    #expect(stop.reason(TrackProgress(trials: 89)) == nil)
    #expect(stop.reason(TrackProgress(trials: 90)) == .trials)
    #expect(plan.cells[11].task.initialOffset == 80)
  }

  @Test func `strategies, estimand and estimator-lapse are refused, all at once`() {
    #expect(
      problems("stop:", "strategies: [{name: k, kind: kazez}]\nestimand: 0.75\nestimator-lapse: 0.02\nstop:") == """
        x.yaml:6:13: strategies: expected no strategies with kind: matching: Peach draws pitch matchings at \
        random, without a strategy
          hint: leave strategies out
        x.yaml:7:11: estimand: expected no estimand with kind: matching: a pitch matching is neither correct nor wrong
          hint: leave estimand out
        x.yaml:8:18: estimator-lapse: expected no estimator-lapse with kind: matching: a pitch matching is neither correct \
        nor wrong
          hint: leave estimator-lapse out
        """)
  }

  @Test(arguments: ["{reversals: 8}", "{any: [{trials: 30}, {minutes: 4}]}", "{width: 0.1}"])
  func `a stop that counts only trials`(stop: String) {
    #expect(
      problems("{trials: 30}", stop) == """
        x.yaml:6:7: stop: expected only trials: matchings have no reversals, interval widths or entropies, and \
        simulated matchings take no time
          hint: stop: {trials: 30}
        """)
  }

  @Test func `a stop is required`() {
    #expect(
      problems("stop: {trials: 30}\n", "") == """
        x.yaml:1:1: stop: missing; expected the number of trials of a session, under stop
          hint: stop: {trials: 30}
        """)
  }

  @Test func `a listener who answers does not tune, and one who tunes does not answer`() {
    #expect(
      problems("kind: tuner, spread: 5", "kind: gaussian, jnd: 5") == """
        x.yaml:5:23: listeners.ann.kind: expected tuner, got 'gaussian'
          hint: gaussian answers comparisons; in a task of kind: matching use tuner
        """)
    #expect(
      Files.problems(Files.comparison, "kind: gaussian, jnd: 5", "kind: tuner, spread: 5") == """
        x.yaml:5:23: listeners.ann.kind: expected one of \(Files.listeners), got 'tuner'
          hint: tuner answers by tuning a note: it needs a task of kind: matching
        """)
  }

  @Test func `a responder who tunes is one line`() throws {
    let task = try TrialTask(parsing: "{kind: matching}")
    let responder = try MatchingResponderText(
      parsing: "tuner constant=4 spread=8.5", place: "--responder", task: task)
    #expect(responder.resolved == "tuner constant=4 spread=8.5 under-adjustment=0 delay=0 adjustments=0")
    #expect(
      responder.listener.truth == MatchingTruth(constantError: 4, variableError: 8.5, underAdjustment: 0))
    let again = try MatchingResponderText(parsing: responder.resolved, place: "--responder", task: task)
    #expect(again.resolved == responder.resolved)
  }

  @Test func `a responder of the other kind is rejected with a hint`() throws {
    let task = try TrialTask(parsing: "{kind: matching}")
    #expect(throws: ConfigurationError.self) {
      try MatchingResponderText(parsing: "gaussian jnd=5", place: "--responder", task: task)
    }
    do {
      _ = try MatchingResponderText(parsing: "gaussian jnd=5", place: "--responder", task: task)
    } catch {
      #expect(
        error.description == """
          --responder:1:1: responder.kind: expected tuner, got 'gaussian'
            hint: gaussian answers comparisons; in a task of kind: matching use tuner
          """)
    }
    do {
      _ = try ResponderText(
        parsing: "tuner spread=5", place: "--responder", task: TrialTask(parsing: "{kind: comparison}"))
      Issue.record("a tuner answers")
    } catch {
      #expect(
        error.description == """
          --responder:1:1: responder.kind: expected one of \(Files.listeners), got 'tuner'
            hint: tuner answers by tuning a note: it needs a task of kind: matching
          """)
    }
  }
}
