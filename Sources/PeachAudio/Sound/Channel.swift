/// The output channel of a sound with one channel.
package enum Channel: String, CaseIterable, Hashable, Sendable {
  /// One channel of samples, which the device gives to all it has.
  case both
  /// The first of two channels of samples, the other silent.
  case left
  case right

  /// Channels of samples.
  package var count: Int { self == .both ? 1 : 2 }
}
