import PeachExperiments
import PeachSimulation
import PeachSupport
import PeachTrials
import Testing

/// Other numbers of trials than a file states, for who looks for them.
@Suite struct StopReplacingTests {
  private func trials(_ stop: String, own: String = "") throws -> (trials: Int, reason: String) {
    let text = """
      name: small
      seed: 1
      task: {kind: comparison, notes: [C4, C4]}
      listeners: [{name: ear, kind: gaussian, jnd: 15}]
      strategies: [{name: kazez, kind: kazez\(own)}]
      \(stop)
      replicates: 1
      """
    let plan = try Experiment.parse(text, file: "x.yaml", overrides: Experiment.Overrides(trials: 7)).plan
    #expect(plan.cells.count == 1)
    var streams = StreamNames(seed: 1, listener: "ear", strategy: "kazez").streams(replicate: 1)
    var random = RandomStream(seed: 5)
    var log = TrackLog()
    let model = try #require(plan.cells[0].model)
    let factory = try #require(plan.cells[0].factory)
    let played = model.sit(factory, using: &streams, random: &random, log: &log)
    return (log.trials.count, played.status.stopReason?.rawValue ?? "")
  }

  @Test(arguments: [
    "stop: {trials: 60}", "stop: {trials: 60, maximum: 80}", "stop: {any: [{trials: 60}], maximum: 60}",
    "stop: {any: [{trials: 60}, {all: [{trials: 50}]}]}", "stop: {trials: {vary: [20, 40]}}",
    "sweeps: {n: [20, 40]}\nstop: {trials: {sweep: n}}",
  ])
  func `an override changes the number of a stop that counts only trials`(stop: String) throws {
    #expect(try trials(stop) == (7, "trials"))
  }

  @Test func `a strategy's own stop does likewise`() throws {
    #expect(try trials("stop: {trials: 60}", own: ", stop: {trials: 33}") == (7, "trials"))
    #expect(try trials("", own: ", stop: {trials: 33}") == (7, "trials"))
  }

  @Test func `a stop that looks at something else stays`() throws {
    #expect(try trials("stop: {any: [{trials: 12}, {reversals: 900}]}") == (12, "trials"))
    #expect(try trials("stop: {trials: 60}", own: ", stop: {any: [{trials: 13}, {minutes: 900}]}") == (13, "trials"))
    #expect(try trials("stop: {reversals: 1}").reason == "reversals")
  }

  @Test func `an error in a stop is reported as usual`() throws {
    #expect(throws: ConfigurationError.self) { try trials("stop: 60") }
    #expect(throws: ConfigurationError.self) { try trials("") }
  }
}
