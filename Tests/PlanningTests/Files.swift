import PeachExperiments
import PeachSimulation
import PeachTrials

/// Experiments that are planned.
enum Files {
  static let twoDown =
    "{name: two-down, kind: transformed-up-down, start: 60, down: 2, step: {factor: 1.5, after-reversals: {2: 1.2}}}"

  static func comparison(_ strategies: [String] = [twoDown], listener: String = "jnd: 15", seed: Int = 11) -> String {
    """
    name: small
    seed: \(seed)
    task: {kind: comparison, notes: [C4, C4]}
    listeners: [{name: ear, kind: gaussian, \(listener)}]
    strategies: [\(strategies.joined(separator: ", "))]
    stop: {trials: 60}
    replicates: 3
    """
  }

  static let linear = """
    name: loudness
    seed: 3
    task: {kind: forced-choice, unit: dB}
    listeners: [{name: ear, kind: psychometric, function: logistic, threshold: 20, slope: 0.6}]
    strategies: [{name: three-down, kind: transformed-up-down, start: 34, down: 3, step: {linear: 3}}]
    stop: {trials: 40}
    replicates: 3
    """

  static func plan(_ text: String, trials: Int) throws -> Plan {
    try Experiment.parse(text, file: "x.yaml", overrides: Experiment.Overrides(trials: trials)).plan
  }

  static func procedure(_ text: String) throws -> Procedure { try Procedure { try plan(text, trials: $0) } }

  static func precision(_ text: String, _ share: Double, jobs: Int = 2) async throws -> [PrecisionRow] {
    let plan = PrecisionPlan(try procedure(text), share: share, jobs: jobs, isCancelled: { false })
    return try await plan.rows(foreseen: { _ in }, progress: { _ in }) ?? []
  }

  static func power(_ text: String, _ study: Study, jobs: Int = 2) async throws -> [PowerRow] {
    let plan = PowerPlan(try procedure(text), study: study, jobs: jobs, isCancelled: { false })
    return try await plan.rows(foreseen: { _ in }, progress: { _ in }) ?? []
  }

  static func analyses(
    _ text: String, _ study: Study, listeners: Int, trials: [Int], studies: Int, isUneven: Bool = false, jobs: Int = 2
  ) async throws -> [AnalysisRow] {
    let plan = AnalysisPlan(
      try procedure(text), study: study, listeners: listeners, trials: trials, studies: studies, isUneven: isUneven,
      jobs: jobs, isCancelled: { false })
    return try await plan.rows(foreseen: { _ in }, progress: { _ in }) ?? []
  }
}
