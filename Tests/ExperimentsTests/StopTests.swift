import PeachExperiments
import PeachSimulation
import PeachSupport
import Testing

@Suite struct StopTests {
  private static let join = "\n  hint: to join several conditions, write any: [{trials: 60}, {reversals: 10}]"

  @Test(
    arguments: [
      ("60", "7: stop: expected a mapping, got '60'\n  hint: write stop: {trials: 60}"),
      (
        "{}",
        "7: stop: expected one of trials, reversals, width, entropy, precision, minutes, any, all, got none" + join
      ),
      (
        "{trials: 60, reversals: 5}",
        "7: stop: expected one of trials, reversals, width, entropy, precision, minutes, any, all, got trials and reversals"
          + join
      ),
      ("{trials: abc}", "16: stop.trials: expected a whole number (trials) from 1 to 1000000, got 'abc'"),
      ("{trials: 0}", "16: stop.trials: expected a whole number (trials) from 1 to 1000000, got '0'"),
      ("{trails: 60}", "8: stop.trails: unknown key\n  hint: did you mean 'trials'?"),
      (
        "{any: []}",
        "13: stop.any: expected a list with at least one entry such as {name: a, kind: b}, got an empty list"
      ),
      ("{any: [60]}", "14: stop.any[1]: expected a mapping, got '60'"),
      (
        "{any: [{}]}",
        "14: stop.any[1]: expected one of trials, reversals, width, entropy, precision, minutes, any, all, got none"
          + join
      ),
      (
        "{any: [{all: [{}]}]}",
        "21: stop.any[1].all[1]: expected one of trials, reversals, width, entropy, precision, minutes, got none"
      ),
      (
        "{any: [{trials: 5, all: [{trials: 5}]}]}",
        "14: stop.any[1]: expected one of trials, reversals, width, entropy, precision, minutes, any, all, got trials and all"
          + join
      ),
      (
        "{any: [{any: [{trials: 5}], all: [{trials: 5}]}]}",
        "14: stop.any[1]: expected one of trials, reversals, width, entropy, precision, minutes, any, all, got any and all"
          + join
      ),
      (
        "{trials: 60, maximum: 0}",
        "29: stop.maximum: expected a whole number (trials) from 1 to 1000000, got '0'"
      ),
    ])
  func `a wrong stop is one message, and strategies do not miss it`(stop: String, message: String) {
    #expect(Files.problems("stop: {trials: 60}", "stop: " + stop) == "x.yaml:8:" + message)
  }

  @Test func `a stop is missing where neither file nor strategy has one`() {
    #expect(
      Files.problems("stop: {trials: 60}\n", "") == """
        x.yaml:7:5: strategies.s.stop: missing; expected a stop for this strategy or for the whole file
          hint: write stop: {trials: 60}
        """)
    let own = Files.changed(
      Files.comparison, [("stop: {trials: 60}\n", ""), ("down: 2", "down: 2, stop: {trials: 9}")])
    #expect(Files.problems(own) == nil)
  }

  @Test(
    arguments: [
      ("{trials: 60}", #"{"trials": 60, "maximum": 10000}"#),
      ("{reversals: 8, maximum: 90}", #"{"reversals": 8, "maximum": 90}"#),
      (
        "{all: [{trials: 30}, {any: [{reversals: 8}, {trials: 60}]}]}",
        #"{"all": [{"trials": 30}, {"any": [{"reversals": 8}, {"trials": 60}]}], "maximum": 10000}"#
      ),
    ])
  func `conditions nest once`(stop: String, resolved: String) throws {
    let plan = try Files.plan(Files.changed(Files.comparison, [("stop: {trials: 60}", "stop: " + stop)]))
    #expect(plan.resolved["stop"]?.json() == resolved)
  }
}
