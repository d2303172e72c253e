/// Samples as the bytes of frames: on their channel, in their format, little-endian.
enum FrameBytes {
  /// - Parameters:
  ///   - dither: The dither of this sound, which goes on from part to part.
  ///   - bytes: Room for the frames, and one byte more.
  /// - Returns: How many were written.
  static func pack(
    _ samples: UnsafeBufferPointer<Float>, _ format: SampleFormat, _ channel: Channel,
    _ dither: inout Dither, into bytes: UnsafeMutableRawBufferPointer
  ) -> Int {
    guard channel != .both else { return pack(samples, format, &dither, into: bytes) }
    return withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * samples.count) { both in
      let place = channel == .left ? 0 : 1
      for (i, sample) in samples.enumerated() {
        both.initializeElement(at: 2 * i + place, to: sample)
        both.initializeElement(at: 2 * i + 1 - place, to: 0)
      }
      guard format == .pcm16 else { return pack(UnsafeBufferPointer(both), format, &dither, into: bytes) }
      // The other ear hears nothing at all.
      for (i, sample) in samples.enumerated() {
        store(dithered(sample, &dither), at: 2 * i + place, in: bytes)
        store(0, at: 2 * i + 1 - place, in: bytes)
      }
      return 2 * samples.count * format.bytesPerSample
    }
  }

  private static func pack(
    _ samples: UnsafeBufferPointer<Float>, _ format: SampleFormat, _ dither: inout Dither,
    into bytes: UnsafeMutableRawBufferPointer
  ) -> Int {
    switch format {
    case .pcm16:
      for (i, sample) in samples.enumerated() { store(dithered(sample, &dither), at: i, in: bytes) }
    case .pcm24: PackedSamples.pack(samples, into: bytes)
    case .float32: bytes.copyMemory(from: UnsafeRawBufferPointer(samples))
    }
    return samples.count * format.bytesPerSample
  }

  @inline(__always)
  private static func dithered(_ sample: Float, _ dither: inout Dither) -> Int16 {
    let steps = (Double(sample) * 32_767 + dither.next()).rounded(.toNearestOrEven)
    return Int16(max(-32_767, min(32_767, steps)))
  }

  @inline(__always)
  private static func store(_ number: Int16, at place: Int, in bytes: UnsafeMutableRawBufferPointer) {
    bytes.storeBytes(of: number.littleEndian, toByteOffset: 2 * place, as: Int16.self)
  }
}
