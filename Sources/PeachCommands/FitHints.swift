import PeachAnalysis
import PeachFitting
import PeachMath
import PeachReporting
import PeachStorage
import PeachSupport
import PeachTrials

/// Notes about a fit that its numbers do not show.
enum FitHints {
  static func notes(_ data: FitData, _ observations: Observations, _ request: FitRequest) -> [String] {
    [logLevel(data, request), function(data, request), answers(observations, request)].compactMap { $0 }
  }

  /// Warnings about data whose fit may answer another question than the one that was asked.
  ///
  /// - Parameter alternatives: As they were said.
  static func warnings(
    _ data: FitData, _ observations: Observations, _ request: FitRequest, alternatives: Int?
  ) -> [String] {
    [observations.taken].compactMap { $0 } + observations.warnings
      + [
        guess(observations, request, alternatives),
        GuessEvidence.note(observations.groups, request, areYesNo: observations.areYesNo),
      ].compactMap { $0 }
  }

  /// A guess rate that nothing says.
  private static func guess(_ observations: Observations, _ request: FitRequest, _ alternatives: Int?) -> String? {
    guard request.reading == .accuracy, request.guess == nil, alternatives == nil,
      observations.groups.contains(where: { $0.alternatives == nil })
    else { return nil }
    return "Peach assumes a guess rate of 0.5 (two alternatives); set another with --alternatives M or --guess"
  }

  private static func logLevel(_ data: FitData, _ request: FitRequest) -> String? {
    guard data.simulation?.scale == .log, request.reading == .accuracy, request.settings.scale == .linear else {
      return nil
    }
    return
      "the experiment has a log axis of levels, but this fit uses the levels themselves; --log-level fits their "
      + "log10"
  }

  private static func function(_ data: FitData, _ request: FitRequest) -> String? {
    guard request.reading == .accuracy,
      let stated = data.simulation.flatMap({ StatedFunction.of(experiment: $0.experiment) }),
      stated.name != request.function.name
    else { return nil }
    return "the experiment's estimator-function is \(stated.name), but this fit uses \(request.function.name); "
      + "--function \(stated.name) fits the experiment's function"
  }

  private static func answers(_ observations: Observations, _ request: FitRequest) -> String? {
    guard request.guess == nil, request.reading == .accuracy, request.alternatives == 2,
      observations.groups.contains(where: { $0.alternatives == nil }),
      observations.areYesNo
    else { return nil }
    return
      "the answers are yes and no, but the guess rate is fixed at 0.5; with --alternatives 1 Peach estimates the "
      + "rate of yes without a signal"
  }
}
