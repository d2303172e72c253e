import PeachPitch
import PeachSupport

/// Makes the samples of a held sound into bytes and puts them into a pipe, whole frames at a time. What a full pipe refuses
/// goes first the next time.
struct StreamBytes: Sendable {
  private let rate: SampleRate
  private let format: SampleFormat
  private let channel: Channel
  private var samples: HeldSamples
  private var dither = Dither()
  private var bytes: [UInt8]
  /// Bytes at the front of `bytes` that were refused.
  private var refused = 0
  /// Bytes handed over.
  private(set) var written = 0
  private var hasEnded = false
  /// The most frames that a pipe takes at a time.
  private let most: Int

  /// - Throws: `SoundError` if the samples cannot be made.
  init(_ sound: HeldSound, format: SampleFormat, on channel: Channel) throws(SoundError) {
    rate = sound.sampleRate
    self.format = format
    self.channel = channel
    samples = try HeldSamples(sound)
    most = InputPipe.largest / (format.bytesPerSample * channel.count)
    // Packing needs one byte more.
    bytes = [UInt8](repeating: 0, count: InputPipe.largest + 1)
  }

  mutating func tune(to frequency: Frequency) { samples.tune(to: frequency) }

  /// Hands over what was refused, and then so many frames; fewer where the pipe is full.
  mutating func put(_ frames: Int, into pipe: InputPipe) -> InputPipe.Outcome {
    var left = frames
    while true {
      let outcome = putRefused(into: pipe)
      guard outcome == .written, left > 0 else { return outcome }
      let count = min(left, most)
      left -= count
      make(count) { samples, output in samples.write(to: output) }
    }
  }

  /// Hands over what was refused, and then the end of the sound: a ramp that fits into a pipe at a time.
  ///
  /// - Returns: `.full` if the caller must try again.
  mutating func end(by ramp: Ramp, into pipe: InputPipe) -> InputPipe.Outcome {
    let outcome = putRefused(into: pipe)
    guard outcome == .written, !hasEnded else { return outcome }
    hasEnded = true
    let rate = rate
    make(min(most, ramp.factors(rate: rate, falling: true).count)) { samples, output in
      samples.end(by: ramp, rate: rate, to: output)
    }
    return putRefused(into: pipe)
  }

  private mutating func putRefused(into pipe: InputPipe) -> InputPipe.Outcome {
    guard refused > 0 else { return .written }
    let outcome = bytes.withUnsafeBytes { pipe.write(UnsafeRawBufferPointer(rebasing: $0[..<refused])) }
    if outcome == .written {
      written += refused
      refused = 0
    }
    return outcome
  }

  /// Makes frames into the bytes that are handed over next.
  private mutating func make(_ count: Int, _ body: (inout HeldSamples, UnsafeMutableBufferPointer<Float>) -> Void) {
    let (format, channel) = (format, channel)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { part in
      part.initialize(repeating: 0)
      body(&samples, part)
      refused = bytes.withUnsafeMutableBytes {
        FrameBytes.pack(UnsafeBufferPointer(part), format, channel, &dither, into: $0)
      }
    }
  }
}
