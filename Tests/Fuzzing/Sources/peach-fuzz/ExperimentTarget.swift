import PeachExperiments
import PeachListeners
import PeachSupport
import PeachTrials

/// Experiment files: what is read is resolved, and reads back as the same experiment.
struct ExperimentTarget: FuzzTarget {
  static let name = "experiment"

  /// Everybody is known, by a calibration and by a profile.
  static let overrides = Experiment.Overrides(
    profiles: { _ in PerceptualProfile() },
    twins: { id, calibration in
      guard id != "nobody" else { throw TwinError("expected a listener of this machine, got \(SafeText.quoted(id))") }
      let parameters = TwinParameters(
        jnd: 12, lapse: 0.02, bias: 1, errors: [0.1, 2, 0.5], correlations: [0.1, -0.2, 0.3])
      return TwinSource(parameters, calibration: calibration, comparisons: calibration == nil ? 400 : nil)
    })

  func messages(of bytes: [UInt8]) -> [String] {
    peach_fuzz.messages {
      let text = try TextFile.text(bytes, of: "x.yaml")
      let plan = try Experiment.parse(text, file: "x.yaml", overrides: Self.overrides).plan
      let again = try Experiment.parse(plan.resolved.json(), file: "resolved").plan
      if again.digest != plan.digest { find("another digest: \(plan.resolved.json())") }
      return []
    }
  }
}
