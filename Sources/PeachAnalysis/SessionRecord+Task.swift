import PeachExperiments
package import PeachStorage
import PeachSupport
package import PeachTrials

extension SessionRecord {
  /// The task of its trials, as its experiment has it; a comparison or a matching of notes if that is not known.
  package var task: TrialTask.Kind {
    guard kind == .comparison else { return .matching }
    let experiment = try? YAMLText.parse(experiment, file: "experiment")
    let stated = (experiment?["task"]?["kind"]?.text).flatMap(TrialTask.Kind.init)
    return stated == .matching ? .comparison : stated ?? .comparison
  }
}
