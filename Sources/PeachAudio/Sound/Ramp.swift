import PeachSupport

/// The raised-cosine ramps at both ends of a note.
///
/// The sample at time t of a note of duration T is multiplied by ½(1 − cos(π·min(t, T − t)/r)) where that is inside a
/// ramp of r seconds: 0 at the start and the end, 1 between the ramps.
///
/// Source: Hartmann (1997), *Signals, Sound, and Sensation*, AIP Press, on gated tones.
package struct Ramp: Hashable, Sendable {
  /// The ramps that are accepted, in seconds.
  package static let range = 0.002...0.1

  /// The length of each ramp in seconds, 0.002…0.1.
  package let seconds: Double

  /// - Parameter seconds: 0.002…0.1.
  /// - Throws: `SoundError` if it is outside the range or not a number.
  package init(_ seconds: Double) throws(SoundError) {
    guard Self.range.contains(seconds) else {
      throw SoundError("ramp must be between 0.002 and 0.1 s, got \(seconds.shortest) s")
    }
    self.seconds = seconds
  }

  /// The factors of the first samples, up to where the ramp is over; with `reversed` those of the last.
  ///
  /// Rising, the first is that of t = 0; falling, the last is that of T − t = one sample.
  func factors(rate: SampleRate, falling: Bool) -> [Double] {
    let length = seconds * rate.hertz
    let first = falling ? 1 : 0
    let rising = (first..<Int(length.rounded(.up))).map { 0.5 * (1 - cos(.pi * Double($0) / length)) }
    return falling ? rising.reversed() : rising
  }
}
