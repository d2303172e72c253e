/// Samples a second: the rates that sounds are made at.
package enum SampleRate: Int, CaseIterable, Hashable, Sendable {
  case hz44100 = 44_100
  case hz48000 = 48_000
  case hz96000 = 96_000

  /// Samples a second.
  package var hertz: Double { Double(rawValue) }

  /// The highest frequency that is made, 0.45 of the rate: above it the filters of converters begin to attenuate.
  package var highest: Double { 0.45 * hertz }

  /// The number of frames nearest to a duration in seconds.
  package func frames(_ seconds: Double) -> Int { Int((seconds * hertz).rounded()) }
}

extension SampleRate: CustomStringConvertible {
  package var description: String { "\(rawValue) Hz" }
}
