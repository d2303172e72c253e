import Glibc

/// What a device makes of samples, as it was measured: how many dB SPL a note of 0 dB FS has.
public struct LevelCalibration: Hashable, Sendable {
  /// Measured at one frequency.
  public struct Point: Hashable, Sendable {
    /// Hz.
    public var frequency: Double
    /// dB SPL − dB FS.
    public var offset: Double

    public init(frequency: Double, offset: Double) {
      self.frequency = frequency
      self.offset = offset
    }
  }

  /// By frequency, each once; there is one.
  public let points: [Point]
  /// The highest level that is safe, in dB SPL; `nil` if none was stated.
  public let limit: Double?

  /// - Precondition: There are points.
  public init(points: [Point], limit: Double?) {
    precondition(!points.isEmpty, "a calibration without a measurement")
    self.points = points.sorted { $0.frequency < $1.frequency }
    self.limit = limit
  }

  /// dB SPL − dB FS at a frequency in Hz: between two that were measured on a straight line over the logarithm of
  /// frequency, beyond them as at the last.
  public func offset(at frequency: Double) -> Double {
    if frequency <= points[0].frequency { return points[0].offset }
    guard let upper = points.firstIndex(where: { $0.frequency >= frequency }) else {
      return points[points.count - 1].offset
    }
    let (low, high) = (points[upper - 1], points[upper])
    let share = log(frequency / low.frequency) / log(high.frequency / low.frequency)
    return low.offset + share * (high.offset - low.offset)
  }

  /// The loudest that a device is at any frequency, per dB FS.
  public var greatestOffset: Double { points.map(\.offset).max() ?? 0 }

  /// The same device louder by so many dB.
  public func raised(by decibels: Double) -> LevelCalibration {
    LevelCalibration(
      points: points.map { Point(frequency: $0.frequency, offset: $0.offset + decibels) }, limit: limit)
  }
}
