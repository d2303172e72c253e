package import PeachSupport

/// The end that is written over a sound which is to stop before it is over.
package struct ReleaseRamp {
  /// The factors of the samples, falling.
  private let factors: [Double]
  private let format: SampleFormat

  package init(_ ramp: Ramp, rate: SampleRate, format: SampleFormat) {
    factors = ramp.factors(rate: rate, falling: true)
    self.format = format
  }

  /// Lets the samples from the file's place on fall to silence, and cuts the file after them. A sound with less than
  /// that left ends by itself.
  ///
  /// - Returns: The new end of the file in bytes; `nil` if it is as before.
  @discardableResult
  package func end(_ file: UnnamedFile, _ layout: SoundFile.Layout) -> Int? {
    let frame = layout.bytesPerFrame
    // A frame that is read in part is read on.
    let past = (max(0, file.position - layout.dataOffset) + frame - 1) / frame
    guard layout.frames - past > factors.count else { return nil }
    let first = layout.dataOffset + past * frame
    var bytes = [UInt8](repeating: 0, count: factors.count * frame)
    guard pread(file.descriptor, &bytes, bytes.count, first) == bytes.count else { return nil }
    for (index, factor) in factors.enumerated() {
      for sample in stride(from: index * frame, to: (index + 1) * frame, by: format.bytesPerSample) {
        scale(&bytes, at: sample, by: factor)
      }
    }
    guard pwrite(file.descriptor, bytes, bytes.count, first) == bytes.count else { return nil }
    ftruncate(file.descriptor, first + bytes.count)
    return first + bytes.count
  }

  private func scale(_ bytes: inout [UInt8], at start: Int, by factor: Double) {
    let width = format.bytesPerSample
    var word: UInt32 = 0
    for byte in 0..<width { word |= UInt32(bytes[start + byte]) << (8 * byte) }
    switch format {
    case .pcm16:
      word = UInt32(bitPattern: Int32((Double(Int16(truncatingIfNeeded: word)) * factor).rounded()))
    case .pcm24:
      let sample = Int32(bitPattern: word << 8) >> 8
      word = UInt32(bitPattern: Int32((Double(sample) * factor).rounded()))
    case .float32: word = Float(Double(Float(bitPattern: word)) * factor).bitPattern
    }
    for byte in 0..<width { bytes[start + byte] = UInt8(truncatingIfNeeded: word >> (8 * byte)) }
  }
}
