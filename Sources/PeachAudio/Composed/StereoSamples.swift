/// Samples of both ears in double precision.
package struct StereoSamples: Sendable {
  package private(set) var left: [Double]
  package private(set) var right: [Double]
  package let rate: SampleRate
  /// The ears whose samples are made; the other one stays silent.
  let ear: ComposedSound.Ear

  /// Silence.
  init(frames: Int, rate: SampleRate, ear: ComposedSound.Ear = .both) {
    left = [Double](repeating: 0, count: frames)
    right = left
    self.rate = rate
    self.ear = ear
  }

  package var frames: Int { left.count }

  /// The largest magnitude; full scale is 1.
  package var peak: Double { max(left.reduce(0) { max($0, abs($1)) }, right.reduce(0) { max($0, abs($1)) }) }

  /// The root of the mean square; 0 without samples.
  package static func rootMeanSquare(_ samples: ArraySlice<Double>) -> Double {
    samples.isEmpty ? 0 : (samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)).squareRoot()
  }

  /// The samples after the same change of both ears.
  func changed(_ change: ([Double]) -> [Double]) -> StereoSamples {
    var changed = self
    (changed.left, changed.right) = (change(left), change(right))
    return changed
  }

  /// Adds samples times an envelope and a factor; what is beyond the end is left out.
  ///
  /// - Parameter envelope: At least as long as the samples.
  mutating func add(
    _ samples: [Double], times envelope: [Double], _ factor: Double, at frame: Int, to ear: ComposedSound.Ear
  ) {
    let count = max(0, min(samples.count, frames - frame))
    func add(to channel: inout [Double]) {
      for i in 0..<count { channel[frame + i] += samples[i] * (factor * envelope[i]) }
    }
    if ear == .right { add(to: &right) } else { add(to: &left) }
  }
}
