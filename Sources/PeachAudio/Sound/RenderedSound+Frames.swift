extension RenderedSound {
  /// The number of channels that a player receives.
  ///
  /// - Parameter channel: Where a sound of one channel goes; one of two has both.
  package func channels(on channel: Channel) -> Int { right == nil ? channel.count : 2 }

  /// The frames that a player receives: the bytes after the header of a WAV file, little-endian, channels in turn.
  ///
  /// - Parameter channel: Where a sound of one channel goes; one of two has both.
  package func frames(_ format: SampleFormat, on channel: Channel) -> [UInt8] {
    guard let right else { return Self.bytes(of: samples, format, channel) }
    var both: [Float] = []
    both.reserveCapacity(2 * right.count)
    for (left, right) in zip(samples, right) { both += [left, right] }
    return Self.bytes(of: both, format, .both)
  }

  private static func bytes(of samples: [Float], _ format: SampleFormat, _ channel: Channel) -> [UInt8] {
    // Packing needs one byte more.
    let room = samples.count * channel.count * format.bytesPerSample + 1
    var dither = Dither()
    return [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      count = samples.withUnsafeBufferPointer {
        FrameBytes.pack($0, format, channel, &dither, into: UnsafeMutableRawBufferPointer(buffer))
      }
    }
  }
}
