/// Samples as the bytes of frames: on their channel, in their format, little-endian.
enum FrameBytes {
  /// - Parameter bytes: Room for the frames, and one byte more.
  /// - Returns: How many were written.
  static func pack(
    _ samples: UnsafeBufferPointer<Float>, _ format: SampleFormat, _ channel: Channel,
    into bytes: UnsafeMutableRawBufferPointer
  ) -> Int {
    guard channel != .both else { return pack(samples, format, into: bytes) }
    return withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * samples.count) { both in
      let place = channel == .left ? 0 : 1
      for (i, sample) in samples.enumerated() {
        both.initializeElement(at: 2 * i + place, to: sample)
        both.initializeElement(at: 2 * i + 1 - place, to: 0)
      }
      return pack(UnsafeBufferPointer(both), format, into: bytes)
    }
  }

  private static func pack(
    _ samples: UnsafeBufferPointer<Float>, _ format: SampleFormat, into bytes: UnsafeMutableRawBufferPointer
  ) -> Int {
    switch format {
    case .pcm16:
      for (i, sample) in samples.enumerated() {
        let number = Int16((Double(max(-1, min(1, sample))) * 32_767).rounded(.toNearestOrEven))
        bytes.storeBytes(of: number.littleEndian, toByteOffset: 2 * i, as: Int16.self)
      }
    case .pcm24: PackedSamples.pack(samples, into: bytes)
    case .float32: bytes.copyMemory(from: UnsafeRawBufferPointer(samples))
    }
    return samples.count * format.bytesPerSample
  }
}
