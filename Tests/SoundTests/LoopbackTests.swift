import Glibc
import PeachAudio
import PeachPitch
import Testing

/// What a recording says of a delay that is known.
@Suite struct LoopbackTests {
  /// Bursts that were started at 4, 5.3, 6.6… s and are heard `latency` later, softer and in noise, on a recording that
  /// began at `origin` and was read 5 ms at a time, each read up to 20 ms late.
  private func recording(_ burst: RenderedSound, latency: Double, starts: [Double]) -> Recorder.Recording {
    let rate = Recorder.rate.hertz
    let origin = 1.234567
    var seed: UInt64 = 7
    func uniform() -> Double {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(seed >> 33) / Double(UInt64(1) << 31)
    }
    var recording = Recorder.Recording()
    recording.samples = (0..<Int((starts[starts.count - 1] + 3) * rate)).map { _ in Float(0.002 * (uniform() - 0.5)) }
    for start in starts {
      let first = Int(((start + latency - origin) * rate).rounded())
      for (i, sample) in burst.samples.enumerated() { recording.samples[first + i] += 0.3 * sample }
    }
    let step = Int(0.005 * rate)
    for count in stride(from: step, through: recording.samples.count, by: step) {
      recording.reads.append((count, origin + Double(count) / rate + (uniform() < 0.1 ? 0 : 0.02 * uniform())))
    }
    return recording
  }

  @Test(arguments: [-0.005, 0, 0.0417, 0.35]) func `a known delay is found to a tenth of a millisecond`(
    latency: Double
  ) throws {
    let burst = RenderedSound.noiseBurst(level: try AmplitudeDB(-20), rate: Recorder.rate)
    let starts = (0..<5).map { 4 + 1.3 * Double($0) }
    let found = Loopback(recording(burst, latency: latency, starts: starts), starts, burst)
    #expect(found.latencies.count == 5)
    let median = try #require(found.median)
    #expect(abs(median - latency) < 0.0001, "\(median)")
    let range = try #require(found.range)
    #expect(range.contains(median) && range.upperBound - range.lowerBound < 0.0002)
  }

  @Test func `bursts that are not on the recording are not found`() throws {
    let burst = RenderedSound.noiseBurst(level: try AmplitudeDB(-20), rate: Recorder.rate)
    // The next starts long after the burst of the one before has come.
    let starts = [4.0, 9.0]
    let found = Loopback(recording(burst, latency: 1.9, starts: starts), starts, burst)
    #expect(found.bursts == 2)
    #expect(found.latencies.isEmpty)
    #expect(Loopback(Recorder.Recording(), starts, burst).median == nil)
  }
}
