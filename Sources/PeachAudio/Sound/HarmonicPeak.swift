import PeachSupport

/// The largest magnitude of a sum of harmonics in sine phase, between samples too.
enum HarmonicPeak {
  /// - Parameter amplitudes: From the fundamental up.
  static func of(_ amplitudes: [Double]) -> Double {
    guard amplitudes.count > 1 else { return amplitudes.first?.magnitude ?? 0 }
    // The sum is odd, so that half a period holds its peak; 32 points to each half wave of the highest harmonic.
    let points = 32 * amplitudes.count
    var samples = [Float](repeating: 0, count: points + 1)
    samples.withUnsafeMutableBufferPointer { HarmonicSum(0.5 / Double(points), amplitudes).write(to: $0) }
    let nearest = samples.indices.max { samples[$0].magnitude < samples[$1].magnitude } ?? 0
    var phase = Double.pi * Double(nearest) / Double(points)
    // Newton's iteration on the slope, from so near that it converges.
    for _ in 0..<6 {
      let slope = sum(amplitudes) { k, a in a * k * cos(k * phase) }
      let curvature = sum(amplitudes) { k, a in -a * k * k * sin(k * phase) }
      guard curvature != 0 else { break }
      phase -= slope / curvature
    }
    return max(
      sum(amplitudes) { k, a in a * sin(k * phase) }.magnitude, samples.reduce(0) { max($0, Double($1.magnitude)) })
  }

  private static func sum(_ amplitudes: [Double], _ term: (Double, Double) -> Double) -> Double {
    var total = 0.0
    for (i, amplitude) in amplitudes.enumerated() { total += term(Double(i + 1), amplitude) }
    return total
  }
}
