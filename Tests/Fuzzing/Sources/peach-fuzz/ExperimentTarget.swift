import Configuration
import Experiments

/// Experiment files: what is read is resolved, and reads back as the same experiment.
struct ExperimentTarget: FuzzTarget {
  static let name = "experiment"

  func messages(of bytes: [UInt8]) -> [String] {
    peach_fuzz.messages {
      let plan = try Experiment.parse(TextFile.text(bytes, of: "x.yaml"), file: "x.yaml").plan
      let again = try Experiment.parse(plan.resolved.json(), file: "resolved").plan
      if again.digest != plan.digest { find("another digest: \(plan.resolved.json())") }
      return []
    }
  }
}
