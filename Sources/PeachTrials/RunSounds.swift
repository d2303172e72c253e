/// Names the noises, phases and roves of one run, so that everyone who renders a trial of it makes the same samples.
public struct RunSounds: Hashable, Sendable {
  /// The root seed of the experiment.
  package let seed: UInt64
  /// Names the listener, as in all streams.
  package let path: [String]
  /// The replicate, or the number of the live session, from 1.
  package let replicate: Int

  package init(seed: UInt64, path: [String], replicate: Int) {
    self.seed = seed
    self.path = path
    self.replicate = replicate
  }
}
