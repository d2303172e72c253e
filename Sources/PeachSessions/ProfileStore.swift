import PeachPitch
package import PeachStorage
package import PeachTrials

extension LiveDatabase {
  /// A listener's profile, rebuilt from the records: the same, to the last bit, as the one that followed the sessions
  /// answer by answer.
  ///
  /// A person's comparisons enter it, whichever strategy asked for them, and their pitch matchings. Catch and comfort
  /// trials do not, since a strategy does not hear of them either; nor do a simulated responder's sessions, nor those
  /// before a reset.
  package func profile(of listener: String) throws(RecordsError) -> PerceptualProfile {
    var profile = PerceptualProfile()
    try forEachProfiledOffset(of: listener) { profile.observe($0, offset: $1) }
    try forEachProfiledMatching(of: listener) { profile.observeMatching($0, error: $1) }
    return profile
  }
}
