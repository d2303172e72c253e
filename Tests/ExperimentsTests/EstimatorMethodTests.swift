import PeachExperiments
import PeachFitting
import PeachSimulation
import PeachSupport
import Testing

/// `estimator-method` and `estimator-interval`.
@Suite struct EstimatorMethodTests {
  private func plan(_ lines: String) throws -> Plan { try Files.plan(Files.comparison + lines + "\n") }

  @Test func `one method or a list of them is read`() throws {
    #expect(try plan("").estimatorMethods == [.reduced])
    #expect(try plan("estimator-method: ml").estimatorMethods == [.ml])
    #expect(try plan("estimator-method: [bayes, ml, reduced]").estimatorMethods == [.bayes, .ml, .reduced])
    #expect(try !plan("").hasEstimatorInterval)
    #expect(try plan("estimator-interval: 95%").hasEstimatorInterval)
  }

  @Test func `a default does not change the digest, and every other value does`() throws {
    let digest = try plan("").digest
    for same in ["estimator-method: reduced", "estimator-method: [reduced]", "estimator-interval: none"] {
      #expect(try plan(same).digest == digest, "\(same)")
    }
    var found = Set([digest])
    for other in [
      "estimator-method: ml", "estimator-method: [reduced, ml]", "estimator-method: [ml, reduced]",
      "estimator-interval: 95%",
    ] { #expect(try found.insert(plan(other).digest).inserted, "\(other)") }
    #expect(try plan("estimator-method: [ml]").digest == plan("estimator-method: ml").digest)
  }

  @Test func `the resolved file reads back`() throws {
    let first = try plan("estimator-method: [reduced, ml]\nestimator-interval: 95%")
    #expect(first.resolved["estimator-method"]?.items.count == 2)
    let again = try Files.plan(first.resolved.json())
    #expect(again.resolved == first.resolved)
    #expect(again.estimatorMethods == [.reduced, .ml] && again.hasEstimatorInterval)
  }

  @Test(
    arguments: [
      (
        "estimator-method: redused",
        "10:19: estimator-method: expected one of ml, reduced, bayes, or a list of them, got 'redused'\n"
          + "  hint: did you mean 'reduced'?"
      ),
      (
        "estimator-method: [ml, 3]",
        "10:19: estimator-method: expected one of ml, reduced, bayes, or a list of them, got '3'"
      ),
      (
        "estimator-method: []",
        "10:19: estimator-method: expected one of ml, reduced, bayes, or a list of them, got an empty list"
      ),
      ("estimator-method: [ml, ml]", "10:19: estimator-method: expected each method once, got ml twice"),
      (
        "estimator-method: {vary: [ml, reduced]}",
        "10:20: estimator-method: this value cannot be varied\n"
          + "  hint: only keys of task, listeners, strategies and stop can be varied"
      ),
      ("estimator-interval: profile", "10:21: estimator-interval: expected one of none, 95%, got 'profile'"),
      ("estimator-interval: 0.95", "10:21: estimator-interval: expected one of none, 95%, got '0.95'"),
    ])
  func `an unknown method or interval is rejected`(line: String, problem: String) {
    #expect(Files.problems(Files.comparison + line + "\n") == "x.yaml:" + problem)
  }
}
