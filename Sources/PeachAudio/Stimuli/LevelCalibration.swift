import PeachSupport

/// The measured calibration of a device: the level in dB SPL of a note of 0 dB FS.
package struct LevelCalibration: Hashable, Sendable {
  /// Measured at one frequency.
  package struct Point: Hashable, Sendable {
    /// Hz.
    package var frequency: Double
    /// dB SPL − dB FS.
    package var offset: Double

    package init(frequency: Double, offset: Double) {
      self.frequency = frequency
      self.offset = offset
    }
  }

  /// By frequency, each once; there is one.
  package let points: [Point]
  /// The highest level that is safe, in dB SPL; `nil` if none was stated.
  package let limit: Double?

  /// - Precondition: There are points.
  package init(points: [Point], limit: Double?) {
    precondition(!points.isEmpty, "a calibration without a measurement")
    self.points = points.sorted { $0.frequency < $1.frequency }
    self.limit = limit
  }

  /// dB SPL − dB FS at a frequency in Hz: between two that were measured on a straight line over the logarithm of
  /// frequency, beyond them as at the last.
  package func offset(at frequency: Double) -> Double {
    if frequency <= points[0].frequency { return points[0].offset }
    guard let upper = points.firstIndex(where: { $0.frequency >= frequency }) else {
      return points[points.count - 1].offset
    }
    let (low, high) = (points[upper - 1], points[upper])
    let share = log(frequency / low.frequency) / log(high.frequency / low.frequency)
    return low.offset + share * (high.offset - low.offset)
  }

  /// The loudest that a device is at any frequency, per dB FS.
  package var greatestOffset: Double { points.map(\.offset).max() ?? 0 }

  /// The same device louder by so many dB.
  package func raised(by decibels: Double) -> LevelCalibration {
    LevelCalibration(
      points: points.map { Point(frequency: $0.frequency, offset: $0.offset + decibels) }, limit: limit)
  }
}
