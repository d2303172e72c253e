import PeachExperiments
import PeachSupport
import PeachTrials

/// Profiles as they are stored, and in an experiment file: what is read writes what reads back.
struct ProfileTarget: FuzzTarget {
  static let name = "profile"

  func messages(of bytes: [UInt8]) -> [String] {
    peach_fuzz.messages {
      let text = try TextFile.text(bytes, of: "profile")
      if let profile = PerceptualProfile(json: text) {
        let json = profile.value.json()
        if PerceptualProfile(json: json)?.value.json() != json { find("another profile: \(json)") }
      }
      _ = try Experiment.parse(
        """
        name: t
        seed: 1
        profile: \(text)
        task: {kind: comparison}
        listeners: [{name: ann, kind: gaussian, jnd: 5}]
        strategies: [{name: s, kind: adaptive}]
        stop: {trials: 60}
        replicates: 10
        """, file: "x.yaml")
      return []
    }
  }
}
