import PeachExperiments
import PeachMath
import PeachSimulation
import PeachSupport
import Testing

/// `estimator-function`.
@Suite struct EstimatorFunctionTests {
  private static func level(
    _ lines: String, axis: String = "scale: log", listener: String = "function: weibull, threshold: 12, slope: 1.3"
  )
    -> String
  {
    """
    name: levels
    seed: 3
    task: {kind: forced-choice, unit: Hz, \(axis)}
    listeners: [{name: ear, kind: psychometric, \(listener)}]
    strategies: [{name: down, kind: transformed-up-down, start: 40, down: 2, step: {factor: 1.3}}]
    stop: {trials: 40}
    replicates: 2
    \(lines)

    """
  }

  private func experiment(_ text: String) throws -> Experiment { try Experiment.parse(text, file: "x.yaml") }

  @Test func `it is the normal unless the file states another`() throws {
    #expect(try Files.plan(Self.level("")).estimatorFunction.name == "normal")
    let weibull = try Files.plan(Self.level("estimator-function: weibull"))
    #expect(weibull.estimatorFunction.name == "weibull")
    #expect(try Files.plan(weibull.resolved.json()).estimatorFunction.name == "weibull")
  }

  @Test func `the normal leaves the digest, another changes it`() throws {
    let digest = try Files.plan(Self.level("")).digest
    #expect(try Files.plan(Self.level("estimator-function: normal")).digest == digest)
    #expect(try Files.plan(Self.level("estimator-function: weibull")).digest != digest)
  }

  @Test func `a listener or strategy with another function is advised about`() throws {
    let other = try experiment(Self.level(""))
    #expect(other.advice.map(\.path) == ["listeners.ear.function"])
    #expect(
      other.advice.first?.message
        == "the common fit (the same for every run) uses the function normal, but this listener states weibull; "
        + "this difference can bias the fit")
    #expect(other.advice.first?.hint == "state estimator-function: weibull")
    #expect(other.functionAdvice.count == 1)
    #expect(try experiment(Self.level("estimator-function: weibull")).advice.isEmpty)
    #expect(try experiment(Self.level("", listener: "threshold: 12, slope: 0.1")).advice.isEmpty)
    let bursts = "length: 10, share: 0.1, of: {kind: psychometric, function: weibull, threshold: 12, slope: 1.3}"
    let inner = try experiment(
      Self.level("").replacing(
        "kind: psychometric, function: weibull, threshold: 12, slope: 1.3", with: "kind: lapse-bursts, \(bursts)"))
    #expect(inner.advice.map(\.path) == ["listeners.ear.of.function"])
  }

  @Test(arguments: [
    (
      "comparison", "estimator-function: weibull",
      "expected normal, the only function for comparisons (higher or lower), got weibull"
    ),
    ("linear", "estimator-function: weibull", "expected a function that takes no logarithm of the level"),
    ("log", "estimator-function: weibul", "did you mean 'weibull'?"),
  ])
  func `a function that does not fit the task is refused`(task: String, line: String, problem: String) {
    let text =
      switch task {
      case "comparison": Files.comparison + line + "\n"
      case "linear":
        Self.level(line, axis: "scale: linear", listener: "threshold: 12, slope: 0.1")
          .replacing("{factor: 1.3}", with: "{linear: 3}")
      default: Self.level(line)
      }
    let problems = Files.problems(text) ?? ""
    #expect(problems.contains(problem), "\(problems)")
  }
}
