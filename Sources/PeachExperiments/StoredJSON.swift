package import PeachSupport
public import PeachTrials

extension Value {
  /// Reads JSON that a database stores, fields in their order; `nil` if it is something else. JSON is a subset of YAML.
  package init?(storedJSON json: String) {
    guard let node = try? YAMLText.parse(json, file: "JSON") else { return nil }
    self.init(of: node)
  }
}

extension PerceptualProfile {
  /// Reads a profile from the JSON that Peach stores with a session, exact to the last bit; `nil`, without a report of
  /// the problem, if the text is not such a profile.
  public init?(json: String) {
    let diagnostics = Diagnostics()
    guard let node = try? YAMLText.parse(json, file: "profile"),
      let profile = Reader.read(node, path: "profile", diagnostics: diagnostics, PerceptualProfile.init(from:)),
      (try? diagnostics.check()) != nil
    else { return nil }
    self = profile
  }
}
