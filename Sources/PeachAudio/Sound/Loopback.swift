package import PeachPitch
import PeachSupport

/// How late a device is, by what is recorded of it: from the moment at which the player has read samples, which sessions
/// know, to the moment at which they are on the recording.
///
/// Bursts of noise are looked for by their correlation with the recording, whose samples have the time of the earliest
/// read about them: a read may come late, never early. What the recording itself is late is in it; arecord is asked for
/// 5 ms at a time.
package struct Loopback: Hashable, Sendable {
  /// Seconds, one for each burst that was found, in their order.
  package let latencies: [Double]
  /// How many were played.
  package let bursts: Int

  /// A correlation above this is the burst.
  private static let leastLikeness = 0.5
  /// Seconds in which a recording comes to rest.
  private static let settling = 3.0
  /// Seconds after the start of a burst within which it is looked for, and before.
  private static let reach = (before: 0.1, after: 1.2)

  /// Plays bursts on one device while another is recorded.
  ///
  /// - Throws: `SoundError` if either fails.
  package static func measure(
    playing device: SoundDevice, recording capture: SoundDevice, level: AmplitudeDB, channel: Channel = .both,
    bursts: Int = 7
  ) throws(SoundError) -> Loopback {
    let recorder = try Recorder(capture)
    let player = try AplayPlayer(device: device, channel: channel)
    usleep(UInt32(settling * 1e6))
    let burst = RenderedSound.noiseBurst(level: level, rate: Recorder.rate)
    var starts: [Double] = []
    for _ in 0..<bursts {
      try recorder.check()
      try player.play(burst)
      starts.append(try started(player))
      usleep(UInt32(reach.after * 1e6))
      player.finish()
    }
    try recorder.check()
    return Loopback(recorder.stop(), starts, burst)
  }

  private static func started(_ player: AplayPlayer) throws(SoundError) -> Double {
    let called = MonotonicTime.now
    while try !player.hasStarted() {
      usleep(500)
      guard MonotonicTime.now < called + 5 else {
        throw SoundError("aplay has not begun to play within 5 s", hint: "try another --device")
      }
    }
    return MonotonicTime.now
  }

  package init(_ recording: Recorder.Recording, _ starts: [Double], _ burst: RenderedSound) {
    bursts = starts.count
    let noise = Array(burst.samples.prefix(Recorder.rate.frames(0.02)))
    latencies = starts.compactMap { start in
      Self.moment(of: noise, in: recording, from: start - Self.reach.before, to: start + Self.reach.after).map {
        $0 - start
      }
    }
  }

  /// The median of all latencies; `nil` if none was found.
  package var median: Double? {
    let sorted = latencies.sorted()
    guard !sorted.isEmpty else { return nil }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// From the least to the greatest.
  package var range: ClosedRange<Double>? {
    guard let least = latencies.min(), let greatest = latencies.max() else { return nil }
    return least...greatest
  }

  /// When a burst begins on a recording between two moments; `nil` if nothing there is like it.
  private static func moment(
    of burst: [Float], in recording: Recorder.Recording, from start: Double, to end: Double
  ) -> Double? {
    let near = recording.reads.filter { $0.time > start - 1 && $0.time < end + 1 }
    let rate = Recorder.rate.hertz
    guard let origin = near.map({ $0.time - Double($0.count) / rate }).min() else { return nil }
    let first = max(0, Int((start - origin) * rate))
    let last = min(recording.samples.count - burst.count, Int((end - origin) * rate))
    guard first < last else { return nil }
    let own = burst.reduce(0.0) { $0 + Double($1) * Double($1) }
    var best = (likeness: leastLikeness, frame: -1)
    recording.samples.withUnsafeBufferPointer { samples in
      for frame in first..<last {
        var (product, power) = (Float(0), Float(0))
        for i in 0..<burst.count {
          let sample = samples[frame + i]
          product += sample * burst[i]
          power += sample * sample
        }
        guard power > 0 else { continue }
        // A cable may turn the sign around.
        let likeness = Double(abs(product)) / (Double(power) * own).squareRoot()
        if likeness > best.likeness { best = (likeness, frame) }
      }
    }
    return best.frame < 0 ? nil : origin + Double(best.frame) / rate
  }
}
