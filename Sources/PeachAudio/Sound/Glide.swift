import PeachSupport

/// A frequency on its way to its aim: two equal low-pass filters one after the other, so that neither the
/// frequency nor its slope jumps, even if its aim changes on the way.
///
/// t seconds after a step, (1 + t/τ)·exp(−t/τ) of it is left: 4 % after 5 ms, under 0.1 % after 10 ms.
///
/// Source: Oppenheim & Schafer (2010), *Discrete-Time Signal Processing*, 3rd ed., §7.2, for the filters.
struct Glide: Sendable {
  /// τ in seconds.
  static let timeConstant = 0.001

  var target: Double
  private var behind: Double
  private(set) var value: Double
  private let share: Double

  init(at value: Double, rate: SampleRate) {
    target = value
    behind = value
    self.value = value
    share = 1 - exp(-1 / (Self.timeConstant * rate.hertz))
  }

  /// One sample on.
  @inline(__always) mutating func advance() {
    behind += share * (target - behind)
    value += share * (behind - value)
  }
}
