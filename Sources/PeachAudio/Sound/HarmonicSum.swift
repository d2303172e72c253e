import PeachSupport

/// Samples of a sum of harmonics in sine phase.
///
/// sin(a + b) = sin a · cos b + cos a · sin b: a is the phase at the start of a block, taken afresh from libm, b that
/// inside the block, from a table. Two multiplications a sample and harmonic, and no error that grows with time: every
/// sample is right to a few units in the last place of a double, so the noise is that of the Float it becomes.
struct HarmonicSum {
  private typealias Lanes = SIMD8<Double>

  private static let lanes = 8
  /// Vectors in a block of 256 samples: about the square root of a second of samples, where block starts and table cost
  /// the least.
  private static let vectors = 32
  private static let block = vectors * lanes

  /// Cycles per sample of the fundamental.
  private let step: Double
  private let amplitudes: [Double]
  /// For each harmonic, the cosine and sine of the phases inside a block, one after the other.
  private let tables: [(cosine: [Lanes], sine: [Lanes])]

  /// - Parameters:
  ///   - step: Cycles per sample of the fundamental.
  ///   - amplitudes: From the fundamental up.
  init(_ step: Double, _ amplitudes: [Double]) {
    self.step = step
    self.amplitudes = amplitudes
    tables = amplitudes.indices.map { Self.table(step * Double($0 + 1)) }
  }

  /// The angle of `count` steps, with whole cycles left out while that is exact.
  private static func angle(_ step: Double, _ count: Int) -> Double {
    let cycles = step * Double(count)
    return 2 * .pi * (cycles - cycles.rounded())
  }

  private static func table(_ step: Double) -> (cosine: [Lanes], sine: [Lanes]) {
    var cosine: [Lanes] = []
    var sine: [Lanes] = []
    cosine.reserveCapacity(vectors)
    sine.reserveCapacity(vectors)
    var withinCosine = Lanes()
    var withinSine = Lanes()
    for lane in 0..<lanes {
      withinCosine[lane] = cos(angle(step, lane))
      withinSine[lane] = sin(angle(step, lane))
    }
    for vector in 0..<vectors {
      let a = angle(step, vector * lanes)
      let (c, s) = (cos(a), sin(a))
      cosine.append(c * withinCosine - s * withinSine)
      sine.append(s * withinCosine + c * withinSine)
    }
    return (cosine, sine)
  }

  func write(to output: UnsafeMutableBufferPointer<Float>) {
    withUnsafeTemporaryAllocation(of: Lanes.self, capacity: Self.vectors) { sums in
      var start = 0
      while start < output.count {
        fill(sums, from: start)
        let count = min(Self.block, output.count - start)
        store(sums, to: UnsafeMutableBufferPointer(rebasing: output[start..<start + count]))
        start += count
      }
    }
  }

  /// The sums of a block that starts at a sample.
  private func fill(_ sums: UnsafeMutableBufferPointer<Lanes>, from start: Int) {
    for (k, amplitude) in amplitudes.enumerated() {
      let a = Self.angle(step * Double(k + 1), start)
      let (c, s) = (amplitude * cos(a), amplitude * sin(a))
      tables[k].cosine.withUnsafeBufferPointer { cosine in
        tables[k].sine.withUnsafeBufferPointer { sine in
          if k == 0 {
            for i in 0..<Self.vectors { sums[i] = s * cosine[i] + c * sine[i] }
          } else {
            for i in 0..<Self.vectors { sums[i] += s * cosine[i] + c * sine[i] }
          }
        }
      }
    }
  }

  private func store(_ sums: UnsafeMutableBufferPointer<Lanes>, to output: UnsafeMutableBufferPointer<Float>) {
    guard let base = output.baseAddress else { return }
    let whole = output.count / Self.lanes
    let raw = UnsafeMutableRawPointer(base)
    for i in 0..<whole {
      raw.storeBytes(
        of: SIMD8<Float>(sums[i]), toByteOffset: i * Self.lanes * MemoryLayout<Float>.stride, as: SIMD8<Float>.self)
    }
    for i in whole * Self.lanes..<output.count { output[i] = Float(sums[i / Self.lanes][i % Self.lanes]) }
  }
}
